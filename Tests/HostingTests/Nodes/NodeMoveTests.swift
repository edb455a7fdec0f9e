import ArrangeModel
import Changes
import Dispatch
import EngineTestSupport
import Ordering
import Testing

@testable import Engine

@Suite("Several nodes: slots that move, step by step")
struct NodeMoveTests {
  /// Two engines over one journal, the first of which owns everything.
  private final class Pair {
    /// How long a test waits for other threads before it fails, in seconds.
    private static let patience = 20.0

    let cluster: MemoryCluster
    let first: SimulatedNode
    private(set) var second: SimulatedNode
    private let time = Box<UInt64>(1_000_000_000_000)
    private let arrived = DispatchSemaphore(value: 0)

    init() throws {
      cluster = try MemoryCluster()
      first = try Pair.node(cluster, 1, time, arrived)
      second = try Pair.node(cluster, 2, time, arrived)
      try first.journal.gain()
      try run()
    }

    private static func node(
      _ cluster: MemoryCluster,
      _ seed: UInt64,
      _ time: Box<UInt64>,
      _ arrived: DispatchSemaphore
    ) throws -> SimulatedNode {
      try SimulatedNode(
        cluster.node("node \(seed)", learnsAtOnce: false),
        seed: seed,
        time: time,
        arrived: arrived,
        options: EngineOptions()
      )
    }

    /// Starts the second node once more, so that it knows what is stored now.
    func restartSecond() throws {
      cluster.expel(second.journal)
      second.engine.close()
      second = try Pair.node(cluster, 3, time, arrived)
    }

    /// Runs until something is so, and then until nothing more happens.
    func run(until isDone: () -> Bool = { true }, sourceLocation: SourceLocation = #_sourceLocation) throws {
      let end = DispatchTime.now() + Pair.patience
      var quiet = 0
      while quiet < 4 {
        for node in [first, second] {
          node.step()
          for link in node.replicas.links {
            if node === second { link.connect(to: first) } else { link.connect(to: second) }
            link.deliver(atMost: 10)
          }
        }
        let isIdle = arrived.wait(timeout: .now() + .milliseconds(2)) == .timedOut
        quiet = isIdle && isDone() ? quiet + 1 : 0
        try #require(DispatchTime.now() < end, "it never ends", sourceLocation: sourceLocation)
      }
    }

    func call<Value>(
      _ node: SimulatedNode,
      _ name: Identifier,
      _ body: (Shard, @escaping Reply<Value>) -> Void
    ) throws -> Result<Value, ArrangeError> {
      let box = Box<Result<Value, ArrangeError>?>(nil)
      body(node.engine.shard(for: name)) { box.value = $0 }
      try run { box.value != nil }
      return try #require(box.value)
    }

    func create(_ name: Identifier, at node: SimulatedNode? = nil) throws {
      _ = try call(node ?? first, name) { $0.create(name, strategy: "lexorank", fields: [:], reply: $1) }
        .get()
    }

    /// Has the second node begin to follow a list that the first one has made, with one item.
    func follow(_ name: Identifier) throws -> SimulatedSubscriber {
      try create(name)
      _ = try add("x", to: name, at: first).get()
      second.journal.learnCatalog()
      let subscriber = SimulatedSubscriber(.collection(name))
      try subscriber.open(at: second)
      return subscriber
    }

    func add(_ id: String, to name: Identifier, at node: SimulatedNode) throws -> Result<
      ApplyResult, ArrangeError
    > {
      let request = ApplyRequest(collection: name, operations: [.add(id)])
      return try call(node, name) { $0.apply(request, reply: $1) }
    }

    func release(_ slots: SlotSet, by giver: SimulatedNode, to receiver: SimulatedNode) throws {
      let isDrained = Box(false)
      giver.journal.release(slots) { isDrained.value = true }
      try run { isDrained.value }
      cluster.assign(slots, to: receiver.journal)
      giver.journal.released(slots)
    }
  }

