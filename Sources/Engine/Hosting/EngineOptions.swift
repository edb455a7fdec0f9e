/// Limits of the engine: sizes and times.
package struct EngineOptions: Sendable {
  /// The number of edits after which a collection in use gets a new checkpoint; for a large one, one edit for
  /// every ``itemsPerReplayedEdit`` of its items, if that is more. For moves in a list of 10,000 items, with
  /// two edits each, a checkpoint adds a third to the bytes that are written.
  package var checkpointInterval = 40_000
  /// How much sooner a collection that is not in use gets one.
  static let restingRatio = 4
  /// The number of commits of a collection that are kept, for history and for retries by request id.
  package var retainedCommits = 100_000
  /// The maximum bytes of a collection's retained commits, if it would be exceeded before
  /// ``retainedCommits``. Commits not in the newest checkpoint are kept in addition: a quarter of this, or as
  /// much as the checkpoint takes.
  package var retainedBytes = 256 << 20
  /// The number of days after which what was removed is no longer in the bin, even if the commits are kept.
  package var binDays = 30
  /// The number of seconds without use after which a collection is evicted.
  package var idleSeconds: UInt64 = 600
  /// The number of seconds after which the files are cleared of what can't be read any more, also if something is always being
  /// written: up to an eighth more or less. 0: only while nothing is written, and by ``ErasedItems``.
  package var eraseSeconds: UInt64 = 3_600
  /// The number of seconds for which the version of a paged read is kept after its last page.
  package var heldReadSeconds: UInt64 = 60
  /// The number of versions kept for paged reads, for each collection.
  package var maximumHeldReads = 64
  /// The maximum number of collections that one server holds.
  package var maximumCollections = 1_000_000
  /// The maximum number of different views that are open at a time, for each shard.
  package var maximumViews = 10_000
  /// The maximum number of rows that all open views together take, each up to 48 bytes: about 1 GB. See
  /// ``LiveView/size``. Rows that commits add to open views count, and can't be refused.
  package var maximumViewRows = 20_000_000

  /// The slots that this node owns, over a journal that several nodes use; nil for a server that is alone.
  package var ownership: Ownership?

  /// Receives trace events for debugging; nil for none, which costs nothing.
  package var trace: EngineTrace?
  /// Receives events for metrics; nil for none.
  package var meter: (any EngineMeter)?
  /// Is told of what sinks deliver; nil for none, which costs nothing.
  package var sinks: (any SinkObserver)?

  /// The number of checkpoint items written for each edit that makes it due: this bounds the bytes that
  /// checkpoints add to the journal, however large a collection is.
  package static let itemsPerReplayedEdit = 4
  /// The maximum bytes of a shard's transactions that are not durable yet; beyond it new ones are refused.
  /// One is always accepted, whatever its size.
  static let maximumBytesInFlight = 32 * 1024 * 1024
  /// The time after which a caller refused for that reason may retry, in milliseconds.
  static let millisecondsToDisk: UInt32 = 50
  /// The number of seconds without use after which a collection is idle, and its checkpoint no longer waits
  /// for more edits.
  package static let restSeconds: UInt64 = 5

  /// Makes unpredictable bits, for the tokens of opaque views.
  package var secretBits: @Sendable () -> UInt64 = {
    var random = SystemRandomNumberGenerator()
    return random.next()
  }

  package init() {}
}
