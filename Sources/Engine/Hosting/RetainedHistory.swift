/// What the journal has of a collection: its newest checkpoint, and the commits that are kept.
struct RetainedHistory {
  /// The version of the newest complete checkpoint.
  var checkpointVersion: UInt64 = 0
  /// The size of the newest checkpoint, in bytes.
  var checkpointBytes = 0
  /// The checkpoint that is being written.
  var checkpoint: CheckpointWork?
  /// The number of edits in the journal since the newest checkpoint.
  var editsSinceCheckpoint = 0
  /// The size of the commits since the newest checkpoint, in bytes.
  var bytesSinceCheckpoint = 0
  /// When the first edit since the newest checkpoint became durable, or was loaded, in monotonic nanoseconds; 0 if there is
  /// none, or no meter.
  var firstEdit: UInt64 = 0
  /// The version of the oldest commit that is kept.
  var oldestCommit: UInt64 = 1
  /// The sizes of the kept commits.
  var sizes = RetainedSizes()
  /// Who waits until commits are trimmed, and the last of these.
  private var awaitedTrims: [(version: UInt64, whenDone: (Bool) -> Void)] = []

  /// About how many bytes the collection takes in the journal. O(sections of ``sizes``).
  var storedBytes: Int { checkpointBytes + sizes.bytes }

  /// Replaces everything but the checkpoint that is being written by what was read from the journal.
  mutating func install(_ loaded: LoadedCollection, now: UInt64) {
    checkpointVersion = loaded.checkpointVersion
    checkpointBytes = loaded.checkpointBytes
    editsSinceCheckpoint = loaded.replayedEdits
    bytesSinceCheckpoint = loaded.replayedBytes
    if loaded.replayedEdits > 0 { firstEdit = now }
    oldestCommit = loaded.oldestCommit
    sizes = loaded.sizes
  }

  /// Counts a commit that has become durable.
  ///
  /// - Parameter retainedBytes: the most bytes of commits that are kept.
  mutating func add(_ commit: CollectionContent.Pending, retainedBytes: Int) {
    editsSinceCheckpoint += commit.steps
    let bytes = commit.written?.bytes ?? 0
    bytesSinceCheckpoint += bytes
    sizes.record(commit.counts.version, bytes: bytes, bound: retainedBytes)
  }

  /// The checkpoint that is being written is complete.
  mutating func finish(_ work: CheckpointWork) {
    checkpointVersion = work.version
    checkpointBytes = work.written
    checkpoint = nil
    editsSinceCheckpoint -= work.edits
    bytesSinceCheckpoint -= work.bytes
    firstEdit = editsSinceCheckpoint > 0 ? work.begin : 0
  }

  /// Forgets the commits before a version.
  mutating func forget(before version: UInt64) {
    oldestCommit = version
    sizes.forget(before: version)
  }

  // MARK: Waiting

  /// Whether somebody waits until commits are trimmed.
  var isTrimAwaited: Bool { !awaitedTrims.isEmpty }

  /// Calls a closure when all commits up to a version are trimmed in the journal, with true, or when they will not be trimmed here.
  mutating func awaitTrim(through version: UInt64, _ whenDone: @escaping (Bool) -> Void) {
    awaitedTrims.append((version, whenDone))
  }

  /// Takes those who waited for commits that are trimmed in the journal.
  ///
  /// - Parameter version: the oldest commit that is left.
  mutating func takeAwaited(before version: UInt64) -> [(Bool) -> Void] {
    let reached = awaitedTrims.filter { $0.version < version }
    awaitedTrims.removeAll { $0.version < version }
    return reached.map(\.whenDone)
  }
}
