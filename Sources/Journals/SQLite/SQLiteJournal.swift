import ArrangeModel
package import Engine
import GRDB
import Synchronization

/// The journal in an SQLite database. A server uses it behind the log of a ``LoggedJournal``.
///
/// The directory contains `journal.sqlite`, its write-ahead log and a lock file. One connection does all
/// writes and moves the log into the database. It uses `synchronous = FULL`: a COMMIT returns when the log is
/// flushed. A second, read-only connection serves reads, so that loading and history never delay the writer.
///
/// An error in a write, a flush or a checksum stops the journal: every further call fails, nothing is
/// retried, and nothing more is written, not even on closing.
package final class SQLiteJournal: Journal {
  /// The options of a journal.
  package struct Options: Sendable, Hashable {
    /// The page size of a new database in bytes: a power of 2 from 512 to 65,536. Measured, pages of 16 KiB
    /// take a fifth less time than those of 4 KiB if many appends are one transaction.
    package var pageSize = 16_384
    /// The number of pages in the write-ahead log after which they are moved into the database before the
    /// next append. A page that several transactions change is moved once. Measured with 40,000 commits a
    /// second and 100 subscribers, 1 in 100 notifications takes longer than 4.3 ms with 250 pages, 4.5 ms with
    /// 1,000 and 5.2 ms with 4,000.
    package var checkpointInterval = 1_000
    /// The same number while no append waits. It is smaller, so that later appends wait less.
    var idleCheckpointInterval: Int { max(1, checkpointInterval / 4) }
    /// The maximum number of pages of the database; nil if only the disk limits it.
    package var maximumPages: Int?
    /// The maximum size of a row in bytes, which is also the most memory that a damaged length can allocate.
    /// The largest commits are those that rekey a collection, about 20 MiB for a million items.
    package var maximumRowBytes = 256 << 20

    /// The maximum size of a database that is read completely at a start, in bytes, before anything is opened
    /// for writing; it takes about 0.1 s. Of a larger one, only the rows that tell what exists are checked,
    /// and the rest when it is read: each row has a checksum.
    package var checkedBytes = 64 << 20

    /// The maximum size of an entry in bytes; the rest of the row identifies it.
    package var maximumEntryBytes: Int { maximumRowBytes - CommitRun.maximumBytes }

    package init() {}
  }

  /// The location of a collection's rows.
  struct Place: Sendable, Hashable {
    var number: Int64
    /// The series of the complete checkpoint; 0 if there is none.
    var series: Int64 = 0
    /// The series of the incomplete checkpoint; 0 if there is none.
    var unfinished: Int64 = 0
    /// A checksum of the collection's description.
    var descriptor: UInt32 = 0
  }

  /// State that readers share with the writer. It is locked for short times only, never during disk writes;
  /// the one disk read under the lock compares a request id with a stored one.
  struct Shared {
    var heads = JournalHeads()
    var places: [CollectionKey: Place] = [:]
    /// The indices of the collections that were looked up.
    var requests: [CollectionKey: RequestIndex] = [:]
    var stop = JournalStop()
  }

  /// The path of the database file.
  let path: String
  let shared: Mutex<Shared>
  /// If both locks are taken, the writer is locked first.
  let writer: Mutex<SQLiteWriter>
  let reader: DatabaseQueue
  /// The facts at the opening.
  let facts: SQLiteFacts

  /// Opens the journal in a directory, and creates missing files.
  ///
  /// - Throws: ``JournalError/Code/inUse``, ``JournalError/Code/unusable``, ``JournalError/Code/damaged`` or
  ///   ``JournalError/Code/failed``. No existing file has been changed then.
  package convenience init(directory: String, options: Options = Options()) throws(JournalError) {
    let lock = try JournalDirectory(directory)
    _ = try SQLiteCheck.contents(in: directory, options)
    lock.claim()
    try self.init(lock, options)
  }

  /// Opens the journal in a locked directory whose files were checked, and creates the database if it doesn't
  /// exist.
  init(_ lock: JournalDirectory, _ options: Options) throws(JournalError) {
    let path = SQLiteFile.path(in: lock.path)
    if !JournalDirectory.exists(path) { try SQLiteFile.make(path, options) }
    do {
      let reader = try SQLiteFile.open(path, readOnly: true, options)
      var contents = try reader.inDatabase { try SQLiteContents($0) }
      // The reader's log exists now. SQLite flushes its name as well, but does not report a failure.
      try JournalDirectory.flush(lock.path)
      let queue = try SQLiteFile.open(path, readOnly: false, options)
      // The first read of the connection creates the write-ahead log.
      try queue.inDatabase { _ = try SQLiteQuery($0, SQLiteSchema.readTurn).readNumber() }
      let writer = SQLiteWriter(lock, queue, contents, options)
      if contents.facts.tag == nil {
        let digest = contents.digest
        try writer.transaction { database in
          try writer.facts.change { try $0.identify(digest: digest, database) }
        }
        contents.facts = writer.facts.value
      } else if contents.facts[.format] != Int64(SQLiteSchema.formatVersion) {
        try writer.transaction { database in try writer.facts.change { try $0.raiseFormat(database) } }
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

  /// Throws an error if the journal has stopped.
  func checkUsable() throws(JournalError) {
    try shared.withLock { (shared) throws(JournalError) in try shared.stop.check() }
  }

  /// Stops the journal, unless it has stopped already, and returns the error to throw.
  func stop(_ error: any Error) -> JournalError {
    let error = translate(error, path, isOpening: false)
    return shared.withLock { shared in shared.stop.stop(error.naming { shared.heads[$0]?.name }) }
  }

  package func close() {
    writer.withLock { writer in
      guard let wasUsable = shared.withLock({ $0.stop.close() }) else { return }
      // A failure here loses nothing: the log stays.
      if wasUsable { _ = try? writer.emptyLog(shared) }
      // The last connection to close moves the log into the database, even after an error. So the writer is
      // closed first, while the reader is open, and the reader can't write.
      try? writer.close()
      try? reader.close()
      writer.lock = nil
    }
  }
}

extension SQLiteJournal {
  /// Does work that a later append would have to do first. Call it while no append waits.
  package func maintain() throws(JournalError) {
    try writer.withLock { (writer) throws(JournalError) in
      try checkUsable()
      do { try writer.checkpointWALIfDue(shared, isIdle: true) } catch { throw stop(error) }
    }
  }

  package func append(_ entries: [JournalEntry]) throws(JournalError) { try append(entries, logged: nil) }

  /// Applies entries that are in the log in front of the database.
  ///
  /// - Parameter logged: the position of the last of them in the log.
  func append(_ entries: [JournalEntry], logged: LogProgress?) throws(JournalError) {
    try writer.withLock { (writer) throws(JournalError) in
      try checkUsable()
      if entries.isEmpty { return }
      do {
        try writer.checkpointWALIfDue(shared, isIdle: false)
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

/// How far a log was flushed to the database.
struct LogProgress: Sendable, Hashable {
  /// The last record whose entries are in the database.
  let position: LogPosition
  /// A record that is durable in the log.
  let durable: UInt64
  /// Whether the last record is or was in the log. A record whose entries are too large for the log is only
  /// counted.
  var isWritten = true
}

extension SQLiteJournal {
  /// Records, durably, that there is a log in front of the database.
  func beginLog(_ tag: LogTag) throws(JournalError) {
    try record { facts, database in try facts.beginLog(tag, database) }
    // If SQLite's own log gets lost, the database file itself has to name this log.
    try writer.withLock { (writer) throws(JournalError) in
      do { try writer.emptyLog(shared) } catch { throw stop(error) }
    }
  }

  /// Records, durably, that all entries of the log are in the database, so that there is no log any more.
  func endLog() throws(JournalError) { try record { facts, database in try facts.endLog(database) } }

  private func record(_ body: (inout SQLiteFacts, Database) throws -> Void) throws(JournalError) {
    try writer.withLock { (writer) throws(JournalError) in
      try checkUsable()
      do {
        try writer.transaction { database in try writer.facts.change { try body(&$0, database) } }
      } catch {
        throw stop(error)
      }
    }
  }

  /// The current facts.
  var newestFacts: SQLiteFacts { writer.withLock { $0.facts.value } }

  /// The state of its collections.
  var heads: JournalHeads { shared.withLock { $0.heads } }

  /// How many more collections can be created: numbers are never reused.
  var collectionsLeft: Int64 { writer.withLock { CommitID.maximumNumber - $0.nextNumber + 1 } }

  /// Builds the index of a collection's request ids, unless it exists.
  func loadRequests(of collection: CollectionKey) throws(JournalError) {
    if shared.withLock({ $0.requests[collection] != nil || $0.heads[collection] == nil }) { return }
    try writer.withLock { (writer) throws(JournalError) in
      try checkUsable()
      do { try writer.loadRequests(of: collection, shared) } catch { throw stop(error) }
    }
  }
}
