package import Engine
import Synchronization

/// The connection for reads, which is made anew when it was lost and is needed.
struct PostgresReader {
  private let address: PostgresAddress
  private let options: PostgresJournal.Options
  private let availability: PostgresAvailability
  private let application: String
  private var connection: PostgresConnection?

  /// Takes over a connection that has the statements for reads prepared.
  init(
    _ connection: PostgresConnection,
    _ address: PostgresAddress,
    _ options: PostgresJournal.Options,
    _ availability: PostgresAvailability,
    application: String
  ) {
    self.connection = connection
    self.address = address
    self.options = options
    self.availability = availability
    self.application = application
  }

  mutating func close() { connection = nil }

  private mutating func open() throws(PostgresFailure) -> PostgresConnection {
    if let connection, !connection.isLost { return connection }
    connection = nil
    let new = try PostgresSession.openReader(address, schema: options.schema, application: application)
    connection = new
    return new
  }

  /// Reads, and tries again while the database can't be reached.
  mutating func read<Value>(_ body: (PostgresReading) throws -> Value) throws -> Value {
    var backoff = PostgresBackoff(limit: options.outageSeconds, availability)
    var isRepeated = false
    while true {
      do {
        let value = try body(PostgresReading(connection: try open()))
        availability.recordReached(.reading)
        return value
      } catch let failure as PostgresFailure {
        guard failure.kind == .lost || failure.kind == .passing else { throw failure }
        if isRepeated { availability.recordLost(failure, .reading) }
        isRepeated = true
        guard backoff.wait() else { throw failure }
      }
    }
  }

  /// Runs a statement; nil if the database can't be reached.
  mutating func readOnce(_ call: PostgresCall) -> PostgresRows? { try? open().run(call) }
}

/// Reads, which never wait for a commit; see ``RowReading``.
extension PostgresJournal {
  /// Runs a closure on the reading connection. Errors stop the journal.
  private func reading<Value: Sendable>(
    _ body: (PostgresReading) throws -> Value
  ) throws(JournalError) -> Value {
    try checkUsable()
    do {
      return try reader.withLock { try $0.read(body) }
    } catch {
      throw stop(error)
    }
  }

  /// Looks up a collection: of an own slot in memory, of another node's in the database.
  private func find(
    _ key: CollectionKey
  ) throws(JournalError) -> (head: JournalHeads.Head, place: PostgresPlace)? {
    let own = try shared.withLock {
      (shared) throws(JournalError) -> (head: JournalHeads.Head, place: PostgresPlace)? in
      try shared.stop.check()
      guard let head = shared.heads[key], let place = shared.places[key] else { return nil }
      return (head, place)
    }
    if let own { return own }
    return try reading { try $0.collection(key) }.map { ($0.head, $0.place) }
  }

  package func collections() throws(JournalError) -> [CollectionRecord] {
    let rows = try reading { try $0.collections() }
    return shared.withLock { shared in
      rows.map { row in
        var record = row.record
        // What is known to be durable; the table may be ahead of it.
        if let head = shared.heads[row.key] { record.version = head.version }
        return record
      }
    }
  }

  package func checkpoint(of collection: CollectionKey) throws(JournalError) -> CheckpointRecord? {
    try find(collection)?.head.checkpoint
  }

  private func rows(of key: CollectionKey) -> RowReading<PostgresPlace> {
    RowReading { () throws(JournalError) in
      try self.find(key)
    } stop: {
      self.missing($0, of: key)
    }
  }

  /// The error for rows that have to be there. It is damage, and stops the journal, only if this node knows what has to be
  /// there: if it still has its fence and the slot, and the database goes on from where it was. The next owner, of which this
  /// node may not know yet, removes what it replaces, and judges what it reads itself.
  private func missing(_ rows: String, of collection: CollectionKey) -> JournalError {
    let passing = JournalError(.conflict, "\(rows) belongs to another server; try again")
    do throws(JournalError) {
      guard let slot = shared.withLock({ $0.places[collection]?.slot }) else { return passing }
      let earlier = node.history.withLock { $0 }
      let standing = try reading { try $0.standing(node.id, slot) }
      guard standing.history.continues(earlier) else { return stop(PostgresHistory.broken(address)) }
      guard standing.hasFence else { return stop(PostgresWriter.overtaken) }
      return standing.ownsSlot ? stop(damaged(rows)) : passing
    } catch {
      return error
    }
  }

  package func checkpointChunk(
    _ index: Int,
    of collection: CollectionKey,
    version: UInt64
  ) throws(JournalError) -> [UInt8] {
    try rows(of: collection).checkpointChunk(index, version: version, series: \.series) {
      (place) throws(JournalError) in
      try reading { try $0.page(collection, place.series, index, version: version) }
    }
  }

  package func commits(
    of collection: CollectionKey,
    from: UInt64,
    limit: Int
  ) throws(JournalError) -> [CommitRecord] {
    try rows(of: collection).commits(from: from, limit: limit) { (_, versions) throws(JournalError) in
      try reading { try $0.commits(collection, versions, limit: limit) }
    }
  }

  package func commit(
    of collection: CollectionKey,
    requestID: [UInt8]
  ) throws(JournalError) -> CommitRecord? {
    guard try find(collection) != nil else { return nil }
    let commit = try reading { try $0.commit(collection, request: requestID) }
    // The commit may be trimmed, or newer than what is known to be durable.
    guard let commit, let head = try find(collection)?.head,
      (head.oldest...max(head.oldest, head.version)).contains(commit.version)
    else { return nil }
    return commit
  }

  package func requests(
    of collection: CollectionKey,
    limit: Int
  ) throws(JournalError) -> [RequestRecord] {
    guard limit > 0, let (head, _) = try find(collection), head.oldest <= head.version else { return [] }
    return try reading { try $0.requests(collection, head.oldest...head.version, limit: limit) }
  }

  package func oldestCommit(of collection: CollectionKey) throws(JournalError) -> UInt64? {
    try find(collection)?.head.oldestCommit
  }

  package func made(among declarations: [String]) throws(JournalError) -> Set<String> {
    try reading { try $0.made(among: declarations) }
  }

  package func snapshot() throws(JournalError) -> any JournalReading {
    try checkUsable()
    return try PostgresSnapshot(address, options)
  }
}
