import Foundation

/// What a server needs of its database, found out when it is opened: each lack is named, with what to do about it.
extension PostgresSession {
  /// How many connections a server has: one writes, one reads, and one is for the lease and the other nodes. Each backup has one
  /// more.
  private static let connections = 3
  /// For how long connections beside the first one are tried, in seconds: those of a process that has just ended may count
  /// still.
  private static let patience = 4
  /// The time of one attempt, in milliseconds. A pooler without a free connection lets clients wait.
  private static let attemptMilliseconds = 3_000
  /// The pause between two attempts, in seconds.
  private static let pause = 0.1

  /// Opens the other connections of a server while the first one is open, and checks that each of them is a session of its own.
  ///
  /// - Parameters:
  ///   - first: the connection that writes.
  ///   - application: the name that the database shows for the connections; nil for that of the process.
  ///   - limits: those of the connection for polls.
  /// - Throws: the kind ``PostgresFailure/Kind/refused`` if the database or a pooler does not give a server what it needs.
  static func openOthers(
    beside first: PostgresConnection,
    _ address: PostgresAddress,
    schema: String,
    application: String? = nil,
    polling limits: PostgresConnection.Limits = .init()
  ) throws(PostgresFailure) -> (reading: PostgresConnection, polling: PostgresConnection) {
    let end = ContinuousClock.now + .seconds(patience)
    func open(
      _ number: Int,
      _ limits: PostgresConnection.Limits
    ) throws(PostgresFailure) -> PostgresConnection {
      var attempt = limits
      attempt.connect = min(limits.connect, attemptMilliseconds)
      // A pooler may take the connection, and keep its first statement.
      attempt.run = min(limits.run, attemptMilliseconds)
      while true {
        do throws(PostgresFailure) {
          let connection = try PostgresSession.open(
            address,
            schema: schema,
            application: application,
            attempt
          )
          connection.limits = limits
          return connection
        } catch {
          guard error.kind == .lost || error.kind == .passing else { throw error }
          // If the first one is lost, too, the database can't be reached.
          _ = try first.run(PostgresCall(PostgresSchema.readSettings))
          guard ContinuousClock.now < end else { throw tooFew(number - 1, error) }
          Thread.sleep(forTimeInterval: pause)
        }
      }
    }
    let others = (reading: try open(2, .init()), polling: try open(3, limits))
    try requireSessions([first, others.reading, others.polling])
    return others
  }

  private static func tooFew(_ count: Int, _ cause: PostgresFailure) -> PostgresFailure {
    var failure = PostgresFailure(
      .refused,
      "a server needs \(connections) connections at the same time, and one more for each backup, and gets \(count); raise the "
        + "CONNECTION LIMIT of the role or the database, max_connections of PostgreSQL, or the pool of a pooler "
        + "(\(cause.message))"
    )
    failure.lack = .connections
    return failure
  }

  /// Checks, as ``openOthers(beside:_:schema:application:polling:)``, whether a server would get its connections. If it would
  /// not because servers are running that have got theirs, there are enough.
  static func checkOthers(
    beside first: PostgresConnection,
    _ address: PostgresAddress,
    schema: String
  ) throws(PostgresFailure) {
    do throws(PostgresFailure) { _ = try openOthers(beside: first, address, schema: schema) } catch {
      guard error.lack == .connections else { throw error }
      let held = try first.run(PostgresCall(PostgresSchema.countServerConnections)).number(0, 0)
      guard held >= connections else { throw error }
    }
  }

  /// How often each connection is asked for its mark, in both orders.
  private static let markRounds = 2

