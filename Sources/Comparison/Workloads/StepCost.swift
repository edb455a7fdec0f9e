import Ordering

/// What a step costs at least, told by positions alone, without an engine or a strategy.
struct StepCost: Sendable, Hashable {
  /// The fewest elements that need a new key where keys are stored: the new ones, a moved one, and of a reordering
  /// all but a longest run that is in order already.
  let stored: Int
  /// The elements whose rank is another one afterwards; of an insert also the new ones.
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

  /// By how many the items that can keep their keys are more than those that nobody gathers. O(positions).
  ///
  /// A run of the gathered items keeps its keys where those that stay before the place and were after the first one of
  /// the run get others, and so do those behind the place that were before the last one.
  private static func kept(_ positions: [Int], gatheredAt place: Int) -> Int {
    var (best, bestStart) = (0, Int.min)
    for (index, position) in positions.enumerated() {
      let staying = position - index
      bestStart = max(bestStart, -index - max(0, place - staying))
      best = max(best, bestStart + index + 1 - max(0, staying - place))
    }
    return best
  }

  /// The items whose rank is another one after a gathering. O(positions).
  private static func shifted(_ positions: [Int], gatheredAt place: Int) -> Int {
    guard let first = positions.first, let last = positions.last else { return 0 }
    let moved = positions.indices.count { positions[$0] - $0 != place }
    return moved + max(0, place - first) + max(0, last - (positions.count - 1) - place)
  }
}
