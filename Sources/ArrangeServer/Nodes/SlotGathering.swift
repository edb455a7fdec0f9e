import ArrangeModel
import Engine
import NIOCore
import Wire

/// Brings the slots of a transaction's collections to this node, which then carries it out as one of its own: one transaction of
/// the database, with one fence.
///
/// The slots are taken in ascending order, and those that are here are pinned meanwhile: who waits for a slot has none after it,
/// so that two transactions never wait for each other. Where that does not help, as when the nodes share their slots anew, it
/// begins again with what is here, until the time is over. Whatever ends on the way, each slot has one owner by the database,
/// and nothing is written before all are here.
///
/// Used on one event loop.
final class SlotGathering: @unchecked Sendable {
  /// The pause before it is looked again whether slots that were given are served, in nanoseconds.
  private static let servicePause: UInt64 = 1_000_000
  /// How often in a row. Later it is looked as often as by calls that wait for an owner.
  private static let servicePauses = 100

  private let names: [(slot: Int, name: Identifier)]
  private let nodes: Nodes
  private let loop: any NodeLoop
  private let end: MonotonicTime
  private let takesFirst: Bool
  private let isWanted: @Sendable () -> Bool
  /// Nil once it has ended.
  private var body: (@Sendable (Result<Void, ArrangeError>) -> Void)?
  private var pinned: [Int] = []
  private var pausesLeft = SlotGathering.servicePauses

  /// - Parameters:
  ///   - loop: where everything happens.
  ///   - takesFirst: whether the first slot is taken from another node as well.
  ///   - body: called when all slots are served here, and pinned until ``unpin()``, or with an error. It is ``notOwned`` if the
  ///     first slot is another node's now, which is to gather them.
  init(
    _ names: [Identifier],
    _ nodes: Nodes,
    on loop: any NodeLoop,
    until end: MonotonicTime,
    takesFirst: Bool = false,
    isWanted: @escaping @Sendable () -> Bool,
    _ body: @escaping @Sendable (Result<Void, ArrangeError>) -> Void
  ) {
    var seen = SlotSet()
    self.names = names.filter { $0 != .hidden }.map { (Slot.of($0), $0) }.sorted { $0.slot < $1.slot }
      .filter { slot, _ in
        defer { seen.insert(slot) }
        return !seen.contains(slot)
      }
    self.nodes = nodes
    self.loop = loop
    self.end = end
    self.takesFirst = takesFirst
    self.isWanted = isWanted
    self.body = body
  }

  /// Other nodes may have the slots again.
  func unpin() {
    nodes.pinned.unpin(pinned)
    pinned = []
  }

  func advance() {
    loop.check()
    guard body != nil else { return }
    guard isWanted() else { return finish(.failure(.notWanted)) }
    guard MonotonicTime.now < end, !nodes.isOver else { return finish(.failure(.notOwned)) }
    for (place, (slot, name)) in names.enumerated() {
      switch nodes.route(name) {
      case .here:
        guard place == pinned.count else { continue }
        pausesLeft = SlotGathering.servicePauses
        nodes.pinned.pin(slot)
        pinned.append(slot)
      case .nobody: return wait()
      case .other(let node):
        if place == 0, !takesFirst { return finish(.failure(.notOwned)) }
        return ask(node, for: names[place...].prefix { isOwner(node, of: $0.name) }.map(\.name))
      }
    }
    finish(.success(()))
  }

  private func isOwner(_ node: NodeRecord, of name: Identifier) -> Bool {
    if case .other(let owner) = nodes.route(name) { owner.id == node.id } else { false }
  }

  private func ask(_ node: NodeRecord, for names: [Identifier]) {
    nodes.journal.exchange.want(SlotSet(names.map { Slot.of($0) }))
    let receiver = UInt64(bitPattern: nodes.journal.nodeID)
    let request = loop.arena.temporary {
      GiveRequest(collections: names, receiver: receiver).packable(in: loop.arena).bytes
    }
    let call = NodeCall(
      .give,
      request,
      metadata: AddressedNode.metadata(node, using: loop.arena),
      deadline: end
    ) { self.take($0) }
    nodes.link(to: node, on: loop).send(call)
  }

  private func take(_ outcome: NodeOutcome) {
    switch outcome {
    case .ended(.ok, _):
      nodes.journal.refreshCatalog { [self, loop] isRead in
        loop.execute { [self] in
          pausesLeft = isRead ? SlotGathering.servicePauses : 0
          wait()
        }
      }
    case .ended(.unimplemented, _): finish(.failure(.severalNodes))
    case .ended, .lost:
      pausesLeft = 0
      wait()
    }
  }

  private func wait() {
    let pause = pausesLeft > 0 ? SlotGathering.servicePause : Nodes.pause
    pausesLeft -= 1
    loop.execute(after: pause) { self.advance() }
  }

  private func finish(_ result: Result<Void, ArrangeError>) {
    if case .failure = result { unpin() }
    let body = body
    self.body = nil
    body?(result)
  }
}

extension Nodes {
  /// What is to be done with a transaction over several collections.
  enum JointRoute {
    /// This node owns all of them.
    case here
    /// This node is to get the slots of the others.
    case gathering
    /// Another node owns all of them, or is to get their slots.
    case other(NodeRecord)
    /// It can't be said at the moment.
    case nobody
  }

  /// Where a transaction over collections is carried out: by the owner of the lowest of their slots.
  func route(_ names: [Identifier]) -> JointRoute {
    let visible = names.filter { $0 != .hidden }
    guard let first = visible.min(by: { Slot.of($0) < Slot.of($1) }) else { return .here }
    switch route(first) {
    case .nobody: return .nobody
    case .other(let node): return .other(node)
    case .here:
      let isHere = visible.allSatisfy { if case .here = route($0) { true } else { false } }
      return isHere ? .here : .gathering
    }
  }
}

extension ArrangeError {
  /// The error for a transaction over collections of several nodes, one of which is of a version that gives no slots.
  static let severalNodes = ArrangeError(
    .failedPrecondition,
    "the collections belong to several nodes of the service, one of which is of an older version that can't take part in a "
      + "transaction over several of them; try again when all nodes have the new version",
    field: "steps"
  )
}
