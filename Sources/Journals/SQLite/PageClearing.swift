import GRDB
import GRDBSQLite
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Clears the unused space of each page that is written to the database file.
///
/// SQLite overwrites a row that is removed, see `secure_delete`. But when it distributes the rows of a table over its pages
/// anew, copies of rows that were moved stay between the row pointers and the rows of a page, and remain when the rows
/// themselves are removed. Nothing reads that space, so it is zeroed on the way to the file: when pages of the write-ahead log are
/// moved there. The log still has the page then, so a crash loses nothing. The pages in the log and in memory stay as they are.
enum PageClearing {
  /// The functions of files, as SQLite has them, with what writes replaced; after each of them stands the original.
  private static let tables = Mutex<[FunctionTable: FunctionTable]>([:])

  /// A table of functions that is never changed nor released.
  private struct FunctionTable: @unchecked Sendable, Hashable {
    let functions: UnsafePointer<sqlite3_io_methods>
  }

  /// Makes a connection clear pages. Called before it writes any.
  static func begin(_ database: Database) throws {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = withUnsafeMutablePointer(to: &file) { file in
      sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, file)
    }
    guard code == SQLITE_OK, let file, let original = file.pointee.pMethods else {
      throw DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "SQLite has no file for the database")
    }
    file.pointee.pMethods = replacing(FunctionTable(functions: original)).functions
  }

  private static func replacing(_ original: FunctionTable) -> FunctionTable {
    tables.withLock { tables in
      if let known = tables[original] { return known }
      let functions = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 2)
      functions.initialize(repeating: original.functions.pointee, count: 2)
      functions[0].xWrite = PageClearing.write
      let replaced = FunctionTable(functions: UnsafePointer(functions))
      tables[original] = replaced
      return replaced
    }
  }

  private static let write:
    @convention(c) (UnsafeMutablePointer<sqlite3_file>?, UnsafeRawPointer?, CInt, sqlite3_int64) -> CInt = {
      (file, bytes, count, place) in
      guard let file, let bytes, let original = file.pointee.pMethods?[1] else { return SQLITE_IOERR }
      let page = UnsafeRawBufferPointer(start: bytes, count: Int(count))
      guard
        let unused = DatabasePage(page, at: Int(place)).unusedSpace(fileLength: { length(file, original) })
      else {
        return original.xWrite(file, bytes, count, place)
      }
      return withUnsafeTemporaryAllocation(byteCount: page.count, alignment: 8) { cleared in
        cleared.copyMemory(from: page)
        UnsafeMutableRawBufferPointer(rebasing: cleared[unused]).initializeMemory(
          as: UInt8.self,
          repeating: 0
        )
        return original.xWrite(file, cleared.baseAddress, count, place)
      }
    }

  private static func length(_ file: UnsafeMutablePointer<sqlite3_file>, _ original: sqlite3_io_methods)
    -> Int?
  {
    var length: sqlite3_int64 = 0
    return original.xFileSize(file, &length) == SQLITE_OK ? Int(length) : nil
  }
}

/// A page of a database file, as it is written: see https://sqlite.org/fileformat2.html.
struct DatabasePage {
  private static let headerOfFile = 100
  private static let pendingByte = 0x4000_0000
  private static let pageSizes = 512...65_536
  /// The sizes of the headers of pages of trees, by the bytes that they begin with: of interior pages and of leaves.
  private static let headers: [UInt8: Int] = [2: 12, 5: 12, 10: 8, 13: 8]
  /// The bytes of an entry in the pages that say what refers to each page.
  private static let bytesOfReference = 5

  private let bytes: UnsafeRawBufferPointer
  private let place: Int

  /// - Parameter place: its offset in the file.
  init(_ bytes: UnsafeRawBufferPointer, at place: Int) {
    self.bytes = bytes
    self.place = place
  }

  /// The space between the row pointers and the rows of a page of a tree; nil if it has none, if that is clear, and for every
  /// other page.
  ///
  /// - Parameter fileLength: the present length of the file in bytes; nil if that can't be found out.
  func unusedSpace(fileLength: () -> Int?) -> Range<Int>? {
    let size = bytes.count
    guard DatabasePage.pageSizes.contains(size), size & (size - 1) == 0, place % size == 0 else { return nil }
    let start = place == 0 ? DatabasePage.headerOfFile : 0
    let kind = bytes[start]
    guard let header = DatabasePage.headers[kind], !isReferences(kind) else { return nil }
    let pointers = start + header + 2 * number(at: start + 3)
    // A page of 65,536 bytes without rows has 0.
    let rows = number(at: start + 5)
    guard pointers < rows, rows <= size, bytes[pointers..<rows].contains(where: { $0 != 0 }) else {
      return nil
    }
    // A page that is not of a tree begins with the number of another page: its first byte is less than that of this kind as
    // long as there are not so many pages. What is beyond is written as it is.
    guard let length = fileLength(), length / size < Int(kind - 1) << 24 else { return nil }
    return pointers..<rows
  }

  /// Whether the page may be one of those that say what refers to each page, which can begin as interior pages do.
  private func isReferences(_ kind: UInt8) -> Bool {
    guard kind == 2 || kind == 5, place > 0 else { return false }
    let (number, pending) = (place / bytes.count + 1, DatabasePage.pendingByte / bytes.count + 1)
    let distance = bytes.count / DatabasePage.bytesOfReference + 1
    return (number - 2) % distance == 0 || (number == pending + 1 && (pending - 2) % distance == 0)
  }

  private func number(at offset: Int) -> Int { Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) }
}
