import ArrangeModel

/// The collections of a shard, some of which other nodes own, over a journal that several nodes use. On a server that is alone
/// every collection is its own.
package struct SharedCollections {
  let shard: Shard

  /// How long the end of running changes is awaited before it is looked for again, in nanoseconds.
  private static let quietInterval: UInt64 = 1_000_000

  /// Whether this node may change the collection of a name, and answer for it as the newest.
  func owns(_ name: Identifier) -> Bool { shard.options.ownership?.owns(name) ?? true }

  /// Throws an error if it may not.
  func checkOwner(_ name: Identifier) throws(ArrangeError) { if !owns(name) { throw .notOwned } }

  /// Calls a closure with a collection of this node when its content is in memory.
  func withOwned(
    _ name: Identifier,
    _ body: @escaping (Result<HostedCollection, ArrangeError>) -> Void
  ) {
    // What views show already.
    shard.storage.outboxes.settle(shard.index)
    guard shard.options.ownership != nil else { return shard.withCollection(name, body) }
    guard owns(name) else { return body(.failure(.notOwned)) }
    shard.withCollection(name) { result in
      // It may have been given away while it was read.
      guard case .success(let hosted) = result, !(owns(name) && hosted.role == .owner) else {
        return body(result)
      }
      body(.failure(.notOwned))
    }
  }

  /// Finishes all changes in some slots, in which no new ones begin.
  ///
  /// - Parameter whenDone: called when all of them are durable.
  func leave(_ slots: SlotSet, whenDone: @escaping @Sendable () -> Void) {
    shard.executor.check()
    for hosted in shard.collections.values where slots.contains(Slot.of(hosted.name)) && hosted.role == .owner
    {
      hosted.role = .leaving
    }
    awaitQuiet(slots, whenDone)
  }

  private func awaitQuiet(_ slots: SlotSet, _ whenDone: @escaping @Sendable () -> Void) {
    let isBusy =
      shard.collections.values.contains { $0.role == .leaving && !$0.isQuiet }
      || shard.changesInProgress.keys.contains { slots.contains(Slot.of($0)) }
    guard isBusy else {
      // Behind everything that was submitted.
      return shard.submit(
        .init(content: .nothing, shard: shard.index) { _ in
          followLeft(slots)
          whenDone()
        }
      )
    }
    shard.executor.execute(after: SharedCollections.quietInterval) { awaitQuiet(slots, whenDone) }
  }

  /// Has views take what comes of the collections in slots as that of another node: before there is another owner, whose
  /// transactions over several collections may reach this node sooner than the news that it is one.
  private func followLeft(_ slots: SlotSet) {
    shard.executor.check()
    for hosted in shard.collections.values
    where hosted.role == .leaving && slots.contains(Slot.of(hosted.name))
      && !hosted.watchers.shardsWithViews.isEmpty
    {
      shard.storage.joint?.follow(hosted.name, from: hosted.durable.version)
    }
  }
}

extension Shard {
  /// What the shard has to do with other nodes.
  package var shared: SharedCollections { SharedCollections(shard: self) }
}
