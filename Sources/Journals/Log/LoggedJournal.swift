import Dispatch
package import Engine
import Synchronization

/// The journal of a server: a log in front of an ``SQLiteJournal``.
///
/// An append writes one record to the log and flushes it: one write and one flush, whatever the size. The
/// entries are flushed to the database later, on a separate thread, many appends in one transaction. So an
/// append waits only as long as the disk requires, and updating the pages of the database delays nobody. A
/// read waits until all appended entries of its collection are in the database.
///
/// Each transaction in the database contains the position of the last record. After a crash, opening the
/// journal flushes the entries of later records to the database. When the server ends normally, all entries
/// are in the database, and the log is removed.
///
/// Any error of the log or the database stops the journal: every further call fails, nothing is retried, and
/// the records in the log are available at the next start.
package final class LoggedJournal: Journal {
  /// The options of a journal.
  package struct Options: Sendable, Hashable {
    /// The database.
    package var store = SQLiteJournal.Options()
    /// The initial size of the log, in blocks.
    package var smallestLog = 256
    /// The maximum size of the log, in blocks. The log is extended when records take half of it, up to
    /// ``flushThreshold``, and if appends are faster than the database.
    package var largestLog = 2_048
    /// The size of the records in the log above which they are flushed to the database, in bytes.
    package var flushThreshold = 2 << 20
    /// The size of the records that are flushed in one transaction, in bytes; the last record may exceed it.
    /// Each transaction writes about ten pages besides the commits: of moves, with 256 KiB, twice their size
    /// is written to the write-ahead log, and with 1 MiB 1.3 times.
    package var moveBytes = 1 << 20
    /// Whether a journal that is created by opening it is removed when it is closed, with its directory,
    /// unless it is kept; see ``LoggedJournal/keep()``.
    package var isProvisional = false

    package init() {}
  }

  /// State that appends, flushes and reads share. It is locked for short times only.
  struct State {
    /// The state of the database once all records are flushed.
    var heads: JournalHeads
    /// How many more collections can be created.
    var collectionsLeft: Int64
    var waiting = WaitingRecords()
    /// Whether records are being flushed to the database, or about to be.
    var isFlushing = false
    /// Whether there is the thread that does it.
    var hasFlusher = false
    var stop = JournalStop()
    /// Called when the journal stops because of an error.
    var whenStopped: (@Sendable (JournalError) -> Void)?
  }

  let store: SQLiteJournal
  let directory: JournalDirectory
  let options: Options
  let state: Mutex<State>
  /// Findings at the opening that an operator should know of, in sentences. None of them means that
  /// acknowledged data was lost.
  package let notices: [String]
  /// The number of records that were flushed to the database at the opening.
  package let replayedRecords: Int
  /// Serializes appends. It is locked before everything else.
  let writer: Mutex<LogWriter>
  /// Serializes flushes to the database, by the flushing thread or by callers that need the entries there.
  let order = DispatchQueue(label: "arrange.journal.move")
  /// Wakes the flushing thread.
  let moves = DispatchSemaphore(value: 0)
  /// Whether the journal was created by opening it, and is to be removed unless it is kept.
  private let isProvisional: Atomic<Bool>

  /// Opens the journal in a directory, creates missing files, and flushes to the database what only the log
  /// has.
  ///
  /// All files are checked before any is changed: files that do not belong together, or are damaged, are left
  /// as they are.
  ///
  /// - Throws: ``JournalError/Code/inUse``, ``JournalError/Code/unusable``, ``JournalError/Code/damaged`` or
  ///   ``JournalError/Code/failed``. No stored data has been lost then.
  package init(directory path: String, options: Options = Options()) throws(JournalError) {
    let directory = try JournalDirectory(path)
    let isNew = !JournalDirectory.exists(SQLiteFile.path(in: path))
    let found = try LogCheck(path, try SQLiteCheck.contents(in: path, options.store))
    try found.checkEntries(options)
    directory.claim()
    var store = try SQLiteJournal(directory, options.store)
    if let log = found.log {
      try log.flush(to: store, options)
      // An incomplete checkpoint in the log can't be continued; closing and opening the database drops it.
      store.close()
      store = try SQLiteJournal(directory, options.store)
    }
    let facts = store.newestFacts
    guard let tag = facts.tag else { throw damaged("its table of facts").naming(store.path) }
    let mark = JournalMark(tag: tag, position: facts.ended ?? tag.start, isEnded: true)
    writer = Mutex(LogWriter(mark: try MarkFile(in: path, mark)))
    JournalDirectory.remove(LogFile.path(in: path))
    self.store = store
    self.directory = directory
    self.options = options
    notices = found.notices
    replayedRecords = found.log?.records.count ?? 0
    isProvisional = Atomic(options.isProvisional && isNew)
    state = Mutex(State(heads: store.heads, collectionsLeft: store.collectionsLeft))
  }

  deinit { close() }

  /// Throws an error if the journal has stopped.
  func checkUsable() throws(JournalError) {
    try state.withLock { (state) throws(JournalError) in try state.stop.check() }
  }

  /// Stops the journal, unless it has stopped already, and returns the error to throw.
  func stop(_ error: JournalError) -> JournalError { state.withLock { $0.stop.stop(error) } }

  package func whenStopped(_ body: @escaping @Sendable (JournalError) -> Void) {
    state.withLock { $0.whenStopped = body }
  }

  /// Keeps the journal, because it may be known to others from now on; see ``Options/isProvisional``.
  package func keep() { isProvisional.store(false, ordering: .relaxed) }

  package func close() {
    writer.withLock { writer in
      guard let wasUsable = state.withLock({ $0.stop.close() }) else { return }
      if wasUsable, let file = writer.file {
        do throws(JournalError) {
          try inOrder { () throws(JournalError) in while try flushSome() {} }
          try store.endLog()
          try writer.mark(isEnded: true)
          try writer.checkFiles()
          JournalDirectory.remove(file.path)
        } catch {
          // The log stays; it is read at the next start.
        }
      }
      writer.end()
      store.close()
      if wasUsable, isProvisional.load(ordering: .relaxed) { remove() }
      directory.release()
      moves.signal()
    }
  }

  /// Removes the files that were created by opening the journal.
  private func remove() {
    SQLiteFile.remove(store.path)
    for path in [JournalMark.path(in: directory.path), LogFile.path(in: directory.path)] {
      JournalDirectory.remove(path)
    }
    directory.disclaim()
  }
}
