package import Engine

/// Journals that are waited for or made in one step, and what can be found out without making one.
extension PostgresJournal {
  /// Opens the journal as one of several nodes; see ``init(_:options:node:onOutage:)``. A database that takes no connections,
  /// since it is not started yet, or starts or restarts, is waited for.
  ///
  /// - Parameters:
  ///   - seconds: how long it is waited for.
  ///   - onOutage: called when the database can't be reached, now or later, and when it can be reached again, on any thread.
  package static func open(
    _ address: PostgresAddress,
    options: Options,
    node: NodeIdentity,
    waiting seconds: Int,
    onOutage: @escaping @Sendable (PostgresOutage) -> Void
  ) throws(JournalError) -> PostgresJournal {
    let availability = PostgresAvailability(onOutage)
    var backoff = PostgresBackoff(limit: seconds, availability)
    var wasTaking = false
    while true {
      do throws(JournalError) {
        let journal = try PostgresJournal(address, options: options, node: node, onOutage: onOutage)
        availability.recordReached()
        return journal
      } catch {
        guard error.code == .unreachable else { throw error }
        let isTaking = PostgresConnection.isTakingConnections(address)
        // Twice: it may have come just now.
        guard !isTaking || !wasTaking else { throw error }
        wasTaking = isTaking
        if isTaking { continue }
        availability.recordLost(PostgresFailure(.lost, error.message))
        guard backoff.wait() else { throw error }
      }
    }
  }

  /// The end of the name of a schema that is not complete.
  private static let unfinished = "_unfinished"

  /// Makes a journal with what a closure appends, durably and atomically: its schema has another name until then.
  ///
  /// - Throws: ``JournalError/Code/conflict`` if the schema is there, if another attempt is in progress, or was cut off;
  ///   otherwise the errors of the journal and of the closure.
  package static func make(
    _ address: PostgresAddress,
    options: Options,
    _ body: (PostgresJournal) throws -> Void
  ) throws {
    var hidden = options
    hidden.schema = String(options.schema.prefix(63 - unfinished.count)) + unfinished
    do {
      let connection = try PostgresSession.open(address, schema: options.schema)
      // Held until the connection ends, however that comes about.
      var lock = PostgresParameters()
      lock.add(PostgresSchema.makingLockClass)
      lock.add(options.schema)
      guard try connection.run(PostgresCall(PostgresSchema.lockMaking, lock)).number(0, 0) == 1 else {
        throw JournalError(
          .conflict,
          "another restore is making the schema \(options.schema) in \(address); wait until it has ended, or choose another "
            + "schema with --journal-schema"
        )
      }
      guard try !PostgresSession.exists(connection, options.schema) else {
        throw JournalError(
          .conflict,
          "there is a schema \(options.schema) in \(address); choose another one with --journal-schema, or drop it"
        )
      }
      guard try !PostgresSession.exists(connection, hidden.schema) else {
        throw JournalError(
          .conflict,
          "a restore to \(address) was cut off; remove what it has left with DROP SCHEMA \(hidden.schema) CASCADE, and try again"
        )
      }
      do {
        let journal = try PostgresJournal(address, options: hidden)
        do {
          defer { journal.close() }
          try body(journal)
        }
        _ = try connection.run(PostgresCall("ALTER SCHEMA \(hidden.schema) RENAME TO \(options.schema)"))
      } catch {
        _ = try? connection.run(PostgresCall("DROP SCHEMA IF EXISTS \(hidden.schema) CASCADE"))
        throw error
      }
    } catch let error as PostgresFailure {
      throw JournalError.of(error, address, isOpening: true)
    }
  }

  /// Why a server can't keep its lists in a database, as far as that can be found out without changing anything; nil
  /// if it can. Blocks.
  package static func problem(_ address: PostgresAddress, options: Options) -> String? {
    do {
      let connection = try PostgresSession.open(address, schema: options.schema)
      _ = try PostgresSession.notices(connection)
      try PostgresSession.requireRights(connection, options.schema)
      if try PostgresSession.version(connection, options.schema) > 0 {
        try PostgresSession.requireCurrent(connection, options.schema, orOlder: true)
      }
      try PostgresSession.checkOthers(beside: connection, address, schema: options.schema)
      return nil
    } catch {
      return JournalError.of(error, address, isOpening: true).message
    }
  }
}
