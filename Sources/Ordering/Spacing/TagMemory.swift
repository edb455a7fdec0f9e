/// The tags that were looked up last, by their positions.
///
/// The search for room compares windows of many sizes around one gap and asks for most tags twice and more; each
/// question goes down the tree of a list. A tag displaces the one that has its place.
struct TagMemory {
  /// The number of places, as a power of 2.
  private static let bits = 6

  /// Positions with their tags; a position below zero where there is none.
  private var entries = InlineArray<64, (position: Int, tag: UInt64)>(repeating: (-1, 0))

  /// The tag at a position; nil where it is not known any more.
  subscript(position: Int) -> UInt64? {
    let entry = entries[TagMemory.place(position)]
    return entry.position == position ? entry.tag : nil
  }

  mutating func keep(_ tag: UInt64, at position: Int) {
    entries[TagMemory.place(position)] = (position, tag)
  }

  /// Positions are often powers of 2 apart: their lowest bits would not tell them from each other.
  private static func place(_ position: Int) -> Int {
    Int((UInt64(position) &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - bits))
  }
}
