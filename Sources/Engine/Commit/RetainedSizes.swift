/// Counts the bytes of a collection's retained commits, so that they can be bounded.
///
/// Consecutive commits are counted together, in sections of a small part of the bound: the value is small
/// however many commits there are, and the bound is exact except for one section.
package struct RetainedSizes: Sendable, Hashable {
  /// Consecutive commits, up to the first of the next section.
  struct Section: Sendable, Hashable {
    var first: UInt64
    var bytes: Int
  }

  /// The number of sections into which the bound is divided.
  private static let sectionsOfBound = 64

  /// In ascending order of their first versions.
  private(set) var sections: [Section] = []

  package init() {}

  /// Accepts stored sections; nil if they are not in order.
  init?(_ sections: [Section]) {
    guard zip(sections, sections.dropFirst()).allSatisfy({ $0.first < $1.first }),
      sections.allSatisfy({ $0.bytes >= 0 })
    else { return nil }
    self.sections = sections
  }

  /// The total size.
  package var bytes: Int { sections.reduce(0) { $0 + $1.bytes } }

  /// Counts the next commit. O(1).
  ///
  /// - Parameter bound: the maximum number of retained bytes.
  package mutating func record(_ version: UInt64, bytes: Int, bound: Int) {
    if let last = sections.indices.last,
      sections[last].bytes + bytes <= bound / RetainedSizes.sectionsOfBound
    {
      sections[last].bytes += bytes
    } else {
      sections.append(Section(first: version, bytes: bytes))
    }
  }

  /// The oldest version from which on the commits take no more than a bound; at most the newest one, which is
  /// always kept. Nil if nothing was counted. O(sections).
  package func oldest(within bound: Int) -> UInt64? {
    var total = 0
    var oldest = sections.last?.first
    for section in sections.reversed() {
      total += section.bytes
      if total > bound { break }
      oldest = section.first
    }
    return oldest
  }

  /// Forgets the sections that end before a version. O(sections).
  mutating func forget(before version: UInt64) {
    let kept = sections.lastIndex { $0.first <= version } ?? 0
    if kept > 0 { sections.removeFirst(kept) }
  }

  /// The written size of a commit, which is known once it is durable.
  ///
  /// The writer thread sets it before the shard is notified that the commit is durable, and the shard reads
  /// it only afterwards.
  package final class Written: @unchecked Sendable {
    @exclusivity(unchecked) var bytes = 0

    init() {}
  }
}
