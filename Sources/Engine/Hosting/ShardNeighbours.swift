import ArrangeModel

/// What a shard needs of the others, and of the views that are evaluated on its executor.
protocol ShardNeighbours: AnyObject, Sendable {
  /// Calls a closure, on the executor of the shard that asks, with the durable version of a collection of any shard; 0 if there
  /// is no such collection.
  func durableVersion(of name: Identifier, for asking: Int, _ body: @escaping (UInt64) -> Void)

  /// Notifies the views of all shards that a stored view was redefined or deleted. Called on the executor of a shard.
  func notifyOfDefinition(of name: Identifier, by shard: Int)

  /// Deletes the overlays of a collection that is gone, on the executor of its shard.
  func deleteOverlays(of collection: Identifier, on shard: Int, reply: @escaping Reply<Void>)

  /// Closes views of a shard that were not used for a while.
  func evictIdleViews(of shard: Int, now: UInt64)

  /// Adds the figures of the views of a shard.
  func addFigures(ofViewsOf shard: Int, to figures: inout ShardFigures)
}
