/// Neighbours of a gap that get new tags to widen the gap.
package struct TagWindow: Sendable, Hashable {
  /// The positions of the elements in the current list.
  package let range: Range<Int>

  /// The position of the gap, within the range or at one of its ends.
  package let gap: Int

  /// The new places of the elements before the gap.
  package let lowerCells: TagCells

  /// The new places of the elements after the gap.
  package let upperCells: TagCells

  /// The lower end of the room: a tag that stays, or the limit of what the window may use.
  private let low: UInt64

  /// The upper end of the room.
  private let high: UInt64

  /// The distance between the elements.
  var spacing: UInt64 { lowerCells.stride }

  /// The minimum room of the gap, wherever in their places the elements next to it are.
  var gapRoom: UInt64 {
    let lower = gap > range.lowerBound ? self[gap - 1].upperBound : low
    let upper = gap < range.upperBound ? self[gap].lowerBound : high
    return upper - lower
  }

  /// The new place of the element at a position.
  package subscript(position: Int) -> ClosedRange<UInt64> {
    position < gap ? lowerCells[position - range.lowerBound] : upperCells[position - gap]
  }

  /// Spreads the elements of a range over the room between two tags, with the wider part for the gap.
  ///
  /// The elements get `wanted`, the gap the rest, and at least `eighths` of the room, or more if many keys
  /// are inserted, because inserts are likely to continue there. Nil if the room is too small for distinct
  /// tags.
  init?(
    _ range: Range<Int>,
    _ request: RoomRequest,
    in bounds: TagBounds,
    spacing wanted: UInt64,
    forGap eighths: UInt64
  ) {
    let (size, count) = (UInt64(range.count), UInt64(request.count))
    let even = bounds.room / (size + count + 1)
    let share = max(bounds.room / 8 * eighths, even * (count + 1))
    let spacing = min(wanted, (bounds.room - share) / max(size, 1))
    guard even >= 1, spacing >= 1 else { return nil }
    let upperCount = UInt64(range.upperBound - request.gap)
    self.range = range
    self.gap = request.gap
    self.low = bounds.low
    self.high = bounds.high
    self.lowerCells = TagCells(first: low + spacing, stride: spacing, reach: spacing / 4)
    self.upperCells = TagCells(first: high - spacing * upperCount, stride: spacing, reach: spacing / 4)
  }
}

/// A request for room.
package struct RoomRequest: Sendable {
  /// The number of keys to insert.
  package var count: Int

  /// The position of the gap.
  package var gap: Int

  /// The number of elements of the list.
  package var listCount: Int

  /// The ends of the tag range of the list.
  package var bounds: TagBounds

  @inlinable
  package init(count: Int, gap: Int, listCount: Int, bounds: TagBounds) {
    self.count = count
    self.gap = gap
    self.listCount = listCount
    self.bounds = bounds
  }

  /// Whether parts of that size cover the whole list on either side.
  func isWhole(_ size: Int) -> Bool { size / 2 >= max(gap, listCount - gap) && size >= listCount }
}
