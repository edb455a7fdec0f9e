import ArrangeModel
import Ordering

extension Shard {
  /// Has something done for a call that may take long, apart from the shard.
  ///
  /// - Parameters:
  ///   - weight: how much memory it takes meanwhile, in items of a collection.
  ///   - body: called on one thread at a time, not the shard's, until it gives a result.
  ///   - whenDone: called on the shard's executor.
  func work<Value: Sendable>(
    for caller: Caller,
    weight: Int,
    _ body: @escaping CallWork<Value>.Body,
    whenDone: @escaping @Sendable (Result<Value, ArrangeError>) -> Void
  ) { submit(body, to: pool, for: caller, of: caller.owner, weight: weight, whenDone: whenDone) }

  /// The same for what asks the strategy of a collection. The code of a loaded library may take as long as it likes, or never
  /// end: it runs on other threads, and its collection has one turn after the other there, whoever asks.
  func work<Value: Sendable>(
    for caller: Caller,
    weight: Int,
    with strategy: any OrderingStrategy,
    of hosted: HostedCollection,
    _ body: @escaping CallWork<Value>.Body,
    whenDone: @escaping @Sendable (Result<Value, ArrangeError>) -> Void
  ) {
    guard strategy.isLoaded else { return work(for: caller, weight: weight, body, whenDone: whenDone) }
    let (slowStrategies, clock) = (slowStrategies, clock)
    let (collection, name) = (hosted.name, strategy.name)
    let watched: CallWork<Value>.Body = { (slice: inout WorkSlice) throws(ArrangeError) in
      let number = slowStrategies.begin(collection, strategy: name, now: clock.monotonicNanoseconds())
      defer { slowStrategies.end(number) }
      return try body(&slice)
    }
    // What never ends would keep memory from others for ever, so it is not counted.
    submit(watched, to: libraryPool, for: caller, of: WorkOwner(hosted), weight: 0, whenDone: whenDone)
  }

  private func submit<Value: Sendable>(
    _ body: @escaping CallWork<Value>.Body,
    to pool: WorkPool,
    for caller: Caller,
    of owner: WorkOwner,
    weight: Int,
    whenDone: @escaping @Sendable (Result<Value, ArrangeError>) -> Void
  ) {
    let executor = executor
    let isAtOnce = pool.isAtOnce
    let work = CallWork(for: caller, weight: weight, body) { (result: Result<Value, ArrangeError>) in
      if isAtOnce { whenDone(result) } else { executor.execute { whenDone(result) } }
    }
    pool.submit(work, for: owner)
  }

  /// Lets go of something on another thread, where it is so large that to give its memory back takes long.
  ///
  /// - Parameter items: how many items or rows it has.
  func discard(_ large: some Sendable, items: Int) {
    guard items > WorkSlice.steps else { return }
    let work = CallWork<Bool>(for: .server, weight: 0) {
      (slice: inout WorkSlice) throws(ArrangeError) -> Bool? in
      slice.count(items)
      return withExtendedLifetime(large) { true }
    } whenDone: { _ in
    }
    pool.submit(work, for: Caller.server.owner)
  }
}