  @Test("a call that waits for the content of a list that came is answered if the list goes away meanwhile")
  func awayWhileRead() throws {
    let pair = try Pair()
    let name: Identifier = "a"
    let slots = SlotSet([Slot.of(name)])
    // The second node follows the list, so that it has an old state when it gets it.
    let subscriber = try pair.follow(name)
    try pair.run { subscriber.isOpen }
    try pair.release(slots, by: pair.first, to: pair.second)
    pair.second.journal.reads.close()
    try pair.second.journal.gain()
    try pair.run { pair.second.engine.ownership?.serves(Slot.of(name)) ?? false }
    let answer = Box<Result<FetchPage, ArrangeError>?>(nil)
    pair.second.engine.shard(for: name).fetch(FetchRequest(collection: name)) { answer.value = $0 }
    try pair.release(slots, by: pair.second, to: pair.first)
    pair.second.journal.reads.open()
    try pair.first.journal.gain()
    try pair.run { answer.value != nil }
    #expect(throws: ArrangeError.notOwned) { try answer.value?.get() }
    _ = try pair.add("y", to: name, at: pair.first).get()
  }

  @Test("a retry of a transaction that changed nothing is answered by the next owner as by the first")
  func unchangedRequests() throws {
    let pair = try Pair()
    let name: Identifier = "a"
    let slots = SlotSet([Slot.of(name)])
    try pair.create(name)
    _ = try pair.add("x", to: name, at: pair.first).get()
    func move(to placement: Placement, at node: SimulatedNode) throws -> ApplyResult {
      let request = ApplyRequest(
        collection: name,
        operations: [.move("x", to: ItemDestination(placement))],
        requestID: RequestID(unchecked: [1])
      )
      return try pair.call(node, name) { $0.apply(request, reply: $1) }.get()
    }
    #expect(try !move(to: .last, at: pair.first).repeated)
    try pair.release(slots, by: pair.first, to: pair.second)
    try pair.second.journal.gain()
    try pair.run { pair.second.engine.ownership?.serves(Slot.of(name)) ?? false }
    let again = try move(to: .last, at: pair.second)
    #expect(again.repeated && !again.changed && again.version == 1)
    #expect(throws: ArrangeError.self) { try move(to: .first, at: pair.second) }
  }

  @Test("what was read of a list before it came is not taken for what it is now")
  func movedWhileRead() throws {
    let pair = try Pair()
    let name: Identifier = "a"
    let slots = SlotSet([Slot.of(name)])
    pair.second.journal.ends.close()
    let subscriber = try pair.follow(name)
    try pair.run { pair.second.journal.ends.waiting > 0 }
    #expect(!subscriber.isOpen)
    _ = try pair.add("y", to: name, at: pair.first).get()
    try pair.release(slots, by: pair.first, to: pair.second)
    try pair.second.journal.gain()
    try pair.run { pair.second.engine.ownership?.serves(Slot.of(name)) ?? false }
    let answer = Box<Result<CollectionInfo, ArrangeError>?>(nil)
    pair.second.engine.shard(for: name).info(name) { answer.value = $0 }
    pair.second.journal.ends.open()
    try pair.run { answer.value != nil }
    #expect(try answer.value?.get().version == 2)
    #expect(pair.second.engine.catalog.entry(name)?.version == 2)
    _ = try pair.add("z", to: name, at: pair.second).get()
  }

  @Test("what was read of a list before it came is no damage if the list was deleted meanwhile")
  func deletedWhileRead() throws {
    let pair = try Pair()
    let name: Identifier = "a"
    let slots = SlotSet([Slot.of(name)])
    pair.second.journal.reads.close()
    _ = try pair.follow(name)
    try pair.run { pair.second.journal.reads.waiting > 0 }
    try pair.call(pair.first, name) { $0.delete(name, reply: $1) }.get()
    try pair.release(slots, by: pair.first, to: pair.second)
    try pair.second.journal.gain()
    try pair.run { pair.second.engine.ownership?.serves(Slot.of(name)) ?? false }
    pair.second.journal.reads.open()
    try pair.run()
    // The storage goes on.
    try pair.create(name, at: pair.second)
    _ = try pair.add("z", to: name, at: pair.second).get()
  }

  private final class Listener: CommitListener, @unchecked Sendable {
    var newest: UInt64 = 0
    func note(_ record: CommitRecord) { newest = record.version }
    func noteEnd(_ error: ArrangeError) {}
  }

  @Test("a node that begins to follow a list while a commit is being written learns of that commit")
  func followWhileWriting() throws {
    let pair = try Pair()
    let name: Identifier = "a"
    try pair.create(name)
    _ = try pair.add("x", to: name, at: pair.first).get()
    let shard = pair.first.engine.shard(for: name)
    let epoch = try #require(pair.first.engine.catalog.entry(name)).descriptor.epoch
    let written = Box<Result<ApplyResult, ArrangeError>?>(nil)
    shard.apply(ApplyRequest(collection: name, operations: [.add("y")])) { written.value = $0 }
    #expect(written.value == nil)
    let listener = Listener()
    shard.shared.addFollower(listener, of: name, epoch: epoch) { result in
      if case .success(let start) = result { listener.newest = max(listener.newest, start.version) }
    }
    try pair.run { written.value != nil }
    #expect(try written.value?.get().version == 2)
    #expect(listener.newest == 2)
  }

