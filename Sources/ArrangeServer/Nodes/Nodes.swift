import ArrangeModel
import Engine
import Logging
import Synchronization
import Wire

/// The other nodes over the same journal: who owns what, and the connections to them.
final class Nodes: Sendable {
  /// What is to be done with a call for a name.
  enum Route {
    /// This node owns it.
    case here
    /// Another node owns it.
    case other(NodeRecord)
    /// Nobody does at the moment, or this node may not answer: it is taking it over or giving it away, or its lease ran out.
    case nobody
  }

  let journal: any SharedJournal
  let ownership: Ownership
  let token: NodeToken
  private let loops: [any NodeLoop]
  private let links: [NodeLinks]
  private let current = Mutex(NodeMap())
  private let logger: Logger
  /// Those that can't be reached, which the log has said.
  private let unreachable = Mutex<[Int64: String]>([:])
  /// Whether the log has said that others can't reach this one.
  private let isHidden = Atomic(false)
  /// The slots that transactions of this node wait with.
  let pinned = PinnedSlots()
  /// The number of collections of other nodes that this one follows.
  let replicaCount = Atomic(0)

  init(_ journal: any SharedJournal, loops: [any NodeLoop], tls: NodeTLS?, name: String, logger: Logger) {
    self.journal = journal
    self.loops = loops
    self.logger = logger
    ownership = Ownership(lease: journal.lease)
    token = NodeToken(secret: journal.secret)
    var hello = Hello(clientName: name, token: token.text)
    hello.largestFrame = NodeChannel.limits.largestFrame
    links = loops.map { [hello] in NodeLinks($0, hello, tls: tls) }
  }

  var map: NodeMap { current.withLock { $0 } }

  /// Whether this node is none any more, and will not learn where anything is: it has left, or others have taken over.
  var isOver: Bool { journal.isOvertaken || journal.hasLeft }

  func route(_ name: Identifier) -> Route {
    if name == .hidden { return .here }
    let slot = Slot.of(name)
    if ownership.serves(slot) { return ownership.lease.isHeld ? .here : .nobody }
    guard let owner = map.owner(of: slot), !owner.isOwn else { return .nobody }
    return .other(owner)
  }

  /// The event loop of a shard.
  func loop(of shard: Shard) -> any NodeLoop { loops[shard.index] }

  /// The connection from an event loop to another node. Used on that loop.
  func link(to node: NodeRecord, on loop: any NodeLoop) -> NodeLink {
    guard let index = loops.firstIndex(where: { $0 === loop }) else {
      preconditionFailure("a loop of the server")
    }
    return links[index].link(to: node) { [weak self] contact in self?.record(contact, with: node) }
  }

  func record(_ nodes: [NodeRecord]) {
    let before = current.withLock { current in
      defer { current = NodeMap(nodes) }
      return current.nodes
    }
    report(nodes, before: before)
    let present = Set(nodes.map(\.id))
    unreachable.withLock { $0 = $0.filter { present.contains($0.key) } }
    for (loop, links) in zip(loops, links) { loop.execute { links.keep(present) } }
  }

  /// Logs the beginning and the end of a time in which a node can't be reached.
  private func record(_ contact: NodeLink.Contact, with node: NodeRecord) {
    var facts: Logger.Metadata = ["node": "\(node.name)", "address": "\(node.address)"]
    switch contact {
    case .made:
      guard unreachable.withLock({ $0.removeValue(forKey: node.id) }) != nil else { return }
      logger.notice("the other node can be reached again", metadata: facts)
    case .failed(let reason):
      // One that has just ended is not reachable either, and soon nobody looks for it any more.
      guard map.nodes.contains(where: { $0.id == node.id }),
        unreachable.withLock({ $0.updateValue(reason, forKey: node.id) }) == nil
      else { return }
      facts["reason"] = "\(reason)"
      logger.warning("another node can't be reached; calls for its lists wait", metadata: facts)
    }
  }

  private func report(_ nodes: [NodeRecord], before: [NodeRecord]) {
    let known = Set(before.map(\.id))
    let own = nodes.first { $0.isOwn }?.address ?? ""
    for node in nodes where !known.contains(node.id) && !node.isOwn {
      logger.notice("a node has joined", metadata: ["node": "\(node.name)", "address": "\(node.address)"])
      guard NodeLink.isHere(own), !NodeLink.isHere(node.address),
        !isHidden.exchange(true, ordering: .relaxed)
      else { continue }
      logger.warning(
        "other machines can't reach this node; set node-address",
        metadata: ["address": "\(own)"]
      )
    }
    let present = Set(nodes.map(\.id))
    for node in before where !present.contains(node.id) && !node.isOwn {
      logger.notice("a node is gone", metadata: ["node": "\(node.name)", "address": "\(node.address)"])
    }
  }

  /// The nodes, for people.
  var infos: [NodeInfo] {
    let unreachable = unreachable.withLock { $0 }
    return journal.nodes.map { node in
      var info = NodeInfo(
        id: NodeInfo.text(ofID: node.id),
        name: node.name,
        address: node.address,
        slots: SlotRange.ranges(of: node.slots.slots),
        leaseMilliseconds: max(0, node.leaseMilliseconds),
        isSelf: node.isOwn,
        problem: unreachable[node.id] ?? ""
      )
      if node.isOwn {
        info.replicas = replicaCount.load(ordering: .relaxed)
        info.lagMilliseconds = journal.millisecondsSinceContact
      }
      return info
    }
    .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }

  func close() {
    for (loop, links) in zip(loops, links) { loop.execute { links.keep([]) } }
  }
}

/// The connections of one event loop to other nodes.
private final class NodeLinks: @unchecked Sendable {
  private let loop: any NodeLoop
  private let hello: Hello
  private let tls: NodeTLS?
  private var links: [Int64: NodeLink] = [:]

  init(_ loop: any NodeLoop, _ hello: Hello, tls: NodeTLS?) {
    self.loop = loop
    self.hello = hello
    self.tls = tls
  }

  func link(to node: NodeRecord, report: @escaping (NodeLink.Contact) -> Void) -> NodeLink {
    loop.check()
    if let link = links[node.id] { return link }
    let link = NodeLink(loop, to: node.address, hello, tls: tls, report: report)
    links[node.id] = link
    return link
  }

  /// Closes the connections to nodes that are gone.
  func keep(_ present: Set<Int64>) {
    loop.check()
    for (id, link) in links where !present.contains(id) {
      links[id] = nil
      link.close()
    }
  }
}
