import ArrangeModel
package import Engine
import GRDB
import Synchronization

/// The journal in an SQLite database. A server has it behind the log of a ``LoggedJournal``.
///
/// The directory holds `journal.sqlite`, its write-ahead log and a lock file. One connection does every write
/// and moves the log into the database; its durability is `synchronous = FULL`: a COMMIT returns when the log
/// is flushed. A second connection, which can't write, serves reads, so that loading and history never hold
/// up the writer.
///
/// Whatever is wrong with a write, a flush or a checksum stops the journal: every further call fails, nothing
/// is tried again, and nothing more is written, not even on closing.
package final class SQLiteJournal: Journal {
  /// What can be set for a journal.
  package struct Options: Sendable, Hashable {
    /// The size of a database page in bytes, for a database that is made: a power of 2 from 512 to 65,536. Measured, pages of
    /// 16 KiB take a fifth less time than those of 4 KiB where many appends are one transaction.
    package var pageSize = 16_384
    /// After how many pages in the write-ahead log they are moved into the database before anything is appended. Measured
    /// beside 40,000 commits a second of which 100 subscribers are told, 1 in 100 comes later than 4.3 ms with 250 pages,
    /// 4.5 ms with 1,000 and 5.2 ms with 4,000; fewer than 250 win nothing.
    package var checkpointInterval = 250
    /// After how many pages they are moved where nothing waits: fewer, so that what comes meanwhile waits shorter.
    var idleCheckpointInterval: Int { max(1, checkpointInterval / 4) }
    /// The most pages that the database may have; nil where the disk is the limit.
    package var maximumPages: Int?
    /// The most bytes that a row may take: so much memory does a damaged length ask for at most. The largest
    /// commits are those that give a collection new keys, about 20 MiB for a million items.
    package var maximumRowBytes = 256 << 20

    /// Up to how many bytes of a database are read whole at a start, before anything is opened for writing; it takes about
    /// 0.1 s. What is longer is checked where it says what there is, and the rest when it is read: each row has a checksum.
    package var checkedBytes = 64 << 20

    /// The most bytes that an entry may have; the rest of the row is for what identifies it.
    package var maximumEntryBytes: Int { maximumRowBytes - CommitRun.maximumBytes }

    package init() {}
  }

  /// Where the rows of a collection are.
  struct Place: Sendable, Hashable {
    var number: Int64
    /// The series of the complete checkpoint; 0 where there is none.
    var series: Int64 = 0
    /// The series of the unfinished checkpoint; 0 where there is none.
    var unfinished: Int64 = 0
    /// A checksum of the collection's description.
    var descriptor: UInt32 = 0
  }

  /// What readers share with the writer. It is locked for moments only, never while something waits for the
  /// disk, except to compare a request id with a stored one.
  struct Shared {
    var heads = JournalHeads()
    var places: [CollectionKey: Place] = [:]
    /// Those of collections that were asked for.
    var requests: [CollectionKey: RequestIndex] = [:]
    var stop = JournalStop()
  }

  /// The path of the database file.
  let path: String
  let shared: Mutex<Shared>
  /// The writer comes first where both locks are taken.
  let writer: Mutex<SQLiteWriter>
  let reader: DatabaseQueue
  /// What the facts were when it was opened.
  let facts: SQLiteFacts

  /// Opens the journal in a directory, and makes what is missing.
  ///
  /// - Throws: ``JournalError/Code/inUse``, ``JournalError/Code/unusable``, ``JournalError/Code/damaged`` or
  ///   ``JournalError/Code/failed``. Nothing that is there was changed then.
  package convenience init(directory: String, options: Options = Options()) throws(JournalError) {
    let lock = try JournalDirectory(directory)
    _ = try SQLiteCheck.contents(in: directory, options)
    lock.claim()
    try self.init(lock, options)
  }

  /// Opens the journal in a directory that is locked, whose files were checked, and makes the database where there is none.
  init(_ lock: JournalDirectory, _ options: Options) throws(JournalError) {
    let path = SQLiteFile.path(in: lock.path)
    if !JournalDirectory.exists(path) { try SQLiteFile.make(path, options) }
    do {
      let reader = try SQLiteFile.open(path, readOnly: true, options)
      var contents = try reader.inDatabase { try SQLiteContents($0) }
      // The log is there now. SQLite flushes its name as well, but does not tell when that fails.
      try JournalDirectory.flush(lock.path)
      let queue = try SQLiteFile.open(path, readOnly: false, options)
      // Its own log is made when something is read.
      try queue.inDatabase { _ = try SQLiteQuery($0, SQLiteSchema.readTurn).readNumber() }
      let writer = SQLiteWriter(lock, queue, contents, options)
      if contents.facts.tag == nil {
        let digest = contents.digest
        try writer.transaction { database in
          try writer.facts.change { try $0.identify(digest: digest, database) }
        }
        contents.facts = writer.facts.value
      }
      writer.observeLog()
      self.path = path
      self.reader = reader
      self.writer = Mutex(writer)
      shared = Mutex(Shared(heads: contents.heads, places: contents.places))
      facts = contents.facts
    } catch {
      throw translate(error, path, isOpening: true)
    }
  }

  deinit { close() }

  /// Fails where the journal has stopped.
  func checkUsable() throws(JournalError) {
    try shared.withLock { (shared) throws(JournalError) in try shared.stop.check() }
  }

  /// Stops the journal, unless it has stopped already, and gives the error to throw.
  func stop(_ error: any Error) -> JournalError {
    let error = translate(error, path, isOpening: false)
    return shared.withLock { $0.stop.stop(error) }
  }

  package func close() {
    writer.withLock { writer in
      guard let wasUsable = shared.withLock({ $0.stop.close() }) else { return }
      // What fails here loses nothing: the log stays.
      if wasUsable { try? writer.emptyLog(shared) }
      // The last connection to close moves the log into the database, whatever happened before. So the writer
      // closes while the reader is there, and the reader can't write.
      try? writer.close()
      try? reader.close()
      writer.lock = nil
    }
  }
}

