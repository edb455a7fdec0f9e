import Engine
import GRDB
import GRDBSQLite
import Synchronization

/// A database as SQLite would open it, without opening any file for writing or creating one.
///
/// Wherever SQLite opens a database, it creates shared memory and may move the write-ahead log into the
/// database, or remove it. Here it reads through a custom file system, which returns the database's pages,
/// those in the log in preference to those in the file, and reports that the file is read-only.
final class SQLiteView: SQLiteStatements {
  private let connection: OpaquePointer
  private let fileSystem: ViewFileSystem
  private var statements: [String: OpaquePointer] = [:]

  /// - Parameter log: the pages in the write-ahead log; nil for the file alone.
  init(_ file: ReadOnlyFile, _ log: (pages: WriteAheadLog, file: ReadOnlyFile)?, maximumRowBytes: Int) throws
  {
    fileSystem = ViewFileSystem(ViewPages(file, log))
    var connection: OpaquePointer?
    let code = sqlite3_open_v2(
      "view",
      &connection,
      SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX,
      fileSystem.name
    )
    guard code == SQLITE_OK, let connection else {
      sqlite3_close_v2(connection)
      throw DatabaseError(resultCode: ResultCode(rawValue: code))
    }
    self.connection = connection
    sqlite3_extended_result_codes(connection, 1)
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, CInt(maximumRowBytes))
    let pragmas = "PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY"
    guard sqlite3_exec(connection, pragmas, nil, nil, nil) == SQLITE_OK else { throw error() }
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(connection)
  }

  func statement(_ sql: String) throws -> (handle: OpaquePointer, connection: OpaquePointer) {
    if let statement = statements[sql] { return (statement, connection) }
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw error()
    }
    statements[sql] = statement
    return (statement, connection)
  }

  private func error() -> DatabaseError {
    DatabaseError(
      resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
      message: String(cString: sqlite3_errmsg(connection))
    )
  }
}

/// The pages of a database: those in the write-ahead log, and the others from the file.
private final class ViewPages: Sendable {
  private static let walMark = 18..<20

  private let file: ReadOnlyFile
  private let log: (pages: WriteAheadLog, file: ReadOnlyFile)?

  init(_ file: ReadOnlyFile, _ log: (pages: WriteAheadLog, file: ReadOnlyFile)?) {
    self.file = file
    self.log = log
  }

  var length: Int { log.map { $0.pages.pageCount * $0.pages.pageSize } ?? file.length }

  /// Reads bytes.
  ///
  /// - Returns: their number; nil if they can't be read.
  func read(into bytes: UnsafeMutableRawBufferPointer, at place: Int) -> Int? {
    guard let count = readPage(into: bytes, at: place) else { return nil }
    // The two bytes mean that there is a write-ahead log, which SQLite must not look for here.
    for offset in ViewPages.walMark where (place..<place + count).contains(offset) {
      bytes[offset - place] = 1
    }
    return count
  }

  /// SQLite reads whole pages, or a part of one.
  private func readPage(into bytes: UnsafeMutableRawBufferPointer, at place: Int) -> Int? {
    guard let log else { return file.read(into: bytes, at: place) }
    let (page, offset) = place.quotientAndRemainder(dividingBy: log.pages.pageSize)
    guard offset + bytes.count <= log.pages.pageSize, let start = log.pages.pages[UInt32(page + 1)] else {
      return file.read(into: bytes, at: place)
    }
    return log.file.read(into: bytes, at: start + offset)
  }
}

/// A file system for SQLite with a single, read-only file.
private final class ViewFileSystem {
  private static let count = Atomic(0)

  private let system = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
  private let nameBytes: UnsafeMutablePointer<CChar>

  /// The name that it is registered with.
  var name: UnsafePointer<CChar> { UnsafePointer(nameBytes) }

  /// An open file; SQLite's part has to be the first member.
  private struct File {
    var base: sqlite3_file
    var pages: Unmanaged<ViewPages>
  }

