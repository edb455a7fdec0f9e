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
  /// How many pages of snapshots are kept: who comes at the same time reads the same ones.
  private static var mostPages: Int { 8 }

  @exclusivity(unchecked) var log: Log
  @exclusivity(unchecked) private(set) var listeners: [ObjectIdentifier: any SubscriptionListener] = [:]
  /// Whether the listeners are about to be told of news.
  @exclusivity(unchecked) var hasNews = false
  /// Lists of snapshots that are under way, the last used one at the end.
  @exclusivity(unchecked) private var held: [HeldList] = []
  @exclusivity(unchecked) private var batches: [BatchKey: PreparedChanges] = [:]
  @exclusivity(unchecked) private var batchVersion: UInt64 = 0

  /// A list that is kept for a snapshot.
  struct HeldList {
    let list: List
    /// Whether its order keys are right: it was not made by taking commits back.
    let hasKeys: Bool
  }

  /// The pages of snapshots that were made last, the newest at the end.
  @exclusivity(unchecked) private var pages: [(key: SnapshotPageKey, page: PreparedPage)] = []

  init(_ log: Log) { self.log = log }

  func add(_ listener: any SubscriptionListener) { listeners[ObjectIdentifier(listener)] = listener }

  func remove(_ listener: any SubscriptionListener) { listeners[ObjectIdentifier(listener)] = nil }

  func noteNews() {
    hasNews = false
    for listener in listeners.values { listener.noteNews() }
  }

  /// Tells all subscribers that there will be nothing any more.
  func end(_ error: ArrangeError) {
    let listeners = listeners.values
    self.listeners = [:]
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
      batchVersion = version
    }
    if let prepared = batches[key] { return prepared }
    let prepared = make()
    if batches.count < ChangeFeed.mostBatches { batches[key] = prepared }
    return prepared
  }

  /// A page that was made for somebody who needs the same; nil where there is none.
  func page(_ key: SnapshotPageKey) -> PreparedPage? { pages.last { $0.key == key }?.page }

  /// Keeps a page for the next one who needs it.
  func keep(_ page: PreparedPage, _ key: SnapshotPageKey) {
    if pages.count == ChangeFeed.mostPages { pages.removeFirst() }
    pages.append((key, page))
  }

  /// Keeps the list of a snapshot that goes on.
  func hold(_ list: List, hasKeys: Bool) {
    if let place = held.firstIndex(where: { $0.list.version == list.version }) {
      let kept = held.remove(at: place)
      held.append(kept.hasKeys ? kept : HeldList(list: list, hasKeys: hasKeys))
    } else {
      if held.count == ChangeFeed.mostHeldSnapshots { held.removeFirst() }
      held.append(HeldList(list: list, hasKeys: hasKeys))
    }
  }

  /// A list that was kept for a snapshot; nil where it is no longer kept, or has no keys and needs them.
  func heldList(at version: UInt64, needsKeys: Bool) -> HeldList? {
    held.first { $0.list.version == version && ($0.hasKeys || !needsKeys) }
  }

  /// Lets the lists of snapshots go, when nobody has asked for a while.
  func letSnapshotsGo() {
    held = []
    pages = []
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
