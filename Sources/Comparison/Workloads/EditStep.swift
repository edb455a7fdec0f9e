/// One operation on a list, by positions.
package enum EditStep: Sendable, Hashable {
  /// New items; the first one has this position afterwards.
  case insert(at: Int, count: Int)
  /// An item moves to the position that it has afterwards.
  case move(from: Int, to: Int)
  /// The items at these ascending positions move together to a place among the others.
  case gather([Int], to: Int)
  case remove(Range<Int>)
  /// All items, by their positions, in their new order.
  case reorder([Int])

  /// Whether the step is possible on a list of `count` items. O(gathered items); the order of a reordering is
  /// not checked.
  func isPossible(count: Int) -> Bool {
    switch self {
    case .insert(let place, let new): (0...count).contains(place) && new > 0
    case .move(let from, let to): (0..<count).contains(from) && (0..<count).contains(to)
    case .gather(let positions, let place):
      zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 }
        && (positions.first ?? -1) >= 0 && (positions.last ?? count) < count
        && (0...(count - positions.count)).contains(place)
    case .remove(let range): range.lowerBound >= 0 && range.upperBound <= count && !range.isEmpty
    case .reorder(let order): order.count == count
    }
  }

  /// The number of items that the step inserts or moves; for a reordering all that it names.
  var items: Int {
    switch self {
    case .insert(_, let count): count
    case .move: 1
    case .gather(let positions, _): positions.count
    case .remove: 0
    case .reorder(let order): order.count
    }
  }

  /// The number of items after the step.
  func count(after count: Int) -> Int {
    switch self {
    case .insert(_, let new): count + new
    case .remove(let range): count - range.count
    case .move, .gather, .reorder: count
    }
  }
}
