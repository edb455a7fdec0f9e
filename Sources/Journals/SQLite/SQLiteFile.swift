import Engine
import GRDB
import GRDBSQLite

/// The database file: how it is created, checked and opened.
enum SQLiteFile {
  /// How long a statement waits for a lock that another program holds, in seconds. Only tools that inspect
  /// the database take one.
  private static let busyTimeout = 5.0
  /// How long the truncation of the write-ahead log waits for readers, while writes wait, in milliseconds.
  private static let truncationTimeout: CInt = 20
  /// The size above which the write-ahead log is truncated when it restarts, in bytes. Below, it keeps its
  /// size: a log that does not grow is flushed faster.
  private static let logSizeLimit = 64 << 20
  /// The page cache of a connection, in KiB.
  private static let cacheSize = 8_192
  private static let headerLength = 100
  private static let magic = Array("SQLite format 3\0".utf8)

  /// The path of the database file in a data directory.
  static func path(in directory: String) -> String { directory + "/journal.sqlite" }

  /// Removes a database with the files that SQLite keeps beside it.
  static func remove(_ path: String) {
    for suffix in ["", "-journal", "-wal", "-shm"] { JournalDirectory.remove(path + suffix) }
  }

  /// Checks the database file, without opening it as a database.
  static func check(_ path: String, hasLog: Bool) throws(JournalError) {
    guard try !JournalDirectory.checkRegular(path + "-journal") else {
      throw JournalError(
        .damaged,
        "\(path)-journal is there, which no journal of this server ever has: SQLite would change the database by it; remove it"
      )
    }
    let header = try JournalDirectory.firstBytes(headerLength, of: path)
    try check(path, header)
    // SQLite would not detect a file that is cut off in its last page.
    guard !hasLog else { return }
    let size = UInt64(header[16]) << 8 | UInt64(header[17])
    guard
      (JournalDirectory.length(of: path) ?? 0) >= (size == 1 ? 65_536 : size)
        * UInt64(number(in: header, at: 28))
    else {
      throw JournalError(
        .damaged,
        "\(path) is damaged: it is cut off, or \(path)-wal is missing, empty or damaged; \(LogRecords.advice)"
      )
    }
  }

