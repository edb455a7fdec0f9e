package import ArrangeModel

/// Brings the commits of collections of other nodes to the replicas of this one. Used on the executors of shards.
package protocol ReplicaSource: AnyObject, Sendable {
  /// Begins to pass the commits after the version of a replica, see ``SharedCollections/place(of:named:)``, to
  /// ``SharedCollections/replicate(_:of:named:newest:by:)``, in order and without gaps, until the result is stopped. If the owner
  /// can't be reached, or is another node, it goes on by itself.
  ///
  /// - Parameters:
  ///   - epoch: the epoch of the collection. If there is another collection of the name, or none, or the version is one of another
  ///     history, ``SharedCollections/endReplica(of:named:_:)`` is called.
  ///   - shard: the shard of the replica; everything happens on its executor.
  func follow(
    _ name: Identifier,
    _ key: CollectionKey,
    epoch: UInt64,
    for shard: Shard
  ) -> any ReplicaFeed
}

/// What brings commits to one replica.
package protocol ReplicaFeed: AnyObject {
  func stop()
}

/// Who waits until a replica has a version of its owner.
struct VersionWaiter {
  let version: UInt64
  /// The history of the version, as in ``ArrangeModel/CollectionInfo/history``; 0 if it is not known.
  let history: UInt64
  /// The node that has named the version.
  let owner: Int64
  let reply: Reply<Void>
}

extension HostedCollection {
  /// What this node is for a collection.
  enum Role {
    /// The only one that changes it.
    case owner
    /// It was the owner, and finishes what it has begun.
    case leaving
    /// It follows the owner, for subscribers and views.
    case replica
  }

  /// Whether its content is in memory, and no older than what is durable.
  var isLoaded: Bool { if case .loading = phase { false } else { true } }

  /// Whether nothing is being changed.
  var isQuiet: Bool {
    if case .deleting = phase { return false }
    return content.pending.isEmpty && !writes.mustWait && !writes.isEditedOffShard
  }

  /// Whether somebody on this node follows it.
  var isFollowed: Bool { !watchers.isEmpty || !replica.awaitingVersions.isEmpty }
}
