/// A plan to widen a gap: the elements that get new tags.
package struct TagSpread: Sendable, Hashable {
  /// The maximum number of elements that get new tags for one new key, as long as there is any room for it
  /// near the gap.
  package static let maximumMoved = 63

  /// The elements next to the gap.
  package let window: TagWindow

  /// Elements farther away, on either side of the window: the next step of bringing room to the gap.
  package let runs: [TagRun]
}

/// Consecutive elements with their new places.
package struct TagRun: Sendable, Hashable {
  /// The position of the first one.
  package let start: Int

  package var cells: [ClosedRange<UInt64>]
}

extension TagSpace {
  /// Finds the elements that must get new tags to make a gap wide enough.
  ///
  /// Spreading a window of neighbours, where larger windows must have larger distances, bounds the cost to a
  /// logarithmic number of new tags per key, averaged over any sequence of requests (Itai, Konheim, Rodeh: A
  /// Sparse Table Implementation of Priority Queues, 1981; Dietz, Sleator: Two Algorithms for Maintaining
  /// Order in a List, 1987, for windows that begin at the gap; Bender, Cole, Demaine, Farach-Colton, Zito:
  /// Two Simplified Algorithms for Maintaining Order in a List, 2002). But a single request may then have to
  /// move the whole list. Here no request moves more than ``TagSpread/maximumMoved`` elements for each key, in
  /// the spirit of Willard (A Density Control Algorithm for Doing Insertions and Deletions in a Sequentially
  /// Ordered File in Good Worst-Case Time, 1992), without state between requests: the progress is visible in
  /// the tags.
  ///
  /// - A window of up to 63 elements is spread, and of up to eight more for each further key: the smallest that
  ///   has enough room, otherwise the roomiest.
  /// - The remaining elements bring room nearer from where there is more of it, see
  ///   ``step(_:_:besides:tagAt:)``.
  /// - Only if no room is left near the gap, as in a list with many adjacent keys, a window of any necessary
  ///   size is spread at once: a few hundred elements after 100,000 inserts around one place.
  ///
  /// O(log² n) calls of `tagAt`, rarely two for the same position.
  ///
  /// - Throws: ``OrderingError/brokenList(_:)`` if the tags do not ascend, and
  ///   ``OrderingError/strategyFailed(_:)`` if the list has more elements than there are tags.
  package func spread(
    for request: RoomRequest,
    tagAt: (Int) throws(OrderingError) -> UInt64
  ) throws(OrderingError) -> TagSpread {
    var memory = TagMemory()
    func tag(_ position: Int) throws(OrderingError) -> UInt64 {
      if let tag = memory[position] { return tag }
      let tag = try tagAt(position)
      memory.keep(tag, at: position)
      return tag
    }
    let most = TagSpread.maximumMoved + TagSpace.movedForFurther * (request.count - 1)
    if let near = try nearPart(request, atMost: most, tagAt: tag),
      let window = window(near, request),
      window.gapRoom / UInt64(request.count + 1) >= tightestSpacing
    {
      let most = most - window.range.count
      return TagSpread(window: window, runs: try step(most, request, besides: window.range, tagAt: tag))
    }
    return TagSpread(window: try wideWindow(request, tagAt: tag), runs: [])
  }

  /// How many more elements may get new tags for each further key of a request.
  ///
  /// Far below ``TagSpread/maximumMoved``: many keys at once would otherwise make room for many more to come.
  private static let movedForFurther = 8

  /// Windows grow by one part in this many.
  private static let windowGrowth = 4

  /// The neighbours that are spread at once: the smallest window with the room it needs, otherwise the
  /// roomiest of those within the limit for each key.
  private func nearPart(
    _ request: RoomRequest,
    atMost most: Int,
    tagAt: (Int) throws(OrderingError) -> UInt64
  ) throws(OrderingError) -> TagPart? {
    var roomiest: TagPart?
    var size = 1
    while size <= most {
      let found = try parts(of: size, request, tagAt: tagAt)
      if let fitting = found.fitting { return fitting }
      if let part = found.roomiest, part.spacing > roomiest?.spacing ?? 0 { roomiest = part }
      if request.isWhole(size) { break }
      size += max(1, size / TagSpace.windowGrowth)
    }
    return roomiest
  }

  /// Spreads the smallest window whose elements end up as far apart as the keys of a run.
  ///
  /// Requiring the distance for a window of its size would cost a hundred times as much at once, and no less
  /// in the long run.
  private func wideWindow(
    _ request: RoomRequest,
    tagAt: (Int) throws(OrderingError) -> UInt64
  ) throws(OrderingError) -> TagWindow {
    var size = 1
    while true {
      if let part = try parts(of: size, request, tagAt: tagAt).roomiest, part.spacing >= runStep,
        let window = window(part, request)
      {
        return window
      }
      if request.isWhole(size) { break }
      size += max(1, size / TagSpace.windowGrowth)
    }
    let half = request.bounds.room / 2
    let middle = request.bounds.low + half
    for way in [min(outerRoom(need(of: request.listCount, request).room) / 2, half), half] {
      let bounds = TagBounds(low: middle - way, high: middle + way)
      if let window = window(TagPart(0..<request.listCount, request, in: bounds), request) { return window }
    }
    throw .strategyFailed("there are not enough keys for \(request.listCount + request.count) elements")
  }

