import ArrangeModel

extension Shard {
  /// How long the end of running changes is awaited before it is looked for again, in nanoseconds.
  private static let quietInterval: UInt64 = 1_000_000

  /// Whether this node may change the collection of a name, and answer for it as the newest.
  func owns(_ name: Identifier) -> Bool { options.ownership?.owns(name) ?? true }

  /// Throws an error if it may not.
  func checkOwner(_ name: Identifier) throws(ArrangeError) { if !owns(name) { throw .notOwned } }

  /// Calls a closure with a collection of this node when its content is in memory.
  func withOwned(
    _ name: Identifier,
    _ body: @escaping (Result<HostedCollection, ArrangeError>) -> Void
  ) {
    guard options.ownership != nil else { return withCollection(name, body) }
    guard owns(name) else { return body(.failure(.notOwned)) }
    withCollection(name) { [self] result in
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
    executor.check()
    for hosted in collections.values where slots.contains(Slot.of(hosted.name)) && hosted.role == .owner {
      hosted.role = .leaving
    }
    awaitQuiet(slots, whenDone)
  }

  private func awaitQuiet(_ slots: SlotSet, _ whenDone: @escaping @Sendable () -> Void) {
    let isBusy =
      collections.values.contains { $0.role == .leaving && !$0.isQuiet }
      || changesInProgress.keys.contains { slots.contains(Slot.of($0)) }
    guard isBusy else {
      // Behind everything that was submitted.
      return submit(.init(content: .nothing, shard: index) { _ in whenDone() })
    }
    executor.execute(after: Shard.quietInterval) { [self] in awaitQuiet(slots, whenDone) }
  }
}
