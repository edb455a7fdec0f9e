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
  let directory: String
  let options: Options
  let state: Mutex<State>
  /// Appends come one after the other. It is locked before everything else.
  let writer = Mutex(LogWriter())
  /// Lets one at a time bring entries to the database: the mover, or who needs them there.
  let order = DispatchQueue(label: "arrange.journal.move")
  /// Wakes the mover.
  let moves = DispatchSemaphore(value: 0)

  /// Opens the journal in a directory, makes what is missing, and brings to the database what only the log has.
  ///
  /// - Throws: ``JournalError/Code/inUse``, ``JournalError/Code/unusable``, ``JournalError/Code/damaged`` or
  ///   ``JournalError/Code/failed``. Nothing that was stored is lost then.
  package init(directory: String, options: Options = Options()) throws(JournalError) {
    var store = try SQLiteJournal(directory: directory, options: options.store)
    let path = LogFile.path(in: directory)
    if let logged = store.logged {
      try LogRecords.bring(path, to: store, after: logged, options)
      // A checkpoint that was not complete ends with that.
      store.close()
      store = try SQLiteJournal(directory: directory, options: options.store)
    }
    JournalDirectory.remove(path)
    self.store = store
    self.directory = directory
    self.options = options
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

  package func close() {
    writer.withLock { writer in
      guard let wasUsable = state.withLock({ $0.stop.close() }) else { return }
      if wasUsable, let file = writer.file {
        do throws(JournalError) {
          try inOrder { () throws(JournalError) in while try moveSome() {} }
          try store.noteLog(isUsed: false)
          JournalDirectory.remove(file.path)
        } catch {
          // The log stays; it is read at the next start.
        }
      }
      writer.end()
      store.close()
      moves.signal()
    }
  }
}

extension LogRecords {
  /// Brings the entries that only the log has to the database, which needs no log then.
  ///
  /// - Parameter logged: the last record whose entries are there.
  fileprivate static func bring(
    _ path: String,
    to store: SQLiteJournal,
    after logged: UInt64,
    _ options: LoggedJournal.Options
  ) throws(JournalError) {
    guard JournalDirectory.exists(path) else {
      throw JournalError(
        .damaged,
        "\(path) is missing, which may have commits that are nowhere else; bring the file back or restore a backup"
      )
    }
    let bytes = try LogFile.read(path)
    // What is appended at a time, and the last record of it. All is read before anything is changed.
    var appends: [(entries: [JournalEntry], last: UInt64)] = []
    var count = Int.max
    for (content, sequence) in zip(try LogRecords(bytes, after: logged).contents, (logged + 1)...) {
      guard let entries = LogEntryCoding.read(content) else { throw damaged("a record of \(path)") }
      if count >= options.moveBytes {
        appends.append((entries, sequence))
        count = content.count
      } else {
        appends[appends.count - 1].entries += entries
        appends[appends.count - 1].last = sequence
        count += content.count
      }
    }
    for (entries, last) in appends {
      do throws(JournalError) { try store.append(entries, logged: last) } catch {
        guard error.code == .conflict else { throw error }
        throw JournalError(
          .damaged,
          "\(path) does not belong to the database beside it: \(error.message); restore a backup"
        )
      }
    }
    try store.noteLog(isUsed: false)
  }
}
