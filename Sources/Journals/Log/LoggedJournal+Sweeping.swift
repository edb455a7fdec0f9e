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
}
