/// What a shard keeps of the past of its collections: the states that were read last, and the commits that lead to
/// them, so that reading the next page, or a version nearby, costs little.
///
/// It belongs to the shard and is used on its executor only.
final class PastCache: @unchecked Sendable {
  /// The maximum number of states, of all collections together.
  static let maximumStates = 64
  /// The maximum number of items that the states do not share with the newest one, together: an estimate.
  static let maximumItems = 1_000_000
  /// The number of items of nodes that an edit of a shared state copies: an estimate.
  private static let itemsOfEdit = 32
  /// The maximum memory of the commits, in bytes.
  static let maximumBytes = 32 << 20

  private struct StateKey: Hashable {
    var collection: CollectionKey
    var version: UInt64
  }

  private struct BlockKey: Hashable {
    var collection: CollectionKey
    var number: UInt64
  }

  private struct Kept<Value> {
    var value: Value
    /// See ``maximumItems``, or the memory in bytes.
    var size: Int
    /// The number of the last use, and its time in monotonic nanoseconds.
    var use: UInt64
    var time: UInt64
  }

  @exclusivity(unchecked) private var states: [StateKey: Kept<CollectionState>] = [:]
  @exclusivity(unchecked) private var blocks: [BlockKey: Kept<PastCommits>] = [:]
  @exclusivity(unchecked) private var items = 0
  @exclusivity(unchecked) private var bytes = 0
  @exclusivity(unchecked) private var uses: UInt64 = 0

  // MARK: States

  /// The kept state of a collection that is nearest to a version, unless the newest one is nearer. O(states).
  ///
  /// - Parameter oldest: the oldest version from which the commits are kept.
  func nearest(
    to version: UInt64,
    of collection: CollectionKey,
    notBefore oldest: UInt64,
    orNewest newest: CollectionState,
    now: UInt64
  ) -> CollectionState {
    func distance(_ other: UInt64) -> UInt64 { other > version ? other - version : version - other }
    var found: (key: StateKey, distance: UInt64)?
    // The commits after an older one may be trimmed.
    for (key, kept) in states where key.collection == collection && key.version >= oldest {
      let distance = distance(key.version)
      // A replica may have had versions of another history.
      guard distance < found?.distance ?? distance + 1,
        kept.value.lineage.era(of: key.version) == newest.lineage.era(of: key.version)
      else { continue }
      found = (key, distance)
    }
    guard let found, found.distance < distance(newest.version) else { return newest }
    use(&states[found.key], now)
    return states[found.key]?.value ?? newest
  }

  /// Keeps a state.
  ///
  /// - Parameter edits: the number of edits that lead to it from one that is kept anyway.
  func keep(_ state: CollectionState, of collection: CollectionKey, edits: Int, now: UInt64) {
    let key = StateKey(collection: collection, version: state.version)
    let size = min(state.itemCount + state.sectionCount, edits * PastCache.itemsOfEdit) + 1
    items += size - (states[key]?.size ?? 0)
    states[key] = Kept(value: state, size: size, use: 0, time: now)
    use(&states[key], now)
    while states.count > 1, states.count > PastCache.maximumStates || items > PastCache.maximumItems {
      drop(states.min { $0.value.use < $1.value.use }?.key)
    }
  }

  private func drop(_ key: StateKey?) {
    guard let key, let dropped = states.removeValue(forKey: key) else { return }
    items -= dropped.size
  }

  // MARK: Commits

  /// The kept commits of a range of versions that begin at one of its ends, without a gap; nil if that one is not kept.
  ///
  /// - Parameters:
  ///   - isBackward: whether they begin at the upper end.
  ///   - most: the maximum number of blocks that they are taken from.
  func commits(
    _ range: ClosedRange<UInt64>,
    backward isBackward: Bool,
    of collection: CollectionKey,
    most: Int,
    now: UInt64
  ) -> PastCommits? {
    var parts: [PastCommits] = []
    var rest = range
    for _ in 0..<most {
      let key = BlockKey(
        collection: collection,
        number: PastCommits.block(of: isBackward ? rest.upperBound : rest.lowerBound)
      )
      guard let part = blocks[key]?.value.clamped(to: rest),
        isBackward
          ? part.versions.upperBound == rest.upperBound : part.versions.lowerBound == rest.lowerBound
      else { break }
      use(&blocks[key], now)
      parts.append(part)
      if part.versions.lowerBound <= range.lowerBound, isBackward { break }
      if part.versions.upperBound >= range.upperBound, !isBackward { break }
      rest =
        isBackward
        ? range.lowerBound...part.versions.lowerBound - 1 : part.versions.upperBound + 1...range.upperBound
    }
    if isBackward { parts.reverse() }
    guard var first = parts.first else { return nil }
    for part in parts.dropFirst() { first.join(part) }
    return first
  }

  /// Keeps commits of one block.
  func keep(_ commits: PastCommits, of collection: CollectionKey, now: UInt64) {
    let key = BlockKey(
      collection: collection,
      number: PastCommits.block(of: commits.versions.lowerBound)
    )
    bytes += commits.bytes - (blocks[key]?.size ?? 0)
    blocks[key] = Kept(value: commits, size: commits.bytes, use: 0, time: now)
    use(&blocks[key], now)
    while blocks.count > 1, bytes > PastCache.maximumBytes {
      drop(blocks.min { $0.value.use < $1.value.use }?.key)
    }
  }

  private func drop(_ key: BlockKey?) {
    guard let key, let dropped = blocks.removeValue(forKey: key) else { return }
    bytes -= dropped.size
  }

  private func use<Value>(_ kept: inout Kept<Value>?, _ now: UInt64) {
    uses += 1
    kept?.use = uses
    kept?.time = now
  }

  // MARK: Eviction

  /// Drops everything of a collection.
  func forget(_ collection: CollectionKey) {
    for key in states.keys where key.collection == collection { drop(key) }
    for key in blocks.keys where key.collection == collection { drop(key) }
  }

  /// Drops everything that was not used for some time.
  func evict(idleFor nanoseconds: UInt64, now: UInt64) {
    for (key, kept) in states where now &- kept.time >= nanoseconds { drop(key) }
    for (key, kept) in blocks where now &- kept.time >= nanoseconds { drop(key) }
  }

  /// The numbers of states and of blocks of commits.
  var counts: (states: Int, blocks: Int) { (states.count, blocks.count) }
}
