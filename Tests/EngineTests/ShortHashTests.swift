import Testing

@testable import Engine

@Suite("The hash of ids")
struct ShortHashTests {
  @Test(
    "is SipHash-1-3: the hashes that Python gives bytes with the key zero",
    arguments: [
      (1, 0x68A9_1412_8E01_E473), (7, 0x2F09_8AB0_C751_325A), (8, 0xEAD4_11E6_7EBE_2EEA),
      (9, 0x7592_7F9D_9512_4362), (12, 0xA6BA_F4FB_0F9F_E1C2), (15, 0xF30E_B725_BB91_C9EA),
      (16, 0x8972_1884_33A5_C5B7), (31, 0x1697_3944_3111_D49B),
    ] as [(Int, UInt64)]
  )
  func vectors(length: Int, expected: UInt64) {
    // Bytes around them must not count, wherever they begin.
    for start in 0..<8 {
      let bytes = [UInt8](repeating: 0xEE, count: start) + (0..<length).map { UInt8($0) } + [0xEE]
      let hash = bytes.withUnsafeBytes {
        ShortHash(0, 0).hash(UnsafeRawBufferPointer(rebasing: $0[start..<start + length]))
      }
      #expect(hash == expected, "\(length) bytes from \(start) on")
    }
  }

  @Test("differs with each byte and with the length")
  func differs() {
    let hash = ShortHash(1, 2)
    var seen = Set<UInt64>()
    for length in 0...130 {
      var bytes = [UInt8](repeating: 0, count: length)
      #expect(seen.insert(bytes.withUnsafeBytes { hash.hash($0) }).inserted)
      for place in bytes.indices {
        bytes[place] = 1
        #expect(seen.insert(bytes.withUnsafeBytes { hash.hash($0) }).inserted)
        bytes[place] = 0
      }
    }
  }
}
