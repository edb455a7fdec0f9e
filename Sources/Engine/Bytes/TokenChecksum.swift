/// The checksum at the end of subscription tokens, so that a damaged one is refused and not taken for another
/// version: FNV-1a with 32 bits (Fowler, Noll, Vo) of all preceding bytes, lowest byte first.
///
/// It detects every change of one byte, and all but one in 2³² larger changes. It does not resist forgery.
enum TokenChecksum {
  private static let size = 4

  /// Appends the checksum.
  static func seal(_ content: [UInt8]) -> [UInt8] {
    let value = checksum(content)
    var token = content
    for place in 0..<size { token.append(UInt8(truncatingIfNeeded: value >> (8 * UInt32(place)))) }
    return token
  }

  /// Removes the checksum; nil if it is wrong.
  static func open(_ token: [UInt8]) -> [UInt8]? {
    guard token.count >= size else { return nil }
    let content = Array(token.dropLast(size))
    return seal(content) == token ? content : nil
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }
}
