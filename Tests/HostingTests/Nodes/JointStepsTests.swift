import ArrangeModel
import Dispatch
import EngineTestSupport
import Ordering
import Testing

@testable import Engine

@Suite("Several nodes: the commits of a transaction over several lists reach views together")
struct JointStepsTests {
  /// Views that note which versions they are passed.
  private final class Reader: MailboxReader, @unchecked Sendable {
    let publisher: SourcePublisher
    /// The versions of each delivery, by the keys of the collections.
    var taken: [[CollectionKey: UInt64]] = []

    init(_ publisher: SourcePublisher) { self.publisher = publisher }

    func drainMailbox() {
      var versions: [CollectionKey: UInt64] = [:]
      for event in publisher.take(0).events {
        if case .step(let step) = event { versions[step.collection] = step.version }
      }
      taken.append(versions)
    }
  }

  /// An executor on which nothing ever happens.
  private final class StoppedExecutor: ShardExecutor {
    var isCurrent: Bool { true }
    func execute(_ work: @escaping @Sendable () -> Void) {}
  }

  /// Collections whose commits come in any order.
  private struct Scene {
    let executor = StepExecutor(DispatchSemaphore(value: 0))
    let publisher: SourcePublisher
    let joint: JointSteps
    let reader: Reader
    /// Its time never passes.
    let clock = StoppedExecutor()
    private let names: [Identifier] = ["a", "b", "c"]

    init() throws {
      publisher = SourcePublisher(executors: [executor])
      joint = JointSteps(publisher)
      reader = Reader(publisher)
      publisher.connect(to: [reader])
      for name in names { joint.follow(name, from: 0) }
    }

    func key(_ name: Identifier) -> CollectionKey {
      CollectionKey(Int64(1 + (names.firstIndex(of: name) ?? 0)))
    }

    /// A commit of a collection has come.
    func come(_ name: Identifier, _ version: UInt64, with others: (Identifier, UInt64)...) {
      come(name, version, needs: Set(others.map { JointSteps.Need(name: $0.0, version: $0.1) }))
    }

    func come(_ name: Identifier, _ version: UInt64, needs: Set<JointSteps.Need>) {
      let commit = Commit(
        collection: key(name),
        version: version,
        time: Timestamp(microseconds: 0),
        requestID: nil,
        edits: [],
        sectionCount: 0,
        itemCount: 0,
        result: ApplyResult(version: version, changed: true, rekeyed: 0, operations: [])
      )
      let step = SourceStep(commit, shardIndices: [0])
      joint.publish([JointSteps.Batch(steps: [step], needs: needs)], of: name, on: clock, at: 0)
    }

    /// What the views were passed since the last call, delivery by delivery.
    func passed() -> [[CollectionKey: UInt64]] {
      executor.runOnce()
      defer { reader.taken = [] }
      return reader.taken
    }
  }

  @Test("a commit waits for the others of its transaction, and those behind it wait with it")
  func waits() throws {
    let scene = try Scene()
    let (a, b) = (scene.key("a"), scene.key("b"))
    scene.come("a", 1)
    #expect(scene.passed() == [[a: 1]])
    scene.come("a", 2, with: ("b", 1))
    scene.come("a", 3)
    #expect(scene.passed() == [])
    let shown = Box(0)
    scene.joint.whenShown("a", through: 2) { shown.value += 1 }
    #expect(shown.value == 0)
    scene.come("b", 1, with: ("a", 2))
    #expect(scene.passed() == [[a: 3, b: 1]])
    #expect(shown.value == 1)
  }

  @Test("several transactions wait for each other as long as one of their commits is missing")
  func chains() throws {
    let scene = try Scene()
    let (a, b, c) = (scene.key("a"), scene.key("b"), scene.key("c"))
    scene.come("b", 1, with: ("a", 1))
    scene.come("b", 2, with: ("c", 1))
    scene.come("c", 1, with: ("b", 2))
    #expect(scene.passed() == [])
    scene.come("c", 2)
    scene.come("a", 1, with: ("b", 1))
    #expect(scene.passed() == [[a: 1, b: 2, c: 2]])
  }

