import Engine
import GRDB
import GRDBSQLite
import Synchronization

/// The only connection that writes, with its state.
///
/// Every method is called with the writer locked. An error other than a conflict leaves the writer in an
/// undefined state: the journal stops.
struct SQLiteWriter {
  /// The lock of the directory; nil once the journal is closed.
  var lock: JournalDirectory?
  let queue: DatabaseQueue
  /// The facts in the database, or as changed by the current transaction.
  let facts: FactsKeeper
  /// The files that have to exist under their names when a transaction ends.
  let files: [FileIdentity]
  let options: SQLiteJournal.Options
  /// The number of pages in the write-ahead log after the last transaction.
  private let logLength = LogLength()
  /// The length of the log at which it is moved next.
  private var nextMove: Int
  private var lastLength = 0
  /// The last transaction of which everything is in the database file itself; nil if unknown.
  private var movedTurn: Int64?
  /// The collections with new commits since their rows were written.
  var unmarked: Set<CollectionKey> = []
  /// Unused rows; the last are removed first.
  var garbage: [SQLiteGarbage]
  /// The numbers of the collections whose oldest run has trimmed commits besides others.
  var trimmedRuns: Set<Int64> = []
  var nextNumber: Int64
  var nextSeries: Int64
  /// Whether swept content may still be in the write-ahead log.
  var hasSwept = false
  /// The row of commits that is being built.
  var run = CommitRunBuffer()

  /// The minimum number of old commits that an append removes, if there are as many. The last removed run may
  /// exceed it.
  static let sweepBase = 32
  /// How many old commits an append removes for each of its entries: more than one, so that removal keeps up.
  static let sweepRatio = 4
  /// How many chunks of old checkpoints an append removes for each chunk that it writes, besides one.
  static let chunkSweepRatio = 2
  /// The number of entries for which an append removes one chunk more.
  static let entriesOfSweptChunk = 256

  private final class LogLength: Sendable {
    let pages = Atomic<Int>(0)
  }

  init(
    _ lock: JournalDirectory,
    _ queue: DatabaseQueue,
    _ contents: SQLiteContents,
    _ options: SQLiteJournal.Options
  ) {
    self.lock = lock
    facts = FactsKeeper(contents.facts)
    // The write-ahead log exists since the queue was opened.
    files = [lock.lock] + [queue.path, queue.path + "-wal"].compactMap { FileIdentity($0) }
    self.queue = queue
    self.options = options
    nextMove = options.checkpointInterval
    garbage = contents.garbage
    nextNumber = contents.nextNumber
    nextSeries = contents.nextSeries
  }

  /// Makes the connection report the length of its log after each transaction.
  func observeLog() {
    queue.inDatabase { database in
      let context = Unmanaged.passUnretained(logLength).toOpaque()
      sqlite3_wal_hook(
        database.sqliteConnection,
        { context, _, _, pages in
          if let context {
            let length = Unmanaged<LogLength>.fromOpaque(context).takeUnretainedValue()
            length.pages.store(Int(pages), ordering: .relaxed)
          }
          return SQLITE_OK
        },
        context
      )
    }
  }

  func close() throws { try queue.close() }

  /// Runs a closure in a transaction, which is durable when this returns.
  ///
  /// The number of the previous transaction has to be the one that this writer made: otherwise another
  /// process wrote to the directory.
  func transaction(_ body: (Database) throws -> Void) throws {
    try queue.inDatabase { database in
      try SQLiteQuery(database, SQLiteSchema.begin).run()
      do {
        guard try SQLiteQuery(database, SQLiteSchema.readTurn).readNumber() == facts[.turn] else {
          throw JournalError(
            .failed,
            "\(queue.path) was written by another process while the server runs; the server stops. One server at a time "
              + "can use a data directory: never remove its \(JournalDirectory.lockName)"
          )
        }
        try body(database)
        try facts.change { facts in
          if let movedTurn { try facts.set(.moved, movedTurn, database) }
          try facts.seal(database)
        }
        for file in files { try file.check() }
        try SQLiteQuery(database, SQLiteSchema.commit).run()
      } catch {
        // The connection must not be left in a transaction; a rollback writes nothing.
        if database.isInsideTransaction { try? database.execute(sql: SQLiteSchema.rollback) }
        throw error
      }
    }
  }
}

/// The facts of a writer, in a class so that escaping closures can change them.
final class FactsKeeper: Sendable {
  private let facts: Mutex<SQLiteFacts>

  init(_ facts: SQLiteFacts) { self.facts = Mutex(facts) }

  subscript(name: SQLiteFacts.Name) -> Int64? { facts.withLock { $0[name] } }

  var value: SQLiteFacts { facts.withLock { $0 } }

  func change(_ body: (inout SQLiteFacts) throws -> Void) throws { try facts.withLock { try body(&$0) } }
}

// MARK: - The write-ahead log

