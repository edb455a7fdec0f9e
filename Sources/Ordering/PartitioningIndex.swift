extension Range<Int> {
  /// The first index from which on a condition holds, where it holds for all after one for which it does; the upper bound
  /// where there is none. O(log n) calls of the condition.
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
