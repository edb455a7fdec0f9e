import GRDB

/// Where statements are prepared: a connection that can write, or a view of files that are only looked at.
protocol SQLiteStatements {
  /// A prepared statement, kept for the next time, and the connection that it belongs to.
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
