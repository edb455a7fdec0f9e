/// Identifies a definition of a view in tokens: a hash of its text, the same in every process.
package struct ViewIdentity: Sendable, Hashable {
  var high: UInt64
  var low: UInt64

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Two 64-bit FNV-1a hashes with different offsets. It decides only between a batch and a snapshot, so
  /// collisions do no harm.
  package init(text: String) {
    high = 0xCBF2_9CE4_8422_2325
    low = 0x6C62_272E_07BB_0142
    for byte in text.utf8 {
      high = (high ^ UInt64(byte)) &* 0x100_0000_01B3
      low = (low &* 0x100_0000_01B3) ^ UInt64(byte)
    }
  }

  /// The identity as 32 hexadecimal digits.
  package var digits: String {
    [high, low].map { number in
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    .joined()
  }
}
