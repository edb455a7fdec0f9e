public import Ordering

/// The three buckets: a list is moved from one into the next while it is in use.
///
/// From bucket 0 into 1, and from 1 into 2, the last elements go first; from 2 into 0 the first ones. So the
/// elements already moved are always on the correct side of the others.
extension LexoRank {
  public func rotation(
    of list: any KeyList,
    into generation: Int?,
    limit: Int
  ) throws(OrderingError) -> KeyRotation? {
    let count = list.count
    guard count > 0 else { return KeyRotation(generation: generation ?? 0, rekey: nil, remaining: 0) }
    let first = try bucket(of: list.key(at: 0))
    let last = try bucket(of: list.key(at: count - 1))
    let target = generation ?? LexoRank.target(first: first, last: last)
    guard 0..<LexoRank.bucketCount ~= target else { throw .invalidChoice("there is no bucket \(target)") }
    let room = TagBounds(
      low: UInt64(target) * Digits.bucketCount,
      high: UInt64(target + 1) * Digits.bucketCount
    )
    // The list as a whole gets the middle of the bucket.
    let stride = min(space.unit + space.unit / 2, (room.high - room.low) / 2 / (UInt64(count) + 1))
    let half = stride * UInt64(count / 2 + 1)
    let middle = room.low + (room.high - room.low) / 2
    let isForward = target == 0
    let boundary = try firstPosition(in: list) { isForward ? $0 != 0 : $0 == target }
    /// How many elements that were already moved make room for the next ones, because others were inserted
    /// next to them.
    var pushed = 0
    while true {
      let next = max(limit - pushed, 1)
      let range =
        isForward
        ? max(0, boundary - pushed)..<min(count, boundary + next)
        : max(0, boundary - next)..<min(count, boundary + pushed)
      var (low, high) = (room.low, room.high)
      if isForward {
        low = range.lowerBound > 0 ? try tag(of: list.key(at: range.lowerBound - 1)) : middle - half
      } else {
        high = range.upperBound < count ? try tag(of: list.key(at: range.upperBound)) : middle + half
      }
      let spacing = min(stride, (high - low) / UInt64(range.count + 1))
      let isAtEnd = isForward ? range.lowerBound == 0 : range.upperBound == count
      if spacing >= stride / LexoRank.tightest || isAtEnd || pushed >= limit && spacing > 0 {
        let first = isForward ? low + spacing : high - spacing * UInt64(range.count)
        return try step(
          target,
          (0..<range.count).map { OrderKey(rankTag: first + spacing * UInt64($0)) },
          range,
          remaining: isForward ? count - range.upperBound : range.lowerBound,
          spacing: spacing
        )
      }
      pushed = max(1, pushed * 2)
    }
  }

  /// The next elements are placed at most this many times closer than usual before others make room for them.
  private static let tightest: UInt64 = 8

  /// How many buckets there are.
  private static let bucketCount = 3

  private func step(
    _ target: Int,
    _ keys: [OrderKey],
    _ range: Range<Int>,
    remaining: Int,
    spacing: UInt64
  ) throws(OrderingError) -> KeyRotation {
    guard !range.isEmpty else { return KeyRotation(generation: target, rekey: nil, remaining: 0) }
    guard spacing > 0 else {
      throw .strategyFailed("bucket \(target) has no room for \(keys.count) more keys")
    }
    return KeyRotation(
      generation: target,
      rekey: .keys(at: range.lowerBound, keys),
      remaining: remaining
    )
  }

  /// The bucket into which a list is rotated, given those of its ends: the target of the rotation in
  /// progress, or the next one.
  private static func target(first: Int, last: Int) -> Int {
    switch (first, last) {
    case (0, 1): 1
    case (1, 2): 2
    case (0, 2): 0
    default: (last + 1) % bucketCount
    }
  }

  private func bucket(of key: OrderKey) throws(OrderingError) -> Int {
    Int(try tag(of: key) / Digits.bucketCount)
  }

  /// The first position from which a condition holds; the end if it never does. O(log n) evaluations.
  private func firstPosition(
    in list: any KeyList,
    where isBehind: (Int) -> Bool
  ) throws(OrderingError) -> Int {
    try (0..<list.count).partitioningIndex { (place) throws(OrderingError) in
      isBehind(try bucket(of: list.key(at: place)))
    }
  }
}
