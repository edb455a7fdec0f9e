/// The versions of a list that are kept for paged reads.
struct HeldReads<List> {
  private var lists: [UInt64: (list: List, lastUsed: UInt64)] = [:]

  var isEmpty: Bool { lists.isEmpty }

  /// The list at a version; nil if it is not kept.
  mutating func list(at version: UInt64, now: UInt64) -> List? {
    lists[version]?.lastUsed = now
    return lists[version]?.list
  }

  /// Keeps a list; replaces the least recently used one if there are already `limit`.
  mutating func hold(_ list: List, at version: UInt64, limit: Int, now: UInt64) {
    if lists[version] == nil, lists.count >= limit {
      guard let idlest = lists.min(by: { $0.value.lastUsed < $1.value.lastUsed }) else { return }
      lists[idlest.key] = nil
    }
    lists[version] = (list, now)
  }

  /// Drops the lists that were not used for some time.
  mutating func evict(idleFor nanoseconds: UInt64, now: UInt64) {
    lists = lists.filter { now &- $0.value.lastUsed < nanoseconds }
  }
}
