/// Checks of text as bytes, without making a string.
extension UnsafeRawBufferPointer {
  /// Whether all bytes are from U+0020 to U+007E, eight at a time: such bytes are UTF-8 without control characters.
  package var isPrintableASCII: Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops = ones << 7
    /// The top bit of some byte where there is a byte above 7F, below 20, or equal to 7F.
    func suspects(in word: UInt64) -> UInt64 {
      let difference = word ^ (ones &* 0x7F)
      return (word | ((word &- ones &* 0x20) & ~word) | ((difference &- ones) & ~difference)) & tops
    }
    var place = 0
    var found: UInt64 = 0
    while place + 8 <= count {
      found |= suspects(in: loadUnaligned(fromByteOffset: place, as: UInt64.self))
      place += 8
    }
    var rest = ones &* 0x20
    while place < count {
      rest = rest << 8 | UInt64(self[place])
      place += 1
    }
    return (found | suspects(in: rest)) == 0
  }

  /// Whether the bytes are UTF-8. O(count), without making a string where the standard library can do that.
  package var isUTF8: Bool {
    if #available(macOS 26, iOS 26, tvOS 26, visionOS 26, *) {
      return withMemoryRebound(to: UInt8.self) { (try? UTF8Span(validating: $0.span)) != nil }
    }
    return String(validating: self, as: UTF8.self) != nil
  }
}
