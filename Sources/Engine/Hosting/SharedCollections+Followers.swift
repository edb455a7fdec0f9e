package import ArrangeModel

/// A commit on its way to a replica, with the history that it goes on from.
package struct FollowedCommit: Sendable {
  package let record: CommitRecord
  /// The era of the version before; nil if it is not known.
  package let base: Lineage.Era?

  package init(_ record: CommitRecord, base: Lineage.Era? = nil) {
    self.record = record
    self.base = base
  }
}

/// The version that a replica has, with its history.
package struct ReplicaPlace: Sendable {
  package let version: UInt64
  /// Nil if it is not known.
  package let era: Lineage.Era?

  package init(_ version: UInt64, _ era: Lineage.Era?) {
    self.version = version
    self.era = era
  }
}

/// Gets the commits of a collection as they become durable, for another node. Called on the executor of the shard.
package protocol CommitListener: AnyObject, Sendable {
  func record(_ commit: FollowedCommit)

  /// No more commits will follow.
  func recordEnd(_ error: ArrangeError)
}

/// Other nodes that follow collections of this one.
extension SharedCollections {
  /// Passes every commit that becomes durable to a listener from now on.
  ///
  /// - Parameters:
  ///   - place: what the other node has; nil if it does not say its history. A version that is not proven to be one of this
  ///     history is refused with ``StatusCode/outOfRange``.
  ///   - reply: gets the newest durable version: the listener gets those after it.
  package func addFollower(
    _ listener: any CommitListener,
    of name: Identifier,
    epoch: UInt64,
    from place: ReplicaPlace? = nil,
    reply: @escaping Reply<(version: UInt64, key: CollectionKey)>
  ) {
    shard.executor.check()
    withOwned(name) { result in
      guard case .success(let hosted) = result else {
        if case .failure(let error) = result { reply(.failure(error)) }
        return
      }
      guard hosted.descriptor.epoch == epoch else { return reply(.failure(.deleted(name))) }
      hosted.watchers.followers[ObjectIdentifier(listener)] = listener
      // Commits that are being written now were not kept for it.
      hosted.whenDurable { durable in
        if case .success = durable, let place, !hosted.hasProof(of: place) {
          hosted.watchers.followers[ObjectIdentifier(listener)] = nil
          return reply(.failure(.otherHistory))
        }
        reply(durable.map { (hosted.durable.version, hosted.key) })
      }
    }
  }

  /// Ends what ``addFollower(_:of:epoch:reply:)`` began.
  package func removeFollower(_ listener: any CommitListener, of name: Identifier) {
    shard.executor.check()
    shard.collections[name]?.watchers.followers[ObjectIdentifier(listener)] = nil
  }

  /// Reads commits that are not passed to a follower any more, in ascending order from a version on.
  package func readCommits(
    of key: CollectionKey,
    named name: Identifier,
    from version: UInt64,
    limit: Int,
    reply: @escaping Reply<[FollowedCommit]>
  ) {
    shard.storage.read(for: shard.index) { journal in
      try journal.commits(of: key, from: version, limit: limit)
    } whenDone: { result in
      let hosted = shard.collections[name].flatMap { $0.key == key ? $0 : nil }
      reply(result.map { $0.map { FollowedCommit($0, base: hosted?.lineage.era(of: $0.version - 1)) } })
    }
  }
}

extension ArrangeError {
  fileprivate static let otherHistory = ArrangeError(
    .outOfRange,
    "the version is one of another history; read the collection from the journal"
  )
}

extension HostedCollection {
  /// Whether the version of a replica is certainly one of this history.
  fileprivate func hasProof(of place: ReplicaPlace) -> Bool {
    lineage.classify(place.version, in: place.era, newest: durable.version) == .proven
  }
}
