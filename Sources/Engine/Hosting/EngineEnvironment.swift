package import ArrangeModel

/// The clocks of the engine, passed in so that every test can be replayed.
package struct EngineClock: Sendable {
  /// The time of day.
  package var wallTime: @Sendable () -> Timestamp
  /// Nanoseconds since some moment; never falls.
  package var monotonicNanoseconds: @Sendable () -> UInt64

  package init(
    wallTime: @escaping @Sendable () -> Timestamp,
    monotonicNanoseconds: @escaping @Sendable () -> UInt64
  ) {
    self.wallTime = wallTime
    self.monotonicNanoseconds = monotonicNanoseconds
  }
}

/// What runs the work of a shard, one piece after the other, in the order given: an event loop, or a queue.
package protocol ShardExecutor: Sendable {
  func execute(_ work: @escaping @Sendable () -> Void)

  /// Runs work that may wait: what has come from outside and was not looked at yet, such as requests on sockets, has its
  /// turn first.
  func executeAfterReading(_ work: @escaping @Sendable () -> Void)

  /// Runs work when some nanoseconds have gone by.
  func execute(after nanoseconds: UInt64, _ work: @escaping @Sendable () -> Void)
}

extension ShardExecutor {
  /// For an executor to which everything comes by ``execute(_:)``.
  package func executeAfterReading(_ work: @escaping @Sendable () -> Void) { execute(work) }

  /// For an executor for which time does not go by.
  package func execute(after nanoseconds: UInt64, _ work: @escaping @Sendable () -> Void) { execute(work) }
}

/// What gets the answer of the engine: on the shard's executor, once, when what it says is durable.
package typealias Reply<Value> = @Sendable (Result<Value, ArrangeError>) -> Void

/// What the engine may hold and for how long.
package struct EngineOptions: Sendable {
  /// After how many edits a collection gets a new checkpoint; a large one that is in use after one edit for every
  /// ``itemsPerReplayedEdit`` of its items, if these are more.
  package var checkpointInterval = 10_000
  /// How many commits of a collection are kept at least, for history and for retries by request id.
  package var retainedCommits = 100_000
  /// After how many seconds without use a collection leaves memory.
  package var idleSeconds: UInt64 = 600
  /// For how many seconds the version of a read in pages is kept after its last page.
  package var heldReadSeconds: UInt64 = 60
  /// How many versions are kept for reads in pages, for each collection.
  package var maximumHeldReads = 64
  /// The most collections that one server holds.
  package var maximumCollections = 1_000_000
  /// The most different views that are open at a time, for each shard.
  package var maximumViews = 10_000
  /// The most rows that all open views together take, each up to 48 bytes: about 1 GB. See ``LiveView/size``. Rows that
  /// commits add to open views count, and can't be refused.
  package var maximumViewRows = 20_000_000

  /// How many items of a checkpoint are written for each edit that makes it due: a bound of what checkpoints
  /// add to the bytes of the journal, however large a collection is.
  package static let itemsPerReplayedEdit = 4
  /// After how many seconds without use a collection rests, and its checkpoint no longer waits for more edits.
  package static let restSeconds: UInt64 = 5

  package init() {}
}
