import GRDB

/// A source of prepared statements: a writable connection, or a read-only view of the files.
protocol SQLiteStatements {
  /// A prepared statement, which is cached, and its connection.
  func statement(_ sql: String) throws -> (handle: OpaquePointer, connection: OpaquePointer)
}

extension Database: SQLiteStatements {
  func statement(_ sql: String) throws -> (handle: OpaquePointer, connection: OpaquePointer) {
    let statement = try cachedStatement(sql: sql)
    guard let connection = sqliteConnection else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the connection is closed")
    }
    return (statement.sqliteStatement, connection)
  }
}
