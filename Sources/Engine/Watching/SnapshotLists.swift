/// The lists that are kept for snapshots that subscribers are reading, page by page.
struct SnapshotLists<List: ServedList> {
  /// The number of whole versions kept for snapshots in progress. Others are reconstructed from the log, but
  /// without order keys: if these are requested and the limit is reached, a new snapshot uses a version that
  /// is kept.
  static var maximumCount: Int { 64 }
  /// The time in nanoseconds for which a list needed for its keys must not have been read before it may be
  /// dropped in favour of another one.
  private static var shortestIdleTime: UInt64 { 10_000_000_000 }
  /// Most recently used last.
  private(set) var held: [HeldList] = []

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

  /// Keeps the list of a snapshot in progress.
  ///
  /// - Parameters:
  ///   - hasKeys: whether its order keys are valid.
  ///   - sendsKeys: whether the subscriber gets order keys.
  ///   - token: the resume token for the list.
  ///   - isFirstPage: whether a subscriber has just begun to read it.
  mutating func hold(
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

  private var isFull: Bool { held.count >= SnapshotLists.maximumCount }

  /// The list to drop in favour of another one: the least recently used one of those that the log can
  /// reconstruct, or that nobody is reading. Nil if all are needed.
  private func placeToEvict(_ now: UInt64) -> Int? {
    held.firstIndex { !$0.isReadWithKeys }
      ?? held.firstIndex { now &- $0.lastUsed >= SnapshotLists.shortestIdleTime }
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
  mutating func release(_ version: UInt64) {
    guard let place = held.firstIndex(where: { $0.list.version == version }) else { return }
    held[place].readerCount -= 1
    if held[place].readerCount == 0 { held.remove(at: place) }
  }

  /// A list that was kept for a snapshot; nil if it is no longer kept, or has no keys and needs them.
  func list(at version: UInt64, needsKeys: Bool) -> HeldList? {
    held.first { $0.list.version == version && ($0.hasKeys || !needsKeys) }
  }

  /// Drops the lists that were not read for some time: their subscribers are gone, or so slow that the version is
  /// reconstructed from the log or they start over.
  mutating func evict(idleFor nanoseconds: UInt64, now: UInt64) {
    held.removeAll { now &- $0.lastUsed >= nanoseconds }
  }
}
