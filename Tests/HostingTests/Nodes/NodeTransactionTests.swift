import ArrangeModel
import Changes
import EngineTestSupport
import Testing

@testable import Engine

@Suite("Several nodes: views of lists that are being given away show transactions as a whole")
struct NodeTransactionTests {
  /// Two lists, the first of which has an item that goes to and fro, and a node with a view of both.
  private final class Scene {
    let pair: NodePair
    let names: [Identifier]
    /// The node with the view.
    let viewer: SimulatedNode
    private let subscriber: SimulatedSubscriber
    /// What the view has shown, without repetitions.
    private(set) var shown: [[Identifier]] = []

    /// - Parameter viewer: which of the nodes has the view; the first one owns both lists.
    init(viewer: KeyPath<NodePair, SimulatedNode>) throws {
      pair = try NodePair(endlessDelay: JointSteps.takeoverPatience)
      let engine = pair.first.engine
      // Of different shards.
      let all = (0..<100).map { Identifier(unchecked: "list\($0)") }
      let other = try #require(all.first { engine.shard(for: $0) !== engine.shard(for: all[0]) })
      names = [all[0], other]
      for name in names { try pair.create(name) }
      _ = try pair.add("x", to: names[0], at: pair.first).get()
      pair.second.journal.learnCatalog()
      self.viewer = pair[keyPath: viewer]
      subscriber = SimulatedSubscriber(.view(Scene.view(of: names)))
      try subscriber.open(at: self.viewer)
      try run()
    }

    static func view(of names: [Identifier], _ prefix: String = "l") -> String {
      names.enumerated().map { "\(prefix)\($0): \"\($1)\" flat all" }.joined(separator: "\n")
    }

    func slots(_ index: Int) -> SlotSet { SlotSet([Slot.of(names[index])]) }

    /// Runs until nothing more happens, and reads what the view shows.
    func run(until isDone: () -> Bool = { true }) throws {
      try pair.run {
        subscriber.ask()
        if let list = subscriber.list {
          let items = list.sections.flatMap { $0.items.map(\.id) }
          if shown.last != items { shown.append(items) }
        }
        return isDone()
      }
    }

    /// Delivers the commits of one list to the view's node.
    func deliver(_ index: Int, from owner: SimulatedNode) throws {
      for _ in 0..<4 {
        for link in viewer.replicas.links where link.name == names[index] {
          link.connect(to: owner)
          link.deliver(atMost: 10)
        }
        try run()
      }
    }

    /// Sends the item from one list to the other.
    func transfer(_ from: Int, _ to: Int, at node: SimulatedNode) throws {
      let transfer = ItemTransfer(["x"], to: names[to])
      let request = TransactRequest([TransactionStep(names[from], .transfer(transfer))])
      let answer: Result<TransactResult, ArrangeError> = try pair.call(node, names[0]) {
        node.engine.joint(on: $0).transact(request, largestAnswer: 1 << 20, for: .server, reply: $1)
      }
      _ = try answer.get()
    }

    func give(_ index: Int, from giver: SimulatedNode, to receiver: SimulatedNode) throws {
      try pair.release(slots(index), by: giver, to: receiver)
      try receiver.journal.gain()
      try run { receiver.engine.ownership?.serves(Slot.of(names[index])) ?? false }
    }
  }

  @Test("a list is given away, and the new owner's transaction is here before the news that it is given away")
  func soonerThanTheNews() throws {
    let scene = try Scene(viewer: \.first)
    let (first, second) = (scene.pair.first, scene.pair.second)
    try scene.give(1, from: first, to: second)
    let isDrained = Box(false)
    first.journal.release(scene.slots(0)) { isDrained.value = true }
    try scene.run { isDrained.value }
    scene.pair.cluster.assign(scene.slots(0), to: second.journal)
    try second.journal.gain()
    try scene.run { second.engine.ownership?.serves(Slot.of(scene.names[0])) ?? false }
    try scene.transfer(0, 1, at: second)
    try scene.run()
    #expect(scene.shown == [["l0/x"]])
    first.journal.released(scene.slots(0))
    try scene.run { scene.shown.count > 1 }
    #expect(scene.shown == [["l0/x"], ["l1/x"]])
  }

  @Test("a list that came is given away again before views were passed what was read of it")
  func givenAwayAgain() throws {
    let scene = try Scene(viewer: \.second)
    let (first, second) = (scene.pair.first, scene.pair.second)
    scene.pair.isConnected = false
    try scene.transfer(0, 1, at: first)
    try scene.pair.release(scene.slots(0), by: first, to: second)
    try second.journal.gain()
    try scene.run()
    #expect(!(second.engine.ownership?.serves(Slot.of(scene.names[0])) ?? true))
    try scene.pair.release(scene.slots(0), by: second, to: first)
    try first.journal.gain()
    try scene.run { first.engine.ownership?.serves(Slot.of(scene.names[0])) ?? false }
    try scene.deliver(1, from: first)
    #expect(scene.shown == [["l0/x"], ["l1/x"]])
    try scene.transfer(1, 0, at: first)
    try scene.deliver(1, from: first)
    #expect(scene.shown == [["l0/x"], ["l1/x"]])
    try scene.deliver(0, from: first)
    #expect(scene.shown == [["l0/x"], ["l1/x"], ["l0/x"]])
  }

  @Test("a view that is opened shows no commit that other views of the list do not show yet")
  func openedMeanwhile() throws {
    let scene = try Scene(viewer: \.second)
    let (first, second) = (scene.pair.first, scene.pair.second)
    scene.pair.isConnected = false
    try scene.transfer(0, 1, at: first)
    try scene.deliver(1, from: first)
    #expect(scene.shown == [["l0/x"]])
    // At the home of the other list.
    let text = Scene.view(of: scene.names.reversed())
    let view = ViewReference(name: nil, definition: try ViewDefinition(parsing: text))
    let page = Box<Result<FetchPage, ArrangeError>?>(nil)
    second.engine.home(of: view).fetch(FetchRequest(collection: ""), from: view) { page.value = $0 }
    try scene.run()
    #expect(page.value == nil)
    try scene.deliver(0, from: first)
    try scene.run { page.value != nil }
    #expect(try page.value?.get().sections.flatMap { $0.items.map(\.id) }.count == 1)
    #expect(scene.shown == [["l0/x"], ["l1/x"]])
  }
}
