package import ArrangeModel

/// A share of all names. Over a journal that several nodes use, the node that owns the slot of a name is the only one
/// that writes the collection or the stored view of that name.
package enum Slot {
  /// The number of slots. More than there will be nodes, so that they can be spread evenly.
  package static let count = 1_024

  /// The slot of a name, 0 to ``count`` - 1. Stored in databases: it must never change.
  ///
  /// FNV-1a of the UTF-8 bytes, and then a multiplication by 2⁶⁴ over the golden ratio (Knuth, The Art of Computer
  /// Programming, 6.4), since the last bytes of a name hardly affect the upper half of the hash. An overlay has the slot of its
  /// collection.
  package static func of(_ name: Identifier) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    name.placedName.withBytes { for byte in $0 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 } }
    return Int((hash &* 0x9E37_79B9_7F4A_7C15) >> 54)
  }
}

/// A set of slots.
package struct SlotSet: Sendable, Hashable {
  /// One bit for each slot.
  private var words = [UInt64](repeating: 0, count: Slot.count / 64)

  package init() {}

  package init(_ slots: some Sequence<Int>) { for slot in slots { insert(slot) } }

  /// All slots.
  package static var all: SlotSet { SlotSet(0..<Slot.count) }

  package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
  package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  package func contains(_ slot: Int) -> Bool { words[slot / 64] & 1 << (slot % 64) != 0 }

  package mutating func insert(_ slot: Int) { words[slot / 64] |= 1 << (slot % 64) }

  package mutating func remove(_ slot: Int) { words[slot / 64] &= ~(1 << (slot % 64)) }

  package func union(_ other: SlotSet) -> SlotSet { combining(other) { $0 | $1 } }

  package func subtracting(_ other: SlotSet) -> SlotSet { combining(other) { $0 & ~$1 } }

  package func intersection(_ other: SlotSet) -> SlotSet { combining(other) { $0 & $1 } }

  private func combining(_ other: SlotSet, _ body: (UInt64, UInt64) -> UInt64) -> SlotSet {
    var result = self
    for index in words.indices { result.words[index] = body(words[index], other.words[index]) }
    return result
  }

  /// The slots in ascending order.
  package var slots: [Int] { (0..<Slot.count).filter(contains) }
}
