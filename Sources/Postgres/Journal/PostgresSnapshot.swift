package import Engine
import Synchronization

/// The contents of a journal at one moment: a read transaction on a connection of its own. As long as it is open, the
/// database keeps the rows that it can see. It ends with its connection.
package final class PostgresSnapshot: JournalReading {
  private let address: PostgresAddress
  private let connection: Mutex<PostgresConnection>
  private let heads: JournalHeads
  private let places: [CollectionKey: PostgresPlace]

  package init(_ address: PostgresAddress, _ options: PostgresJournal.Options) throws(JournalError) {
    self.address = address
    do {
      let connection = try PostgresSession.openReader(address, schema: options.schema)
      _ = try connection.run(PostgresCall(PostgresSchema.beginReading))
      let contents = try PostgresContents(connection.run(PostgresContents.calls(nil))[...])
      heads = contents.heads
      places = contents.places
      self.connection = Mutex(connection)
    } catch {
      throw JournalError.of(error, address)
    }
  }

  private func reading<Value: Sendable>(
    _ body: (PostgresReading) throws -> Value
  ) throws(JournalError) -> Value {
    do {
      return try connection.withLock { try body(PostgresReading(connection: $0)) }
    } catch {
      throw JournalError.of(error, address).naming { heads[$0]?.name }
    }
  }

  private func find(
    _ key: CollectionKey
  ) throws(JournalError) -> (head: JournalHeads.Head, place: PostgresPlace) {
    guard let head = heads[key], let place = places[key] else {
      throw JournalError(.conflict, "the journal has no collection with the key \(key.value)")
    }
    return (head, place)
  }

  package func collections() throws(JournalError) -> [CollectionRecord] {
    try reading { try $0.collections() }.map(\.record)
  }

  package func checkpoint(of collection: CollectionKey) throws(JournalError) -> CheckpointRecord? {
    try find(collection).head.checkpoint
  }

  package func checkpointChunk(
    _ index: Int,
    of collection: CollectionKey,
    version: UInt64
  ) throws(JournalError) -> [UInt8] {
    let (head, place) = try find(collection)
    guard let checkpoint = head.checkpoint, checkpoint.version == version,
      (0..<checkpoint.chunkCount).contains(index)
    else { throw JournalError(.conflict, "there is no chunk \(index) of a checkpoint \(version)") }
    guard let bytes = try reading({ try $0.page(collection, place.series, index, version: version) }) else {
      throw damaged("page \(index) of the checkpoint \(version) of \(head.name)")
    }
    return bytes
  }

  package func commits(
    of collection: CollectionKey,
    from: UInt64,
    limit: Int
  ) throws(JournalError) -> [CommitRecord] {
    let head = try find(collection).head
    let first = max(from, head.oldest)
    guard limit > 0, first <= head.version else { return [] }
    let commits = try reading { try $0.commits(collection, first...head.version, limit: limit) }
    guard commits.isRun(first...head.version, limit: limit) else {
      throw damaged("the run of commits of \(head.name) from version \(first) on")
    }
    return commits
  }

  /// Rows of collections that are not there, and that nobody has deleted as a server does: sentences, one for each collection.
  package func strayRows() throws(JournalError) -> [String] {
    try reading { reading in
      let rows = try reading.connection.run(PostgresCall(PostgresSchema.readStrays))
      return (0..<rows.count).map { row in
        "there are \(rows.number(row, 1)) rows of \(CollectionKey(rows.number(row, 0)).text), which is not in the table of "
          + "collections; restore the database from a backup"
      }
    }
  }

  package func oldestCommit(of collection: CollectionKey) throws(JournalError) -> UInt64? {
    try find(collection).head.oldestCommit
  }
}
