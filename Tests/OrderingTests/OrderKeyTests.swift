import Ordering
import Testing

@Suite("Order keys")
struct OrderKeyTests {
  @Test("compare as their bytes do, at every length around the inline capacity")
  func comparesBytewise() {
    var random = OrderingRandom(seed: 7)
    for _ in 0..<20_000 {
      let a = (0..<Int.random(in: 0...20, using: &random)).map { _ in UInt8.random(in: 0...2, using: &random)
      }
      let b = (0..<Int.random(in: 0...20, using: &random)).map { _ in UInt8.random(in: 0...2, using: &random)
      }
      let (x, y) = (OrderKey(a), OrderKey(b))
      #expect(x.bytes == a && x.count == a.count)
      #expect((x < y) == a.lexicographicallyPrecedes(b))
      #expect((x == y) == (a == b))
    }
  }

  @Test("of eight bytes are numbers, most significant byte first")
  func bigEndian() {
    let key = OrderKey(bigEndian: 0x0102_0304_0506_0708)
    #expect(key.bytes == [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(key.bigEndianValue == 0x0102_0304_0506_0708)
    #expect(key == OrderKey(key.bytes))
  }
}
