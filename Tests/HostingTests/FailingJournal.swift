import ArrangeModel
import Engine
import Foundation
import Synchronization

/// A journal in memory whose appends, or reads of stored results, fail or take long when a test says so, and which lets commits
/// go between two reads of them.
final class FailingJournal: Journal {
  let fails = Atomic<Bool>(false)
  let readsFail = Atomic<Bool>(false)
  /// The version before which commits go after the next read of commits; 0 for none.
  let trimsNext = Atomic<UInt64>(0)
  /// How often commits were read.
  let commitReads = Atomic<Int>(0)
  /// Whether appends, and reads of commits, go on or wait.
  let appends = Gate()
  let reads = Gate()
  private let stopping = Mutex<(@Sendable (JournalError) -> Void)?>(nil)
  private let base: MemoryJournal

  init(_ base: MemoryJournal = MemoryJournal()) { self.base = base }

  func append(_ entries: [JournalEntry]) throws(JournalError) {
    appends.pass()
    if fails.load(ordering: .relaxed) { throw JournalError(.failed, "the disk is gone") }
    try base.append(entries)
  }

  func collections() throws(JournalError) -> [CollectionRecord] { try base.collections() }

  func checkpoint(of collection: CollectionKey) throws(JournalError) -> CheckpointRecord? {
    try base.checkpoint(of: collection)
  }

  func checkpointChunk(
    _ index: Int,
    of collection: CollectionKey,
    version: UInt64
  ) throws(JournalError) -> [UInt8] {
    try base.checkpointChunk(index, of: collection, version: version)
  }

  func commits(
    of collection: CollectionKey,
    from: UInt64,
    limit: Int
  ) throws(JournalError) -> [CommitRecord] {
    commitReads.wrappingAdd(1, ordering: .relaxed)
    reads.pass()
    let commits = try base.commits(of: collection, from: from, limit: limit)
    let oldest = trimsNext.exchange(0, ordering: .relaxed)
    if oldest > 0 { try base.append([.trim(collection, before: oldest)]) }
    return commits
  }

  func commit(of collection: CollectionKey, requestID: [UInt8]) throws(JournalError) -> CommitRecord? {
    if readsFail.load(ordering: .relaxed) { throw JournalError(.failed, "the disk can't be read") }
    return try base.commit(of: collection, requestID: requestID)
  }

  func requests(of collection: CollectionKey, limit: Int) throws(JournalError) -> [RequestRecord] {
    try base.requests(of: collection, limit: limit)
  }

  func oldestCommit(of collection: CollectionKey) throws(JournalError) -> UInt64? {
    try base.oldestCommit(of: collection)
  }

  func backup(to path: String) throws(JournalError) { try base.backup(to: path) }

  func whenStopped(_ body: @escaping @Sendable (JournalError) -> Void) { stopping.withLock { $0 = body } }

  /// Stops as a journal does by itself.
  func stop() { stopping.withLock { $0 }?(JournalError(.failed, "the log can't be moved")) }

  func close() { base.close() }
}

/// What threads wait at while it is closed.
final class Gate: Sendable {
  private let condition = NSCondition()
  private let isClosed = Mutex(false)

  func close() { isClosed.withLock { $0 = true } }

  func open() {
    condition.lock()
    isClosed.withLock { $0 = false }
    condition.broadcast()
    condition.unlock()
  }

  func pass() {
    condition.lock()
    while isClosed.withLock({ $0 }) { condition.wait() }
    condition.unlock()
  }
}
