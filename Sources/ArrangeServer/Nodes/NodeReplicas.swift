import ArrangeModel
import Engine
import Synchronization
import Wire

/// Brings the commits of collections of other nodes to the replicas of this one, over one stream for each of them.
final class NodeReplicas: ReplicaSource {
  private let nodes: Nodes
  private let loops: [any NodeLoop]

  init(_ nodes: Nodes, loops: [any NodeLoop]) {
    self.nodes = nodes
    self.loops = loops
  }

  func follow(
    _ name: Identifier,
    _ key: CollectionKey,
    epoch: UInt64,
    for shard: Shard
  ) -> any ReplicaFeed {
    let replica = FollowedReplica(
      nodes,
      loops[shard.index],
      name,
      key,
      epoch: epoch,
      for: shard
    )
    // The replica is not ready to take anything before this returns.
    loops[shard.index].execute { replica.connect() }
    return replica
  }
}

/// The stream of commits for one replica. Used on the event loop of the replica's shard.
private final class FollowedReplica: ReplicaFeed, @unchecked Sendable {
  private let nodes: Nodes
  private let loop: any NodeLoop
  private let name: Identifier
  private let key: CollectionKey
  private let epoch: UInt64
  private unowned let shard: Shard
  private var stream: NodeStream?
  private var isStopped = false
  /// The beginning of a commit that is larger than a message.
  private var partial: CommitRecord?
  /// The node that is followed.
  private var owner: Int64 = 0

  init(
    _ nodes: Nodes,
    _ loop: any NodeLoop,
    _ name: Identifier,
    _ key: CollectionKey,
    epoch: UInt64,
    for shard: Shard
  ) {
    self.nodes = nodes
    self.loop = loop
    self.name = name
    self.key = key
    self.epoch = epoch
    self.shard = shard
    nodes.replicaCount.add(1, ordering: .relaxed)
  }

  deinit { nodes.replicaCount.subtract(1, ordering: .relaxed) }

  func stop() {
    isStopped = true
    stream?.cancel()
    stream = nil
  }

  func connect() {
    loop.check()
    guard !isStopped else { return }
    // If this node is becoming the owner, the replica will be stopped.
    guard case .other(let node) = nodes.route(name), let place = shard.shared.place(of: key, named: name)
    else {
      return connectLater()
    }
    partial = nil
    owner = node.id
    let request = loop.arena.temporary {
      FollowRequest(
        collection: name,
        epoch: epoch,
        afterVersion: place.version,
        node: UInt64(bitPattern: node.id),
        incarnation: place.era?.incarnation ?? Lineage.unknown,
        since: place.era?.first ?? 0
      )
      .packable(in: loop.arena).bytes
    }
    let stream = NodeStream(.follow, request) { [weak self] in
      self?.take($0) ?? false
    } whenDone: { [weak self] in
      self?.ended($0)
    }
    guard nodes.link(to: node, on: loop).open(stream) else { return connectLater() }
    self.stream = stream
  }

  private func connectLater() {
    stream = nil
    shard.shared.recordLost(of: key, named: name)
    loop.execute(after: Nodes.pause) { [weak self] in self?.connect() }
  }

  /// Passes a message on.
  ///
  /// - Returns: whether more are wanted.
  private func take(_ message: UnsafeRawBufferPointer) -> Bool {
    guard !isStopped else { return false }
    let arena = loop.arena
    guard let received = arena.temporary({ try? FollowedCommits.decode(message, using: arena) }),
      received.node == UInt64(bitPattern: owner) || received.node == 0
    else {
      connectLater()
      return false
    }
    var commits: [FollowedCommit] = []
    for part in received.commits {
      var record =
        partial
        ?? CommitRecord(collection: key, version: part.version, requestID: part.requestID, payload: [])
      record.payload += part.payload
      partial = part.continues ? record : nil
      if !part.continues { commits.append(FollowedCommit(record, base: part.base)) }
    }
    guard
      let reached = shard.shared.replicate(
        commits,
        of: key,
        named: name,
        newest: received.version,
        by: owner
      )
    else {
      stop()
      return false
    }
    guard commits.last.map({ $0.record.version <= reached }) ?? true else {
      connectLater()
      return false
    }
    return true
  }

  private func ended(_ outcome: NodeOutcome) {
    stream = nil
    guard !isStopped else { return }
    shard.shared.recordLost(of: key, named: name)
    switch outcome {
    case .ended(.notFound, _):
      nodes.journal.refreshCatalog { [loop] isKnown in
        loop.execute { [weak self] in self?.look(isKnown) }
      }
    // Commits that this replica has not seen are no longer kept, or it is of another history: its subscribers go on with a
    // snapshot.
    case .ended(.outOfRange, _): shard.shared.endReplica(of: key, named: name, .notOwned)
    case .ended, .lost: connectLater()
    }
  }

  /// The owner does not know the collection. If it is in the catalog, the owner is another one now.
  private func look(_ isKnown: Bool) {
    guard !isStopped else { return }
    if isKnown, shard.shared.isGone(key, named: name) {
      shard.shared.endReplica(of: key, named: name, .noCollection(name))
    } else {
      connectLater()
    }
  }
}

extension StoredCommit {
  /// The history that the commit goes on from; nil if it is not known.
  fileprivate var base: Lineage.Era? {
    baseIncarnation == Lineage.unknown ? nil : Lineage.Era(first: baseSince, incarnation: baseIncarnation)
  }
}
