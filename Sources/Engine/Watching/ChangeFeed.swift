package import ArrangeModel
import Changes

/// Who is told that a collection has something new. Called on the shard's executor.
package protocol SubscriptionListener: AnyObject, Sendable {
  /// There is a newer version. Told once for a group of commits; to be asked for with
  /// ``Shard/nextMessage(for:at:tellsProgress:largestBytes:encode:reply:)``.
  func noteNews()
  /// There will be nothing any more.
  func noteEnd(_ error: ArrangeError)
  /// Why the subscriber may not follow a stored view as it is defined now; nil if it may. Asked when the view, or who has
  /// defined it, is another one than before.
  func refusal(of view: ViewRights) -> ArrangeError?
}

extension SubscriptionListener {
  package func refusal(of view: ViewRights) -> ArrangeError? { nil }
}

/// What a list that somebody watches keeps for all of its subscribers together: the log of changes, and what was made
/// for one of them and may be of use for the next.
///
/// It belongs to a shard and is touched on its executor only; closures that come back there carry it along.
final class ChangeFeed<List: ServedList, Log: Sendable>: @unchecked Sendable {
  /// How many versions are kept whole for snapshots in progress. Others are found by the log, but without
  /// order keys: where these are wanted and there are so many, a new snapshot is of a version that is kept.
  static var mostHeldSnapshots: Int { 64 }
  /// For how long nobody has to have read a list that somebody needs for its keys until it may be let go for another one,
  /// in nanoseconds.
  private static var shortestIdleTime: UInt64 { 10_000_000_000 }
  /// How many batches to the newest version are kept: subscribers lag by few different amounts.
  private static var mostBatches: Int { 64 }
  /// How many listeners are told of news at least before the executor looks at requests …
  private static var leastTold: Int { 50 }
  /// … and for how many bytes of a batch one more: a batch that is large is made for many, so that telling them takes
  /// longer than making it.
  private static var bytesForOneMore: Int { 128 }
  /// How long it takes for each listener, at least, from the beginning of a round in several parts to that of the next one,
  /// in nanoseconds: twice as long as telling it, so that requests, commits and whoever reads what was sent have as much of
  /// the processors. What comes meanwhile is part of the next round, and so takes less of them.
  private static var roundTime: UInt64 { 16_000 }
  /// How many pages of snapshots are kept: who comes at the same time reads the same ones.
  private static var mostPages: Int { 8 }

  @exclusivity(unchecked) var log: Log
  @exclusivity(unchecked) var reads = MissedReads()
  @exclusivity(unchecked) private(set) var listeners: [ObjectIdentifier: any SubscriptionListener] = [:]
  /// Whether there is news of which not all listeners are being told.
  @exclusivity(unchecked) private var hasNews = false
  /// Whether listeners are told, or about to be.
  @exclusivity(unchecked) private var isTelling = false
  /// Whether the last round began so short a time ago that the next one has to wait.
  @exclusivity(unchecked) private var isPausing = false
  /// Those who have their turn before the others have it again, the next one at the end.
  @exclusivity(unchecked) private var next: [any SubscriptionListener] = []
  /// Lists of snapshots that are in progress, the last used one at the end.
  @exclusivity(unchecked) private(set) var held: [HeldList] = []
  @exclusivity(unchecked) private var batches: [BatchKey: PreparedChanges] = [:]
  @exclusivity(unchecked) private var batchVersion: UInt64 = 0
  /// Batches from lists of another history, or of another view.
  @exclusivity(unchecked) private var pastBatches: [PastKey: PreparedChanges] = [:]
  @exclusivity(unchecked) private var pastBatchVersion: UInt64 = 0
  /// Versions since which nothing visible changed until later ones.
  @exclusivity(unchecked) private var unchanged: [UnchangedVersion: UInt64] = [:]
  /// Whether somebody asked for one of them since ``letGo(idleFor:now:)``, and when that was so last, in nanoseconds.
  @exclusivity(unchecked) private var areBatchesUsed = false
  @exclusivity(unchecked) private var batchesLastUsed: UInt64 = 0
  /// The one of them that was used last: the next subscriber mostly needs the same.
  @exclusivity(unchecked) private var latestBatch: (key: BatchKey, changes: PreparedChanges)?
  /// The size of the batch that was made last.
  @exclusivity(unchecked) private var batchBytes = 0

