import ArrangeModel
import Engine
import Ordering

/// The keys that a commit wrote.
struct WrittenKeys: Sendable, Hashable {
  /// How many elements have another key than before, the new ones among them; where keys are ranks, how many ranks.
  private(set) var count = 0
  /// How many of them are stored as such: none where keys follow from ranks.
  private(set) var stored = 0
  /// The bytes of the longest of them; 0 if there is none.
  private(set) var longest = 0

  /// Counts. O(edits).
  init(_ commit: Commit, _ strategy: any OrderingStrategy) {
    let isRank = strategy.keyForm == .rank
    var lifted: [(key: OrderKey, index: Int)] = []
    for edit in commit.edits {
      switch edit {
      case .detach(_, let key, _, _, let index, .move): lifted.append((key, index))
      case .detach(_, _, _, _, _, .removal), .update: break
      case .attach(_, let key, _, let index, .inserted): note(key, at: index, strategy)
      case .attach(_, let key, _, let index, .moved(let number)):
        let before = lifted[number]
        if isRank ? before.index != index : before.key != key { note(key, at: index, strategy) }
      case .rekey(_, _, _, let keys): for key in keys { note(key, at: 0, strategy) }
      }
    }
    // Ranks that shift are not edits; the engine tells how many there were.
    if isRank { count += commit.result.rekeyed }
  }

  private mutating func note(_ key: OrderKey, at index: Int, _ strategy: any OrderingStrategy) {
    count += 1
    if strategy.keyForm == .rank {
      longest = max(longest, OrderKey(rank: index).count)
    } else {
      stored += 1
      longest = max(longest, key.count)
    }
  }
}
