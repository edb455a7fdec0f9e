package import Engine
import Synchronization

extension LoggedJournal {
  /// Removes unreferenced rows from the database, once everything that was appended is there. Between two
  /// slices, entries are flushed to the database if that is due.
  package func sweep(while isWanted: () -> Bool) throws(JournalError) {
    guard isWanted() else { return }
    try settle()
    do throws(JournalError) {
      while isWanted(), try inOrder({ () throws(JournalError) in try store.sweepSome() }) {}
    } catch {
      throw stop(error)
    }
  }

  package func erase(while isWanted: () -> Bool) throws(JournalError) -> JournalErasure {
    try sweep(while: isWanted)
    guard isWanted() else { return .incomplete }
    do throws(JournalError) {
      // Appends need not wait while most of it is moved.
      _ = try store.emptyLog()
      return try writer.withLock { (writer) throws(JournalError) in
        try checkUsable()
        // What was appended since; nothing more comes.
        try inOrder { () throws(JournalError) in
          while try flushSome() {}
          while try store.sweepSome() {}
        }
        if writer.file != nil, try !renewLog(&writer) { return .incomplete }
        return try store.emptyLog()
      }
    } catch {
      throw stop(error)
    }
  }

  /// Ends the log, all of which is in the database, as a normal end of the server does, and begins the next one: the blocks of a log
  /// are overwritten only when it has come round.
  ///
  /// - Returns: false if a checkpoint is in progress, whose other chunks are to come in the same log.
  private func renewLog(_ writer: inout LogWriter) throws(JournalError) -> Bool {
    guard !store.newestFacts.hasUnfinishedCheckpoint else { return false }
    try store.endLog()
    try writer.mark(isEnded: true)
    try writer.checkFiles()
    state.withLock { $0.waiting = WaitingRecords() }
    try begin(&writer)
    return true
  }
}
