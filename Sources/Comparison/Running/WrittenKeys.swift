import ArrangeModel
import Engine
import Ordering

/// The keys that a commit wrote.
struct WrittenKeys: Sendable, Hashable {
  /// The number of elements with another key than before, including new ones; if keys are ranks, the number
  /// of changed ranks.
  private(set) var count = 0
  /// How many of them are stored: none if keys follow from ranks.
  private(set) var stored = 0
  /// The bytes of the longest of them; 0 if there is none.
  private(set) var longest = 0

  /// Counts the keys. O(edits).
  init(_ commit: Commit, _ strategy: any OrderingStrategy) {
    let isRank = strategy.keyForm == .rank
    var lifted: [(key: OrderKey, index: Int)] = []
    for edit in commit.edits {
      switch edit {
      case .detach(_, let key, _, _, _, let index, .move): lifted.append((key, index))
      case .detach(_, _, _, _, _, _, .removal), .update, .stay, .branch: break
      case .attach(_, let key, _, let index, .inserted): record(key, at: index, strategy)
      case .attach(_, let key, _, let index, .moved(let number)):
        let before = lifted[number]
        if isRank ? before.index != index : before.key != key { record(key, at: index, strategy) }
      case .rekey(_, _, _, let keys): for key in keys { record(key, at: 0, strategy) }
      }
    }
    // Shifted ranks are not edits; the engine reports their number.
    if isRank { count += commit.result.rekeyed }
  }

  private mutating func record(_ key: OrderKey, at index: Int, _ strategy: any OrderingStrategy) {
    count += 1
    if strategy.keyForm == .rank {
      longest = max(longest, OrderKey(rank: index).count)
    } else {
      stored += 1
      longest = max(longest, key.count)
    }
  }
}
