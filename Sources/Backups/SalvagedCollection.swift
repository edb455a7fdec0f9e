package import ArrangeModel
package import Engine

/// The part of a collection, or of a view, that can be read from a damaged journal.
///
/// A list can be made anew up to a version if its checkpoint can be read, or all of its commits are kept, and
/// each commit after that up to the version. Commits before the checkpoint are the history; it begins after
/// the last one that can't be read.
package struct SalvagedCollection {
  /// The number of commits that are read at a time.
  private static let commitsAtATime: UInt64 = 256
  /// The maximum size of one append, in bytes; the last entry may exceed it.
  private static let appendBytes = 1 << 20

  package let record: CollectionRecord
  /// What is missing, in sentences; empty if the collection is whole.
  package private(set) var missing: [String] = []
  package let isView: Bool

  private let source: any JournalReading
  private var checkpoint: CheckpointRecord?
  /// The versions of the commits that are kept; empty if the second one is less than the first.
  private var oldest: UInt64
  private var newest: UInt64

  /// Reads a collection to find out what of it is readable. O(items + commits).
  ///
  /// - Throws: ``ArrangeError`` with the reason if nothing of it can be made anew.
  package init(_ record: CollectionRecord, _ source: any JournalReading) throws(ArrangeError) {
    self.record = record
    self.source = source
    let descriptor = try CollectionDescriptor(encoded: record.descriptor)
    isView = descriptor.view != nil || descriptor.sink != nil
    let stored = (try? source.oldestCommit(of: record.key)) ?? record.version + 1
    (oldest, newest) = (stored, record.version)
    guard !isView else { return }
    var state = try base(oldest: stored)
    newest = state.version
    var next = stored
    // The first commit of the run without a gap that ends with the newest one.
    var first = stored
    reading: while next <= record.version {
      for commit in commits(from: next, through: record.version) {
        if next <= state.version, next <= newest {
          if commit == nil { first = next + 1 }
        } else {
          guard next == newest + 1, let commit, (try? state.replay(commit)) != nil else { break reading }
          newest = next
        }
        next += 1
      }
    }
    oldest = min(first, newest + 1)
    if newest < record.version { missing.append("the versions \(newest + 1) to \(record.version)") }
    if oldest > stored { missing.append("the history before version \(oldest)") }
  }

  /// The list of the checkpoint, or the empty one if all commits are kept.
  private mutating func base(oldest: UInt64) throws(ArrangeError) -> CollectionState {
    do throws(any Error) {
      guard let found = try source.checkpoint(of: record.key) else {
        guard oldest == 1 else { throw ArrangeError(.dataLoss, "it has no checkpoint") }
        return CollectionState()
      }
      var reader = CheckpointReader()
      for index in 0..<found.chunkCount {
        try reader.read(source.checkpointChunk(index, of: record.key, version: found.version))
      }
      let state = try reader.finish(version: found.version)
      checkpoint = found
      return state
    } catch {
      // All commits make the same list.
      if oldest == 1 { return CollectionState() }
      if let error = error as? ArrangeError { throw error }
      let reason = (error as? JournalError)?.message ?? "\(error)"
      throw ArrangeError(.dataLoss, "its checkpoint can't be read: \(reason)")
    }
  }

  /// Some commits from a version on; nil for each that can't be read.
  private func commits(from first: UInt64, through last: UInt64) -> [Commit?] {
    let count = Int(min(SalvagedCollection.commitsAtATime, last - first + 1))
    if let records = try? source.commits(of: record.key, from: first, limit: count), records.count == count,
      zip(records, first...).allSatisfy({ $0.version == $1 })
    {
      return records.map { try? Commit($0) }
    }
    return (0..<UInt64(count)).map { offset in
      let found = try? source.commits(of: record.key, from: first + offset, limit: 1).first
      return found.flatMap { $0.version == first + offset ? try? Commit($0) : nil }
    }
  }

  /// Appends what can be read to a new journal.
  package func append(to journal: any Journal) throws {
    var entries = [
      JournalEntry.create(record.key, name: record.name, descriptor: record.descriptor, version: oldest - 1)
    ]
    var bytes = 0
    func add(_ entry: JournalEntry, _ count: Int) throws {
      entries.append(entry)
      bytes += count
      guard bytes >= SalvagedCollection.appendBytes else { return }
      try journal.append(entries)
      (entries, bytes) = ([], 0)
    }
    var next = oldest
    while next <= newest {
      let count = Int(min(SalvagedCollection.commitsAtATime, newest - next + 1))
      for commit in try source.commits(of: record.key, from: next, limit: count) {
        try add(.commit(commit), commit.payload.count)
        next = commit.version + 1
      }
    }
    if let checkpoint {
      for index in 0..<checkpoint.chunkCount {
        let chunk = try source.checkpointChunk(index, of: record.key, version: checkpoint.version)
        try add(
          .checkpointChunk(
            record.key,
            version: checkpoint.version,
            index: index,
            isLast: index + 1 == checkpoint.chunkCount,
            bytes: chunk
          ),
          chunk.count
        )
      }
    }
    try journal.append(entries)
  }
}
