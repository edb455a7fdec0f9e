import Dispatch
package import Engine
import Synchronization

/// The journal of a server: a log in front of an ``SQLiteJournal``.
///
/// An append writes one record to the log and flushes that: one write and one flush, whatever there is to write. The
/// database gets the entries later, on a thread of its own, many appends in one transaction; so what an append waits for is
/// as short as the disk allows, and moving pages about holds up nobody. What is read is in the database first: a read waits
/// until what was appended of its collection is there.
///
/// The database notes in each transaction which record was the last one. After a crash the opening brings the entries of the
/// later ones to the database. Where the server ends as it should, all of them are there, and the log goes away.
///
/// Whatever is wrong with the log or the database stops the journal: every further call fails, nothing is tried again, and
/// what the log has is there at the next start.
package final class LoggedJournal: Journal {
  /// What can be set for a journal.
  package struct Options: Sendable, Hashable {
    /// The database.
    package var store = SQLiteJournal.Options()
    /// How long the log is at first, in blocks, …
    package var smallestLog = 256
    /// … and at most. It becomes longer where appends are faster than the database.
    package var largestLog = 1_024
    /// From how many bytes on that wait in the log their entries are brought to the database …
    package var moveThreshold = 512 << 10
    /// … and of how many bytes in one transaction, or of a record more.
    package var moveBytes = 256 << 10
    /// Whether a journal that the opening makes goes away when it closes, with its directory, unless it is kept; see
    /// ``LoggedJournal/keep()``.
    package var isProvisional = false

    package init() {}
  }

  /// What appends, moves and reads share. It is locked for moments only.
  struct State {
    /// What the database will have when all records are there.
    var heads: JournalHeads
    /// How many collections can still be made.
    var collectionsLeft: Int64
    var waiting = WaitingRecords()
    /// Whether records are brought to the database, or about to be.
    var isMoving = false
    var stop = JournalStop()
    /// Who is told when the journal stops by itself.
    var whenStopped: (@Sendable (JournalError) -> Void)?
  }

  let store: SQLiteJournal
  let directory: JournalDirectory
  let options: Options
  let state: Mutex<State>
  /// What was found at the opening that somebody should know of, in sentences. Nothing acknowledged is lost by it.
  package let notices: [String]
  /// The number of records that the opening moved from the log to the database.
  package let replayedRecords: Int
  /// The newest log that the journal had.
  let tag: LogTag
  /// Appends come one after the other. It is locked before everything else.
  let writer: Mutex<LogWriter>
  /// Lets one at a time bring entries to the database: the mover, or who needs them there.
  let order = DispatchQueue(label: "arrange.journal.move")
  /// Wakes the mover.
  let moves = DispatchSemaphore(value: 0)
  /// Whether the opening has made what is there, and nobody may know of it yet.
  private let isProvisional: Atomic<Bool>

  /// Opens the journal in a directory, makes what is missing, and brings to the database what only the log has.
  ///
  /// All files are looked at before any is changed: what does not belong together, or is damaged, is left as it is.
  ///
  /// - Throws: ``JournalError/Code/inUse``, ``JournalError/Code/unusable``, ``JournalError/Code/damaged`` or
  ///   ``JournalError/Code/failed``. Nothing that was stored is lost then.
  package init(directory path: String, options: Options = Options()) throws(JournalError) {
    let directory = try JournalDirectory(path)
    let isNew = !JournalDirectory.exists(SQLiteFile.path(in: path))
    let found = try LogCheck(path, try SQLiteCheck.contents(in: path, options.store))
    try found.checkEntries(options)
    directory.claim()
    var store = try SQLiteJournal(directory, options.store)
    if let log = found.log {
      try log.bring(to: store, options)
      // A checkpoint that was not complete ends with that.
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
    self.tag = tag
    notices = found.notices
    replayedRecords = found.log?.records.count ?? 0
    isProvisional = Atomic(options.isProvisional && isNew)
    state = Mutex(State(heads: store.heads, collectionsLeft: store.collectionsLeft))
  }

  deinit { close() }

  /// Fails where the journal has stopped.
  func checkUsable() throws(JournalError) {
    try state.withLock { (state) throws(JournalError) in try state.stop.check() }
  }

  /// Stops the journal, unless it has stopped already, and gives the error to throw.
  func stop(_ error: JournalError) -> JournalError { state.withLock { $0.stop.stop(error) } }

  package func whenStopped(_ body: @escaping @Sendable (JournalError) -> Void) {
    state.withLock { $0.whenStopped = body }
  }

  /// Says that somebody may know of the journal from now on, so that it stays; see ``Options/isProvisional``.
  package func keep() { isProvisional.store(false, ordering: .relaxed) }

  package func close() {
    writer.withLock { writer in
      guard let wasUsable = state.withLock({ $0.stop.close() }) else { return }
      if wasUsable, let file = writer.file {
        do throws(JournalError) {
          try inOrder { () throws(JournalError) in while try moveSome() {} }
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

  /// Removes what the opening has made.
  private func remove() {
    SQLiteFile.remove(store.path)
    for path in [JournalMark.path(in: directory.path), LogFile.path(in: directory.path)] {
      JournalDirectory.remove(path)
    }
    directory.disclaim()
  }
}
