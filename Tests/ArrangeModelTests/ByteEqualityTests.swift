import ArrangeModel
import Testing

@Suite("Equality of bytes")
struct ByteEqualityTests {
  @Test("is that of sequences, at every length, place and difference")
  func everyPlace() {
    for length in 0...40 {
      let bytes = (0..<length).map { UInt8($0) }
      for start in 0..<8 {
        // What is around the bytes does not count.
        var other = [UInt8](repeating: 0xEE, count: start) + bytes + [0xEE]
        #expect(equal(bytes, other, start, length))
        for place in start..<start + length {
          other[place] ^= 0x80
          #expect(!equal(bytes, other, start, length), "byte \(place - start) of \(length)")
          other[place] ^= 0x80
        }
        #expect(!equal(bytes, other, start, length + 1))
      }
    }
  }

  private func equal(_ bytes: [UInt8], _ other: [UInt8], _ start: Int, _ length: Int) -> Bool {
    bytes.withUnsafeBytes { a in
      other.withUnsafeBytes { b in
        a.hasSameBytes(as: UnsafeRawBufferPointer(rebasing: b[start..<start + length]))
      }
    }
  }
}
