extension OrderKey {
  /// The longest key, in bytes, that ``init(high:tail:count:)`` makes.
  @usableFromInline package static let longestOfTwoWords = 15

  /// The longest key, in bytes, that ``init(high:tail:_:_:count:)`` makes.
  private static let longestOfFourWords = 31

  /// Makes a short key from two words, without going through single bytes.
  ///
  /// - Parameters:
  ///   - high: bytes 0 to 7, the first in the most significant place.
  ///   - tail: bytes 8 to 14 in the upper seven places; the lowest place is zero.
  ///   - count: the number of bytes, at most ``longestOfTwoWords``. Places after it are zero.
  @inlinable
  package init(high: UInt64, tail: UInt64, count: Int) {
    assert(count <= OrderKey.longestOfTwoWords && tail & 0xFF == 0, "not a short key")
    self.init(words: (high, tail, 0), count: count)
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
  ///   - count: the number of bytes, 16 to 31. Bytes after the count are ignored.
  package init(high: UInt64, tail: UInt64, _ third: UInt64, _ fourth: UInt64, count: Int) {
    assert(OrderKey.longestOfTwoWords < count && count <= OrderKey.longestOfFourWords && tail & 0xFF == 0)
    let words = (high, tail | third >> 56, third << 8 | fourth >> 56, fourth << 8)
    guard count > OrderKey.inlineCapacity else {
      let behind = UInt64.max >> UInt64(8 * (count - 16))
      self.init(words: (words.0, words.1, words.2 & ~behind), count: count)
      return
    }
    self = withUnsafeBytes(of: (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian)) {
      OrderKey(UnsafeRawBufferPointer(rebasing: $0.prefix(count)))
    }
  }

  /// The eight bytes from a place on as a number, most significant byte first, padded with zeros.
  package func word(at place: Int) -> UInt64 {
    if case .inline(let last) = rest {
      let words = inlineWords(last)
      let shift = UInt64(8 * (place & 7))
      // A shift by all bits gives zero.
      switch place >> 3 {
      case 0: return words.0 << shift | words.1 >> (64 - shift)
      case 1: return words.1 << shift | words.2 >> (64 - shift)
      case 2: return words.2 << shift
      default: return 0
      }
    }
    return withBytes { bytes in
      var word: UInt64 = 0
      guard place < bytes.count else { return word }
      for index in place..<min(place + 8, bytes.count) {
        word |= UInt64(bytes[index]) << UInt64(56 - 8 * (index - place))
      }
      return word
    }
  }
}
