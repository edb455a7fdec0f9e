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

  /// Makes a key of four words, without going through single bytes.
  ///
  /// - Parameters:
  ///   - high: bytes 0 to 7, the first in the most significant place.
  ///   - tail: bytes 8 to 14 in the upper seven places; the lowest place is zero.
  ///   - third: bytes 15 to 22.
  ///   - fourth: bytes 23 to 30.
  ///   - count: the number of bytes, more than ``longestInline`` and at most 31. What is in places behind it is not
  ///     part of the key.
  package init(high: UInt64, tail: UInt64, _ third: UInt64, _ fourth: UInt64, count: Int) {
    assert(OrderKey.inlineCapacity < count && count <= OrderKey.inlineCapacity + 16 && tail & 0xFF == 0)
    self.high = high
    self.low = tail | UInt64(count)
    let words = (tail | third >> 56, third << 8 | fourth >> 56, fourth << 8)
    let bytes = (high.bigEndian, words.0.bigEndian, words.1.bigEndian, words.2.bigEndian)
    self.overflow = withUnsafeBytes(of: bytes) { bytes in
      Overflow.make(count) { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(count))) }
    }
  }

  /// The eight bytes from a place on as a number, most significant byte first, padded with zeros.
  package func word(at place: Int) -> UInt64 {
    withBytes { bytes in
      var word: UInt64 = 0
      guard place < bytes.count else { return word }
      for index in place..<min(place + 8, bytes.count) {
        word |= UInt64(bytes[index]) << UInt64(56 - 8 * (index - place))
      }
      return word
    }
  }
}
