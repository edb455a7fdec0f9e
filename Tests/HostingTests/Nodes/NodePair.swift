import ArrangeModel
import Dispatch
import EngineTestSupport
import Testing

@testable import Engine

/// Two engines over one journal, the first of which owns everything.
final class NodePair {
  /// How long a test waits for other threads before it fails, in seconds.
  private static let patience = 20.0

  let cluster: MemoryCluster
  private(set) var first: SimulatedNode
  private(set) var second: SimulatedNode
  /// Whether commits reach the replicas of the other node.
  var isConnected = true
  private let time = Box<UInt64>(1_000_000_000_000)
  private let arrived = DispatchSemaphore(value: 0)

  private let endlessDelay: UInt64

  /// - Parameter endlessDelay: the delay in nanoseconds from which on nothing happens; any other one is over at once.
  init(endlessDelay: UInt64 = .max) throws {
    self.endlessDelay = endlessDelay
    cluster = try MemoryCluster()
    first = try NodePair.node(cluster, 1, time, arrived, endlessDelay)
    second = try NodePair.node(cluster, 2, time, arrived, endlessDelay)
    try first.journal.gain()
    try run()
  }

  private static func node(
    _ cluster: MemoryCluster,
    _ seed: UInt64,
    _ time: Box<UInt64>,
    _ arrived: DispatchSemaphore,
    _ endlessDelay: UInt64
  ) throws -> SimulatedNode {
    try SimulatedNode(
      cluster.node("node \(seed)", learnsAtOnce: false),
      seed: seed,
      time: time,
      arrived: arrived,
      endlessDelay: endlessDelay,
      options: EngineOptions()
    )
  }

  /// Starts the second node once more, so that it knows what is stored now.
  func restartSecond() throws {
    cluster.expel(second.journal)
    second.engine.close()
    second = try NodePair.node(cluster, 3, time, arrived, endlessDelay)
  }

  /// Runs until something is so, and then until nothing more happens.
  func run(until isDone: () -> Bool = { true }, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let end = DispatchTime.now() + NodePair.patience
    var quiet = 0
    while quiet < 4 {
      for node in [first, second] {
        node.step()
        for link in node.replicas.links where isConnected {
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

  /// The first node starts anew, over an older copy of the journal with the first versions of a list. The second one does not
  /// notice it.
  func goBack(_ name: Identifier, to version: UInt64) throws {
    let record = try #require(try cluster.base.collections().first { $0.name == name })
    let commits = try cluster.base.commits(of: record.key, from: 1, limit: Int(version))
    let copy = MemoryJournal()
    try copy.append(
      [.create(record.key, name: name, descriptor: record.descriptor)] + commits.map { .commit($0) }
    )
    for link in second.replicas.links { link.lose(first) }
    first.engine.close()
    first = try NodePair.node(try MemoryCluster(copy), 7, time, arrived, endlessDelay)
    try first.journal.gain()
    try run()
  }
}
