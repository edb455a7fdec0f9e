import ArrangeModel
package import Engine

/// Restores a backup to a journal.
package enum BackupRestore {
  /// The maximum number of entries, and of their bytes, in one durable append.
  private static let entriesAtATime = 2_048
  private static let bytesAtATime = 1 << 20

  /// The content that was restored.
  package struct Summary: Sendable, Hashable {
    package var collections = 0
    package var commits = 0
    package var bytes = 0
  }

  /// Appends the whole content of a backup. An error leaves the journal with a part of it, so restore to a
  /// new journal that is not in use yet.
  ///
  /// - Throws: ``BackupError``, ``JournalError``, and the errors of the reader's source.
  package static func restore(_ reader: inout BackupReader, into journal: any Journal) throws -> Summary {
    var summary = Summary()
    var entries: [JournalEntry] = []
    var bytes = 0
    var key: CollectionKey?
    func flush() throws {
      if !entries.isEmpty { try journal.append(entries) }
      entries.removeAll(keepingCapacity: true)
      summary.bytes += bytes
      bytes = 0
    }
    while let part = try reader.next() {
      switch part {
      case .collection(let record, let oldest):
        key = record.key
        let descriptor = try restored(record)
        entries.append(.create(record.key, name: record.name, descriptor: descriptor, version: oldest - 1))
        bytes += descriptor.count
        summary.collections += 1
      case .commit(let commit):
        entries.append(.commit(commit))
        bytes += commit.payload.count
        summary.commits += 1
      case .chunk(let version, let index, let isLast, let chunk):
        guard let key else { continue }
        entries.append(
          .checkpointChunk(key, version: version, index: index, isLast: isLast, bytes: chunk)
        )
        bytes += chunk.count
      case .end: key = nil
      }
      if entries.count >= entriesAtATime || bytes >= bytesAtATime { try flush() }
    }
    try flush()
    return summary
  }

  /// The description of what is restored. Receivers of sinks have what came after the backup, so sinks come back paused, and views
  /// are delivered as a whole.
  private static func restored(_ record: CollectionRecord) throws -> [UInt8] {
    guard record.name.isSink || CollectionDescriptor.hasSinkCursors(record.descriptor) else {
      return record.descriptor
    }
    var descriptor = try CollectionDescriptor(encoded: record.descriptor)
    descriptor.recordRestore()
    return descriptor.encoded
  }
}
