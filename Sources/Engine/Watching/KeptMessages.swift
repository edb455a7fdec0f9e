import Changes

/// The messages made for one subscriber of a list that may be reused for the next: batches and pages of snapshots.
///
/// It belongs to a shard and is used on its executor only.
final class KeptMessages {
  /// The number of batches to the newest version that are kept: subscribers lag by few different amounts.
  private static let maximumBatches = 64
  /// The number of snapshot pages that are kept: subscribers that arrive at the same time read the same ones.
  private static let maximumPages = 8

  @exclusivity(unchecked) private var batches: [BatchKey: PreparedChanges] = [:]
  @exclusivity(unchecked) private var batchVersion: UInt64 = 0
  /// Batches from lists of another history, or of another view.
  @exclusivity(unchecked) private var pastBatches: [PastKey: PreparedChanges] = [:]
  @exclusivity(unchecked) private var pastBatchVersion: UInt64 = 0
  /// Versions with the later version up to which nothing visible changed.
  @exclusivity(unchecked) private var unchanged: [UnchangedVersion: UInt64] = [:]
  /// Whether one of them was requested since ``evict(idleFor:now:)``, and the time of the last request in
  /// nanoseconds.
  @exclusivity(unchecked) private var areBatchesUsed = false
  @exclusivity(unchecked) private var batchesLastUsed: UInt64 = 0
  /// The most recently used batch: the next subscriber usually needs the same.
  @exclusivity(unchecked) private var latestBatch: (key: BatchKey, changes: PreparedChanges)?
  /// The size of the batch made last, in bytes.
  @exclusivity(unchecked) private(set) var newestBatchBytes = 0
  /// The snapshot pages made last, newest last, and the times at which they were read, in nanoseconds.
  @exclusivity(unchecked) private var pages: [(key: SnapshotPageKey, page: PreparedPage, lastUsed: UInt64)] =
    []

  private let memory: PreparedMemory
  /// The memory of the kept messages, in bytes, as counted in the total of all feeds; nil while it is not among the
  /// feeds that may have to drop theirs.
  @exclusivity(unchecked) private var keptBytes: Int?

  /// - Parameter memory: the memory of the messages of all lists of the shard.
  init(in memory: PreparedMemory) { self.memory = memory }

  deinit { memory.release(keptBytes ?? 0) }

  /// The changes from a version to the newest list, made once for all who need the same.
  func changes(
    _ key: BatchKey,
    to version: UInt64,
    make: () -> PreparedChanges
  ) -> PreparedChanges {
    areBatchesUsed = true
    if batchVersion != version {
      countDropped(batches.values.reduce(0) { $0 + $1.byteCount })
      batches.removeAll(keepingCapacity: true)
      latestBatch = nil
      batchVersion = version
    }
    if let latestBatch, latestBatch.key == key { return latestBatch.changes }
    let prepared = batches[key] ?? make()
    latestBatch = (key, prepared)
    if case .batch(let bytes) = prepared { newestBatchBytes = bytes.count }
    if batches.count < KeptMessages.maximumBatches, batches.updateValue(prepared, forKey: key) == nil {
      countKept(prepared.byteCount)
    }
    return prepared
  }

  /// A page that was already made; nil if there is none.
  func page(_ key: SnapshotPageKey, now: UInt64) -> PreparedPage? {
    guard let place = pages.lastIndex(where: { $0.key == key }) else { return nil }
    pages[place].lastUsed = now
    return pages[place].page
  }

  /// Keeps a page for the next subscriber that needs it.
  func keep(_ page: PreparedPage, _ key: SnapshotPageKey, now: UInt64) {
    if pages.count == KeptMessages.maximumPages { countDropped(pages.removeFirst().page.bytes.count) }
    pages.append((key, page, now))
    countKept(page.bytes.count)
  }

  /// Counts the memory of a message that is kept. All may be dropped at once.
  private func countKept(_ bytes: Int) {
    let kept = keptBytes
    keptBytes = (kept ?? 0) + bytes
    memory.add(bytes, of: self, isFirst: kept == nil)
  }

  /// Counts the memory of messages that were dropped.
  private func countDropped(_ bytes: Int) {
    keptBytes? -= bytes
    memory.release(bytes)
  }

  /// Drops the pages and batches that were not used for some time.
  func evict(idleFor nanoseconds: UInt64, now: UInt64) {
    let pageBytes = pages.reduce(0) { $0 + $1.page.bytes.count }
    pages.removeAll { now &- $0.lastUsed >= nanoseconds }
    countDropped(pageBytes - pages.reduce(0) { $0 + $1.page.bytes.count })
    if areBatchesUsed {
      areBatchesUsed = false
      batchesLastUsed = now
    } else if now &- batchesLastUsed >= nanoseconds {
      dropBatches()
    }
  }

  private func dropBatches() {
    countDropped(batches.values.reduce(0) { $0 + $1.byteCount })
    countDropped(pastBatches.values.reduce(0) { $0 + $1.byteCount })
    batches = [:]
    pastBatches = [:]
    latestBatch = nil
  }

  /// The number of batches kept.
  var batchCount: Int { batches.count }

  /// The latest version known to look the same as an older one: the changes since then are those since the
  /// older one.
  func sameVersion(as version: UnchangedVersion) -> UInt64 { unchanged[version] ?? version.version }

  /// Records that two versions look the same.
  func record(_ version: UnchangedVersion, isSameAs newer: UInt64) {
    if unchanged.count >= KeptMessages.maximumBatches, unchanged[version] == nil { unchanged = [:] }
    unchanged[version] = newer
  }

  /// The same as ``changes(_:to:make:)`` from a list that is not part of the retained history.
  func changes(_ key: PastKey, to version: UInt64, make: () -> PreparedChanges) -> PreparedChanges {
    if pastBatchVersion != version {
      countDropped(pastBatches.values.reduce(0) { $0 + $1.byteCount })
      pastBatches = [:]
      pastBatchVersion = version
    }
    if let prepared = pastBatches[key] { return prepared }
    let prepared = make()
    if pastBatches.count < KeptMessages.maximumBatches {
      pastBatches[key] = prepared
      countKept(prepared.byteCount)
    }
    areBatchesUsed = true
    return prepared
  }
}

extension KeptMessages: PreparedMemory.Keeper {
  func dropPrepared() {
    dropBatches()
    pages = []
    memory.release(keptBytes ?? 0)
    keptBytes = nil
  }
}
