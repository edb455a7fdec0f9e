import ArrangeModel
import Engine

/// Opening connections for a journal.
enum PostgresSession {
  /// The oldest version of the server that is supported, as the protocol tells it.
  static let leastServerVersion = 140_000

  /// Connects and sets up the connection.
  ///
  /// - Parameter application: the name that the server shows for the connection; nil for that of the process.
  static func open(
    _ address: PostgresAddress,
    schema: String,
    application: String? = nil,
    _ limits: PostgresConnection.Limits = .init()
  ) throws(PostgresFailure) -> PostgresConnection {
    let connection = try PostgresConnection(address, limits)
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
      limits.statement, limits.lock, probe.after, probe.every, probe.count,
      PostgresConnection.peerMilliseconds,
    ] { parameters.add("\(number)") }
    if let application { parameters.add(application) } else { parameters.addNull() }
    _ = try connection.run(PostgresCall(PostgresSchema.configure, parameters))
    return connection
  }

  /// Opens a connection for reading.
  static func openReader(
    _ address: PostgresAddress,
    schema: String,
    application: String? = nil
  ) throws(PostgresFailure) -> PostgresConnection {
    let connection = try open(address, schema: schema, application: application)
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
      if found == 0 { _ = try connection.run(try preparations(connection, schema)) }
      for part in PostgresSchema.migrations[found...].joined() { try carryOut(part, connection) }
      var calls: [PostgresCall] = []
      if found < known {
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

  /// The number of collections whose slots are filled in at once.
  private static let fillCount: Int64 = 10_000

  private static func carryOut(_ part: PostgresMigration, _ connection: PostgresConnection) throws {
    switch part {
    case .statement(let text): _ = try connection.run(PostgresCall(PostgresStatement(text)))
    case .lockWriter:
      var parameters = PostgresParameters()
      parameters.add(PostgresSchema.lockClass)
      if try connection.run(PostgresCall(PostgresSchema.lockWriter, parameters)).number(0, 0) == 1 { return }
      let holder = try connection.run(PostgresCall(PostgresSchema.findHolder))
      throw JournalError(
        .inUse,
        "the database is in use by a server of an older version, \(holder.text(0, 0)) since \(holder.text(0, 1)); stop it "
          + "before servers of this version start"
      )
    case .fillSlots:
      var last: Int64 = 0
      while true {
        let rows = try connection.run(
          PostgresCall(PostgresSchema.readNames, PostgresParameters(last, fillCount))
        )
        if rows.count == 0 { return }
        let slots = (0..<rows.count).map { Int64(Slot.of(Identifier(unchecked: rows.text($0, 1)))) }
        var parameters = PostgresParameters()
        parameters.add((0..<rows.count).lazy.map { rows.number($0, 0) }, count: rows.count)
        parameters.add(slots, count: rows.count)
        _ = try connection.run(PostgresCall(PostgresSchema.fillSlots, parameters))
        last = rows.number(rows.count - 1, 0)
      }
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
