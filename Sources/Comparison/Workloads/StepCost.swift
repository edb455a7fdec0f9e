import Ordering

/// The minimum cost of a step, by positions alone, without an engine or a strategy.
struct StepCost: Sendable, Hashable {
  /// The minimum number of elements that need a new key if keys are stored: the new ones, a moved one, and
  /// for a reordering all except a longest run that is already in order.
  let stored: Int
  /// The number of elements whose rank changes, including new ones of an insert.
  let ranks: Int

  /// - Parameter count: the number of items before the step.
  init(_ step: EditStep, count: Int) {
    switch step {
    case .insert(let place, let new):
      stored = new
      ranks = count - place + new
    case .move(let from, let to):
      stored = from == to ? 0 : 1
      ranks = from == to ? 0 : abs(from - to) + 1
    case .gather(let positions, let place):
      stored = positions.count - StepCost.kept(positions, gatheredAt: place)
      ranks = StepCost.shifted(positions, gatheredAt: place)
    case .remove(let range):
      stored = 0
      ranks = count - range.upperBound
    case .reorder(let order):
      stored = order.count - longestIncreasingSubsequence(of: order).count
      ranks = order.indices.count { order[$0] != $0 }
    }
  }

  /// How many more items can keep their keys than those that are not gathered. O(positions).
  ///
  /// A run of the gathered items keeps its keys if the other items before the place that were after its first
  /// one get new keys, and so do those after the place that were before its last one.
  private static func kept(_ positions: [Int], gatheredAt place: Int) -> Int {
    var (best, bestStart) = (0, Int.min)
    for (index, position) in positions.enumerated() {
      let staying = position - index
      bestStart = max(bestStart, -index - max(0, place - staying))
      best = max(best, bestStart + index + 1 - max(0, staying - place))
    }
    return best
  }

  /// The number of items whose rank changes in a gathering. O(positions).
  private static func shifted(_ positions: [Int], gatheredAt place: Int) -> Int {
    guard let first = positions.first, let last = positions.last else { return 0 }
    let moved = positions.indices.count { positions[$0] - $0 != place }
    return moved + max(0, place - first) + max(0, last - (positions.count - 1) - place)
  }
}
