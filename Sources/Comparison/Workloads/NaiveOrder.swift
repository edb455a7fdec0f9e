/// The simplest possible list: numbers of items in an array. The reference for an engine's list.
struct NaiveOrder: Sendable, Hashable {
  private(set) var items: [Int]
  private var made: Int

  init(count: Int) {
    items = Array(0..<count)
    made = count
  }

  /// Skips a step that was refused: the numbers of its items count as used.
  mutating func passOver(_ step: EditStep) {
    if case .insert(_, let count) = step { made += count }
  }

  /// Carries out a step; new items have the next numbers. O(n).
  mutating func perform(_ step: EditStep) {
    switch step {
    case .insert(let place, let count):
      items.insert(contentsOf: made..<(made + count), at: place)
      made += count
    case .move(let from, let to): items.insert(items.remove(at: from), at: to)
    case .gather(let positions, let place):
      let gathered = positions.map { items[$0] }
      for position in positions.reversed() { items.remove(at: position) }
      items.insert(contentsOf: gathered, at: place)
    case .remove(let range): items.removeSubrange(range)
    case .reorder(let order): items = order.map { items[$0] }
    }
  }
}
