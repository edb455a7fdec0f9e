package import Engine
import GRDB
import Synchronization

/// The removal of unused rows while no append waits.
extension SQLiteJournal {
  package func sweep(while isWanted: () -> Bool) throws(JournalError) {
    while isWanted(), try sweepSome() {}
  }

  package func erase(while isWanted: () -> Bool) throws(JournalError) -> JournalErasure {
    while isWanted() { if try !sweepSome() { return try emptyLog() } }
    return .incomplete
  }

  /// Moves the write-ahead log into the database, whose pages are cleared on the way, and truncates it.
  ///
  /// - Returns: whether nothing unreadable is in the files: not while a snapshot needs the log, and not in a database that
  ///   keeps its free pages because it was created without `auto_vacuum`.
  func emptyLog() throws(JournalError) -> JournalErasure {
    try writer.withLock { (writer) throws(JournalError) in
      try checkUsable()
      do {
        let isEmpty = try writer.emptyLog(shared)
        return try isEmpty && writer.freePages() == 0 ? .complete : .incomplete
      } catch {
        throw stop(error)
      }
    }
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
  /// The size of a slice, as the number of entries of an append that removes as much.
  private static let entriesOfSlice = 64
  /// The number of free pages that are returned at a time: 1 MiB.
  private static let pagesOfSlice = 64

  fileprivate mutating func sweepSome(_ shared: borrowing Mutex<SQLiteJournal.Shared>) throws -> Bool {
    if !garbage.isEmpty {
      hasSwept = true
      try transaction { try sweep(SQLiteWriter.entriesOfSlice, $0) }
      try checkpointWALIfDue(shared, isIdle: true)
      return true
    }
    if let number = trimmedRuns.popFirst() {
      hasSwept = true
      try transaction { try rewriteTrimmedRun(of: number, $0) }
      return true
    }
    if try givePagesBack() {
      hasSwept = true
      try checkpointWALIfDue(shared, isIdle: true)
      return true
    }
    // The log has old pages, and the file is truncated only when they are moved.
    if hasSwept { try emptyLog(shared) }
    hasSwept = false
    return false
  }

  /// The number of free pages, which have what was in them.
  fileprivate func freePages() throws -> Int {
    try queue.inDatabase { try Int.fetchOne($0, sql: "PRAGMA freelist_count") ?? 0 }
  }

  /// Returns some free pages to the file system, in one transaction.
  ///
  /// - Returns: false if there are none, or the database was created without `auto_vacuum`.
  private func givePagesBack() throws -> Bool {
    let canShrink = try queue.inDatabase { try Int.fetchOne($0, sql: "PRAGMA auto_vacuum") != 0 }
    guard canShrink, try freePages() > 0 else { return false }
    try transaction { try $0.execute(sql: "PRAGMA incremental_vacuum(\(SQLiteWriter.pagesOfSlice))") }
    return true
  }
}
