/// Tag ranges for consecutive keys: one range for each, none overlapping, at equal distances except for at
/// most one gap among them.
///
/// A strategy picks one tag from each range: at random, or the one with the shortest text.
package struct TagCells: Sendable, Hashable {
  /// The middle of the first range.
  @usableFromInline let first: UInt64

  /// The distance between the middles of ranges that follow each other.
  @usableFromInline let stride: UInt64

  /// How far a range extends from its middle to either side; less than half the stride, unless there is only
  /// one range.
  @usableFromInline let reach: UInt64

  /// The index of the first range after the gap.
  @usableFromInline let firstBehindGap: Int

  /// How much farther apart than others the two ranges next to the gap are.
  @usableFromInline let gapRoom: UInt64

  @inlinable
  package init(
    first: UInt64,
    stride: UInt64,
    reach: UInt64,
    firstBehindGap: Int = .max,
    gapRoom: UInt64 = 0
  ) {
    self.first = first
    self.stride = stride
    self.reach = reach
    self.firstBehindGap = firstBehindGap
    self.gapRoom = gapRoom
  }

  /// The range of the key at an index.
  @inlinable
  package subscript(index: Int) -> ClosedRange<UInt64> {
    let middle = first &+ stride &* UInt64(index) &+ (index < firstBehindGap ? 0 : gapRoom)
    return (middle &- reach)...(middle &+ reach)
  }
}

extension TagSpace {
  /// Where the next key should go, judging by the gaps around a gap.
  package func lean(of gap: TagGap) -> TagLean {
    guard let lower = gap.lower, let upper = gap.upper else { return .middle }
    let before = gap.beforeLower.map { lower &- $0 } ?? unit
    let after = gap.afterUpper.map { $0 &- upper } ?? unit
    if max(before, after) <= (upper &- lower) / TagSpace.hotEvidence { return .apart }
    if showsRun(near: before, far: after) { return .ascending }
    if showsRun(near: after, far: before) { return .descending }
    return .middle
  }

  /// Whether keys arrive one after the other on the near side of a gap.
  private func showsRun(near: UInt64, far: UInt64) -> Bool {
    near <= far / TagSpace.runEvidence || near <= runStep + runStep / 4 && near <= far / TagSpace.stepEvidence
  }

  /// Where the next key goes once room is made in a gap that is too narrow.
  ///
  /// A run that has used up its gap left a last distance like the ones before it. If the gap is far narrower
  /// than the one on the near side, the key at its far end was placed for a run in the wrong direction: keys
  /// arrive one before the other, not after.
  package func lean(_ lean: TagLean, afterRoomIn gap: TagGap) -> TagLean {
    guard let lower = gap.lower, let upper = gap.upper else { return lean }
    let narrow = (upper &- lower).multipliedReportingOverflow(by: TagSpace.wrongEvidence)
    guard !narrow.overflow else { return lean }
    switch lean {
    case .ascending:
      return gap.beforeLower.map { lower &- $0 > narrow.partialValue } ?? false ? .descending : lean
    case .descending:
      return gap.afterUpper.map { $0 &- upper > narrow.partialValue } ?? false ? .ascending : lean
    case .middle, .apart: return lean
    }
  }

  /// Where keys go in a gap that a window has just made.
  ///
  /// If most of the room was gathered in the gap, it stays contiguous: halving it would leave half of it
  /// behind when inserts move on.
  func lean(_ lean: TagLean, in gap: TagGap, for count: Int, besides window: TagWindow) -> TagLean {
    guard lean == .middle, !window.range.isEmpty, let lower = gap.lower, let upper = gap.upper else {
      return lean
    }
    let spacing = (upper &- lower) / (UInt64(count) + 1)
    return spacing / TagSpace.pieceEvidence > window.spacing ? .apart : lean
  }

  /// The ranges of `count` new keys in a gap; nil if room must be made first.
  package func cells(_ count: Int, in gap: TagGap, lean: TagLean, bounds: TagBounds) -> TagCells? {
    switch (gap.lower, gap.upper) {
    case (nil, nil): fresh(count, bounds: bounds)
    case (let lower?, nil): after(lower, count, bounds: bounds)
    case (nil, let upper?): before(upper, count, bounds: bounds)
    case (let lower?, let upper?): between(gap, lower, upper, count, lean: lean)
    }
  }

  /// The ranges of `count` new keys between two tags, however close they are; nil if not even the smallest
  /// distance is left.
  package func tightCells(_ count: Int, lower: UInt64, upper: UInt64) -> TagCells? {
    guard upper > lower else { return nil }
    let spacing = (upper - lower) / (UInt64(count) + 1)
    guard spacing >= 1 else { return nil }
    return TagCells(first: lower + spacing, stride: spacing, reach: spacing / 4)
  }

