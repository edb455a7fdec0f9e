package import ArrangeModel
package import Engine

/// One collection of a backup in memory, which can be read like a journal.
package struct CollectionCopy: JournalReading {
  package let record: CollectionRecord
  private let oldest: UInt64
  private var commitRecords: [CommitRecord] = []
  private var chunks: [[UInt8]] = []
  private var checkpoint: CheckpointRecord?

  /// Reads the next collection of a backup; nil after the last one.
  ///
  /// - Throws: what ``BackupReader/next()`` throws.
  package init?(_ reader: inout BackupReader) throws {
    guard case .collection(let record, let oldest)? = try reader.next() else { return nil }
    self.record = record
    self.oldest = oldest
    while let part = try reader.next() {
      switch part {
      case .collection, .end: return
      case .commit(let commit): commitRecords.append(commit)
      case .chunk(let version, _, _, let bytes):
        chunks.append(bytes)
        checkpoint = CheckpointRecord(version: version, chunkCount: chunks.count)
      }
    }
  }

  package func collections() -> [CollectionRecord] { [record] }

  package func oldestCommit(of collection: CollectionKey) -> UInt64? {
    oldest <= record.version ? oldest : nil
  }

  package func checkpoint(of collection: CollectionKey) -> CheckpointRecord? { checkpoint }

  package func checkpointChunk(
    _ index: Int,
    of collection: CollectionKey,
    version: UInt64
  ) throws(JournalError) -> [UInt8] {
    guard chunks.indices.contains(index) else {
      throw JournalError(.conflict, "there is no chunk \(index) of a checkpoint \(version)")
    }
    return chunks[index]
  }

  package func commits(of collection: CollectionKey, from: UInt64, limit: Int) -> [CommitRecord] {
    guard let first = commitRecords.first, from <= record.version else { return [] }
    return Array(commitRecords[Int(max(from, first.version) - first.version)...].prefix(max(0, limit)))
  }

  /// The list: the checkpoint, and the commits after it replayed. O(items + commits after the checkpoint).
  ///
  /// - Throws: an `ArrangeError` if something is damaged.
  package func state() throws(ArrangeError) -> CollectionState {
    var state = CollectionState()
    if let checkpoint {
      var reader = CheckpointReader()
      for chunk in chunks { try reader.read(chunk) }
      state = try reader.finish(version: checkpoint.version)
    }
    for commit in commits(of: record.key, from: state.version + 1, limit: .max) {
      try state.replay(try Commit(commit))
    }
    return state
  }
}