  private func window(_ part: TagPart, _ request: RoomRequest) -> TagWindow? {
    let spacing = need(of: part.range.count, request).spacing
    // Elements get twice the distance that they need if there is enough room, up to a limit.
    let share = part.bounds.room / UInt64(part.range.count) / TagSpace.windowShare
    let wanted = max(min(spacing * 2, widestWindowSpacing), share)
    return TagWindow(part.range, request, in: part.bounds, spacing: wanted, forGap: 6)
  }

  /// Among the parts of one size, the widest with the room it needs, and the one whose elements would be
  /// farthest apart.
  private func parts(
    of size: Int,
    _ request: RoomRequest,
    tagAt: (Int) throws(OrderingError) -> UInt64
  ) throws(OrderingError) -> (fitting: TagPart?, roomiest: TagPart?) {
    var (fitting, roomiest): (TagPart?, TagPart?)
    let spacing = need(of: size, request).spacing
    try forEachPart(of: size, request, reaching: spacing, tagAt: tagAt) { part in
      if part.bounds.room >= need(of: part.range.count, request).room,
        part.bounds.room > fitting?.bounds.room ?? 0
      {
        fitting = part
      }
      if part.spacing > roomiest?.spacing ?? 0 { roomiest = part }
    }
    return (fitting, roomiest)
  }

  /// Calls `body` with the elements next to a gap, the given number to the right, to the left, and around it,
  /// as far as there are any.
  ///
  /// At an end of the list, their room extends beyond it far enough for the distance `spacing`.
  func forEachPart(
    of size: Int,
    _ request: RoomRequest,
    reaching spacing: UInt64,
    tagAt: (Int) throws(OrderingError) -> UInt64,
    _ body: (TagPart) -> Void
  ) throws(OrderingError) {
    let (before, after) = (request.gap, request.listCount - request.gap)
    func take(left: Int, right: Int) throws(OrderingError) {
      let range = (request.gap - min(left, before))..<(request.gap + min(right, after))
      guard !range.isEmpty else { return }
      let gaps = UInt64(range.count + request.count + 1)
      let (needed, overflow) = gaps.multipliedReportingOverflow(by: spacing)
      let bounds = try bounds(of: range, needed: overflow ? .max : needed, for: request, tagAt: tagAt)
      body(TagPart(range, request, in: bounds))
    }
    try take(left: 0, right: size)
    try take(left: size, right: 0)
    try take(left: size / 2, right: (size + 1) / 2)
  }

  /// The room around a range: up to the tags that stay or, at an end of the list, as far out as needed.
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

  /// The room that a window takes if it can extend beyond an end of the list: half as much again as it needs,
  /// but enough for a while.
  private func outerRoom(_ needed: UInt64) -> UInt64 {
    let (wanted, overflow) = needed.addingReportingOverflow(needed / 2)
    return overflow ? .max : max(wanted, 4 * unit)
  }

  /// The room that a window needs for its elements and the new keys, and the resulting distance between them.
  ///
  /// The distance grows with the size of the window, at most in proportion to it, unless the whole list would then
  /// need more than half of all tags.
  private func need(of size: Int, _ request: RoomRequest) -> (room: UInt64, spacing: UInt64) {
    let elements = UInt64(size + request.count)
    let whole = UInt64(request.listCount + request.count)
    let least = binaryLogarithm(minimumWindowSpacing)
    let most = binaryLogarithm(request.bounds.room / 2 / whole)
    let doublings = max(binaryLogarithm(whole), 256)
    let growth = min(max(most - least, 0) * 256 / doublings, 256)
    let spacing = binaryPower(min(least, most) + growth * binaryLogarithm(elements) / 256)
    let room = (elements + 1).multipliedReportingOverflow(by: spacing)
    return (room.overflow ? .max : room.partialValue, spacing)
  }
}

/// Elements next to a gap, with the room that they have.
struct TagPart {
  let range: Range<Int>
  let bounds: TagBounds

  /// The distance between the elements and the new keys if spaced evenly.
  let spacing: UInt64

  init(_ range: Range<Int>, _ request: RoomRequest, in bounds: TagBounds) {
    self.range = range
    self.bounds = bounds
    self.spacing = bounds.room / UInt64(range.count + request.count)
  }
}

/// The logarithm to base 2 of a number above zero, in parts of 256, off by at most 23 parts.
///
/// It is linear between powers of two, which needs no floating point and so gives the same answer on every
/// machine.
func binaryLogarithm(_ value: UInt64) -> Int {
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