  /// The ranges of `count` new keys directly after a tag, so close that a run of thousands takes a small part
  /// of a gap of ordinary width; nil if the gap is too small for that.
  package func runCells(for request: KeyRequest, in gap: TagGap, bounds: TagBounds) -> TagCells? {
    guard request.continuesRun, let lower = gap.lower else { return nil }
    let upper = gap.upper ?? bounds.high
    guard upper > lower else { return nil }
    // A gap between two keys of another run is narrow, and a run takes only a little of it at a time, too.
    let parts = UInt64(request.count) + TagSpace.runParts - 1
    let spacing = min(max(runStep / TagSpace.isolatedRunParts, 4), (upper - lower) / parts)
    guard spacing >= 4 else { return nil }
    return TagCells(first: lower + spacing, stride: spacing, reach: spacing / 4)
  }

  /// How many times closer the keys of a run are if there is no list.
  private static let isolatedRunParts: UInt64 = 256

  /// The distance between keys appended together: it leaves ``unit`` free, and a random part.
  private var endStride: UInt64 { unit + unit / 2 }

  private func fresh(_ count: Int, bounds: TagBounds) -> TagCells {
    let room = bounds.high - bounds.low
    let stride = min(endStride, room / 2 / (UInt64(count) + 1))
    let middle = bounds.low + room / 2
    return TagCells(first: middle - stride * UInt64(count - 1) / 2, stride: stride, reach: stride / 6)
  }

  private func after(_ lower: UInt64, _ count: Int, bounds: TagBounds) -> TagCells? {
    guard bounds.high > lower else { return nil }
    guard (bounds.high - lower) / endStride > UInt64(count) else {
      return between(TagGap(lower: lower, upper: bounds.high), lower, bounds.high, count, lean: .ascending)
    }
    return TagCells(first: lower + unit + unit / 4, stride: endStride, reach: unit / 4)
  }

  private func before(_ upper: UInt64, _ count: Int, bounds: TagBounds) -> TagCells? {
    guard upper > bounds.low else { return nil }
    guard (upper - bounds.low) / endStride > UInt64(count) else {
      return between(TagGap(lower: bounds.low, upper: upper), bounds.low, upper, count, lean: .descending)
    }
    let first = upper - unit - unit / 4 - endStride * UInt64(count - 1)
    return TagCells(first: first, stride: endStride, reach: unit / 4)
  }

  private func between(
    _ gap: TagGap,
    _ lower: UInt64,
    _ upper: UInt64,
    _ count: Int,
    lean: TagLean
  ) -> TagCells? {
    guard upper > lower else { return nil }
    let room = upper - lower
    guard lean != .middle else {
      let spacing = room / (UInt64(count) + 1)
      guard spacing >= smallestSpacing else { return nil }
      // One key gets the middle half of the gap; several keep half of their distance from each other.
      return TagCells(first: lower + spacing, stride: spacing, reach: count == 1 ? spacing / 2 : spacing / 4)
    }
    let spacing = stepSpacing(room, count, near: near(gap, lean))
    guard spacing >= smallestSpacing / 4 else { return nil }
    if lean == .apart, count > 1 {
      return TagCells(
        first: lower + spacing,
        stride: spacing,
        reach: spacing / 4,
        firstBehindGap: count / 2,
        gapRoom: room - spacing * (UInt64(count) + 1)
      )
    }
    let isAscending = lean == .ascending || lean == .apart && prefersLower(gap)
    let first = isAscending ? lower + spacing : upper - spacing * UInt64(count)
    return TagCells(first: first, stride: spacing, reach: spacing / 4)
  }

  /// The distance between keys in a run, and from the neighbour they follow.
  ///
  /// - Parameter near: the distance on that neighbour's other side; 0 if it is not known.
  private func stepSpacing(_ room: UInt64, _ count: Int, near: UInt64) -> UInt64 {
    let count = UInt64(count)
    // A gap that is no wider than the step before is either what is left of a run, or lies between the keys of
    // one. Smaller steps would use up the latter after a few keys.
    guard near <= room / TagSpace.roomEvidence else { return room / (count + TagSpace.roomEvidence) }
    let step = min(runStep, room / (count + TagSpace.runParts - 1))
    return max(step, room / (count + TagSpace.wideRunParts - 1))
  }

  /// The distance behind the neighbour that a run follows; 0 if it is not known, or there is no run.
  private func near(_ gap: TagGap, _ lean: TagLean) -> UInt64 {
    guard let lower = gap.lower, let upper = gap.upper else { return 0 }
    switch lean {
    case .ascending: return gap.beforeLower.map { lower &- $0 } ?? 0
    case .descending: return gap.afterUpper.map { $0 &- upper } ?? 0
    case .middle, .apart: return 0
    }
  }

  /// The side of a hot gap for one key: the one where keys are denser, since more were inserted there; if both are
  /// alike, a side derived from the gap itself.
  private func prefersLower(_ gap: TagGap) -> Bool {
    guard let lower = gap.lower, let upper = gap.upper else { return true }
    let before = gap.beforeLower.map { lower &- $0 } ?? 0
    let after = gap.afterUpper.map { $0 &- upper } ?? 0
    guard before == after else { return before < after }
    return ((lower ^ upper) &* 0x9E37_79B9_7F4A_7C15) >> 63 == 0
  }
}
