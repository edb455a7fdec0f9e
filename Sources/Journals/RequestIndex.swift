/// The versions of the commits of one collection by their request ids, in 8 bytes for each slot of a hash
/// table.
///
/// An index in the database would make every commit write one more page at a random place: measured, that is
/// four times the cost of a group of 64 commits. So the table is in memory, and is built from the commits at
/// the first lookup. It holds 24 bits of a hash and 40 of the version; a result is a candidate that the
/// caller compares with the stored commit.
package struct RequestIndex: Sendable {
  private static let versionBits: UInt64 = 40
  private static let versionMask: UInt64 = (1 << versionBits) - 1
  private static let smallestCapacity = 16

  /// Open addressing with linear probing; 0 is an empty slot, since versions begin at 1.
  private var slots = [UInt64]()
  /// The number of entries, including those of trimmed commits.
  package private(set) var count = 0

  package init() {}

  /// Adds an entry. O(1) amortized.
  ///
  /// - Parameters:
  ///   - hash: the hash of the request id; only the upper 24 bits are used.
  ///   - version: at most 40 bits.
  ///   - oldest: entries of versions before this one are dropped when the table is rebuilt.
  package mutating func insert(_ hash: UInt64, version: UInt64, oldest: UInt64) {
    precondition(version > 0 && version <= RequestIndex.versionMask)
    if (count + 1) * 2 > slots.count { rebuild(oldest: oldest) }
    place(RequestIndex.entry(hash, version))
  }

  /// The versions whose request ids may have a hash, in no particular order.
  package func candidates(_ hash: UInt64) -> [UInt64] {
    guard count > 0 else { return [] }
    let tag = hash >> RequestIndex.versionBits
    var result: [UInt64] = []
    var index = home(tag)
    while slots[index] != 0 {
      if slots[index] >> RequestIndex.versionBits == tag {
        result.append(slots[index] & RequestIndex.versionMask)
      }
      index = (index + 1) & (slots.count - 1)
    }
    return result
  }

  private static func entry(_ hash: UInt64, _ version: UInt64) -> UInt64 {
    (hash >> versionBits) << versionBits | version
  }

  private func home(_ tag: UInt64) -> Int { Int(tag &* 0x9E37_79B9_7F4A_7C15 >> 32) & (slots.count - 1) }

  private mutating func place(_ entry: UInt64) {
    var index = home(entry >> RequestIndex.versionBits)
    while slots[index] != 0 { index = (index + 1) & (slots.count - 1) }
    slots[index] = entry
    count += 1
  }

  private mutating func rebuild(oldest: UInt64) {
    let kept = slots.filter { $0 != 0 && $0 & RequestIndex.versionMask >= oldest }
    var capacity = RequestIndex.smallestCapacity
    while capacity < (kept.count + 1) * 4 { capacity *= 2 }
    slots = [UInt64](repeating: 0, count: capacity)
    count = 0
    for entry in kept { place(entry) }
  }
}

extension RequestIndex {
  /// The hash of a request id. It is seeded per process, so that clients can't choose ids that collide.
  static func hash(_ request: [UInt8]) -> UInt64 { request.withUnsafeBytes { hash($0) } }

  /// The hash of a request id.
  static func hash(_ request: UnsafeRawBufferPointer) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(bytes: request)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}
