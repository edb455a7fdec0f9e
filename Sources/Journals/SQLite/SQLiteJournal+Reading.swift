package import Engine
import GRDB
import Synchronization

/// Reads, which never wait for the writer's disk; see ``RowReading``.
extension SQLiteJournal {
  /// Runs a closure on the reading connection. Errors stop the journal.
  private func reading<Value>(_ body: (Database) throws -> Value) throws(JournalError) -> Value {
    try checkUsable()
    do {
      return try reader.inDatabase(body)
    } catch {
      throw stop(error)
    }
  }

  private func find(_ key: CollectionKey) throws(JournalError) -> (head: JournalHeads.Head, place: Place)? {
    try shared.withLock { (shared) throws(JournalError) in
      try shared.stop.check()
      guard let head = shared.heads[key], let place = shared.places[key] else { return nil }
      return (head, place)
    }
  }

  package func collections() throws(JournalError) -> [CollectionRecord] {
    let rows = try reading { database in
      var rows: [CollectionRow] = []
      try SQLiteQuery(database, SQLiteSchema.readCollections).read { row in
        rows.append(try CollectionRow(row))
        return true
      }
      return rows
    }
    return shared.withLock { shared in
      rows.compactMap { row in
        shared.heads[row.key].map { head in
          CollectionRecord(
            key: row.key,
            name: row.name,
            version: head.version,
            descriptor: row.descriptor
          )
        }
      }
    }
  }

  package func checkpoint(of collection: CollectionKey) throws(JournalError) -> CheckpointRecord? {
    try find(collection)?.head.checkpoint
  }

  private func rows(of key: CollectionKey) -> RowReading<Place> {
    RowReading { () throws(JournalError) in
      try self.find(key)
    } stop: {
      self.stop(damaged($0))
    }
  }

  package func checkpointChunk(
    _ index: Int,
    of collection: CollectionKey,
    version: UInt64
  ) throws(JournalError) -> [UInt8] {
    try rows(of: collection).checkpointChunk(index, version: version, series: \.series) {
      (place) throws(JournalError) in
      let id = ChunkID(series: place.series, index: index)
      return try reading { try SQLiteReading.chunk($0, collection, version, id) }
    }
  }

  package func commits(
    of collection: CollectionKey,
    from: UInt64,
    limit: Int
  ) throws(JournalError) -> [CommitRecord] {
    try rows(of: collection).commits(from: from, limit: limit) { (place, versions) throws(JournalError) in
      try reading { try SQLiteReading.commits($0, collection, place, versions, limit: limit) }
    }
  }

  package func commit(
    of collection: CollectionKey,
    requestID: [UInt8]
  ) throws(JournalError) -> CommitRecord? {
    guard let (head, place) = try find(collection) else { return nil }
    let hash = RequestIndex.hash(requestID)
    try loadRequests(of: collection)
    let versions = shared.withLock { $0.requests[collection]?.candidates(hash) }
    for version in (versions ?? []).sorted(by: >) {
      let found = try reading { database in
        try SQLiteReading.commits(database, collection, place, version...version, limit: 1)
      }
      // This one and all older ones may have been trimmed in the meantime.
      guard let oldest = try find(collection)?.head.oldest, version >= oldest else { return nil }
      guard let commit = found.first else { throw stop(damaged("commit \(version) of \(head.name)")) }
      if commit.requestID == requestID { return commit }
    }
    return nil
  }

  package func requests(
    of collection: CollectionKey,
    limit: Int
  ) throws(JournalError) -> [RequestRecord] {
    guard let (head, place) = try find(collection), limit > 0 else { return [] }
    var records: [RequestRecord] = []
    let last = try reading { database in
      try SQLiteReading.requests(database, collection, place, head, limit: limit) { id, version in
        records.append(RequestRecord(requestID: Array(id), version: version))
      }
    }
    // Those before the last one may have been trimmed in the meantime.
    guard try find(collection)?.head.oldest ?? .max >= last else {
      throw stop(damaged("the run of commits of \(head.name) before version \(last)"))
    }
    return records
  }

  package func oldestCommit(of collection: CollectionKey) throws(JournalError) -> UInt64? {
    try find(collection)?.head.oldestCommit
  }
}
