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
    case .remove(let range):
      stored = 0
      ranks = count - range.upperBound
    case .reorder(let order):
      stored = order.count - StepCost.longestIncreasing(order)
      ranks = order.indices.count { order[$0] != $0 }
    }
  }

  /// The length of a longest strictly increasing subsequence (Fredman 1975). O(n log n).
  static func longestIncreasing(_ values: [Int]) -> Int {
    /// For each length the smallest value that ends an increasing run of it.
    var ends: [Int] = []
    for value in values {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle] < value { low = middle + 1 } else { high = middle }
      }
      if low == ends.count { ends.append(value) } else { ends[low] = value }
    }
    return ends.count
  }
}
