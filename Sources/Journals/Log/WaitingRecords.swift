import Engine

/// The records that are in the log and not in the database, oldest first, and their places in the log.
struct WaitingRecords: Sendable {
  struct Record: Sendable {
    let position: LogPosition
    let entries: [JournalEntry]
    /// The size of its content, in bytes.
    let byteCount: Int
    /// The index of its first block in the log.
    let place: Int

    var sequence: UInt64 { position.sequence }
  }

  private struct Request: Hashable {
    let collection: CollectionKey
    let id: [UInt8]
  }

  private var records: [Record] = []
  private(set) var byteCount = 0
  private var ring = LogRing(blockCount: 0)
  /// The place of the record that is being written, which is not among the others yet. Its blocks are in use while older records
  /// leave.
  private var placeInWriting: Int?
  /// The newest record with entries of each collection.
  private var newest: [CollectionKey: UInt64] = [:]
  /// The versions of the commits that have a request id.
  private var requests: [Request: UInt64] = [:]

  /// The sequence of the oldest record.
  var first: UInt64? { records.first?.sequence }
  /// The sequence of the newest record.
  var last: UInt64? { records.last?.sequence }

  /// Allocates contiguous blocks of the log for the next record, which is appended when it is written. Nil if there are not enough.
  mutating func take(_ count: Int) -> Int? {
    guard let place = ring.take(count) else { return nil }
    placeInWriting = place
    return place
  }

  /// Sets the number of blocks of the log, which never falls.
  mutating func grow(to blockCount: Int) { ring.grow(to: blockCount) }

  /// Adds a record after the newest one. O(number of entries).
  mutating func append(_ record: Record) {
    records.append(record)
    placeInWriting = nil
    byteCount += record.byteCount
    WaitingRecords.forEach(of: record) { collection in
      newest[collection] = record.sequence
    } commit: { commit, id in
      requests[Request(collection: commit.collection, id: id)] = commit.version
    }
  }

  /// The oldest records with a total size of `bytes` bytes, which the last one may exceed.
  func prefix(bytes: Int) -> [Record] {
    var count = 0
    var taken = 0
    while count < records.count, taken < bytes {
      taken += records[count].byteCount
      count += 1
    }
    return Array(records[..<count])
  }

  /// Removes the oldest records, which are in the database now, and frees their blocks. O(number of entries).
  mutating func remove(_ removed: [Record]) {
    records.removeFirst(removed.count)
    ring.release(upTo: records.first?.place ?? placeInWriting)
    for record in removed {
      byteCount -= record.byteCount
      WaitingRecords.forEach(of: record) { collection in
        if newest[collection] == record.sequence { newest[collection] = nil }
      } commit: { commit, id in
        let request = Request(collection: commit.collection, id: id)
        if requests[request] == commit.version { requests[request] = nil }
      }
    }
  }

  /// The newest record with entries of a collection; nil if there is none.
  func newest(of collection: CollectionKey) -> UInt64? { newest[collection] }

  /// The version of the newest waiting commit with a request id; nil if there is none.
  func version(of collection: CollectionKey, request id: [UInt8]) -> UInt64? {
    requests.isEmpty ? nil : requests[Request(collection: collection, id: id)]
  }

  /// Calls closures with the collections of a record, each at least once, and with its commits that have a
  /// request id.
  private static func forEach(
    of record: Record,
    collection: (CollectionKey) -> Void,
    commit: (CommitRecord, [UInt8]) -> Void
  ) {
    var latest: CollectionKey?
    for entry in record.entries {
      if case .commit(let record) = entry, let id = record.requestID { commit(record, id) }
      if entry.collection == latest { continue }
      latest = entry.collection
      collection(entry.collection)
    }
  }
}