  private static func number(in header: [UInt8], at offset: Int) -> UInt32 {
    header[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Checks the header of a file, since opening the database could already change it.
  private static func check(_ path: String, _ header: [UInt8]) throws(JournalError) {
    // The two bytes after the page size mean that there is a write-ahead log.
    guard header.count == headerLength, header.starts(with: magic), header[18...19] == [2, 2] else {
      throw JournalError(
        .damaged,
        "\(path) is damaged: it does not begin as the database of a journal does; \(LogRecords.advice)"
      )
    }
    let version = number(in: header, at: 60)
    guard number(in: header, at: 68) == SQLiteSchema.applicationID else {
      throw JournalError(.unusable, "\(path) is a database, but not a journal of this server")
    }
    guard version <= SQLiteSchema.formatVersion else {
      throw JournalError(
        .unusable,
        "\(path) has format \(version), made by a newer version of the server; "
          + "this one reads format \(SQLiteSchema.formatVersion)"
      )
    }
    let known = [
      SQLiteSchema.formatVersion, SQLiteSchema.formatWithoutPlacements, SQLiteSchema.formatWithoutIdentity,
    ]
    guard known.contains(version) else {
      throw JournalError(.damaged, "\(path) is damaged: there is no format \(version); \(LogRecords.advice)")
    }
  }

  /// Creates an empty journal under another name first, so that a crash leaves all of it or nothing.
  static func make(_ path: String, _ options: SQLiteJournal.Options) throws(JournalError) {
    let new = path + ".new"
    remove(new)
    do {
      try JournalDirectory.makeEmpty(new)
      let queue = try open(new, readOnly: false, options)
      try queue.inDatabase { database in
        try database.execute(sql: SQLiteSchema.begin)
        for table in SQLiteSchema.tables { try database.execute(sql: table) }
        var facts = SQLiteFacts()
        try facts.set(.collections, 0, database)
        try facts.identify(digest: 0, database)
        try facts.seal(database)
        try database.execute(sql: "PRAGMA application_id = \(SQLiteSchema.applicationID)")
        try database.execute(sql: SQLiteSchema.commit)
        // Closing would checkpoint the log as well, but does not report failures; and the log would stay
        // behind when the file is renamed.
        guard try checkpointWAL(database, SQLITE_CHECKPOINT_TRUNCATE) else {
          throw JournalError(.failed, "\(new) is used by another program")
        }
      }
      try queue.close()
    } catch {
      throw translate(error, path, isOpening: true)
    }
    try JournalDirectory.flush(new)
    try JournalDirectory.rename(new, to: path)
  }

  /// Moves the write-ahead log into the database (SQLite's checkpoint).
  ///
  /// - Returns: whether all of it was moved; false if a reader needs it.
  static func checkpointWAL(_ database: Database, _ mode: CInt) throws -> Bool {
    var (length, moved): (CInt, CInt) = (0, 0)
    sqlite3_busy_timeout(database.sqliteConnection, truncationTimeout)
    defer { sqlite3_busy_timeout(database.sqliteConnection, CInt(busyTimeout * 1_000)) }
    let code = sqlite3_wal_checkpoint_v2(database.sqliteConnection, nil, mode, &length, &moved)
    if code & 0xFF == SQLITE_BUSY { return false }
    guard code == SQLITE_OK else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code),
        message: String(cString: sqlite3_errmsg(database.sqliteConnection))
      )
    }
    return length == moved
  }

  /// Opens a connection.
  static func open(
    _ path: String,
    readOnly: Bool,
    holdsTransaction: Bool = false,
    _ options: SQLiteJournal.Options
  ) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = holdsTransaction
    configuration.readonly = readOnly
    configuration.foreignKeysEnabled = false
    configuration.busyMode = .timeout(busyTimeout)
    configuration.label = readOnly ? "journal.reader" : "journal.writer"
    configuration.prepareDatabase { database in
      var pragmas = ["cell_size_check = ON", "cache_size = -\(cacheSize)", "trusted_schema = OFF"]
      if !readOnly {
        try PageClearing.begin(database)
        pragmas += [
          // The order matters: `auto_vacuum` can't be set once the database has content. Older databases were
          // created without it.
          "page_size = \(options.pageSize)", "auto_vacuum = INCREMENTAL", "journal_mode = WAL",
          "synchronous = FULL",
          // Removed content is overwritten, see also ``PageClearing``: also in pages that become free, since one of them that
          // is used again for the end of a long row would keep the rest of what it had. The sweep returns free pages to
          // the file system.
          "secure_delete = ON",
          // The log is moved by ``SQLiteWriter/checkpointWAL()``, which checks for errors; SQLite's automatic
          // checkpoint does not.
          "wal_autocheckpoint = 0", "journal_size_limit = \(logSizeLimit)",
        ]
        if let pages = options.maximumPages { pragmas.append("max_page_count = \(pages)") }
      }
      for pragma in pragmas { try database.execute(sql: "PRAGMA \(pragma)") }
      sqlite3_limit(database.sqliteConnection, SQLITE_LIMIT_LENGTH, CInt(options.maximumRowBytes))
    }
    limitHeap(options.maximumRowBytes)
    return try DatabaseQueue(path: path, configuration: configuration)
  }
}

extension SQLiteFile {
  /// The memory that SQLite may use besides two rows, in bytes: for pages, statements and internal data.
  private static let heapBesideRows: Int64 = 32 << 20

  /// Limits SQLite's memory to what rows need. SQLite checks the maximum size of a row when it is written;
  /// when it is read, it allocates as much as a damaged length says. The limit applies to the whole process,
  /// so the journal with the largest rows determines it.
  static func limitHeap(_ maximumRowBytes: Int) {
    let limit = 2 * Int64(maximumRowBytes) + heapBesideRows
    if sqlite3_hard_heap_limit64(-1) < limit { sqlite3_hard_heap_limit64(limit) }
  }
}

extension JournalError {
  /// The same error, with the name of the damaged file.
  func naming(_ path: String) -> JournalError {
    message.contains(path) ? self : JournalError(code, "\(path): \(message)")
  }
}

/// An error of the journal for any error.
///
/// - Parameter isOpening: whether the journal is being opened.
func translate(_ error: any Error, _ path: String, isOpening: Bool) -> JournalError {
  if let error = error as? JournalError { return error.code == .damaged ? error.naming(path) : error }
  guard let error = error as? DatabaseError else { return JournalError(.failed, "\(path): \(error)") }
  let message = error.message ?? "\(error.resultCode)"
  switch error.resultCode {
  case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_ERROR, .SQLITE_TOOBIG:
    return JournalError(.damaged, "\(path) is damaged: \(message); \(LogRecords.advice)")
  case .SQLITE_FULL:
    return JournalError(.failed, "\(path) can't grow: \(message); make room and start the server again")
  case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
    return JournalError(isOpening ? .unusable : .failed, "\(path) can't be opened for writing: \(message)")
  default:
    let what = "\(message) (SQLite \(error.extendedResultCode.rawValue))"
    return JournalError(.failed, "\(path): reading or writing failed: \(what)")
  }
}
