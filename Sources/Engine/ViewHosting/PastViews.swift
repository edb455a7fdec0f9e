import ArrangeModel

/// The views that a shard has evaluated at earlier versions last, for the next pages of who reads them.
struct PastViews {
  /// The maximum number of views that are kept.
  static let maximumCount = 8
  /// The maximum number of rows of a view that is kept; of a larger one, each page is evaluated anew.
  static let maximumRows = 100_000

  /// What determines the content of a view.
  struct Key: Hashable {
    let text: String
    /// Its collections, each once, and their versions.
    let collections: [CollectionKey]
    let versions: [UInt64]

    /// The number in page tokens of the view. It is another one after a restart.
    var number: UInt64 { UInt64(bitPattern: Int64(hashValue)) }
  }

  private var lists: [Key: (list: ViewList, lastUsed: UInt64)] = [:]

  mutating func list(_ key: Key, now: UInt64) -> ViewList? {
    guard let found = lists[key] else { return nil }
    lists[key]?.lastUsed = now
    return found.list
  }

  /// Keeps a list in place of the one that was not used for the longest time.
  ///
  /// - Parameter rows: the number of its rows, shown or not.
  mutating func keep(_ list: ViewList, rows: Int, _ key: Key, now: UInt64) {
    guard rows <= PastViews.maximumRows else { return }
    lists[key] = (list, now)
    guard lists.count > PastViews.maximumCount else { return }
    if let oldest = lists.min(by: { $0.value.lastUsed < $1.value.lastUsed }) { lists[oldest.key] = nil }
  }

  /// Drops the lists that were not used for a time, in nanoseconds.
  mutating func evict(idleFor time: UInt64, now: UInt64) {
    lists = lists.filter { now &- $0.value.lastUsed < time }
  }
}
