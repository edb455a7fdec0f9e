import ArrangeModel

/// Makes ids for elements without one: UUIDs of version 7 (RFC 9562, section 5.7), whose text sorts by
/// creation time.
struct UUIDv7: Sendable {
  /// The id for a time, with 74 bits from `random`.
  static func make(at time: Timestamp, using random: inout some RandomNumberGenerator) -> Identifier {
    let milliseconds = UInt64(max(0, time.microseconds) / 1_000)
    let high = milliseconds << 16 | 0x7000 | random.next() & 0x0FFF
    let low = 0x8000_0000_0000_0000 | random.next() >> 2
    return Identifier(unchecked: text(high, low))
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func text(_ high: UInt64, _ low: UInt64) -> String {
    String(unsafeUninitializedCapacity: 36) { buffer in
      var place = 0
      for nibble in 0..<32 {
        if nibble == 8 || nibble == 12 || nibble == 16 || nibble == 20 {
          buffer[place] = UInt8(ascii: "-")
          place += 1
        }
        let word = nibble < 16 ? high : low
        buffer[place] = digits[Int(truncatingIfNeeded: word >> UInt64(60 - 4 * (nibble % 16))) & 15]
        place += 1
      }
      return place
    }
  }
}
