import ArrangeModel
package import Engine
import GRDB

/// The contents of an SQLite journal at one moment: a read transaction on a connection of its own. SQLite's
/// log grows while it is open.
final class SQLiteSnapshot: JournalReading {
  private let path: String
  private let queue: DatabaseQueue
  private let contents: SQLiteContents

  init(_ path: String) throws(JournalError) {
    self.path = path
    do {
      queue = try SQLiteFile.open(path, readOnly: true, holdsTransaction: true, SQLiteJournal.Options())
      contents = try queue.inDatabase { database in
        try database.execute(sql: SQLiteSchema.beginReading)
        return try SQLiteContents(database)
      }
    } catch {
      throw translate(error, path, isOpening: false)
    }
  }

  private func reading<Value>(_ body: (Database) throws -> Value) throws(JournalError) -> Value {
    do { return try queue.inDatabase(body) } catch {
      throw translate(error, path, isOpening: false).naming { contents.heads[$0]?.name }
    }
  }

  private func find(
    _ key: CollectionKey
  ) throws(JournalError) -> (head: JournalHeads.Head, place: SQLiteJournal.Place) {
    guard let head = contents.heads[key], let place = contents.places[key] else {
      throw JournalError(.conflict, "the journal has no collection with the key \(key.value)")
    }
    return (head, place)
  }

  func collections() throws(JournalError) -> [CollectionRecord] {
    try reading { database in
      var records: [CollectionRecord] = []
      try SQLiteQuery(database, SQLiteSchema.readCollections).read { row in
        let row = try CollectionRow(row)
        let version = contents.heads[row.key]?.version ?? row.version
        records.append(
          CollectionRecord(key: row.key, name: row.name, version: version, descriptor: row.descriptor)
        )
        return true
      }
      return records
    }
  }

  func checkpoint(of collection: CollectionKey) throws(JournalError) -> CheckpointRecord? {
    try find(collection).head.checkpoint
  }

  func checkpointChunk(
    _ index: Int,
    of collection: CollectionKey,
    version: UInt64
  ) throws(JournalError) -> [UInt8] {
    let (head, place) = try find(collection)
    guard let checkpoint = head.checkpoint, checkpoint.version == version,
      (0..<checkpoint.chunkCount).contains(index)
    else { throw JournalError(.conflict, "there is no chunk \(index) of a checkpoint \(version)") }
    let id = ChunkID(series: place.series, index: index)
    guard let chunk = try reading({ try SQLiteReading.chunk($0, collection, version, id) }) else {
      throw damaged("chunk \(index) of the checkpoint \(version) of \(head.name)").naming(path)
    }
    return chunk
  }

  func commits(
    of collection: CollectionKey,
    from: UInt64,
    limit: Int
  ) throws(JournalError) -> [CommitRecord] {
    let (head, place) = try find(collection)
    let first = max(from, head.oldest)
    guard limit > 0, first <= head.version else { return [] }
    let commits = try reading { database in
      try SQLiteReading.commits(database, collection, place, first...head.version, limit: limit)
    }
    guard commits.count == min(limit, Int(head.version - first) + 1),
      zip(commits, first...).allSatisfy({ $0.version == $1 })
    else { throw damaged("the run of commits of \(head.name) from version \(first) on").naming(path) }
    return commits
  }

  func oldestCommit(of collection: CollectionKey) throws(JournalError) -> UInt64? {
    try find(collection).head.oldestCommit
  }
}

extension SQLiteJournal {
  package func snapshot() throws(JournalError) -> any JournalReading {
    try checkUsable()
    return try SQLiteSnapshot(path)
  }

  /// The total size of the free pages of the database, in bytes.
  var freeBytes: Int {
    let free = try? reader.inDatabase { database in
      let pages = try Int.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0
      return try pages * (Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0)
    }
    return free ?? 0
  }
}
