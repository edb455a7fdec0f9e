import Engine
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The only connection that writes, with its state. Every method is called with the writer locked.
///
/// The connection holds an advisory lock of the database as long as it exists, so one server writes at a time. The
/// server that gets the lock begins a term, a number that every transaction compares: it is the fence against a
/// transaction of a server that has lost the lock without noticing.
struct PostgresWriter {
  /// How long a start waits for the lock of a server that has just ended, in milliseconds.
  private static let lockPatience = 2_000
  /// How long it waits between two attempts to lock, in milliseconds.
  private static let lockInterval = 50

  private let address: PostgresAddress
  private let options: PostgresJournal.Options
  private let availability: PostgresAvailability
  private var connection: PostgresConnection?
  /// The server's process of the newest connection that had the lock.
  private var backend: Int32 = 0
  /// The term of this server, and the number of the last transaction known to be durable.
  private var term: Int64 = 0
  private var step: Int64 = 0

  /// The state after the newest transaction, whether it is known to be durable or not.
  var heads: JournalHeads
  var places: [CollectionKey: PostgresPlace]
  /// Rows to remove; the last are removed first.
  var garbage: [PostgresGarbage]
  var nextSeries: Int64

  /// Takes over a connection whose tables are up to date, gets the lock and reads the state.
  ///
  /// - Throws: ``JournalError/Code/inUse`` if another server has the lock.
  init(
    _ connection: PostgresConnection,
    _ address: PostgresAddress,
    _ options: PostgresJournal.Options,
    _ availability: PostgresAvailability
  ) throws {
    try connection.prepare(PostgresSchema.writing)
    guard try PostgresWriter.lock(connection, patience: PostgresWriter.lockPatience) else {
      throw JournalError(
        .inUse,
        "\(address) is in use by \(try PostgresWriter.holder(connection)); stop that server, or give this one another "
          + "database or schema"
      )
    }
    var holder = PostgresParameters()
    holder.add(address.applicationName)
    let rows = try connection.run(PostgresCall(PostgresSchema.takeTerm, holder))
    guard rows.count == 1 else { throw damaged("the table writer") }
    term = rows.number(0, 0)
    step = rows.number(0, 1)
    let contents = try PostgresContents(connection)
    heads = contents.heads
    places = contents.places
    garbage = contents.garbage
    nextSeries = contents.nextSeries
    self.address = address
    self.options = options
    self.availability = availability
    backend = connection.backend
    self.connection = connection
  }

  mutating func close() { connection = nil }

  // MARK: Transactions

  /// Runs statements as one transaction, durably, and exactly once: if the connection is lost, it is made again, and
  /// whether the transaction was made is read from the database.
  ///
  /// - Throws: an error other than ``PostgresFailure/Kind/overtaken`` or ``PostgresFailure/Kind/refused`` only if the
  ///   database could not be reached for as long as the options say. What became of the transaction is unknown then.
  mutating func commit(_ calls: [PostgresCall]) throws(PostgresFailure) {
    let next = step + 1
    let fence = PostgresCall(PostgresSchema.step, PostgresParameters(term, next))
    try retrying { (writer, connection) throws(PostgresFailure) in
      // It was made by the attempt before, whose answer was lost.
      if writer.step == next { return }
      _ = try connection.run([fence] + calls)
      writer.step = next
    }
  }

  /// Runs a statement that only reads.
  mutating func read(_ call: PostgresCall) throws(PostgresFailure) -> PostgresRows {
    try retrying { (_, connection) throws(PostgresFailure) in try connection.run(call) }
  }

  /// Finds out whether this server still has the lock. If the database can't be reached, nothing is known, and later
  /// calls try again.
  ///
  /// - Returns: whether the database was reached.
  mutating func check() throws(PostgresFailure) -> Bool {
    let wasConnected = connection != nil
    do throws(PostgresFailure) {
      let connection = try usable(step)
      try compare(try connection.run(PostgresCall(PostgresSchema.readWriter)), step)
      availability.noteReached()
      return true
    } catch {
      if connection?.isLost == true { connection = nil }
      guard error.kind == .lost || error.kind == .passing else { throw error }
      if !wasConnected { availability.noteLost(error) }
      return false
    }
  }

