import ArrangeModel
import Engine

/// Finding out whether a schema can be a mirror, and making one of it.
enum MirrorTables {
  /// What a schema is.
  private struct Found {
    var role = ""
    var hasSchema = false
    var maySchema = false
    var mayStage = false
    var mayUse = false
    var mayMake = false
    /// The version of the tables; 0 if there are none.
    var version = 0
  }

  /// Makes the tables, or brings them up to date.
  static func prepare(_ connection: PostgresConnection, _ place: MirrorPlace) throws(PostgresFailure) {
    let known = MirrorSchema.migrations.count
    if try look(connection, place).version == known { return }
    var lock = PostgresParameters()
    lock.add(MirrorSchema.lockClass)
    lock.add(place.schema)
    _ = try connection.run([
      PostgresCall(PostgresSchema.begin), PostgresCall(PostgresSchema.lockSchema, lock),
    ])
    // Another server may have done it while this one waited.
    let found = try look(connection, place)
    guard found.version < known else {
      _ = try connection.run(PostgresCall(PostgresSchema.rollback))
      return
    }
    var calls: [PostgresCall] = []
    if !found.hasSchema { calls.append(PostgresCall("CREATE SCHEMA \(place.schema)")) }
    calls += MirrorSchema.migrations[found.version...].joined().map { PostgresCall($0) }
    calls.append(PostgresCall(MirrorSchema.outline(place.schema)))
    var parameters = PostgresParameters()
    parameters.add(Int32(known))
    if found.version == 0 {
      parameters.add(place.name.text)
      parameters.add(String(place.epoch, radix: 16))
      calls.append(PostgresCall(MirrorSchema.insertMirror, parameters))
    } else {
      calls.append(PostgresCall(MirrorSchema.updateMirror, parameters))
    }
    _ = try connection.run(calls + [PostgresCall(PostgresSchema.commit)])
  }

  /// Finds out whether the sink can write into its schema, without changing anything.
  static func check(_ connection: PostgresConnection, _ place: MirrorPlace) throws(PostgresFailure) {
    _ = try look(connection, place)
  }

  private static func look(
    _ connection: PostgresConnection,
    _ place: MirrorPlace
  ) throws(PostgresFailure) -> Found {
    let schema = place.schema
    var name = PostgresParameters()
    name.add(schema)
    let row = try connection.run(PostgresCall(MirrorSchema.look, name))
    func has(_ column: Int) -> Bool { row.number(0, column) != 0 }
    let encoding = row.text(0, 0)
    guard encoding == "UTF8" else {
      throw lack(
        "the database has the encoding \(encoding); name one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0"
      )
    }
    var found = Found(
      role: row.text(0, 1),
      hasSchema: has(2),
      maySchema: has(3),
      mayStage: has(4),
      mayUse: has(5),
      mayMake: has(6)
    )
    guard found.mayStage else {
      throw missing(found, "make temporary tables", "GRANT TEMPORARY ON DATABASE … TO \(found.role)")
    }
    guard found.hasSchema else {
      guard found.maySchema else {
        throw missing(
          found,
          "make the schema \(schema)",
          "CREATE SCHEMA \(schema) AUTHORIZATION \(found.role)"
        )
      }
      return found
    }
    guard found.mayUse else {
      throw missing(found, "use the schema \(schema)", "GRANT USAGE ON SCHEMA \(schema) TO \(found.role)")
    }
    guard !has(8) else {
      throw lack("the schema \(schema) has the lists of a server; give the sink another schema")
    }
    guard has(7) else {
      guard found.mayMake else {
        throw missing(
          found,
          "make tables in the schema \(schema)",
          "GRANT CREATE ON SCHEMA \(schema) TO \(found.role)"
        )
      }
      return found
    }
    found.version = try version(connection, place)
    try requireTables(connection, place, found)
    return found
  }

  /// The version of the tables, which have to be those of this sink.
  private static func version(
    _ connection: PostgresConnection,
    _ place: MirrorPlace
  ) throws(PostgresFailure) -> Int {
    let schema = place.schema
    let mirror = try connection.run(PostgresCall(MirrorSchema.readMirror))
    guard mirror.count == 1 else {
      throw lack("the table \(schema).mirror has no row; drop it with DROP SCHEMA \(schema) CASCADE")
    }
    let version = Int(mirror.number(0, 0))
    guard version <= MirrorSchema.migrations.count else {
      throw lack("the schema \(schema) was made by a newer version of the server")
    }
    let epoch = String(place.epoch, radix: 16)
    guard mirror.text(0, 2) == epoch else {
      throw lack(
        "the schema \(schema) is the mirror of another sink, \(mirror.text(0, 1)); give this one another schema, drop it with "
          + "DROP SCHEMA \(schema) CASCADE, or take it over with UPDATE \(schema).mirror SET epoch = '\(epoch)'"
      )
    }
    return version
  }

  private static func requireTables(
    _ connection: PostgresConnection,
    _ place: MirrorPlace,
    _ found: Found
  ) throws(PostgresFailure) {
    // Those of older versions are made complete.
    guard found.version == MirrorSchema.migrations.count else { return }
    let all = MirrorSchema.columns.flatMap { table, columns in columns.map { (table, $0) } }
    var parameters = PostgresParameters()
    parameters.add(place.schema)
    parameters.add(all.map(\.0))
    parameters.add(all.map(\.1))
    let row = try connection.run(PostgresCall(MirrorSchema.readLacks, parameters))
    guard row.isNull(0, 0) else {
      throw lack(
        "the schema \(place.schema) lacks \(row.text(0, 0)); add what is missing, or drop it with DROP SCHEMA \(place.schema) "
          + "CASCADE"
      )
    }
    guard row.isNull(0, 1) else {
      throw missing(
        found,
        "read and write the tables \(row.text(0, 1)) in the schema \(place.schema)",
        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(place.schema) TO \(found.role)"
      )
    }
  }

  private static func lack(_ message: String) -> PostgresFailure { PostgresFailure(.refused, message) }

  private static func missing(_ found: Found, _ right: String, _ statement: String) -> PostgresFailure {
    var failure = lack(
      "the role \(found.role) may not \(right); as an administrator, carry out \(statement)"
    )
    failure.state = PostgresFailure.missingRight
    return failure
  }
}

extension PostgresFailure {
  /// The SQLSTATE of a right that the role lacks.
  static let missingRight = "42501"
}
