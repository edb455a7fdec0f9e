package import Engine
import GRDB
import Synchronization

/// The removal of what nobody reads any more, where nobody waits for the journal.
extension SQLiteJournal {
  package func sweep(while isWanted: () -> Bool) throws(JournalError) {
    while isWanted(), try sweepSome() {}
  }

  /// Sweeps one slice.
  ///
  /// - Returns: whether there is more.
  func sweepSome() throws(JournalError) -> Bool {
    try writer.withLock { (writer) throws(JournalError) in
      try checkUsable()
      do { return try writer.sweepSome(shared) } catch { throw stop(error) }
    }
  }
}

extension SQLiteWriter {
  /// As much as an append of so many entries would remove.
  private static let entriesOfSlice = 64
  /// How many free pages are given back at a time: 1 MiB.
  private static let pagesOfSlice = 64

  fileprivate mutating func sweepSome(_ shared: borrowing Mutex<SQLiteJournal.Shared>) throws -> Bool {
    if !garbage.isEmpty {
      hasSwept = true
      try transaction { try sweep(SQLiteWriter.entriesOfSlice, $0) }
      try moveLogIfDue(shared, isIdle: true)
      return true
    }
    if try givePagesBack() {
      hasSwept = true
      try moveLogIfDue(shared, isIdle: true)
      return true
    }
    // The log has old pages, and the file becomes shorter when it is moved.
    if hasSwept { try emptyLog(shared) }
    hasSwept = false
    return false
  }

  /// Gives some free pages back to the file system, in one transaction.
  ///
  /// - Returns: false where there are none, or the database was made without the means for it.
  private func givePagesBack() throws -> Bool {
    let isFree = try queue.inDatabase { database in
      let free = try Int.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0
      return try free > 0 && Int.fetchOne(database, sql: "PRAGMA auto_vacuum") != 0
    }
    guard isFree else { return false }
    try transaction { try $0.execute(sql: "PRAGMA incremental_vacuum(\(SQLiteWriter.pagesOfSlice))") }
    return true
  }
}
