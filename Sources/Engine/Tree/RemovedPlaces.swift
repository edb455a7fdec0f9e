package import ArrangeModel
import HashTreeCollections

/// Where items of an outline were when they were last removed: of the newest ones, at least ``capacity``.
///
/// By these, an item whose parent is gone finds the nearest ancestor of it that is still there. A copy is O(1).
package struct RemovedPlaces: Sendable {
  /// The list that an item was in, by what has it.
  package enum Home: Sendable, Hashable {
    case section(Identifier)
    case item(Identifier)
  }

  /// How many removed items are known at least; at most twice as many are.
  package static let capacity = 10_000

  /// Two generations: a full one takes the place of the older one.
  private var newer = TreeDictionary<Identifier, Home>()
  private var older = TreeDictionary<Identifier, Home>()

  package init() {}

  package var isEmpty: Bool { newer.isEmpty && older.isEmpty }

  /// Where an item was; nil if that is not known. O(log n).
  package subscript(item: Identifier) -> Home? { newer[item] ?? older[item] }

  /// Records that an item is removed. O(log n).
  package mutating func record(_ item: Identifier, in home: Home) {
    newer[item] = home
    guard newer.count >= RemovedPlaces.capacity else { return }
    older = newer
    newer = TreeDictionary()
  }

  /// All that are known, in an order in which they can be recorded again. O(n log n).
  package var all: [(item: Identifier, home: Home)] {
    [older, newer].flatMap { generation in
      generation.sorted { $0.key < $1.key }.map { (item: $0.key, home: $0.value) }
    }
  }
}
