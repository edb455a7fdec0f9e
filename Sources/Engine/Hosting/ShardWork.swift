import ArrangeModel
import Ordering

/// Runs work of a shard that may take long, on other threads.
struct ShardWork: Sendable {
  private let executor: any ShardExecutor
  /// Runs long computations.
  private let pool: WorkPool
  /// Runs code of loaded libraries.
  private let libraryPool: WorkPool
  private let slowStrategies: SlowStrategies
  private let clock: EngineClock

  init(
    from executor: any ShardExecutor,
    in pool: WorkPool,
    libraryPool: WorkPool,
    slowStrategies: SlowStrategies,
    clock: EngineClock
  ) {
    self.executor = executor
    self.pool = pool
    self.libraryPool = libraryPool
    self.slowStrategies = slowStrategies
    self.clock = clock
  }

  /// Runs work for a call, off the shard.
  ///
  /// - Parameters:
  ///   - weight: the memory that it uses meanwhile, in items of a collection.
  ///   - body: called on one thread at a time, not the shard's, until it returns a result.
  ///   - whenDone: called on the shard's executor.
  func run<Value: Sendable>(
    for caller: Caller,
    weight: Int,
    _ body: @escaping CallWork<Value>.Body,
    whenDone: @escaping @Sendable (Result<Value, ArrangeError>) -> Void
  ) { submit(body, to: pool, for: caller, of: caller.owner, weight: weight, whenDone: whenDone) }

  /// The same for work that calls the strategy of a collection. The code of a loaded library may take
  /// arbitrarily long, or never return: it runs on other threads, where a collection runs one piece of work
  /// at a time, whoever requests it.
  func run<Value: Sendable>(
    for caller: Caller,
    weight: Int,
    with strategy: any OrderingStrategy,
    of hosted: HostedCollection,
    _ body: @escaping CallWork<Value>.Body,
    whenDone: @escaping @Sendable (Result<Value, ArrangeError>) -> Void
  ) {
    guard strategy.isLoaded else { return run(for: caller, weight: weight, body, whenDone: whenDone) }
    let (slowStrategies, clock) = (slowStrategies, clock)
    let (collection, name) = (hosted.name, strategy.name)
    let watched: CallWork<Value>.Body = { (slice: inout WorkSlice) throws(ArrangeError) in
      let number = slowStrategies.begin(collection, strategy: name, now: clock.monotonicNanoseconds())
      defer { slowStrategies.end(number) }
      return try body(&slice)
    }
    // Work that never ends would block memory for others forever, so it is not counted.
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

  /// Releases something on another thread, if it is so large that freeing its memory takes long.
  ///
  /// - Parameter items: the number of its items or rows.
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
