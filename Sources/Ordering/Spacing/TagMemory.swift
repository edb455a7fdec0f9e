/// A cache of recently looked up tags, by position.
///
/// The search for room compares windows of many sizes around one gap and asks for most tags at least twice;
/// each lookup descends the tree of a list. A tag replaces the one in its slot.
struct TagMemory {
  /// The number of slots, as a power of 2.
  private static let bits = 6

  /// Positions with their tags; a position below zero if there is none.
  private var entries = InlineArray<64, (position: Int, tag: UInt64)>(repeating: (-1, 0))

  /// The tag at a position; nil if it is not cached.
  subscript(position: Int) -> UInt64? {
    let entry = entries[TagMemory.place(position)]
    return entry.position == position ? entry.tag : nil
  }

  mutating func keep(_ tag: UInt64, at position: Int) {
    entries[TagMemory.place(position)] = (position, tag)
  }

  /// Positions are often powers of 2 apart, so their lowest bits would collide.
  private static func place(_ position: Int) -> Int {
    Int((UInt64(position) &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - bits))
  }
}
