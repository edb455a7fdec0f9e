import Engine
import GRDB
import GRDBSQLite

/// A prepared statement, which its connection caches.
///
/// Values are bound and read without copying: this is the hot path of every append. A query has to be
/// finished before the access to the connection ends; ``read(_:)`` and ``run()`` ensure that.
struct SQLiteQuery {
  private let handle: OpaquePointer
  private let connection: OpaquePointer

  init(_ database: some SQLiteStatements, _ sql: String) throws {
    (handle, connection) = try database.statement(sql)
  }

  // MARK: Binding

  func bind(_ value: Int64?, at index: CInt) throws {
    if let value {
      try check(sqlite3_bind_int64(handle, index, value))
    } else {
      try check(sqlite3_bind_null(handle, index))
    }
  }

  /// Binds bytes that have to stay valid until the query has run.
  func bind(_ bytes: UnsafeRawBufferPointer, at index: CInt) throws {
    // An empty blob is not NULL.
    guard let base = bytes.baseAddress, bytes.count > 0 else {
      try check(sqlite3_bind_zeroblob(handle, index, 0))
      return
    }
    try check(sqlite3_bind_blob64(handle, index, base, sqlite3_uint64(bytes.count), nil))
  }

  /// Binds text that has to stay valid until the query has run.
  func bindText(_ bytes: UnsafeBufferPointer<UInt8>, at index: CInt) throws {
    try bytes.withMemoryRebound(to: CChar.self) { text in
      try check(sqlite3_bind_text(handle, index, text.baseAddress, CInt(text.count), nil))
    }
  }

  // MARK: Running

  /// Runs a statement that returns no rows.
  func run() throws {
    defer { finish() }
    try check(sqlite3_step(handle), wanting: SQLITE_DONE)
  }

  /// Runs a statement and calls a closure with its rows until there are no more or the closure returns false.
  func read(_ row: (SQLiteQuery) throws -> Bool) throws {
    defer { finish() }
    while true {
      let code = sqlite3_step(handle)
      if code == SQLITE_DONE { return }
      try check(code, wanting: SQLITE_ROW)
      guard try row(self) else { return }
    }
  }

  /// The first column of the first row; nil if there is no row.
  func readNumber() throws -> Int64? {
    var result: Int64?
    try read { row in
      result = row.number(0)
      return false
    }
    return result
  }

  private func finish() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  private func check(_ code: CInt, wanting wanted: CInt = SQLITE_OK) throws {
    guard code == wanted else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
        message: String(cString: sqlite3_errmsg(connection))
      )
    }
  }

  // MARK: Columns of the current row

  func number(_ column: CInt) -> Int64 { sqlite3_column_int64(handle, column) }

  func optionalNumber(_ column: CInt) -> Int64? {
    sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : number(column)
  }

  /// The bytes of a blob or text.
  func bytes(_ column: CInt) throws -> [UInt8] { Array(try unsafeBytes(column)) }

  /// The bytes of a blob or text in SQLite's memory, valid until the next row.
  func unsafeBytes(_ column: CInt) throws -> UnsafeRawBufferPointer {
    guard let base = sqlite3_column_blob(handle, column) else {
      // A null pointer means no bytes, or no memory.
      if sqlite3_errcode(connection) == SQLITE_NOMEM { try check(SQLITE_NOMEM) }
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(start: base, count: Int(sqlite3_column_bytes(handle, column)))
  }
}