  /// Runs a closure until it succeeds or fails for good.
  private mutating func retrying<Value>(
    _ body: (inout PostgresWriter, PostgresConnection) throws(PostgresFailure) -> Value
  ) throws(PostgresFailure) -> Value {
    var backoff = PostgresBackoff(limit: options.outageSeconds, availability)
    let next = step + 1
    var isRepeated = false
    while true {
      do throws(PostgresFailure) {
        let value = try body(&self, try usable(next))
        availability.noteReached()
        return value
      } catch {
        if connection?.isLost == true { connection = nil }
        if error.isFence { throw PostgresWriter.overtaken }
        guard error.kind == .lost || error.kind == .passing else { throw error }
        // A connection that was lost and can be made again at once is no outage.
        if isRepeated { availability.noteLost(error) }
        isRepeated = true
        guard backoff.wait() else { throw error }
      }
    }
  }

  // MARK: The lock

  /// The connection, which is made anew if it was lost. It has the lock, and nobody else has written.
  ///
  /// - Parameter next: the number of the transaction that may have been made before the connection was lost.
  private mutating func usable(_ next: Int64) throws(PostgresFailure) -> PostgresConnection {
    if let connection { return connection }
    let connection = try PostgresSession.open(address, schema: options.schema)
    try connection.prepare(PostgresSchema.writing)
    if try !PostgresWriter.lock(connection, patience: 0) {
      // The server may not have noticed the end of the connection before. When it has ended, so has its transaction.
      var parameters = PostgresParameters()
      parameters.add(backend)
      parameters.add(address.applicationName)
      _ = try connection.run(PostgresCall(PostgresSchema.endBackend, parameters))
      if try !PostgresWriter.lock(connection, patience: PostgresWriter.lockPatience) {
        try compare(try connection.run(PostgresCall(PostgresSchema.readWriter)), next)
        throw PostgresFailure(.passing, "\(try PostgresWriter.holder(connection)) has the lock")
      }
    }
    try compare(try connection.run(PostgresCall(PostgresSchema.readWriter)), next)
    backend = connection.backend
    self.connection = connection
    return connection
  }

  /// Compares the row of the writer with what this server wrote last.
  private mutating func compare(_ rows: PostgresRows, _ next: Int64) throws(PostgresFailure) {
    guard rows.count == 1, rows.number(0, 0) == term, (step...next).contains(rows.number(0, 1)) else {
      throw PostgresWriter.overtaken
    }
    step = rows.number(0, 1)
  }

  private static var overtaken: PostgresFailure {
    PostgresFailure(
      .overtaken,
      "another server has taken over the journal; this one has written nothing since, and stops"
    )
  }

  /// Tries to get the lock.
  private static func lock(_ connection: PostgresConnection, patience: Int) throws(PostgresFailure) -> Bool {
    var parameters = PostgresParameters()
    parameters.add(PostgresSchema.lockClass)
    var waited = 0
    while try connection.run(PostgresCall(PostgresSchema.lockWriter, parameters)).number(0, 0) == 0 {
      if waited >= patience { return false }
      usleep(UInt32(lockInterval) * 1_000)
      waited += lockInterval
    }
    return true
  }

  /// The server that has the lock, for people.
  private static func holder(_ connection: PostgresConnection) throws(PostgresFailure) -> String {
    var parameters = PostgresParameters()
    parameters.add(PostgresSchema.lockClass)
    let rows = try connection.run(PostgresCall(PostgresSchema.findHolder, parameters))
    guard rows.count > 0, !rows.text(0, 0).isEmpty else { return "another server" }
    let process = rows.isNull(0, 3) ? "" : ", process \(rows.number(0, 3)) of PostgreSQL"
    return "\(rows.text(0, 0)) since \(rows.text(0, 1)), connected from \(rows.text(0, 2))\(process)"
  }
}

extension PostgresFailure {
  /// Whether the first statement of a transaction found that another server has begun a term.
  fileprivate var isFence: Bool { state == "23502" && column == "step" }
}
