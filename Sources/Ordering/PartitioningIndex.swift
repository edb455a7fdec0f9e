extension Range<Int> {
  /// The first index from which a condition holds, given that it holds for all later indices; the upper bound
  /// if there is none. O(log n) evaluations.
  @inlinable
  package func partitioningIndex<Failure: Error>(
    where holds: (Int) throws(Failure) -> Bool
  ) throws(Failure) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if try holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