extension SQLiteJournal {
  /// Does what a later append would have to do first. To be called where nobody waits for one.
  package func maintain() throws(JournalError) {
    try writer.withLock { (writer) throws(JournalError) in
      try checkUsable()
      do { try writer.moveLogIfDue(shared, isIdle: true) } catch { throw stop(error) }
    }
  }

  package func append(_ entries: [JournalEntry]) throws(JournalError) { try append(entries, logged: nil) }

  /// Carries out entries that are in a log in front of the database.
  ///
  /// - Parameter logged: where the last of them is in it.
  func append(_ entries: [JournalEntry], logged: LogProgress?) throws(JournalError) {
    try writer.withLock { (writer) throws(JournalError) in
      try checkUsable()
      if entries.isEmpty { return }
      do {
        try writer.moveLogIfDue(shared, isIdle: false)
        let hashes = try writer.loadRequests(of: entries, shared)
        let draft = try shared.withLock { (shared) throws(JournalError) in
          let (heads, places, requests) = (shared.heads, shared.places, shared.requests)
          return try heads.check(entries) { (index, key, id) throws(JournalError) in
            guard let versions = requests[key]?.candidates(hashes[index]), !versions.isEmpty,
              let number = places[key]?.number
            else { return nil }
            return try writer.version(of: id, of: key, among: versions, number)
          }
        }
        try writer.write(entries, draft, hashes, shared, logged: logged)
      } catch {
        if let error = error as? JournalError, error.code == .conflict { throw error }
        throw stop(error)
      }
    }
  }
}

// MARK: - A log in front of the database

/// How far a log was brought to the database.
struct LogProgress: Sendable, Hashable {
  /// The last record whose entries are there.
  let position: LogPosition
  /// A record that is durable in the log.
  let durable: UInt64
  /// Whether the log has that last record, or had it. One whose entries are too many for the log is only counted.
  var isWritten = true
}

extension SQLiteJournal {
  /// Notes, durably, that there is a log in front of the database.
  func beginLog(_ tag: LogTag) throws(JournalError) {
    try note { facts, database in try facts.beginLog(tag, database) }
    // Should SQLite's own log get lost, the database has to know of this one.
    try writer.withLock { (writer) throws(JournalError) in
      do { try writer.emptyLog(shared) } catch { throw stop(error) }
    }
  }

  /// Notes, durably, that everything that the log had is here, so that there is none any more.
  func endLog() throws(JournalError) { try note { facts, database in try facts.endLog(database) } }

  private func note(_ body: (inout SQLiteFacts, Database) throws -> Void) throws(JournalError) {
    try writer.withLock { (writer) throws(JournalError) in
      try checkUsable()
      do {
        try writer.transaction { database in try writer.facts.change { try body(&$0, database) } }
      } catch {
        throw stop(error)
      }
    }
  }

  /// The facts as they are now.
  var newestFacts: SQLiteFacts { writer.withLock { $0.facts.value } }

  /// The state of its collections.
  var heads: JournalHeads { shared.withLock { $0.heads } }

  /// How many collections can still be made: numbers are never used again.
  var collectionsLeft: Int64 { writer.withLock { CommitID.maximumNumber - $0.nextNumber + 1 } }

  /// Makes the index of a collection's request ids, where it is not there yet.
  func loadRequests(of collection: CollectionKey) throws(JournalError) {
    if shared.withLock({ $0.requests[collection] != nil || $0.heads[collection] == nil }) { return }
    try writer.withLock { (writer) throws(JournalError) in
      try checkUsable()
      do { try writer.loadRequests(of: collection, shared) } catch { throw stop(error) }
    }
  }
}