  /// Throws an error unless each connection has a session of the database for itself: it leaves a mark in its session, and has to
  /// find it there in later transactions.
  static func requireSessions(_ connections: [PostgresConnection]) throws(PostgresFailure) {
    let marked = connections.map { (connection: $0, mark: String(UInt64.random(in: 1 ... .max), radix: 36)) }
    for (connection, mark) in marked {
      var parameters = PostgresParameters()
      parameters.add(mark)
      _ = try connection.run(PostgresCall(PostgresSchema.markSession, parameters))
    }
    // Backwards first: a pooler that goes around its sessions could give each connection the one that it has marked.
    for _ in 0..<markRounds {
      for (connection, mark) in marked.reversed() + marked {
        guard try connection.run(PostgresCall(PostgresSchema.readMark)).text(0, 0) == mark else {
          throw PostgresFailure(
            .refused,
            "a pooler gives each transaction any session of the database, and a server needs sessions of its own; set the pooler "
              + "to session mode (pool_mode = session in PgBouncer), or connect to PostgreSQL itself"
          )
        }
      }
    }
  }

  // MARK: Rights

  /// Throws an error if the role lacks a right on the database, the schema or a table. It says how the right is granted.
  static func requireRights(_ connection: PostgresConnection, _ schema: String) throws(PostgresFailure) {
    var name = PostgresParameters()
    name.add(schema)
    // Others may have tables in the same schema.
    name.add(PostgresSchema.tables)
    let row = try connection.run(PostgresCall(PostgresSchema.readRights, name))
    let role = row.text(0, 0)
    func has(_ column: Int) -> Bool { row.number(0, column) != 0 }
    func missing(_ right: String, _ statement: String) -> PostgresFailure {
      PostgresFailure(
        .refused,
        "the role \(role) may not \(right); as an administrator, carry out \(statement)"
      )
    }
    guard has(1) else {
      if has(3) { return }
      throw missing("make the schema \(schema)", "CREATE SCHEMA \(schema) AUTHORIZATION \(role)")
    }
    guard has(4) else {
      throw missing("use the schema \(schema)", "ALTER SCHEMA \(schema) OWNER TO \(role)")
    }
    guard has(2) || has(5) else {
      throw missing("make tables in the schema \(schema)", "ALTER SCHEMA \(schema) OWNER TO \(role)")
    }
    guard row.isNull(0, 6) else {
      throw missing(
        "read and write the tables \(row.text(0, 6)) in the schema \(schema)",
        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(schema) TO \(role)"
      )
    }
  }
}

extension PostgresSchema {
  /// A setting by which a connection knows its session again.
  static let markSession = PostgresStatement("SELECT set_config('arrange.session', $1::text, false)")
  static let readMark = PostgresStatement("SELECT coalesce(current_setting('arrange.session', true), '')")
  /// The role; whether there is the schema, whether it has tables, whether the role may make the schema, use it, and make tables
  /// in it; and the tables of it that the role may not read or write, NULL if there are none.
  static let readRights = PostgresStatement(
    """
    SELECT quote_ident(current_user), n.oid IS NOT NULL, \
    EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = n.oid AND c.relname = 'schema_version'), \
    has_database_privilege(current_database(), 'CREATE'), has_schema_privilege(n.oid, 'USAGE'), \
    has_schema_privilege(n.oid, 'CREATE'), \
    (SELECT string_agg(c.relname, ', ' ORDER BY c.relname) FROM pg_class c \
    WHERE c.relnamespace = n.oid AND c.relkind = 'r' AND c.relname = ANY ($2::text[]) \
    AND NOT (has_table_privilege(c.oid, 'SELECT') \
    AND has_table_privilege(c.oid, 'INSERT') AND has_table_privilege(c.oid, 'UPDATE') \
    AND has_table_privilege(c.oid, 'DELETE'))) \
    FROM (SELECT $1::text AS name) wanted LEFT JOIN pg_namespace n ON n.nspname = wanted.name
    """
  )
  /// The number of connections that servers have with the same role.
  static let countServerConnections = PostgresStatement(
    """
    SELECT count(*) FROM pg_stat_activity WHERE usename = current_user AND pid <> pg_backend_pid() \
    AND application_name ~ '^arranged [0-9a-f]{16}'
    """
  )
}