extension SQLiteWriter {
  /// Moves the write-ahead log into the database when it has become long; while no append waits, a lower
  /// limit applies.
  ///
  /// This happens before an append rather than after one, so that a failure is not attributed to an append
  /// that is durable already. A commit is safe at every moment: the log is flushed before its pages are
  /// moved, and it is reused only after the database is flushed.
  mutating func checkpointWALIfDue(_ shared: borrowing Mutex<SQLiteJournal.Shared>, isIdle: Bool) throws {
    let length = logLength.pages.load(ordering: .relaxed)
    // The log has restarted: it was moved completely and no reader needed it.
    if length < lastLength { nextMove = options.checkpointInterval }
    lastLength = length
    let early = isIdle ? options.checkpointInterval - options.idleCheckpointInterval : 0
    guard length >= nextMove - early else { return }
    try checkpointWAL(shared, SQLITE_CHECKPOINT_PASSIVE)
    // While a reader needs the log, it can't restart, and continues to grow.
    nextMove = logLength.pages.load(ordering: .relaxed) + options.checkpointInterval
  }

  /// Moves the whole log into the database and truncates it.
  ///
  /// - Returns: whether that was possible: not while a reader needs the log.
  @discardableResult
  mutating func emptyLog(_ shared: borrowing Mutex<SQLiteJournal.Shared>) throws -> Bool {
    try checkpointWAL(shared, SQLITE_CHECKPOINT_TRUNCATE)
  }

  @discardableResult
  private mutating func checkpointWAL(
    _ shared: borrowing Mutex<SQLiteJournal.Shared>,
    _ mode: CInt
  ) throws -> Bool {
    if !unmarked.isEmpty {
      // The rows of collections contain the minimum versions of the database: if versions up to these are
      // missing later, they were lost.
      let (unmarked, shared) = (unmarked, shared.withLock { ($0.heads, $0.places) })
      try transaction { database in
        for key in unmarked {
          guard let head = shared.0[key], let place = shared.1[key] else { continue }
          let descriptor = try SQLiteWriter.descriptor(place.number, database)
          try CollectionRow(
            number: place.number,
            key: key,
            head: head,
            series: place.series,
            descriptor: descriptor
          ).write(database)
        }
      }
      self.unmarked = []
    }
    // Busy means that a reader needs the log; it is moved the next time.
    let isComplete = try queue.inDatabase { database in try SQLiteFile.checkpointWAL(database, mode) }
    // Written with the next transaction, at which the log can restart.
    if isComplete { movedTurn = facts[.turn] }
    return isComplete
  }
}

// MARK: - Request ids

extension SQLiteWriter {
  /// Builds the indices that the request ids of entries are looked up in.
  ///
  /// - Returns: the hashes of the request ids by the entries' indices; empty if none has one.
  func loadRequests(
    of entries: [JournalEntry],
    _ shared: borrowing Mutex<SQLiteJournal.Shared>
  ) throws -> [UInt64] {
    var hashes: [UInt64] = []
    var latest: CollectionKey?
    for index in entries.indices {
      guard let (key, hash) = entries[index].hashedRequest else { continue }
      if hashes.isEmpty { hashes = Array(repeating: 0, count: entries.count) }
      hashes[index] = hash
      if latest == key { continue }
      latest = key
      try loadRequests(of: key, shared)
    }
    return hashes
  }

  /// Builds the index of a collection's request ids, unless it exists. O(number of commits that are kept).
  func loadRequests(
    of key: CollectionKey,
    _ shared: borrowing Mutex<SQLiteJournal.Shared>
  ) throws {
    let found = shared.withLock { shared in
      shared.requests[key] == nil ? shared.heads[key].map { ($0, shared.places[key]) } : nil
    }
    guard let (head, place) = found, let place else { return }
    var index = RequestIndex()
    try queue.inDatabase { database in
      let last = try SQLiteReading.requests(database, key, place, head, limit: .max) { request, version in
        index.insert(RequestIndex.hash(request), version: version, oldest: head.oldest)
      }
      guard last == head.oldest else { throw damaged("the run of commits of \(head.name)") }
    }
    shared.withLock { $0.requests[key] = index }
  }

  /// The newest of some versions whose stored request id is the given one. Older ones are trimmed and not
  /// removed yet.
  func version(
    of request: [UInt8],
    of key: CollectionKey,
    among versions: [UInt64],
    _ number: Int64
  ) throws(JournalError) -> UInt64? {
    if versions.isEmpty { return nil }
    do {
      return try queue.inDatabase { database in
        try versions.sorted(by: >).first { version in
          try SQLiteReading.hasRequest(database, key, number, version, request)
        }
      }
    } catch {
      throw translate(error, queue.path, isOpening: false)
    }
  }

  static func descriptor(_ number: Int64, _ database: Database) throws -> [UInt8] {
    let query = try SQLiteQuery(database, SQLiteSchema.readCollection)
    try query.bind(number, at: 1)
    var descriptor: [UInt8]?
    try query.read { row in
      descriptor = try CollectionRow(row).descriptor
      return false
    }
    guard let descriptor else { throw damaged("the table of collections") }
    return descriptor
  }
}

extension JournalEntry {
  /// The hash of a commit's request id; nil if there is none.
  fileprivate var hashedRequest: (key: CollectionKey, hash: UInt64)? {
    guard case .commit(let commit) = self, let id = commit.requestID else { return nil }
    return (commit.collection, RequestIndex.hash(id))
  }
}
