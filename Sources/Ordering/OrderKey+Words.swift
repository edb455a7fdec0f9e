extension OrderKey {
  /// The longest key, in bytes, that ``init(high:tail:count:)`` makes.
  package static let longestInline = inlineCapacity

  /// Makes a short key from two words, without going through single bytes.
  ///
  /// - Parameters:
  ///   - high: bytes 0 to 7, the first in the most significant place.
  ///   - tail: bytes 8 to 14 in the upper seven places; the lowest place is zero.
  ///   - count: the number of bytes, at most ``longestInline``. Places behind it are zero.
  @inlinable
  package init(high: UInt64, tail: UInt64, count: Int) {
    assert(count <= OrderKey.inlineCapacity && tail & 0xFF == 0, "not a short key")
    self.high = high
    self.low = tail | UInt64(count)
    self.overflow = nil
  }

  /// The first eight bytes as a number, most significant byte first, padded with zeros.
  @inlinable
  package var highWord: UInt64 { high }

  /// Bytes 8 to 14 in the upper seven places of a number, padded with zeros.
  @inlinable
  package var tailWord: UInt64 { low & ~0xFF }
}
