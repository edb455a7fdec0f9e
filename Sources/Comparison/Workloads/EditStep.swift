/// One operation on a list, told by positions.
package enum EditStep: Sendable, Hashable {
  /// New items, of which the first one has this position afterwards.
  case insert(at: Int, count: Int)
  /// An item goes to the position that it has afterwards.
  case move(from: Int, to: Int)
  case remove(Range<Int>)
  /// The items at these positions, which are all there are, follow each other in this order.
  case reorder([Int])

  /// Whether the step can be done on a list of `count` items. O(1); the order of a reordering is taken as it is.
  func isPossible(count: Int) -> Bool {
    switch self {
    case .insert(let place, let new): (0...count).contains(place) && new > 0
    case .move(let from, let to): (0..<count).contains(from) && (0..<count).contains(to)
    case .remove(let range): range.lowerBound >= 0 && range.upperBound <= count && !range.isEmpty
    case .reorder(let order): order.count == count
    }
  }

  /// The number of items after the step.
  func count(after count: Int) -> Int {
    switch self {
    case .insert(_, let new): count + new
    case .remove(let range): count - range.count
    case .move, .reorder: count
    }
  }
}
