/// SipHash-1-3 of a few bytes (Aumasson, Bernstein: SipHash: a fast short-input PRF, INDOCRYPT 2012), the function of
/// `Hasher`, which takes three times as long for an id since it accepts its input in any number of pieces.
struct ShortHash {
  private let state: (UInt64, UInt64, UInt64, UInt64)

  /// The key of this process, which nobody outside knows; derived from that of `Hasher`.
  static let key = ShortHash(random(1), random(2))

  init(_ first: UInt64, _ second: UInt64) {
    state = (
      first ^ 0x736F_6D65_7073_6575, second ^ 0x646F_7261_6E64_6F6D,
      first ^ 0x6C79_6765_6E65_7261, second ^ 0x7465_6462_7974_6573
    )
  }

  private static func random(_ number: Int) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(number)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }

  /// The hash of bytes. O(length).
  func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var (a, b, c, d) = state
    func round() {
      a &+= b
      b = b << 13 | b >> 51
      b ^= a
      a = a << 32 | a >> 32
      c &+= d
      d = d << 16 | d >> 48
      d ^= c
      a &+= d
      d = d << 21 | d >> 43
      d ^= a
      c &+= b
      b = b << 17 | b >> 47
      b ^= c
      c = c << 32 | c >> 32
    }
    func add(_ word: UInt64) {
      d ^= word
      round()
      a ^= word
    }
    let count = bytes.count
    var place = 0
    while place + 8 <= count {
      add(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian)
      place += 8
    }
    var last: UInt64 = 0
    if place < count, count >= 8 {
      // The last eight bytes without those that were added.
      let word = bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self).littleEndian
      last = word >> UInt64(8 * (8 - (count - place)))
    } else {
      while place < count {
        last |= UInt64(bytes[place]) << UInt64(8 * place)
        place += 1
      }
    }
    add(last | UInt64(truncatingIfNeeded: count) << 56)
    c ^= 0xFF
    for _ in 0..<3 { round() }
    return a ^ b ^ c ^ d
  }
}