  @Test("a list that another node has deleted is not taken for damage of the journal")
  func deletedElsewhere() throws {
    let pair = try Pair()
    let name: Identifier = "a"
    try pair.create(name)
    _ = try pair.add("x", to: name, at: pair.first).get()
    try pair.restartSecond()
    #expect(pair.second.engine.catalog.entry(name)?.version == 1)
    _ = try pair.call(pair.first, name) { $0.delete(name, reply: $1) }.get()
    let subscriber = SimulatedSubscriber(.collection(name))
    try subscriber.open(at: pair.second)
    try pair.run { subscriber.end != nil }
    #expect(subscriber.end?.code == .unavailable)
    #expect(!pair.second.hasFailed)
    pair.second.journal.learnCatalog()
    try subscriber.open(at: pair.second)
    try pair.run { subscriber.end != nil }
    #expect(subscriber.end?.code == .notFound)
  }

  @Test("nothing is answered without a lease")
  func lease() throws {
    let pair = try Pair()
    let name: Identifier = "a"
    try pair.create(name)
    _ = try pair.add("x", to: name, at: pair.first).get()
    pair.first.journal.lease.end()
    let read = { try pair.call(pair.first, name) { $0.fetch(FetchRequest(collection: name), reply: $1) } }
    #expect(throws: ArrangeError.notOwned) { try read().get() }
    #expect(throws: ArrangeError.notOwned) {
      try pair.call(pair.first, name) { $0.info(name, reply: $1) }.get()
    }
    #expect(throws: ArrangeError.notOwned) { try pair.add("y", to: name, at: pair.first).get() }
    let deletion = try pair.call(pair.first, name) { $0.delete(name, reply: $1) }
    #expect(throws: ArrangeError.notOwned) { try deletion.get() }
    // What a caller may not see does not exist, on any node and at any time.
    for node in [pair.first, pair.second] {
      let hidden = try pair.call(node, .empty) { $0.fetch(FetchRequest(collection: .empty), reply: $1) }
      #expect(hidden.failureCode == .notFound)
    }
    pair.first.journal.lease.extend(until: .max)
    #expect(try read().get().collection.version == 1)
  }

  @Test("the journal of the tests takes nothing from a node that does not own the slot")
  func strictness() throws {
    let pair = try Pair()
    let name: Identifier = "a"
    try pair.create(name)
    let record = try #require(try pair.cluster.base.collections().first)
    let commit = JournalEntry.commit(
      CommitRecord(collection: record.key, version: 1, requestID: nil, payload: [])
    )
    #expect(throws: JournalError.self) { try pair.second.journal.append([commit]) }
    let other = JournalEntry.create(CollectionKey(7), name: "b", descriptor: [], version: 0)
    #expect(throws: JournalError.self) { try pair.second.journal.append([other]) }
    let chunk = JournalEntry.checkpointChunk(record.key, version: 0, index: 0, isLast: false, bytes: [1])
    try pair.first.journal.append([chunk])
    try pair.release(SlotSet([Slot.of(name)]), by: pair.first, to: pair.second)
    #expect(throws: JournalError.self) { try pair.first.journal.append([commit]) }
    // Assigned, and not read yet.
    #expect(throws: JournalError.self) { try pair.second.journal.append([commit]) }
    try pair.second.journal.gain()
    let next = JournalEntry.checkpointChunk(record.key, version: 0, index: 1, isLast: true, bytes: [2])
    #expect(throws: JournalError.self) { try pair.second.journal.append([next]) }
    #expect(try pair.cluster.base.collections().map(\.version) == [0])
    pair.cluster.expel(pair.second.journal)
    #expect(!pair.second.journal.isOvertaken)
    #expect(throws: JournalError.self) { try pair.second.journal.append([chunk]) }
    #expect(pair.second.journal.isOvertaken)
    #expect(!pair.second.journal.lease.isHeld)
  }
}

extension Result where Failure == ArrangeError {
  fileprivate var failureCode: StatusCode? { if case .failure(let error) = self { error.code } else { nil } }
}
