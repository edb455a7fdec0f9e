import ArrangeModel
package import Engine
import Foundation
package import Synchronization

/// A journal in memory whose appends, or reads of stored results, fail or block on request, and which can
/// trim commits between two reads.
package final class FailingJournal: Journal {
  package let fails = Atomic<Bool>(false)
  /// How many appends succeed before all later ones fail.
  package let appendsLeft = Atomic<Int>(.max)
  package let readsFail = Atomic<Bool>(false)
  /// The version before which commits are trimmed after the next read of commits; 0 for none.
  package let trimsNext = Atomic<UInt64>(0)
  /// How many attempts to erase fail because something is in use.
  package let erasuresLeft = Atomic<Int>(0)
  /// How often commits were read.
  package let commitReads = Atomic<Int>(0)
  /// Blocks appends, and reads of commits.
  package let appends = Gate()
  package let reads = Gate()
  private let stopping = Mutex<(@Sendable (JournalError) -> Void)?>(nil)
  private let base: MemoryJournal

  package init(_ base: MemoryJournal = MemoryJournal()) { self.base = base }

  package func append(_ entries: [JournalEntry]) throws(JournalError) {
    appends.pass()
    let left = appendsLeft.wrappingSubtract(1, ordering: .relaxed).newValue
    if left < 0 || fails.load(ordering: .relaxed) { throw JournalError(.failed, "the disk is gone") }
    try base.append(entries)
  }

  package func collections() throws(JournalError) -> [CollectionRecord] { try base.collections() }

  package func checkpoint(of collection: CollectionKey) throws(JournalError) -> CheckpointRecord? {
    try base.checkpoint(of: collection)
  }

  package func checkpointChunk(
    _ index: Int,
    of collection: CollectionKey,
    version: UInt64
  ) throws(JournalError) -> [UInt8] {
    try base.checkpointChunk(index, of: collection, version: version)
  }

  package func commits(
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

  package func commit(of collection: CollectionKey, requestID: [UInt8]) throws(JournalError) -> CommitRecord?
  {
    if readsFail.load(ordering: .relaxed) { throw JournalError(.failed, "the disk can't be read") }
    return try base.commit(of: collection, requestID: requestID)
  }

  package func requests(of collection: CollectionKey, limit: Int) throws(JournalError) -> [RequestRecord] {
    try base.requests(of: collection, limit: limit)
  }

  package func oldestCommit(of collection: CollectionKey) throws(JournalError) -> UInt64? {
    try base.oldestCommit(of: collection)
  }

  package func erase(while isWanted: () -> Bool) throws(JournalError) -> JournalErasure {
    let left = erasuresLeft.load(ordering: .relaxed)
    if left > 0 { erasuresLeft.store(left - 1, ordering: .relaxed) }
    return left > 0 ? .incomplete : try base.erase(while: isWanted)
  }

  package func snapshot() throws(JournalError) -> any JournalReading { try base.snapshot() }

  package func whenStopped(_ body: @escaping @Sendable (JournalError) -> Void) {
    stopping.withLock { $0 = body }
  }

  /// Stops like a journal whose background work failed.
  package func stop() { stopping.withLock { $0 }?(JournalError(.failed, "the log can't be moved")) }

  package func close() { base.close() }
}

/// A gate at which threads wait while it is closed.
package final class Gate: Sendable {
  private let condition = NSCondition()
  private let isClosed = Mutex(false)
  private let count = Mutex(0)

  package init() {}

  /// How many threads wait.
  package var waiting: Int { count.withLock { $0 } }

  package func close() { isClosed.withLock { $0 = true } }

  package func open() {
    condition.lock()
    isClosed.withLock { $0 = false }
    condition.broadcast()
    condition.unlock()
  }

  package func pass() {
    condition.lock()
    count.withLock { $0 += 1 }
    while isClosed.withLock({ $0 }) { condition.wait() }
    count.withLock { $0 -= 1 }
    condition.unlock()
  }
}
