package import ArrangeModel
import Changes

/// Is notified of news of a list. Called on the shard's executor.
package protocol SubscriptionListener: AnyObject, Sendable {
  /// There is a newer version. Called once for a group of commits; request it with
  func noteNewCommits()
  /// No more news will follow.
  func noteEnd(_ error: ArrangeError)
  /// Why the subscriber may not follow the current definition of a stored view; nil if it may. Called when
  /// the view or its definer has changed.
  func refusal(of view: ViewRights) -> ArrangeError?
}

extension SubscriptionListener {
  package func refusal(of view: ViewRights) -> ArrangeError? { nil }
}

/// The data that a watched list keeps for all of its subscribers together: the change log, and messages made
/// for one of them that may be reused for the next.
///
/// It belongs to a shard and is used on its executor only; closures that return there may capture it.
final class ChangeFeed<List: ServedList, Log: Sendable>: @unchecked Sendable {
  /// The number of whole versions kept for snapshots in progress. Others are reconstructed from the log, but
  /// without order keys: if these are requested and the limit is reached, a new snapshot uses a version that
  /// is kept.
  static var maximumHeldSnapshots: Int { 64 }
  /// The time in nanoseconds for which a list needed for its keys must not have been read before it may be
  /// dropped in favour of another one.
  private static var shortestIdleTime: UInt64 { 10_000_000_000 }
  /// The number of batches to the newest version that are kept: subscribers lag by few different amounts.
  private static var maximumBatches: Int { 64 }
  /// The minimum number of listeners notified before the executor looks at requests …
  private static var minimumNotified: Int { 50 }
  /// … and the bytes of a batch that allow one more: a large batch should be shared by many, so that
  /// notifying takes longer than making it.
  private static var bytesForOneMore: Int { 128 }
  /// The minimum time for each listener, in nanoseconds, from the beginning of a round in several parts to
  /// that of the next one: twice the time of notifying it, so that half of the processor time is left for
  /// requests, commits and readers. Changes made meanwhile are part of the next round, and so take less time.
  private static var roundTime: UInt64 { 16_000 }
  /// The number of snapshot pages that are kept: subscribers that arrive at the same time read the same ones.
  private static var maximumPages: Int { 8 }

  @exclusivity(unchecked) var log: Log
  @exclusivity(unchecked) var reads = MissedReads()
  @exclusivity(unchecked) private(set) var listeners: [ObjectIdentifier: any SubscriptionListener] = [:]
  /// Whether there is news that the current round does not cover.
  @exclusivity(unchecked) private var hasNewCommits = false
  /// Whether listeners are being notified, or are about to be.
  @exclusivity(unchecked) private var isNotifying = false
  /// Whether the next round must wait because the last one began too recently.
  @exclusivity(unchecked) private var isPausing = false
  /// Listeners still to be notified in this round, in reverse order.
  @exclusivity(unchecked) private var next: [any SubscriptionListener] = []
  /// When the newest versions became durable.
  @exclusivity(unchecked) var commitTimes = CommitTimes()
  /// The time of the oldest commit of the current round and of the next one; nil if there is none, or without a
  /// meter.
  @exclusivity(unchecked) private var timeOfRound: UInt64?
  @exclusivity(unchecked) private var timeOfCommits: UInt64?
  /// Lists of snapshots in progress, most recently used last.
  @exclusivity(unchecked) private(set) var held: [HeldList] = []
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
  /// The size of the batch made last.
  @exclusivity(unchecked) private var batchBytes = 0

  /// A list that is kept for a snapshot.
  struct HeldList {
    let list: List
    /// Whether its order keys are valid: it was not made by undoing commits.
    let hasKeys: Bool
    /// The resume token for the list. The log may no longer cover the version by the time it is used.
    let token: [UInt8]
    /// The number of subscribers that have begun to read it and not finished. Some of them may be gone.
    var readerCount: Int
    /// Whether one of them gets order keys, and so needs the list.
    var isReadWithKeys: Bool
    /// The time at which a page of it was last made, in nanoseconds.
    var lastUsed: UInt64
  }

  /// The snapshot pages made last, newest last, and the times at which they were read, in nanoseconds.
  @exclusivity(unchecked) private var pages: [(key: SnapshotPageKey, page: PreparedPage, lastUsed: UInt64)] =
    []

  private let memory: PreparedMemory
  /// The memory of the kept messages, in bytes, as counted in the total of all feeds; nil while it is not among the
  /// feeds that may have to drop theirs.
  @exclusivity(unchecked) private var keptBytes: Int?

