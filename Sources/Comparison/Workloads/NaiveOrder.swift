/// The plainest possible list: numbers of items in an array. What an engine's list is held against.
struct NaiveOrder: Sendable, Hashable {
  private(set) var items: [Int]
  private var made: Int

  init(count: Int) {
    items = Array(0..<count)
    made = count
  }

  /// Carries out a step; new items have the next numbers. O(n).
  mutating func perform(_ step: EditStep) {
    switch step {
    case .insert(let place, let count):
      items.insert(contentsOf: made..<(made + count), at: place)
      made += count
    case .move(let from, let to): items.insert(items.remove(at: from), at: to)
    case .remove(let range): items.removeSubrange(range)
    case .reorder(let order): items = order.map { items[$0] }
    }
  }
}
