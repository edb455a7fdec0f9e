/// The usual text form of bytes: base 64 with padding (RFC 4648, section 4).
package enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of bytes. O(count).
  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var word: UInt32 = 0
      for byte in group { word = word << 8 | UInt32(byte) }
      word <<= UInt32(8 * (3 - group.count))
      for place in 0..<4 {
        let isPadding = place > group.count
        text.append(isPadding ? UInt8(ascii: "=") : digits[Int(word >> UInt32(18 - 6 * place)) & 63])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text; nil where it is not what ``encode(_:)`` makes. O(count).
  package static func decode(_ text: String) -> [UInt8]? {
    let input = Array(text.utf8)
    guard input.count % 4 == 0 else { return nil }
    let padding = input.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding <= 2 else { return nil }
    var bytes: [UInt8] = []
    var word: UInt32 = 0
    var bits: UInt32 = 0
    for byte in input.dropLast(padding) {
      guard let digit = digits.firstIndex(of: byte) else { return nil }
      word = word << 6 | UInt32(digit)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: word >> bits))
      }
    }
    // Bits that stand for nothing have to be zero, so that each sequence of bytes has one text.
    guard word & ((1 << bits) - 1) == 0 else { return nil }
    return bytes
  }
}
