extension NodeInfo {
  /// The text of a node's id.
  package static func text(ofID id: Int64) -> String { String(id, radix: 36) }
}

extension SlotRange {
  /// Slots in ascending order as ranges, as few as possible.
  package static func ranges(of slots: some Sequence<Int>) -> [SlotRange] {
    slots.reduce(into: []) { ranges, slot in
      if let end = ranges.indices.last, ranges[end].last + 1 == slot {
        ranges[end].last = slot
      } else {
        ranges.append(SlotRange(first: slot, last: slot))
      }
    }
  }
}
