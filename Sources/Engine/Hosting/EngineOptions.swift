/// What the engine may hold and for how long.
package struct EngineOptions: Sendable {
  /// After how many edits a collection gets a new checkpoint; a large one that is in use after one edit for every
  /// ``itemsPerReplayedEdit`` of its items, if these are more.
  package var checkpointInterval = 10_000
  /// How many commits of a collection are kept, for history and for retries by request id.
  package var retainedCommits = 100_000
  /// How many bytes the commits of a collection take that are kept, where they would be more than ``retainedCommits`` of
  /// them. What the newest checkpoint does not have is kept beside, a quarter of that or as much as the checkpoint takes.
  package var retainedBytes = 256 << 20
  /// After how many seconds without use a collection leaves memory.
  package var idleSeconds: UInt64 = 600
  /// For how many seconds the version of a read in pages is kept after its last page.
  package var heldReadSeconds: UInt64 = 60
  /// How many versions are kept for reads in pages, for each collection.
  package var maximumHeldReads = 64
  /// The maximum number of collections that one server holds.
  package var maximumCollections = 1_000_000
  /// The maximum number of different views that are open at a time, for each shard.
  package var maximumViews = 10_000
  /// The maximum number of rows that all open views together take, each up to 48 bytes: about 1 GB. See
  /// ``LiveView/size``. Rows that commits add to open views count, and can't be refused.
  package var maximumViewRows = 20_000_000

  /// Is told what the engine does, for who looks for a mistake; nil for nobody, which costs nothing.
  package var trace: EngineTrace?

  /// How many items of a checkpoint are written for each edit that makes it due: a bound of what checkpoints
  /// add to the bytes of the journal, however large a collection is.
  package static let itemsPerReplayedEdit = 4
  /// How many bytes of transactions of a shard may be on their way to the disk before no more are taken. One is always
  /// taken, however large it is.
  static let mostBytesUnderWay = 32 * 1024 * 1024
  /// When who was refused for that may try again, in milliseconds.
  static let millisecondsToDisk: UInt32 = 50
  /// After how many seconds without use a collection rests, and its checkpoint no longer waits for more edits.
  package static let restSeconds: UInt64 = 5

  /// Makes bits that nobody can guess, for the tokens of opaque views.
  package var secretBits: @Sendable () -> UInt64 = {
    var random = SystemRandomNumberGenerator()
    return random.next()
  }

  package init() {}
}
