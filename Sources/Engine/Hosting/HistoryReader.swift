import ArrangeModel

/// Reads the history of a collection from the journal.
enum HistoryReader {
  /// The maximum size of an answer in bytes, even if frames may be larger.
  static let maximumBytes = 512 * 1024
  /// The number of commits read from the journal at a time.
  private static let commitsAtATime = 16

  /// Reads up to `limit` consecutive commits of a range of versions, or fewer if they are large. A commit
  /// that is larger than an answer by itself is returned in parts.
  static func read(
    of key: CollectionKey,
    _ versions: ClosedRange<UInt64>,
    fromChange: Int,
    limit: Int,
    maximumBytes: Int,
    in journal: any Journal
  ) throws -> [HistoryEntry] {
    var entries: [HistoryEntry] = []
    var bytes = 0
    var next = versions.lowerBound
    while entries.count < limit, next <= versions.upperBound {
      let left = Int(min(UInt64(commitsAtATime), versions.upperBound - next + 1))
      let wanted = min(left, limit - entries.count)
      let records = try journal.commits(of: key, from: next, limit: wanted)
      // If the journal has trimmed commits meanwhile, those read before were trimmed as well.
      if let oldest = records.first?.version, oldest != next { (entries, bytes) = ([], 0) }
      for record in records where record.version <= versions.upperBound {
        next = record.version + 1
        // The stored form is hardly larger than the answer.
        guard entries.isEmpty || bytes + record.payload.count <= maximumBytes else { return entries }
        var entry = try Commit(record).historyEntry
        entry.drop(record.version == versions.lowerBound ? fromChange : 0)
        let isWhole = bytes + entry.largestEncoding <= maximumBytes
        guard isWhole || entries.isEmpty else { return entries }
        if !isWhole { entry.cut(to: maximumBytes) }
        entries.append(entry)
        bytes += entry.largestEncoding
        if !isWhole { return entries }
      }
      if records.count < wanted { break }
    }
    return entries
  }
}

extension HistoryEntry {
  fileprivate var largestEncoding: Int {
    changes.reduce(largestHead) { $0 + $1.largestEncoding }
  }

  /// Removes the first changes.
  fileprivate mutating func drop(_ count: Int) {
    guard count > 0 else { return }
    firstChange = min(count, changes.count)
    changes.removeFirst(firstChange)
  }

  /// Removes changes at the end that exceed the given size; the first one always stays.
  fileprivate mutating func cut(to maximumBytes: Int) {
    var bytes = largestHead
    let end = changes.firstIndex { change in
      bytes += change.largestEncoding
      return bytes > maximumBytes
    }
    if let end { changes.removeLast(changes.count - max(1, end)) }
  }
}
