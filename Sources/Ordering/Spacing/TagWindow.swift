/// Neighbours of a gap that get new tags, so that the gap becomes wide enough.
package struct TagWindow: Sendable, Hashable {
  /// The positions of the elements, in the list as it is.
  package let range: Range<Int>

  /// The position of the gap, within the range or at one of its ends.
  package let gap: Int

  /// The new places of the elements before the gap.
  package let lowerCells: TagCells

  /// The new places of the elements after the gap.
  package let upperCells: TagCells

  /// The end of the room before the window: a tag that stays, or the end of what the window may use.
  private let low: UInt64

  /// The end of the room behind the window.
  private let high: UInt64

  /// The new place of the element at a position.
  package subscript(position: Int) -> ClosedRange<UInt64> {
    position < gap ? lowerCells[position - range.lowerBound] : upperCells[position - gap]
  }

  /// Spreads the elements of a range over the room between two tags, with the wider part for the gap.
  ///
  /// The elements get `spacing`, the gap the rest, and at least half of the room, or more where many keys go
  /// in: what made it narrow once is likely to go on. Nil if the room is too small for different tags.
  init?(_ range: Range<Int>, _ request: RoomRequest, in bounds: TagBounds, spacing wanted: UInt64) {
    let (size, count) = (UInt64(range.count), UInt64(request.count))
    let even = bounds.room / (size + count + 1)
    let share = max(bounds.room / 2, even * (count + 1))
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
  /// How many keys go in.
  package var count: Int

  /// The position of the gap.
  package var gap: Int

  /// The number of elements of the list.
  package var listCount: Int

  /// The ends of the room that the list has.
  package var bounds: TagBounds

  @inlinable
  package init(count: Int, gap: Int, listCount: Int, bounds: TagBounds) {
    self.count = count
    self.gap = gap
    self.listCount = listCount
    self.bounds = bounds
  }
}

extension TagSpace {
  /// Finds the neighbours that have to get new tags, so that a gap becomes wide enough.
  ///
  /// Windows to the right, to the left and around the gap are tried, of one element, two, four and so on.
  /// The first in which the tags would be far enough apart is spread evenly. Larger windows must leave
  /// larger distances, so that a large one is not needed again soon: this bounds the cost to a
  /// logarithmic number of new tags per key, averaged over any sequence of requests (Itai, Konheim,
  /// Rodeh: A Sparse Table Implementation of Priority Queues, 1981; Dietz, Sleator: Two Algorithms for
  /// Maintaining Order in a List, 1987, for windows that begin at the gap; Bender, Cole, Demaine,
  /// Farach-Colton, Zito: Two Simplified Algorithms for Maintaining Order in a List, 2002).
  ///
  /// O(log n) calls of `tagAt`.
  ///
  /// - Throws: ``OrderingError/brokenList(_:)`` when the tags do not ascend, and
  ///   ``OrderingError/strategyFailed(_:)`` when the list has more elements than there are tags.
  package func window(
    for request: RoomRequest,
    tagAt: (Int) throws(OrderingError) -> UInt64
  ) throws(OrderingError) -> TagWindow {
    let (before, after) = (request.gap, request.listCount - request.gap)
    var size = 1
    while true {
      let shapes = [
        (0, min(size, after)), (min(size, before), 0), (min(size / 2, before), min((size + 1) / 2, after)),
      ]
      var widest: (range: Range<Int>, bounds: TagBounds)?
      for (left, right) in shapes where left + right > 0 {
        let range = (request.gap - left)..<(request.gap + right)
        let needed = need(of: range.count, request).room
        let bounds = try bounds(of: range, needed: needed, for: request, tagAt: tagAt)
        if bounds.room >= max(needed, (widest?.bounds.room ?? 0) + 1) { widest = (range, bounds) }
      }
      if let (range, bounds) = widest,
        let window = TagWindow(range, request, in: bounds, spacing: need(of: range.count, request).spacing)
      {
        return window
      }
      if size >= request.listCount, size / 2 >= max(before, after) { break }
      size += max(1, size / TagSpace.windowGrowth)
    }
    return try wholeList(request)
  }

  /// Windows grow by one part in this many.
  private static let windowGrowth = 4

  /// The room around a window: up to the tags that stay or, at an end of the list, as far out as needed.
  private func bounds(
    of range: Range<Int>,
    needed: UInt64,
    for request: RoomRequest,
    tagAt: (Int) throws(OrderingError) -> UInt64
  ) throws(OrderingError) -> TagBounds {
    var low = try tagAt(max(range.lowerBound - 1, 0))
    var high = try tagAt(min(range.upperBound, request.listCount - 1))
    guard low <= high else {
      throw .brokenList("the keys do not ascend from position \(range.lowerBound) to \(range.upperBound)")
    }
    let out = outerRoom(needed) - min(high - low, outerRoom(needed))
    if range.lowerBound == 0 { low = low > request.bounds.low + out ? low - out : request.bounds.low }
    if range.upperBound == request.listCount {
      high = request.bounds.high - min(high, request.bounds.high) > out ? high + out : request.bounds.high
    }
    return TagBounds(low: low, high: max(low, high))
  }

  /// The room that a window takes where it can go beyond an end of the list: half as much again as it needs,
  /// but enough for a while.
  private func outerRoom(_ needed: UInt64) -> UInt64 {
    let (wanted, overflow) = needed.addingReportingOverflow(needed / 2)
    return overflow ? .max : max(wanted, 4 * unit)
  }

  /// The room that a window must have for its elements and the new keys, and the distance that its elements
  /// get where there is more room.
  ///
  /// The distance grows with the square root of the size of the window, unless the whole list would then
  /// need more than half of all tags.
  private func need(of size: Int, _ request: RoomRequest) -> (room: UInt64, spacing: UInt64) {
    let elements = UInt64(size + request.count)
    let whole = UInt64(request.listCount + request.count)
    let least = binaryLogarithm(leastWindowSpacing)
    let most = binaryLogarithm(request.bounds.room / 2 / whole)
    let doublings = max(binaryLogarithm(whole), 256)
    let growth = min(max(most - least, 0) * 256 / doublings, 128)
    let spacing = binaryPower(min(least, most) + growth * binaryLogarithm(elements) / 256)
    let room = (elements + 1).multipliedReportingOverflow(by: spacing)
    return (room.overflow ? .max : room.partialValue, spacing * 2)
  }

  /// Spreads the whole list around the middle of its room.
  private func wholeList(_ request: RoomRequest) throws(OrderingError) -> TagWindow {
    let half = request.bounds.room / 2
    let middle = request.bounds.low + half
    let (needed, spacing) = need(of: request.listCount, request)
    for way in [min(outerRoom(needed) / 2, half), half] {
      let bounds = TagBounds(low: middle - way, high: middle + way)
      if let window = TagWindow(0..<request.listCount, request, in: bounds, spacing: spacing) {
        return window
      }
    }
    throw .strategyFailed("there are not enough keys for \(request.listCount + request.count) elements")
  }
}

/// The logarithm to base 2 of a number above zero, in parts of 256, off by at most 23 parts.
///
/// Between powers of two it is a straight line, which needs no floating point and so gives the same
/// answer on every machine.
private func binaryLogarithm(_ value: UInt64) -> Int {
  guard value > 0 else { return 0 }
  let exponent = 63 - value.leadingZeroBitCount
  let fraction = ((value << UInt64(63 - exponent)) << 1) >> 56
  return exponent * 256 + Int(fraction)
}

/// The inverse of the logarithm above.
private func binaryPower(_ logarithm: Int) -> UInt64 {
  let (exponent, fraction) = (logarithm / 256, UInt64(logarithm % 256))
  guard exponent < 63 else { return .max }
  return (1 << UInt64(exponent)) + ((fraction << UInt64(exponent)) >> 8)
}
