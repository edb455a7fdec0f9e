package import Engine
import Foundation
import Synchronization

/// The size of the journal.
extension LoggedJournal {
  package var space: JournalSpace {
    var space = JournalSpace()
    space.waiting = state.withLock { $0.waiting.byteCount }
    space.log = LoggedJournal.size(of: LogFile.path(in: directory.path))
    space.database = ["", "-wal"].reduce(0) { $0 + LoggedJournal.size(of: store.path + $1) }
    space.free = store.freeBytes
    return space
  }

  /// The size of a file in bytes; 0 if it does not exist.
  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}