  /// A list that is kept for a snapshot.
  struct HeldList {
    let list: List
    /// Whether its order keys are right: it was not made by taking commits back.
    let hasKeys: Bool
    /// With what a subscriber goes on who has the list. The log may have let the version go by then.
    let token: [UInt8]
    /// How many subscribers have begun to read it and not come to the end. Some of them may be gone.
    var readerCount: Int
    /// Whether one of them gets order keys, and so can't do without the list.
    var isReadWithKeys: Bool
    /// When a page of it was made, in nanoseconds.
    var lastUsed: UInt64
  }

  /// The pages of snapshots that were made last, the newest at the end, and when they were read, in nanoseconds.
  @exclusivity(unchecked) private var pages: [(key: SnapshotPageKey, page: PreparedPage, lastUsed: UInt64)] =
    []

  init(_ log: Log) { self.log = log }

  func add(_ listener: any SubscriptionListener) { listeners[ObjectIdentifier(listener)] = listener }

  func remove(_ listener: any SubscriptionListener) { listeners[ObjectIdentifier(listener)] = nil }

  /// Tells the listeners that there is news, soon, and once for all that the executor does in one go.
  ///
  /// They are told in parts, between which the executor looks at the requests that have come: these are on their way to
  /// the storage while the next ones are told, and are part of what they get. News that come while some are told go around
  /// again, so that each has its turn as often as the others.
  func noteNews(on executor: any ShardExecutor) {
    executor.check()
    hasNews = true
    guard !isTelling, !isPausing else { return }
    isTelling = true
    executor.execute { self.tellSome(on: executor) }
  }

  /// Begins a round: everybody has a turn.
  private func beginRound(on executor: any ShardExecutor) {
    hasNews = false
    next = Array(listeners.values)
    guard next.count > ChangeFeed.leastTold else { return }
    isPausing = true
    executor.execute(after: UInt64(next.count) * ChangeFeed.roundTime) {
      self.isPausing = false
      guard self.hasNews, !self.isTelling else { return }
      self.isTelling = true
      self.tellSome(on: executor)
    }
  }

  private func tellSome(on executor: any ShardExecutor) {
    if next.isEmpty { beginRound(on: executor) }
    var room = max(ChangeFeed.leastTold, batchBytes / ChangeFeed.bytesForOneMore)
    while room > 0, let listener = next.popLast() {
      guard listeners[ObjectIdentifier(listener)] != nil else { continue }
      listener.noteNews()
      room -= 1
    }
    guard !next.isEmpty || hasNews && !isPausing else {
      isTelling = false
      return
    }
    executor.executeAfterReading { self.tellSome(on: executor) }
  }

  /// Tells all subscribers that there will be nothing any more.
  func end(_ error: ArrangeError) {
    let listeners = listeners.values
    self.listeners = [:]
    next = []
    for listener in listeners { listener.noteEnd(error) }
  }

  /// What takes a subscriber from a version to the newest list, made once for all who need the same.
  func changes(
    _ key: BatchKey,
    to version: UInt64,
    make: () -> PreparedChanges
  ) -> PreparedChanges {
    areBatchesUsed = true
    if batchVersion != version {
      batches.removeAll(keepingCapacity: true)
      latestBatch = nil
      batchVersion = version
    }
    if let latestBatch, latestBatch.key == key { return latestBatch.changes }
    let prepared = batches[key] ?? make()
    latestBatch = (key, prepared)
    if case .batch(let bytes) = prepared { batchBytes = bytes.count }
    if batches.count < ChangeFeed.mostBatches { batches[key] = prepared }
    return prepared
  }

  /// A page that was made for somebody who needs the same; nil if there is none.
  func page(_ key: SnapshotPageKey, now: UInt64) -> PreparedPage? {
    guard let place = pages.lastIndex(where: { $0.key == key }) else { return nil }
    pages[place].lastUsed = now
    return pages[place].page
  }

  /// Keeps a page for the next one who needs it.
  func keep(_ page: PreparedPage, _ key: SnapshotPageKey, now: UInt64) {
    if pages.count == ChangeFeed.mostPages { pages.removeFirst() }
    pages.append((key, page, now))
  }

