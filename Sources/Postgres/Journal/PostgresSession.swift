import Engine

/// Opening connections for a journal.
enum PostgresSession {
  /// The oldest version of the server that is supported, as the protocol tells it.
  static let leastServerVersion = 140_000

  /// Connects and sets up the connection.
  static func open(_ address: PostgresAddress, schema: String) throws(PostgresFailure) -> PostgresConnection {
    let connection = try PostgresConnection(address)
    guard connection.serverVersion >= leastServerVersion else {
      throw PostgresFailure(
        .refused,
        "the server is PostgreSQL \(connection.serverVersion / 10_000); version 14 or later is needed"
      )
    }
    let probe = PostgresConnection.idleProbe
    var parameters = PostgresParameters()
    parameters.add(schema)
    for number in [
      PostgresConnection.statementMilliseconds, PostgresConnection.lockMilliseconds, probe.after, probe.every,
      probe.count, PostgresConnection.peerMilliseconds,
    ] { parameters.add("\(number)") }
    _ = try connection.run(PostgresCall(PostgresSchema.configure, parameters))
    return connection
  }

  /// Opens a connection for reading.
  static func openReader(_ address: PostgresAddress, schema: String) throws(PostgresFailure)
    -> PostgresConnection
  {
    let connection = try open(address, schema: schema)
    try requireCurrent(connection, schema)
    try connection.prepare(PostgresSchema.reading)
    return connection
  }

  /// What a person who runs the server should know of the settings of the database, in sentences.
  ///
  /// - Throws: ``JournalError/Code/unusable`` if names can't be stored in the database.
  static func notices(_ connection: PostgresConnection) throws -> [String] {
    let rows = try connection.run(PostgresCall(PostgresSchema.readSettings))
    let encoding = rows.text(0, 0)
    guard encoding == "UTF8" else {
      throw JournalError(
        .unusable,
        "the database has the encoding \(encoding); make one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0"
      )
    }
    return [("fsync", 1), ("full_page_writes", 2)].compactMap { name, column in
      rows.text(0, column) == "on"
        ? nil
        : "PostgreSQL runs with \(name) = off: a crash of its machine can lose or damage what was acknowledged"
    }
  }

  // MARK: Versions of the schema

  /// Throws an error unless the schema has the version that this server reads.
  ///
  /// - Parameter orOlder: whether an older one, which would be brought up to date, will do.
  static func requireCurrent(
    _ connection: PostgresConnection,
    _ schema: String,
    orOlder: Bool = false
  ) throws(PostgresFailure) {
    let (found, known) = (try version(connection, schema), PostgresSchema.migrations.count)
    if found == known || orOlder && found < known { return }
    throw PostgresFailure(
      .refused,
      found == 0
        ? "there are no lists in the schema \(schema)"
        : "the schema \(schema) has version \(found), made by another version of the server; this one knows \(known)"
    )
  }

  /// Brings the tables up to date; makes the schema if it does not exist.
  static func migrate(_ connection: PostgresConnection, schema: String) throws {
    let known = PostgresSchema.migrations.count
    if try version(connection, schema) == known { return }
    var lock = PostgresParameters()
    lock.add(PostgresSchema.lockClass)
    lock.add(schema)
    do {
      _ = try connection.run([
        PostgresCall(PostgresSchema.begin), PostgresCall(PostgresSchema.lockSchema, lock),
      ])
      // Another server may have done it while this one waited.
      try requireCurrent(connection, schema, orOlder: true)
      let found = try version(connection, schema)
      var calls: [PostgresCall] = []
      if found == 0 { calls += try preparations(connection, schema) }
      for step in PostgresSchema.migrations[found...] {
        calls += step.map { PostgresCall(PostgresStatement($0)) }
      }
      if !calls.isEmpty {
        var parameters = PostgresParameters()
        parameters.add(Int32(known))
        calls.append(PostgresCall(PostgresSchema.writeVersion, parameters))
      }
      _ = try connection.run(calls + [PostgresCall(PostgresSchema.commit)])
    } catch {
      _ = try? connection.run(PostgresCall(PostgresSchema.rollback))
      throw error
    }
  }

  /// The version of the schema; 0 if it has no tables.
  static func version(_ connection: PostgresConnection, _ schema: String) throws(PostgresFailure)
    -> Int
  {
    var name = PostgresParameters()
    name.add(schema)
    guard try connection.run(PostgresCall(PostgresSchema.findVersion, name)).number(0, 0) > 0 else {
      return 0
    }
    let rows = try connection.run(PostgresCall(PostgresSchema.readVersion))
    return rows.count > 0 ? Int(rows.number(0, 0)) : 0
  }

  /// The statements that make the schema, unless an administrator has made it, and its table of the version.
  private static func preparations(
    _ connection: PostgresConnection,
    _ schema: String
  ) throws(PostgresFailure) -> [PostgresCall] {
    let isThere = try exists(connection, schema)
    let make = isThere ? [] : [PostgresCall(PostgresStatement("CREATE SCHEMA \(schema)"))]
    return make + [PostgresCall(PostgresSchema.makeVersion)]
  }

  /// Whether there is a schema.
  static func exists(_ connection: PostgresConnection, _ schema: String) throws(PostgresFailure) -> Bool {
    var name = PostgresParameters()
    name.add(schema)
    return try connection.run(PostgresCall(PostgresSchema.findSchema, name)).number(0, 0) > 0
  }
}