  /// - Parameter memory: the memory of the messages of all feeds of the shard.
  init(_ log: Log, memory: PreparedMemory = PreparedMemory()) {
    self.log = log
    self.memory = memory
  }

  deinit { memory.release(keptBytes ?? 0) }

  func add(_ listener: any SubscriptionListener) { listeners[ObjectIdentifier(listener)] = listener }

  func remove(_ listener: any SubscriptionListener) { listeners[ObjectIdentifier(listener)] = nil }

  /// Notifies the listeners of news, soon, and once for everything in one turn of the executor.
  ///
  /// They are notified in parts, between which the executor processes requests that have arrived: these are
  /// written while the next listeners are notified, and are part of what those get. News during a round start
  /// another round, so that each listener has its turn equally often.
  ///
  /// - Parameters:
  ///   - version: the newest version; nil if it is not known yet.
  ///   - time: when it became durable, in monotonic nanoseconds; 0 without a meter.
  func noteNewCommits(version: UInt64? = nil, at time: UInt64 = 0, on executor: any ShardExecutor) {
    executor.check()
    hasNewCommits = true
    if time > 0 {
      timeOfCommits = timeOfCommits ?? time
      commitTimes.note(at: time)
      if let version { commitTimes.settle(at: version) }
    }
    guard !isNotifying, !isPausing else { return }
    isNotifying = true
    executor.executeInTurn { self.notifySome(on: executor) }
  }

  /// The time of the oldest commit of which a listener was not notified; nil if there is none.
  var oldestNews: UInt64? { listeners.isEmpty ? nil : timeOfRound ?? timeOfCommits }

  /// Begins a round over all listeners.
  private func beginRound(on executor: any ShardExecutor) {
    hasNewCommits = false
    timeOfRound = timeOfCommits
    timeOfCommits = nil
    next = Array(listeners.values)
    guard next.count > ChangeFeed.minimumNotified else { return }
    isPausing = true
    executor.execute(after: UInt64(next.count) * ChangeFeed.roundTime) {
      self.isPausing = false
      guard self.hasNewCommits, !self.isNotifying else { return }
      self.isNotifying = true
      self.notifySome(on: executor)
    }
  }

  private func notifySome(on executor: any ShardExecutor) {
    if next.isEmpty { beginRound(on: executor) }
    var room = max(ChangeFeed.minimumNotified, batchBytes / ChangeFeed.bytesForOneMore)
    while room > 0, let listener = next.popLast() {
      guard listeners[ObjectIdentifier(listener)] != nil else { continue }
      listener.noteNewCommits()
      room -= 1
    }
    if next.isEmpty { timeOfRound = nil }
    guard !next.isEmpty || hasNewCommits && !isPausing else {
      isNotifying = false
      return
    }
    executor.executeAfterReading { executor.executeInTurn { self.notifySome(on: executor) } }
  }

  /// Notifies all subscribers that no more news will follow.
  func end(_ error: ArrangeError) {
    let listeners = listeners.values
    self.listeners = [:]
    next = []
    for listener in listeners { listener.noteEnd(error) }
  }

