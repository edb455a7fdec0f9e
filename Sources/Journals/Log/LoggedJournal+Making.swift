import Engine
import Foundation

/// Data directories that are created in one step.
extension LoggedJournal {
  /// The suffix of a directory that is not complete.
  private static let unfinished = ".unfinished"

  /// Creates a data directory with what a closure appends, durably and atomically.
  ///
  /// - Throws: ``JournalError/Code/conflict`` if something exists at the path, or an earlier attempt was cut
  ///   off there; otherwise the errors of the journal and of the closure.
  package static func make(_ path: String, _ body: (LoggedJournal) throws -> Void) throws {
    let path = JournalDirectory.withoutSlashes(path)
    let unfinished = path + LoggedJournal.unfinished
    for place in [path, unfinished] where JournalDirectory.exists(place) {
      throw JournalError(.conflict, "\(place) already exists; choose another path, or remove it")
    }
    do {
      let journal = try LoggedJournal(directory: unfinished)
      do {
        defer { journal.close() }
        try body(journal)
      }
      // Closing flushes the log to the database and removes it. If that failed, the log is still there.
      guard !JournalDirectory.exists(LogFile.path(in: unfinished)) else {
        throw JournalError(.failed, "\(unfinished) can't be written completely; is the disk full?")
      }
      try JournalDirectory.flush(unfinished)
      try JournalDirectory.rename(unfinished, to: path)
    } catch {
      try? FileManager.default.removeItem(atPath: unfinished)
      throw error
    }
  }
}
