package import Ordering

extension LexoRank: TagScheme {
  package func tag(of key: OrderKey) throws(OrderingError) -> UInt64 {
    // Digits after those of the tag make no difference here. They were checked when the key arrived.
    if let tag = key.leadingRankTag { return tag }
    do { return try FineRank(key).tag } catch { throw .brokenList("\(error)") }
  }

  /// The buckets of the neighbours: a list stays in its bucket, a new one begins in bucket 0.
  package func bounds(around gap: TagGap) -> TagBounds {
    let low = (gap.lower ?? gap.upper ?? 0) / Digits.bucketCount
    let high = (gap.upper ?? gap.lower ?? 0) / Digits.bucketCount
    return TagBounds(low: low * Digits.bucketCount, high: (high + 1) * Digits.bucketCount)
  }

  package func newKey(in range: ClosedRange<UInt64>, using random: inout OrderingRandom) -> OrderKey {
    guard jitterBits > 0 else { return movedKey(in: range) }
    return FineRank.pick(
      from: range.lowerBound,
      to: range.upperBound,
      jitterBits: jitterBits,
      using: &random
    ).key
  }

  package func movedKey(in range: ClosedRange<UInt64>) -> OrderKey {
    OrderKey(rankTag: LexoRank.shortestTag(in: range))
  }

  /// The tag with the fewest digits in a range; of these the one next to the middle.
  static func shortestTag(in range: ClosedRange<UInt64>) -> UInt64 {
    let (low, high) = (range.lowerBound, range.upperBound)
    var step: UInt64 = 1
    while step <= (high - low) / 36 { step *= 36 }
    // A range as long as the step has a multiple of it; a shorter one may. A multiple of a power is one of all
    // smaller powers, so the first miss ends the search.
    while true {
      let (next, overflow) = step.multipliedReportingOverflow(by: 36)
      guard !overflow, next <= high, high - high % next >= low else { break }
      step = next
    }
    let middle = low + (high - low) / 2
    let rounded = (middle + step / 2) / step * step
    if rounded > high { return rounded - step }
    return rounded < low ? rounded + step : rounded
  }

  /// Keys between two others, with as many digits as needed.
  package func isolatedKeys(
    for request: KeyRequest,
    gap: TagGap,
    using random: inout OrderingRandom
  ) throws(OrderingError) -> [OrderKey] {
    let bounds = bounds(around: gap)
    let cells =
      space.runCells(for: request, in: gap, bounds: bounds)
      ?? space.cells(request.count, in: gap, lean: .middle, bounds: bounds)
    if let cells {
      return newKeys(request.count, in: cells, using: &random)
    }
    let low = try request.lower.map { (key) throws(OrderingError) in try FineRank(key) }
    let high = try request.upper.map { (key) throws(OrderingError) in try FineRank(key) }
    let (from, to) = ((low ?? FineRank(tag: bounds.low)).value, (high ?? FineRank(tag: bounds.high)).value)
    let spacing = (to - from) / UInt128(request.count + 1)
    guard spacing >= 1 else {
      throw .strategyFailed("the gap has no \(request.count) free keys, and there is no list to make room in")
    }
    return (1...request.count).map { index in
      let middle = from + spacing * UInt128(index)
      let range = (middle - spacing / 4)...(middle + spacing / 4)
      return FineRank.pick(in: range, jitterBits: jitterBits, using: &random).key
    }
  }
}
