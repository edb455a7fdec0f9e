package import Engine
import Synchronization

extension LoggedJournal {
  /// Removes what nobody reads any more from the database, when everything that was appended is there. Entries are brought to
  /// the database between two slices where they have to be.
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
