/// Identifies a version of an opaque view to a subscriber, which returns it unchanged.
///
/// It has the same length for all versions of all views, and contains only the version, which the subscriber
/// knows anyway, and random bits by which the server recognizes tokens made since its start. So nobody can
/// ask for the changes since a version that was not sent to them.
struct OpaqueToken: Sendable, Hashable {
  private static let format: UInt8 = 7

  let version: UInt64
  private let high: UInt64
  private let low: UInt64

  /// A token for a version that nobody was sent before.
  ///
  /// - Parameter random: makes unpredictable bits.
  init(version: UInt64, random: () -> UInt64) {
    self.version = version
    high = random()
    low = random()
  }

  /// Decodes a token; nil if it is invalid.
  init?(_ bytes: [UInt8]) {
    guard let content = TokenChecksum.open(bytes), content.count == 1 + 3 * MemoryLayout<UInt64>.size,
      content[0] == OpaqueToken.format
    else { return nil }
    let words = stride(from: 1, to: content.count, by: MemoryLayout<UInt64>.size).map { start in
      content[start..<start + MemoryLayout<UInt64>.size].reduce(0) { $0 << 8 | UInt64($1) }
    }
    (version, high, low) = (words[0], words[1], words[2])
  }

  var bytes: [UInt8] {
    var content = [OpaqueToken.format]
    for word in [version, high, low] {
      withUnsafeBytes(of: word.bigEndian) { content.append(contentsOf: $0) }
    }
    return TokenChecksum.seal(content)
  }
}
