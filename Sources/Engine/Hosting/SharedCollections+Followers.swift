package import ArrangeModel

/// Gets the commits of a collection as they become durable, for another node. Called on the executor of the shard.
package protocol CommitListener: AnyObject, Sendable {
  func note(_ record: CommitRecord)

  /// No more commits will follow.
  func noteEnd(_ error: ArrangeError)
}

/// Other nodes that follow collections of this one.
extension SharedCollections {
  /// Passes every commit that becomes durable to a listener from now on.
  ///
  /// - Parameter reply: gets the newest durable version: the listener gets those after it.
  package func addFollower(
    _ listener: any CommitListener,
    of name: Identifier,
    epoch: UInt64,
    reply: @escaping Reply<(version: UInt64, key: CollectionKey)>
  ) {
    shard.executor.check()
    withOwned(name) { result in
      guard case .success(let hosted) = result else {
        if case .failure(let error) = result { reply(.failure(error)) }
        return
      }
      guard hosted.descriptor.epoch == epoch else { return reply(.failure(.deleted(name))) }
      hosted.followers[ObjectIdentifier(listener)] = listener
      // Commits that are being written now were not kept for it.
      hosted.whenDurable { durable in reply(durable.map { (hosted.durable.version, hosted.key) }) }
    }
  }

  /// Ends what ``addFollower(_:of:epoch:reply:)`` began.
  package func removeFollower(_ listener: any CommitListener, of name: Identifier) {
    shard.executor.check()
    shard.collections[name]?.followers[ObjectIdentifier(listener)] = nil
  }

  /// Reads commits that are not passed to a follower any more, in ascending order from a version on.
  package func readCommits(
    of key: CollectionKey,
    from version: UInt64,
    limit: Int,
    reply: @escaping Reply<[CommitRecord]>
  ) {
    shard.storage.read(for: shard.index) { journal in
      try journal.commits(of: key, from: version, limit: limit)
    } whenDone: {
      reply($0)
    }
  }
}

extension HostedCollection {
  /// Tells other nodes that no more commits follow.
  func endFollowers(_ error: ArrangeError) {
    let ended = followers.values
    followers = [:]
    for follower in ended { follower.noteEnd(error) }
  }
}
