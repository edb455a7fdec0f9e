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
  package let low: UInt64

  /// The end of the room behind the window.
  package let high: UInt64

  /// The new place of the element at a position.
  package subscript(position: Int) -> ClosedRange<UInt64> {
    position < gap ? lowerCells[position - range.lowerBound] : upperCells[position - gap]
  }

  /// Spreads the elements of a range over the room between two tags, with the wider part for the gap.
  ///
  /// The gap gets half of the room, or more where many keys go in: what made it narrow once is likely to
  /// go on.
  init?(range: Range<Int>, gap: Int, count: Int, low: UInt64, high: UInt64) {
    let size = UInt64(range.count)
    guard high > low else { return nil }
    let room = high - low
    let total = size + UInt64(count) + 1
    let share = max(room / 2, room / total * (UInt64(count) + 1))
    let spacing = (room - share) / max(size, 1)
    guard spacing >= 1, room / total >= 1 else { return nil }
    self.range = range
    self.gap = gap
    self.low = low
    self.high = high
    self.lowerCells = TagCells(first: low + spacing, stride: spacing, reach: spacing / 4)
    let upperCount = UInt64(range.upperBound - gap)
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
      var best: (left: Int, right: Int, bounds: TagBounds)?
      for (left, right) in shapes where left + right > 0 {
        let bounds = try bounds(left: left, right: right, for: request, tagAt: tagAt)
        guard bounds.high - bounds.low >= room(for: left + right, request) else { continue }
        if let best, best.bounds.high - best.bounds.low >= bounds.high - bounds.low { continue }
        best = (left, right, bounds)
      }
      if let best,
        let window = TagWindow(
          range: (request.gap - best.left)..<(request.gap + best.right),
          gap: request.gap,
          count: request.count,
          low: best.bounds.low,
          high: best.bounds.high
        )
      {
        return window
      }
      if size / 2 >= max(before, after) { break }
      size *= 2
    }
    return try wholeList(request)
  }

  /// The room around a window: up to the tags that stay or, at an end of the list, some way out.
  private func bounds(
    left: Int,
    right: Int,
    for request: RoomRequest,
    tagAt: (Int) throws(OrderingError) -> UInt64
  ) throws(OrderingError) -> TagBounds {
    let way = wayOut(left + right + request.count, request.bounds)
    let (first, last) = (request.gap - left, request.gap + right - 1)
    let low: UInt64
    if first > 0 {
      low = try tagAt(first - 1)
    } else {
      let tag = left > 0 || request.listCount > 0 ? try tagAt(0) : request.bounds.high
      low = tag > request.bounds.low + way ? tag - way : request.bounds.low
    }
    let high: UInt64
    if last + 1 < request.listCount {
      high = try tagAt(last + 1)
    } else {
      let tag = try tagAt(request.listCount - 1)
      high = tag < request.bounds.high - way ? tag + way : request.bounds.high
    }
    guard low <= high else {
      throw .brokenList("the key at position \(max(first - 1, 0)) is not below the one at \(last + 1)")
    }
    return TagBounds(low: low, high: high)
  }

  /// How far beyond the ends of the list a window of so many elements may go.
  private func wayOut(_ elements: Int, _ bounds: TagBounds) -> UInt64 {
    let limit = (bounds.high - bounds.low) / 2
    let wanted = UInt64(elements + 64).multipliedReportingOverflow(by: unit)
    return wanted.overflow ? limit : min(limit, wanted.partialValue)
  }

  /// The room that a window must have for its elements and the new keys.
  private func room(for size: Int, _ request: RoomRequest) -> UInt64 {
    let elements = UInt64(size + request.count)
    let whole = UInt64(request.listCount + request.count)
    let least = binaryLogarithm(runStep * 8)
    let most = binaryLogarithm((request.bounds.high - request.bounds.low) / 2 / whole)
    let doublings = max(binaryLogarithm(whole), binaryLogarithm(2))
    let growth = min(max(most - least, 0) * 256 / doublings, TagSpace.largestGrowth)
    let spacing = binaryPower(min(least, most) + growth * binaryLogarithm(elements) / 256)
    let room = (elements + 1).multipliedReportingOverflow(by: spacing)
    return room.overflow ? .max : room.partialValue
  }

  /// By how much the distance in a window grows when its size doubles, at most: 0.6 of a doubling, in
  /// parts of 256.
  private static let largestGrowth = 154

  /// Spreads the whole list around the middle of its room.
  private func wholeList(_ request: RoomRequest) throws(OrderingError) -> TagWindow {
    let elements = request.listCount + request.count
    let middle = request.bounds.low + (request.bounds.high - request.bounds.low) / 2
    let way = wayOut(elements, request.bounds)
    for way in [way, (request.bounds.high - request.bounds.low) / 2] {
      guard
        let window = TagWindow(
          range: 0..<request.listCount,
          gap: request.gap,
          count: request.count,
          low: middle - way,
          high: middle + way
        )
      else { continue }
      return window
    }
    throw .strategyFailed("there are not enough keys for \(elements) elements")
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
