/// The summary of many numbers.
struct Distribution: Sendable, Hashable {
  var mean = 0.0
  var p50 = 0.0
  var p99 = 0.0
  var most = 0.0

  /// Summarizes numbers; all zeros if there are none. O(n log n).
  ///
  /// A percentile is the smallest number that at least this percentage of the numbers do not exceed (nearest
  /// rank).
  init(_ numbers: [Int]) {
    guard !numbers.isEmpty else { return }
    let sorted = numbers.sorted()
    func percentile(_ percent: Int) -> Double {
      Double(sorted[max(0, (sorted.count * percent + 99) / 100 - 1)])
    }
    mean = Double(sorted.reduce(0, +)) / Double(sorted.count)
    p50 = percentile(50)
    p99 = percentile(99)
    most = Double(sorted[sorted.count - 1])
  }
}

/// The median of some numbers; the mean of the two middle ones if their number is even.
func medianOf(_ numbers: [Double]) -> Double {
  let sorted = numbers.sorted()
  guard !sorted.isEmpty else { return 0 }
  let middle = sorted.count / 2
  return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