  /// The changes from a version to the newest list, made once for all who need the same.
  func changes(
    _ key: BatchKey,
    to version: UInt64,
    make: () -> PreparedChanges
  ) -> PreparedChanges {
    areBatchesUsed = true
    if batchVersion != version {
      noteDropped(batches.values.reduce(0) { $0 + $1.byteCount })
      batches.removeAll(keepingCapacity: true)
      latestBatch = nil
      batchVersion = version
    }
    if let latestBatch, latestBatch.key == key { return latestBatch.changes }
    let prepared = batches[key] ?? make()
    latestBatch = (key, prepared)
    if case .batch(let bytes) = prepared { batchBytes = bytes.count }
    if batches.count < ChangeFeed.maximumBatches, batches.updateValue(prepared, forKey: key) == nil {
      noteKept(prepared.byteCount)
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
    if pages.count == ChangeFeed.maximumPages { noteDropped(pages.removeFirst().page.bytes.count) }
    pages.append((key, page, now))
    noteKept(page.bytes.count)
  }

  /// Counts the memory of a message that is kept. All may be dropped at once.
  private func noteKept(_ bytes: Int) {
    let kept = keptBytes
    keptBytes = (kept ?? 0) + bytes
    memory.add(bytes, of: self, isFirst: kept == nil)
  }

  /// Counts the memory of messages that were dropped.
  private func noteDropped(_ bytes: Int) {
    keptBytes? -= bytes
    memory.release(bytes)
  }

  /// Keeps the list of a snapshot in progress.
  ///
  /// - Parameters:
  ///   - hasKeys: whether its order keys are valid.
  ///   - sendsKeys: whether the subscriber gets order keys.
  ///   - token: the resume token for the list.
  ///   - isFirstPage: whether a subscriber has just begun to read it.
  func hold(
    _ list: List,
    hasKeys: Bool,
    sendsKeys: Bool,
    token: [UInt8],
    isFirstPage: Bool,
    now: UInt64
  ) {
    var new = HeldList(
      list: list,
      hasKeys: hasKeys,
      token: token,
      readerCount: 1,
      isReadWithKeys: sendsKeys,
      lastUsed: now
    )
    if let place = held.firstIndex(where: { $0.list.version == list.version }) {
      let kept = held.remove(at: place)
      if kept.hasKeys { new = kept }
      new.readerCount = kept.readerCount + (isFirstPage ? 1 : 0)
      new.isReadWithKeys = kept.isReadWithKeys || sendsKeys
      new.lastUsed = now
    } else if isFull {
      guard let place = placeToEvict(now) else { return }
      held.remove(at: place)
    }
    held.append(new)
  }

  private var isFull: Bool { held.count >= ChangeFeed.maximumHeldSnapshots }

  /// The list to drop in favour of another one: the least recently used one of those that the log can
  /// reconstruct, or that nobody is reading. Nil if all are needed.
  private func placeToEvict(_ now: UInt64) -> Int? {
    held.firstIndex { !$0.isReadWithKeys }
      ?? held.firstIndex { now &- $0.lastUsed >= ChangeFeed.shortestIdleTime }
  }

  /// The newest list with keys, if so many are kept that reading this one is better than keeping one more.
  ///
  /// - Parameter version: the version of the subscriber, which never decreases; nil if it has none.
  func crowdedList(after version: UInt64?) -> HeldList? {
    guard isFull else { return nil }
    return held.lazy.filter { held in held.hasKeys && version.map { held.list.version > $0 } ?? true }
      .max { $0.list.version < $1.list.version }
  }

  /// A subscriber got the last page of a snapshot: its list is dropped with its last reader.
  func release(_ version: UInt64) {
    guard let place = held.firstIndex(where: { $0.list.version == version }) else { return }
    held[place].readerCount -= 1
    if held[place].readerCount == 0 { held.remove(at: place) }
  }

  /// A list that was kept for a snapshot; nil if it is no longer kept, or has no keys and needs them.
  func heldList(at version: UInt64, needsKeys: Bool) -> HeldList? {
    held.first { $0.list.version == version && ($0.hasKeys || !needsKeys) }
  }

  /// Drops the lists and pages of snapshots that were not read for some time: their subscribers are gone, or
  /// so slow that the version is reconstructed from the log or they start over. Unused batches are dropped as
  /// well.
  func evict(idleFor nanoseconds: UInt64, now: UInt64) {
    held.removeAll { now &- $0.lastUsed >= nanoseconds }
    let pageBytes = pages.reduce(0) { $0 + $1.page.bytes.count }
    pages.removeAll { now &- $0.lastUsed >= nanoseconds }
    noteDropped(pageBytes - pages.reduce(0) { $0 + $1.page.bytes.count })
    if areBatchesUsed {
      areBatchesUsed = false
      batchesLastUsed = now
    } else if now &- batchesLastUsed >= nanoseconds {
      dropBatches()
    }
  }

  private func dropBatches() {
    noteDropped(batches.values.reduce(0) { $0 + $1.byteCount })
    noteDropped(pastBatches.values.reduce(0) { $0 + $1.byteCount })
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
  func note(_ version: UnchangedVersion, isSameAs newer: UInt64) {
    if unchanged.count >= ChangeFeed.maximumBatches, unchanged[version] == nil { unchanged = [:] }
    unchanged[version] = newer
  }

  /// The same as ``changes(_:to:make:)`` from a list that is not part of the retained history.
  func changes(_ key: PastKey, to version: UInt64, make: () -> PreparedChanges) -> PreparedChanges {
    if pastBatchVersion != version {
      noteDropped(pastBatches.values.reduce(0) { $0 + $1.byteCount })
      pastBatches = [:]
      pastBatchVersion = version
    }
    if let prepared = pastBatches[key] { return prepared }
    let prepared = make()
    if pastBatches.count < ChangeFeed.maximumBatches {
      pastBatches[key] = prepared
      noteKept(prepared.byteCount)
    }
    areBatchesUsed = true
    return prepared
  }
}

extension ChangeFeed: PreparedMemory.Keeper {
  func dropPrepared() {
    dropBatches()
    pages = []
    memory.release(keptBytes ?? 0)
    keptBytes = nil
  }
}
