/// The indices of a longest strictly increasing subsequence, ascending. O(n log n).
///
/// Among several, the one with the lexicographically smallest indices.
package func longestIncreasingSubsequence(of numbers: [Int]) -> [Int] {
  // From the end: starts[l] is the largest number that starts a subsequence of length l + 1, so they descend.
  var starts: [Int] = []
  starts.reserveCapacity(numbers.count)
  var lengths = [Int](repeating: 0, count: numbers.count)
  for place in numbers.indices.reversed() {
    let number = numbers[place]
    let length = (0..<starts.count).partitioningIndex { starts[$0] <= number }
    if length == starts.count { starts.append(number) } else { starts[length] = number }
    lengths[place] = length + 1
  }
  var subsequence: [Int] = []
  subsequence.reserveCapacity(starts.count)
  var wanted = starts.count
  var last = Int.min
  for place in numbers.indices where lengths[place] == wanted && numbers[place] > last {
    subsequence.append(place)
    last = numbers[place]
    wanted -= 1
  }
  return subsequence
}
