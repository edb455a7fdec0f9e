import Dispatch
package import Engine
import Foundation
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
    /// How long the log is at first, in bytes, …
    package var smallestLog = 1 << 20
    /// … and at most. It becomes longer where appends are faster than the database.
    package var largestLog = 16 << 20
    /// From how many bytes on that wait in the log their entries are brought to the database …
    package var moveThreshold = 512 << 10
    /// … and of how many bytes in one transaction: of a record more than these, or one.
    package var moveBytes = 256 << 10

    package init() {}
  }

  /// How much memory is kept for the next record, in bytes.
  private static let keptBuffer = 1 << 20

  /// A record that is durable, and whose entries are not in the database yet.
  private struct Record: Sendable {
    let sequence: UInt64
    let entries: [JournalEntry]
    let byteCount: Int
    /// The block of the log that it begins in.
    let place: Int
  }

  private struct Request: Hashable {
    let collection: CollectionKey
    let id: [UInt8]
  }

  /// What appends, moves and reads share. It is locked for moments only.
  private struct State {
    /// What the database will have when all records are there.
    var heads: JournalHeads
    /// How many collections can still be made.
    var collectionsLeft: Int64
    /// The records that are not in the database yet, the oldest first.
    var waiting: [Record] = []
    var waitingBytes = 0
    /// The newest of them that is about a collection.
    var newest: [CollectionKey: UInt64] = [:]
    /// The versions of the commits among them that have a request id.
    var requests: [Request: UInt64] = [:]
    var ring = LogRing(blockCount: 0)
    /// Whether records are brought to the database, or about to be.
    var isMoving = false
    /// Why no call can succeed any more.
    var stop: JournalError?
  }

  /// What only appends need.
  private struct Writer {
    /// The log; nil as long as nothing was appended.
    var file: LogFile?
    var size = 0
    /// The last record.
    var sequence: UInt64 = 0
    var content = LengthWriter()
    var blocks: [UInt8] = []
  }

  let store: SQLiteJournal
  private let directory: String
  private let options: Options
  private let state: Mutex<State>
  /// Appends come one after the other. It is locked before everything else.
  private let writer = Mutex(Writer())
  /// Lets one at a time bring entries to the database: the mover, or who needs them there.
  private let order = DispatchQueue(label: "arrange.journal.move")
  /// Wakes the mover.
  private let moves = DispatchSemaphore(value: 0)
  /// How much later the mover has its turn than threads for which somebody waits: a value of `nice`.
  private static let moverPriority: CInt = 10

  /// Opens the journal in a directory, makes what is missing, and brings to the database what only the log has.
  ///
  /// - Throws: ``JournalError/Code/inUse``, ``JournalError/Code/unusable``, ``JournalError/Code/damaged`` or
  ///   ``JournalError/Code/failed``. Nothing that was stored is lost then.
  package init(directory: String, options: Options = Options()) throws(JournalError) {
    var store = try SQLiteJournal(directory: directory, options: options.store)
    let path = LogFile.path(in: directory)
    if let logged = store.logged {
      try LoggedJournal.recover(path, to: store, after: logged, options)
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

  /// Brings the entries that only the log has to the database.
  private static func recover(
    _ path: String,
    to store: SQLiteJournal,
    after logged: UInt64,
    _ options: Options
  ) throws(JournalError) {
    guard JournalDirectory.exists(path) else {
      throw JournalError(
        .damaged,
        "\(path) is missing, which may have commits that are nowhere else; bring the file back or restore a backup"
      )
    }
    let records = try LogRecords(try LogFile.read(path, most: options.largestLog), after: logged)
    // What is appended at a time, and the last record of it. All is read before anything is changed.
    var appends: [(entries: [JournalEntry], last: UInt64)] = []
    var bytes = Int.max
    for (content, sequence) in zip(records.contents, (logged + 1)...) {
      guard let entries = LogEntryCoding.read(content) else { throw damaged("a record of \(path)") }
      if bytes >= options.moveBytes {
        appends.append((entries, sequence))
        bytes = content.count
      } else {
        appends[appends.count - 1].entries += entries
        appends[appends.count - 1].last = sequence
        bytes += content.count
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

  // MARK: Stopping

  private func checkUsable() throws(JournalError) {
    if let stop = state.withLock({ $0.stop }) { throw stop }
  }

  /// Stops the journal, unless it has stopped already, and gives the error to throw.
  private func stop(_ error: JournalError) -> JournalError {
    state.withLock { state in
      if let stop = state.stop { return stop }
      state.stop = JournalError(error.code, "the journal has stopped: \(error.message)")
      return error
    }
  }

  package func close() {
    writer.withLock { writer in
      let stop = state.withLock { state in
        let stop = state.stop
        state.stop = JournalError(.closed, "the journal is closed")
        return stop
      }
      if stop?.code == .closed { return }
      if stop == nil, let file = writer.file {
        do throws(JournalError) {
          try inOrder { () throws(JournalError) in while try moveSome() {} }
          try store.noteLog(isUsed: false)
          JournalDirectory.remove(file.path)
        } catch {
          // The log stays; it is read at the next start.
        }
      }
      writer.file = nil
      store.close()
      moves.signal()
    }
  }
}

// MARK: - Appending

extension LoggedJournal {
  package func append(_ entries: [JournalEntry]) throws(JournalError) {
    try writer.withLock { (writer) throws(JournalError) in
      try checkUsable()
      if entries.isEmpty { return }
      do throws(JournalError) {
        let draft = try check(entries)
        let file = try begun(&writer)
        LogEntryCoding.write(entries, into: &writer.content, keeping: LoggedJournal.keptBuffer)
        if writer.content.count > options.largestLog / 2 {
          try appendToStore(entries, draft, logged: writer.sequence)
        } else {
          try appendToLog(entries, draft, file, &writer)
        }
      } catch {
        throw error.code == .conflict ? error : stop(error)
      }
    }
  }

  /// Checks entries against everything that was appended, in the database or not.
  ///
  /// - Throws: a conflict; nothing is written then.
  private func check(_ entries: [JournalEntry]) throws(JournalError) -> JournalHeads.Draft {
    var latest: CollectionKey?
    var created: Int64 = 0
    for entry in entries {
      try SQLiteWork.checkSize(of: entry, maximumEntryBytes: options.store.maximumEntryBytes)
      if case .create = entry { created += 1 }
      guard case .commit(let commit) = entry, commit.requestID != nil, commit.collection != latest else {
        continue
      }
      latest = commit.collection
      try store.loadRequests(of: commit.collection)
    }
    return try state.withLock { (state) throws(JournalError) in
      guard created <= state.collectionsLeft else {
        throw JournalError(.conflict, "the journal has had \(CommitID.maximumNumber) collections")
      }
      let requests = state.requests
      return try state.heads.check(entries) { (_, collection, id) throws(JournalError) in
        if let version = requests[Request(collection: collection, id: id)] { return version }
        return try store.commit(of: collection, requestID: id)?.version
      }
    }
  }

  /// Writes entries that are too many for the log.
  private func appendToStore(
    _ entries: [JournalEntry],
    _ draft: JournalHeads.Draft,
    logged: UInt64
  ) throws(JournalError) {
    try inOrder { () throws(JournalError) in
      while try moveSome() {}
      try bring(entries, logged: logged)
    }
    state.withLock { state in
      state.heads.take(draft)
      state.collectionsLeft = store.collectionsLeft
    }
  }

  private func appendToLog(
    _ entries: [JournalEntry],
    _ draft: JournalHeads.Draft,
    _ file: LogFile,
    _ writer: inout Writer
  ) throws(JournalError) {
    let sequence = writer.sequence + 1
    LogBlock.write(writer.content.bytes, sequence: sequence, into: &writer.blocks)
    let place = try makeRoom(for: writer.blocks.count / LogBlock.size, in: file, &writer)
    try file.writeDurably(writer.blocks, at: place * LogBlock.size)
    writer.sequence = sequence
    let record = Record(sequence: sequence, entries: entries, byteCount: writer.blocks.count, place: place)
    let startsMoving = state.withLock { state in
      state.heads.take(draft)
      add(record, to: &state)
      guard state.waitingBytes >= options.moveThreshold, !state.isMoving else { return false }
      state.isMoving = true
      return true
    }
    if startsMoving { moves.signal() }
    if writer.blocks.capacity > LoggedJournal.keptBuffer { writer.blocks = [] }
  }

  private func add(_ record: Record, to state: inout State) {
    state.waiting.append(record)
    state.waitingBytes += record.byteCount
    var latest: CollectionKey?
    for entry in record.entries {
      if case .create = entry { state.collectionsLeft -= 1 }
      if case .commit(let commit) = entry, let id = commit.requestID {
        state.requests[Request(collection: commit.collection, id: id)] = commit.version
      }
      if entry.collection == latest { continue }
      latest = entry.collection
      state.newest[entry.collection] = record.sequence
    }
  }

  /// The log. The first append makes it.
  private func begun(_ writer: inout Writer) throws(JournalError) -> LogFile {
    if let file = writer.file { return file }
    let size = options.smallestLog / LogBlock.size * LogBlock.size
    let file = try LogFile(LogFile.path(in: directory), size: size)
    try store.noteLog(isUsed: true)
    writer.size = size
    writer.file = file
    state.withLock { $0.ring = LogRing(blockCount: size / LogBlock.size) }
    startMover()
    return file
  }

  /// Finds blocks in one piece. Where there are none, everything in the log is brought to the database first, and the log
  /// becomes longer.
  private func makeRoom(
    for count: Int,
    in file: LogFile,
    _ writer: inout Writer
  ) throws(JournalError) -> Int {
    if let place = state.withLock({ $0.ring.take(count) }) { return place }
    try inOrder { () throws(JournalError) in while try moveSome() {} }
    var size = min(4 * writer.size, options.largestLog / LogBlock.size * LogBlock.size)
    size = max(size, count * LogBlock.size)
    if size > writer.size {
      try file.extend(from: writer.size, to: size)
      writer.size = size
    }
    let place = state.withLock { state in
      state.ring.grow(to: size / LogBlock.size)
      return state.ring.take(count)
    }
    guard let place else { throw JournalError(.failed, "\(file.path) has no room for \(count) blocks") }
    return place
  }
}

// MARK: - To the database

extension LoggedJournal {
  /// Starts the mover, a thread that lives as long as the journal. Nobody waits for it, so that others go first where the
  /// processors are busy.
  private func startMover() {
    let moves = moves
    let thread = Thread { [weak self] in
      #if os(Linux)
        // Of the calling thread.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, LoggedJournal.moverPriority)
      #endif
      while true {
        moves.wait()
        guard let self, self.move() else { return }
      }
    }
    thread.name = "journal-mover"
    thread.start()
  }

  /// Brings everything that waits to the database. On the mover.
  ///
  /// - Returns: whether there can be more later.
  private func move() -> Bool {
    do throws(JournalError) {
      while try inOrder({ () throws(JournalError) in try moveSome() }) {}
      // Nobody waits for the pages of the database now.
      try store.maintain()
    } catch {
      _ = stop(error)
    }
    return state.withLock { state in
      state.isMoving = false
      return state.stop == nil
    }
  }

  /// Brings the oldest records to the database, so many as are worth a transaction. In order.
  ///
  /// - Returns: whether there were any.
  private func moveSome() throws(JournalError) -> Bool {
    let records = state.withLock { state in
      var bytes = 0
      let end = state.waiting.firstIndex { record in
        defer { bytes += record.byteCount }
        return bytes >= options.moveBytes
      }
      return Array(state.waiting[..<(end ?? state.waiting.count)])
    }
    guard let last = records.last else { return false }
    let entries = records.count == 1 ? last.entries : records.flatMap(\.entries)
    try bring(entries, logged: last.sequence)
    state.withLock { state in
      state.waiting.removeFirst(records.count)
      state.ring.release(upTo: state.waiting.first?.place)
      for record in records { forget(record, in: &state) }
    }
    return true
  }

  /// Brings checked entries to the database.
  private func bring(_ entries: [JournalEntry], logged: UInt64) throws(JournalError) {
    do throws(JournalError) { try store.append(entries, logged: logged) } catch {
      guard error.code == .conflict else { throw error }
      throw JournalError(.failed, "the database refuses what was checked: \(error.message)")
    }
  }

  private func forget(_ record: Record, in state: inout State) {
    state.waitingBytes -= record.byteCount
    var latest: CollectionKey?
    for entry in record.entries {
      if case .commit(let commit) = entry, let id = commit.requestID {
        let request = Request(collection: commit.collection, id: id)
        if state.requests[request] == commit.version { state.requests[request] = nil }
      }
      if entry.collection == latest { continue }
      latest = entry.collection
      if state.newest[entry.collection] == record.sequence { state.newest[entry.collection] = nil }
    }
  }

  /// Does work while nobody else brings entries to the database.
  private func inOrder<Value>(_ work: () throws(JournalError) -> Value) throws(JournalError) -> Value {
    let result = order.sync { () -> Result<Value, JournalError> in
      do throws(JournalError) { return .success(try work()) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Waits until what was appended of a collection is in the database.
  private func settle(_ collection: CollectionKey) throws(JournalError) {
    let newest = state.withLock { state in (state.stop, state.newest[collection]) }
    if let stop = newest.0 { throw stop }
    guard let newest = newest.1 else { return }
    try settle { $0 <= newest }
  }

  /// Waits until the oldest records are in the database.
  private func settle(_ isWanted: (UInt64) -> Bool) throws(JournalError) {
    do throws(JournalError) {
      try inOrder { () throws(JournalError) in
        while let first = state.withLock({ $0.waiting.first?.sequence }), isWanted(first),
          try moveSome()
        {}
      }
    } catch {
      throw stop(error)
    }
  }
}

// MARK: - Reading

extension LoggedJournal {
  package func collections() throws(JournalError) -> [CollectionRecord] {
    try checkUsable()
    try settle { _ in true }
    return try store.collections()
  }

  package func checkpoint(of collection: CollectionKey) throws(JournalError) -> CheckpointRecord? {
    try checkUsable()
    return state.withLock { $0.heads[collection]?.checkpoint }
  }

  package func checkpointChunk(
    _ index: Int,
    of collection: CollectionKey,
    version: UInt64
  ) throws(JournalError) -> [UInt8] {
    try settle(collection)
    return try store.checkpointChunk(index, of: collection, version: version)
  }

  package func commits(
    of collection: CollectionKey,
    from: UInt64,
    limit: Int
  ) throws(JournalError) -> [CommitRecord] {
    try settle(collection)
    return try store.commits(of: collection, from: from, limit: limit)
  }

  package func commit(
    of collection: CollectionKey,
    requestID: [UInt8]
  ) throws(JournalError) -> CommitRecord? {
    try settle(collection)
    return try store.commit(of: collection, requestID: requestID)
  }

  package func requests(
    of collection: CollectionKey,
    limit: Int
  ) throws(JournalError) -> [RequestRecord] {
    try settle(collection)
    return try store.requests(of: collection, limit: limit)
  }

  package func oldestCommit(of collection: CollectionKey) throws(JournalError) -> UInt64? {
    try checkUsable()
    return state.withLock { $0.heads[collection]?.oldestCommit }
  }

  package func backup(to path: String) throws(JournalError) {
    try checkUsable()
    try settle { _ in true }
    try store.backup(to: path)
  }

  /// Nothing is left for a time in which nothing waits: the database is looked after where entries are brought to it.
  package func maintain() throws(JournalError) { try checkUsable() }
}
