import ArrangeModel
import Ordering

extension RandomAccessCollection where Index == Int {
  /// The first index whose element is not before a key; the elements are in ascending order of their keys.
  @inline(__always)
  func lowerBound<Key: Comparable>(of key: Key, by keyOf: (Element) -> Key) -> Int {
    (startIndex..<endIndex).partitioningIndex { !(keyOf(self[$0]) < key) }
  }

  /// The element with a key; the elements are in ascending order of their keys, which are distinct.
  @inline(__always)
  func search<Key: Comparable>(_ key: Key, by keyOf: (Element) -> Key) -> Element? {
    let index = lowerBound(of: key, by: keyOf)
    return index < endIndex && keyOf(self[index]) == key ? self[index] : nil
  }

  /// Whether each element's key comes after the one before it.
  func isStrictlyAscending<Key: Comparable>(by keyOf: (Element) -> Key) -> Bool {
    zip(self, dropFirst()).allSatisfy { keyOf($0) < keyOf($1) }
  }
}

extension RandomAccessCollection where Index == Int, Element: Comparable {
  /// The first index whose element is not before a value.
  @inline(__always)
  func lowerBound(of value: Element) -> Int { lowerBound(of: value) { $0 } }

  /// Whether a value is among the elements, which are in ascending order.
  @inline(__always)
  func hasSorted(_ value: Element) -> Bool { !isEmpty && search(value) { $0 } != nil }
}

extension RandomAccessCollection<ListPath> where Index == Int, SubSequence: RandomAccessCollection<ListPath> {
  /// The paths of one section; all are in ascending order.
  @inline(__always)
  func inSection(_ section: Int) -> SubSequence {
    let start = lowerBound(of: ListPath(section: section, item: 0))
    let end = lowerBound(of: ListPath(section: section + 1, item: 0))
    return self[start..<end]
  }
}

/// Merges two ascending arrays. O(n). Sorting them together, which treats short runs as unordered, takes
/// several times as long.
@inline(__always)
func merge<Element>(_ a: [Element], _ b: [Element], by isBefore: (Element, Element) -> Bool) -> [Element] {
  if a.isEmpty || b.isEmpty { return a.isEmpty ? b : a }
  var result: [Element] = []
  result.reserveCapacity(a.count + b.count)
  var next = 0
  for element in b {
    while next < a.count, isBefore(a[next], element) {
      result.append(a[next])
      next += 1
    }
    result.append(element)
  }
  result.append(contentsOf: a[next...])
  return result
}

extension [Int] {
  /// Whether a number is among those of an ascending array.
  @usableFromInline
  func hasSortedNumber(_ number: Int) -> Bool { hasSorted(number) }
}