  /// The functions for an open file.
  nonisolated(unsafe) private static let methods: UnsafePointer<sqlite3_io_methods> = {
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(to: sqlite3_io_methods())
    methods.pointee.iVersion = 1
    methods.pointee.xClose = { _ in SQLITE_OK }
    methods.pointee.xRead = { file, bytes, count, place in
      guard let bytes else { return SQLITE_IOERR | 1 << 8 }
      let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))
      guard let read = ViewFileSystem.pages(file)?.read(into: buffer, at: Int(place)) else {
        return SQLITE_IOERR | 1 << 8
      }
      if read == buffer.count { return SQLITE_OK }
      for index in read..<buffer.count { buffer[index] = 0 }
      return SQLITE_IOERR | 2 << 8  // SQLITE_IOERR_SHORT_READ
    }
    methods.pointee.xWrite = { _, _, _, _ in SQLITE_READONLY }
    methods.pointee.xTruncate = { _, _ in SQLITE_READONLY }
    methods.pointee.xSync = { _, _ in SQLITE_OK }
    methods.pointee.xFileSize = { file, size in
      size?.pointee = Int64(ViewFileSystem.pages(file)?.length ?? 0)
      return SQLITE_OK
    }
    methods.pointee.xLock = { _, _ in SQLITE_OK }
    methods.pointee.xUnlock = { _, _ in SQLITE_OK }
    methods.pointee.xCheckReservedLock = { _, isLocked in
      isLocked?.pointee = 0
      return SQLITE_OK
    }
    methods.pointee.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
    methods.pointee.xSectorSize = { _ in 4_096 }
    methods.pointee.xDeviceCharacteristics = { _ in SQLITE_IOCAP_IMMUTABLE }
    return UnsafePointer(methods)
  }()

  private static func pages(_ file: UnsafeMutablePointer<sqlite3_file>?) -> ViewPages? {
    guard let file else { return nil }
    return UnsafeRawPointer(file).assumingMemoryBound(to: File.self).pointee.pages.takeUnretainedValue()
  }

  init(_ pages: ViewPages) {
    let number = ViewFileSystem.count.wrappingAdd(1, ordering: .relaxed).newValue
    let text = Array("arrange-view-\(number)".utf8CString)
    nameBytes = UnsafeMutablePointer<CChar>.allocate(capacity: text.count)
    nameBytes.initialize(from: text, count: text.count)
    system.initialize(to: sqlite3_vfs())
    system.pointee.iVersion = 1
    system.pointee.szOsFile = CInt(MemoryLayout<File>.size)
    system.pointee.mxPathname = 512
    system.pointee.zName = UnsafePointer(nameBytes)
    system.pointee.pAppData = Unmanaged.passRetained(pages).toOpaque()
    system.pointee.xOpen = { system, _, file, flags, outFlags in
      guard let file, let data = system?.pointee.pAppData else { return SQLITE_CANTOPEN }
      file.pointee.pMethods = nil
      guard flags & SQLITE_OPEN_MAIN_DB != 0 else { return SQLITE_CANTOPEN }
      UnsafeMutableRawPointer(file).assumingMemoryBound(to: File.self).pointee.pages =
        Unmanaged<ViewPages>.fromOpaque(data)
      file.pointee.pMethods = ViewFileSystem.methods
      outFlags?.pointee = SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB
      return SQLITE_OK
    }
    system.pointee.xDelete = { _, _, _ in SQLITE_READONLY }
    system.pointee.xAccess = { _, _, _, result in
      // There is neither a journal nor a log beside the file.
      result?.pointee = 0
      return SQLITE_OK
    }
    system.pointee.xFullPathname = { _, path, count, result in
      guard let path, let result else { return SQLITE_CANTOPEN }
      var index = 0
      while index < Int(count) - 1, path[index] != 0 {
        result[index] = path[index]
        index += 1
      }
      result[index] = 0
      return SQLITE_OK
    }
    system.pointee.xRandomness = { _, count, bytes in
      for index in 0..<Int(count) { bytes?[index] = CChar.random(in: .min ... .max) }
      return count
    }
    system.pointee.xSleep = { _, _ in 0 }
    system.pointee.xCurrentTime = { _, time in
      time?.pointee = 0
      return SQLITE_OK
    }
    system.pointee.xGetLastError = { _, _, _ in 0 }
    sqlite3_vfs_register(system, 0)
  }

  deinit {
    sqlite3_vfs_unregister(system)
    if let data = system.pointee.pAppData { Unmanaged<ViewPages>.fromOpaque(data).release() }
    system.deallocate()
    nameBytes.deallocate()
  }
}