  /// Keeps the list of a snapshot that goes on.
  ///
  /// - Parameters:
  ///   - hasKeys: whether its order keys are right.
  ///   - sendsKeys: whether the subscriber gets them.
  ///   - token: with what a subscriber goes on who has the list.
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
      guard let place = placeToLetGo(now) else { return }
      held.remove(at: place)
    }
    held.append(new)
  }

  private var isFull: Bool { held.count >= ChangeFeed.mostHeldSnapshots }

  /// The list that is let go for another one: the one that was not used for the longest time of those that the log gives, or
  /// of those that nobody goes on with. Nil if all are needed.
  private func placeToLetGo(_ now: UInt64) -> Int? {
    held.firstIndex { !$0.isReadWithKeys }
      ?? held.firstIndex { now &- $0.lastUsed >= ChangeFeed.shortestIdleTime }
  }

  /// The newest list with keys, where so many are kept that it is better to read this one than to keep one more.
  ///
  /// - Parameter version: that of the subscriber, which never goes back; nil if it has none.
  func crowdedList(after version: UInt64?) -> HeldList? {
    guard isFull else { return nil }
    return held.lazy.filter { held in held.hasKeys && version.map { held.list.version > $0 } ?? true }
      .max { $0.list.version < $1.list.version }
  }

  /// A subscriber got the last page of a snapshot: its list goes with the last one who reads it.
  func release(_ version: UInt64) {
    guard let place = held.firstIndex(where: { $0.list.version == version }) else { return }
    held[place].readerCount -= 1
    if held[place].readerCount == 0 { held.remove(at: place) }
  }

  /// A list that was kept for a snapshot; nil if it is no longer kept, or has no keys and needs them.
  func heldList(at version: UInt64, needsKeys: Bool) -> HeldList? {
    held.first { $0.list.version == version && ($0.hasKeys || !needsKeys) }
  }

  /// Lets the lists and pages of snapshots go that nobody has read for some time: the subscribers are gone, or so slow
  /// that they find the version by the log or begin again. So it does with batches that nobody has asked for.
  func letGo(idleFor nanoseconds: UInt64, now: UInt64) {
    held.removeAll { now &- $0.lastUsed >= nanoseconds }
    pages.removeAll { now &- $0.lastUsed >= nanoseconds }
    if areBatchesUsed {
      areBatchesUsed = false
      batchesLastUsed = now
    } else if now &- batchesLastUsed >= nanoseconds {
      batches = [:]
      pastBatches = [:]
      latestBatch = nil
    }
  }

  /// How many batches are kept.
  var batchCount: Int { batches.count }

  /// The latest version that shows what an older one shows, as far as is known: the changes since then are those since the
  /// older one.
  func sameVersion(as version: UnchangedVersion) -> UInt64 { unchanged[version] ?? version.version }

  /// Notes that two versions show the same.
  func note(_ version: UnchangedVersion, isSameAs newer: UInt64) {
    if unchanged.count >= ChangeFeed.mostBatches, unchanged[version] == nil { unchanged = [:] }
    unchanged[version] = newer
  }

  /// The same as ``changes(_:to:make:)`` from a list that is not one of the history that is kept.
  func changes(_ key: PastKey, to version: UInt64, make: () -> PreparedChanges) -> PreparedChanges {
    if pastBatchVersion != version {
      pastBatches = [:]
      pastBatchVersion = version
    }
    if let prepared = pastBatches[key] { return prepared }
    let prepared = make()
    if pastBatches.count < ChangeFeed.mostBatches { pastBatches[key] = prepared }
    areBatchesUsed = true
    return prepared
  }
}

/// What a page of a snapshot depends on.
struct SnapshotPageKey: Hashable {
  var version: UInt64
  var reason: SnapshotReason
  var start: PageCursor
  var number: Int
  var largestBytes: Int
  var mostBytes: Int
  var hasKeys: Bool
}

/// A page of a snapshot.
struct PreparedPage {
  var bytes: [UInt8]
  /// Where the next one begins; nil if this is the last one.
  var next: PageCursor?
}

/// What a batch to the newest version depends on.
struct BatchKey: Hashable {
  var from: UInt64
  var profile: ChangeBatch.Profile
  var threshold: Int
  var largestBytes: Int
  var hasKeys: Bool
}

/// What a batch to the newest version depends on, where it does not lead from a version that is kept.
struct PastKey: Hashable {
  /// The resume token of the list that the subscriber has.
  var token: [UInt8]
  var batch: BatchKey
}

/// A version as a subscriber sees it.
struct UnchangedVersion: Hashable {
  var version: UInt64
  var hasKeys: Bool
}

/// What leads from one version to another, and how it is encoded.
enum PreparedChanges {
  case batch([UInt8])
  /// Nothing visible changed.
  case nothing
  case snapshot(SnapshotReason)
}
