/// The places of a longest strictly increasing subsequence, ascending. O(n log n).
///
/// Among several of the same length it is the one that ends in the smallest number, whose last but one is then
/// the one that was last found to end a subsequence of its length, and so on: always the same one for the same
/// numbers.
func longestIncreasingSubsequence(of numbers: [Int]) -> [Int] {
  // ends[l] is the place of the smallest number that ends a subsequence of length l + 1.
  var ends: [Int] = []
  var predecessors = [Int](repeating: -1, count: numbers.count)
  for place in numbers.indices {
    let length = ends.lowerBound(of: numbers[place]) { numbers[$0] }
    if length > 0 { predecessors[place] = ends[length - 1] }
    if length == ends.count { ends.append(place) } else { ends[length] = place }
  }
  guard var place = ends.last else { return [] }
  var subsequence: [Int] = []
  subsequence.reserveCapacity(ends.count)
  while place >= 0 {
    subsequence.append(place)
    place = predecessors[place]
  }
  subsequence.reverse()
  return subsequence
}
