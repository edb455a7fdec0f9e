import ArrangeModel

/// A collection as loaded from a journal.
struct LoadedCollection: Sendable {
  /// The number of commits read from the journal at a time.
  private static let commitsAtATime = 100

  var state: CollectionState
  var checkpointVersion: UInt64
  /// The number of edits after the checkpoint.
  var replayedEdits: Int
  /// Their size in bytes.
  var replayedBytes: Int
  /// The size of the checkpoint in bytes.
  var checkpointBytes: Int
  /// The sizes of all retained commits, as far as known: checkpoints of older servers do not contain them.
  var sizes: RetainedSizes
  var oldestCommit: UInt64
  var requests: [RequestRecord]
  /// The transactions over several collections after the checkpoint, and on a node some before it, the newest last.
  var transactions: [Commit.JointRecord]

  /// Reads the newest checkpoint and replays the commits after it. O(items + commits after the checkpoint).
  ///
  /// - Parameters:
  ///   - outline: the limits of an outline; nil for a flat collection.
  ///   - retainedBytes: the most bytes of commits that are kept.
  static func load(
    _ key: CollectionKey,
    version: UInt64,
    outline: OutlineSettings? = nil,
    retainedBytes: Int,
    from journal: any Journal
  ) throws -> LoadedCollection {
    var state = CollectionState()
    var sizes = RetainedSizes()
    var checkpointBytes = 0
    let checkpoint = try journal.checkpoint(of: key)
    if let checkpoint {
      var reader = CheckpointReader()
      for index in 0..<checkpoint.chunkCount {
        try reader.read(journal.checkpointChunk(index, of: key, version: checkpoint.version))
      }
      sizes = try reader.sizes()
      checkpointBytes = reader.byteCount
      state = try reader.finish(version: checkpoint.version)
    }
    outline?.apply(to: &state)
    var replayedEdits = 0
    var replayedBytes = 0
    var transactions: [Commit.JointRecord] = []
    while true {
      let records = try journal.commits(of: key, from: state.version + 1, limit: commitsAtATime)
      for record in records {
        let commit = try Commit(record)
        try state.replay(commit)
        if let transaction = commit.transaction { transactions.append(transaction) }
        replayedEdits += commit.edits.reduce(0) { $0 + $1.replaySteps }
        replayedBytes += record.payload.count
        sizes.record(commit.version, bytes: record.payload.count, bound: retainedBytes)
      }
      if records.count < commitsAtATime { break }
    }
    guard state.version >= version else {
      throw ArrangeError.damagedJournal(
        "a collection is at version \(version), but its commits end at \(state.version)"
      )
    }
    if state.version > 0, state.lineage.incarnation(of: state.version) == Lineage.unknown,
      let newest = try journal.commits(of: key, from: state.version, limit: 1).first
    {
      state.lineage.record(state.version, madeBy: Lineage.syntheticIncarnation(for: newest))
    }
    return LoadedCollection(
      state: state,
      checkpointVersion: checkpoint?.version ?? 0,
      replayedEdits: replayedEdits,
      replayedBytes: replayedBytes,
      checkpointBytes: checkpointBytes,
      sizes: sizes,
      oldestCommit: try journal.oldestCommit(of: key) ?? state.version + 1,
      requests: try journal.requests(of: key, limit: .max),
      transactions: transactions
    )
  }
}

extension LoadedCollection {
  /// How often the content of another node's collection is read before the reader is told to try again.
  private static let attempts = 3
  /// The number of commits before the checkpoint in which transactions are looked for whose other commits other nodes may not have
  /// sent yet.
  private static let commitsBefore: UInt64 = 64

  /// Reads a collection that another node may own, and so may write, trim or delete meanwhile. What does not fit together then
  /// is no damage.
  ///
  /// - Parameter ownership: the slots of this node; nil for a server that is alone.
  static func load(
    _ entry: Catalog.Entry,
    retainedBytes: Int,
    from journal: any Journal,
    _ ownership: Ownership?
  ) throws -> LoadedCollection {
    let slot = Slot.of(entry.name)
    // What begins while another node owns the slot may be read after this one has gained it and written to it.
    let isServed = { ownership?.serves(slot) ?? true }
    let wasServed = isServed()
    for _ in 0..<attempts {
      do {
        var loaded = try load(
          entry.key,
          version: entry.version,
          outline: entry.descriptor.outline,
          retainedBytes: retainedBytes,
          from: journal
        )
        if ownership != nil { try loaded.addTransactionsBefore(of: entry.key, in: journal) }
        return loaded
      } catch let error as ArrangeError {
        guard error.code == .dataLoss, !(wasServed && isServed()) else { throw error }
      } catch let error as JournalError {
        guard error.code == .conflict, !(wasServed && isServed()) else { throw error }
      }
    }
    throw ArrangeError.notOwned
  }

  private mutating func addTransactionsBefore(of key: CollectionKey, in journal: any Journal) throws {
    let first = max(oldestCommit, checkpointVersion - min(checkpointVersion, LoadedCollection.commitsBefore))
    guard first < checkpointVersion else { return }
    let records = try journal.commits(of: key, from: first, limit: Int(checkpointVersion - first) + 1)
    transactions = try records.compactMap { try Commit($0).transaction } + transactions
  }
}