  @Test("what no view shows is not waited for, and nothing waits for ever")
  func ends() throws {
    let scene = try Scene()
    let (a, b) = (scene.key("a"), scene.key("b"))
    scene.come("a", 1, with: ("d", 9))
    #expect(scene.passed() == [[a: 1]])
    scene.come("a", 2, with: ("b", 1))
    #expect(scene.passed() == [])
    scene.joint.unfollow("b")
    #expect(scene.passed() == [[a: 2]])
    scene.joint.follow("b", from: 1)
    scene.come("b", 2, with: ("a", 3))
    #expect(scene.passed() == [])
    scene.joint.flush("b")
    #expect(scene.passed() == [[b: 2]])
  }

  @Test("collections can be shown beside each other when none is behind what another one began with")
  func completeness() throws {
    let scene = try Scene()
    scene.joint.unfollow("b")
    var needs = NeededVersions()
    needs.add([JointSteps.Need(name: "a", version: 2)])
    scene.joint.show("b", needs: needs)
    scene.joint.follow("b", from: 4)
    #expect(!scene.joint.isComplete(["a", "b"]) && scene.joint.isComplete(["b", "c"]))
    scene.come("a", 1)
    #expect(!scene.joint.isComplete(["a", "b"]))
    scene.come("a", 2, with: ("b", 4))
    #expect(scene.joint.isComplete(["a", "b"]))
  }

  @Test("what was passed on while no view showed another list is asked for when one does")
  func completenessLater() throws {
    let scene = try Scene()
    scene.joint.hide("b")
    scene.come("a", 1, with: ("b", 3))
    scene.come("a", 2, with: ("c", 1))
    scene.come("c", 1, with: ("a", 2))
    #expect(scene.passed().last == [scene.key("a"): 2, scene.key("c"): 1])
    scene.joint.follow("b", from: 2)
    #expect(!scene.joint.isComplete(["a", "b"]) && scene.joint.isComplete(["a", "c"]))
    scene.come("b", 3, with: ("a", 1))
    #expect(scene.joint.isComplete(["a", "b"]))
    scene.joint.hide("b")
    scene.joint.follow("b", from: 1)
    #expect(!scene.joint.isComplete(["a", "b"]))
    scene.joint.forgetNeeds(of: ["a", "b"])
    #expect(scene.joint.isComplete(["a", "b"]))
  }

  @Test("of more lists than are kept, those of the newest transactions are")
  func neededVersions() {
    var needs = NeededVersions()
    for number in 0..<NeededVersions.capacity + 10 {
      needs.add([JointSteps.Need(name: Identifier(unchecked: "\(number)"), version: 1)])
    }
    needs.add([JointSteps.Need(name: "20", version: 3)])
    needs.add([JointSteps.Need(name: "20", version: 2)])
    #expect(needs.newest.count == NeededVersions.capacity && needs.newest.first?.name == "10")
    #expect(needs.newest.last == JointSteps.Need(name: "20", version: 3))
  }

  @Test(
    "random transactions whose commits come in random order: each is passed on as a whole",
    arguments: 0..<20
  )
  func random(_: Int) throws {
    let seed = UInt64.random(in: 1...1_000_000)
    var random = OrderingRandom(seed: seed)
    let scene = try Scene()
    let names: [Identifier] = ["a", "b", "c"]
    var versions: [Identifier: UInt64] = [:]
    var wholes: [[Identifier: UInt64]] = []
    var waiting: [Identifier: [[Identifier: UInt64]]] = [:]
    for _ in 0..<60 {
      let members = names.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
      for name in members { versions[name, default: 0] += 1 }
      let made = Dictionary(uniqueKeysWithValues: members.map { ($0, versions[$0] ?? 0) })
      wholes.append(made)
      for name in members { waiting[name, default: []].append(made) }
    }
    var shown: [CollectionKey: UInt64] = [:]
    while let name = waiting.filter({ !$0.value.isEmpty }).keys.sorted().randomElement(using: &random) {
      let made = waiting[name]?.removeFirst() ?? [:]
      let others = made.filter { $0.key != name }.map { JointSteps.Need(name: $0.key, version: $0.value) }
      scene.come(name, made[name] ?? 0, needs: Set(others))
      for delivery in scene.passed() {
        shown.merge(delivery) { _, new in new }
        for whole in wholes {
          let isThere = Set(whole.map { shown[scene.key($0.key), default: 0] >= $0.value })
          #expect(isThere.count == 1, "seed \(seed): \(whole) is shown in part: \(shown)")
        }
      }
    }
    for name in names {
      #expect(shown[scene.key(name), default: 0] == versions[name, default: 0], "seed \(seed)")
    }
  }
}
