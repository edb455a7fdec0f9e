import Engine
import GRDB

/// Reading of rows with all their checks.
enum SQLiteReading {
  /// The commits of a range of versions that are there, at most `limit` of them.
  static func commits(
    _ database: Database,
    _ key: CollectionKey,
    _ place: SQLiteJournal.Place,
    _ versions: ClosedRange<UInt64>,
    limit: Int
  ) throws -> [CommitRecord] {
    let query = try SQLiteQuery(database, SQLiteSchema.readCommits)
    try query.bind(CommitID(number: place.number, version: versions.lowerBound).packed, at: 1)
    try query.bind(CommitID(number: place.number, version: versions.upperBound).packed, at: 2)
    try query.bind(Int64(limit), at: 3)
    var commits: [CommitRecord] = []
    try query.read { row in
      let id = CommitID(packed: row.number(0))
      let version = id.version
      let request = try row.optionalBytes(2)
      let payload = try row.bytes(3)
      // A damaged tree can give rows out of order, and those of another collection.
      guard id.number == place.number,
        CommitChecksum(key, version, request).with(payload) == row.number(1)
      else {
        throw damaged("commit \(version) of the collection with the key \(key.value)")
      }
      commits.append(
        CommitRecord(collection: key, version: version, requestID: request, payload: payload)
      )
      return true
    }
    return commits
  }

  /// Hands out the request ids of a collection, newest first, at most `limit` of them.
  ///
  /// - Returns: the oldest version that was looked at; `version + 1` where none was. Whether those before it were
  ///   trimmed meanwhile or lost is for the caller to find out.
  static func requests(
    _ database: Database,
    _ key: CollectionKey,
    _ place: SQLiteJournal.Place,
    _ head: JournalHeads.Head,
    limit: Int,
    _ body: ([UInt8], UInt64) -> Void
  ) throws -> UInt64 {
    let query = try SQLiteQuery(database, SQLiteSchema.readRequests)
    try query.bind(CommitID(number: place.number, version: head.oldest).packed, at: 1)
    try query.bind(CommitID(number: place.number, version: head.version).packed, at: 2)
    var next = head.version + 1
    var count = 0
    try query.read { row in
      let version = next - 1
      let request = try row.optionalBytes(2)
      guard CommitID(packed: row.number(0)) == CommitID(number: place.number, version: version),
        CommitChecksum(key, version, request).matches(row.number(1))
      else {
        throw damaged("commit \(version) of the collection with the key \(key.value)")
      }
      next = version
      if let request {
        body(request, version)
        count += 1
      }
      return count < limit
    }
    return count < limit ? next : head.oldest
  }

  /// A chunk of a checkpoint; nil where there is no such row.
  static func chunk(
    _ database: Database,
    _ key: CollectionKey,
    _ version: UInt64,
    _ id: ChunkID
  ) throws -> [UInt8]? {
    let query = try SQLiteQuery(database, SQLiteSchema.readChunk)
    try query.bind(id.packed, at: 1)
    var result: [UInt8]?
    try query.read { row in
      let bytes = try row.bytes(1)
      guard chunkChecksum(key, version, id, bytes) == row.number(0) else {
        throw damaged("chunk \(id.index) of a checkpoint of the collection with the key \(key.value)")
      }
      result = bytes
      return false
    }
    return result
  }
}
