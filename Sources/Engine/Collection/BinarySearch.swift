extension Int {
  /// The first index below this number for which a condition holds that holds for all after it; the number where there
  /// is none. O(log n) calls of the condition.
  func firstIndex(where holds: (Int) -> Bool) -> Int {
    var range = 0..<self
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if holds(middle) { range = range.lowerBound..<middle } else { range = middle + 1..<range.upperBound }
    }
    return range.lowerBound
  }
}
