package import ArrangeModel
import Changes

/// Who is told that a collection has something new. Called on the shard's executor.
package protocol SubscriptionListener: AnyObject, Sendable {
  /// There is a newer version. Told once for a group of commits; to be asked for with ``Shard/nextMessage(for:_:encode:reply:)``.
  func noteNews()
  /// There will be nothing any more.
  func noteEnd(_ error: ArrangeError)
}

/// What a list that somebody watches keeps for all of its subscribers together: the log of changes, and what was made
/// for one of them and may be of use for the next.
///
/// It belongs to a shard and is touched on its executor only; closures that come back there carry it along.
final class ChangeFeed<List: ServedList, Log: Sendable>: @unchecked Sendable {
  /// How many versions are kept whole for snapshots under way. Who is slower finds the version by the log, or where
  /// order keys are wanted begins again.
  static var mostHeldSnapshots: Int { 64 }
  /// How many batches to the newest version are kept: subscribers lag by few different amounts.
  private static var mostBatches: Int { 64 }
  /// How many listeners are told of news at least before the executor looks at requests …
  private static var leastTold: Int { 25 }
  /// … and for how many bytes of a batch one more: a batch that is large is made for many, so that telling them takes
  /// longer than making it.
  private static var bytesForOneMore: Int { 128 }
  /// How many pages of snapshots are kept: who comes at the same time reads the same ones.
  private static var mostPages: Int { 8 }

  @exclusivity(unchecked) var log: Log
  @exclusivity(unchecked) private(set) var listeners: [ObjectIdentifier: any SubscriptionListener] = [:]
  /// Whether there is news of which not all listeners are being told.
  @exclusivity(unchecked) private var hasNews = false
  /// Whether listeners are told, or about to be.
  @exclusivity(unchecked) private var isTelling = false
  /// Those who have their turn before the others have it again, the next one at the end.
  @exclusivity(unchecked) private var next: [any SubscriptionListener] = []
  /// Lists of snapshots that are under way, the last used one at the end.
  @exclusivity(unchecked) private(set) var held: [HeldList] = []
  @exclusivity(unchecked) private var batches: [BatchKey: PreparedChanges] = [:]
  @exclusivity(unchecked) private var batchVersion: UInt64 = 0
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
    hasNews = true
    guard !isTelling else { return }
    isTelling = true
    executor.execute { self.tellSome(on: executor) }
  }

  private func tellSome(on executor: any ShardExecutor) {
    if next.isEmpty {
      hasNews = false
      next = Array(listeners.values)
    }
    var room = max(ChangeFeed.leastTold, batchBytes / ChangeFeed.bytesForOneMore)
    while room > 0, let listener = next.popLast() {
      guard listeners[ObjectIdentifier(listener)] != nil else { continue }
      listener.noteNews()
      room -= 1
    }
    guard !next.isEmpty || hasNews else {
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

  /// A page that was made for somebody who needs the same; nil where there is none.
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
  /// - Parameter isFirstPage: whether a subscriber has just begun to read it.
  func hold(_ list: List, hasKeys: Bool, token: [UInt8], isFirstPage: Bool, now: UInt64) {
    var new = HeldList(list: list, hasKeys: hasKeys, token: token, readerCount: 1, lastUsed: now)
    if let place = held.firstIndex(where: { $0.list.version == list.version }) {
      let kept = held.remove(at: place)
      if kept.hasKeys {
        new = HeldList(list: kept.list, hasKeys: true, token: token, readerCount: 1, lastUsed: now)
      }
      new.readerCount = kept.readerCount + (isFirstPage ? 1 : 0)
    } else if held.count == ChangeFeed.mostHeldSnapshots {
      held.removeFirst()
    }
    held.append(new)
  }

  /// A subscriber got the last page of a snapshot: its list goes with the last one who reads it.
  func release(_ version: UInt64) {
    guard let place = held.firstIndex(where: { $0.list.version == version }) else { return }
    held[place].readerCount -= 1
    if held[place].readerCount == 0 { held.remove(at: place) }
  }

  /// A list that was kept for a snapshot; nil where it is no longer kept, or has no keys and needs them.
  func heldList(at version: UInt64, needsKeys: Bool) -> HeldList? {
    held.first { $0.list.version == version && ($0.hasKeys || !needsKeys) }
  }

  /// Lets the lists and pages of snapshots go that nobody has read for some time: the subscribers are gone, or so slow
  /// that they find the version by the log or begin again.
  func letSnapshotsGo(idleFor nanoseconds: UInt64, now: UInt64) {
    held.removeAll { now &- $0.lastUsed >= nanoseconds }
    pages.removeAll { now &- $0.lastUsed >= nanoseconds }
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
  /// Where the next one begins; nil where this is the last one.
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

/// What leads from one version to another, and how it is encoded.
enum PreparedChanges {
  case batch([UInt8])
  /// Nothing visible changed.
  case nothing
  case snapshot(SnapshotReason)
}
