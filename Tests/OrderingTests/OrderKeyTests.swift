import Ordering
import Testing

@Suite("Order keys")
struct OrderKeyTests {
  @Test("compare as their bytes do, at every length around the inline capacity")
  func comparesBytewise() {
    var random = OrderingRandom(seed: 7)
    for _ in 0..<40_000 {
      let a = OrderKeyTests.bytes(using: &random)
      // Most of them have a beginning in common, so that any byte may decide.
      var b = Array(a.prefix(Int.random(in: 0...a.count, using: &random)))
      if Bool.random(using: &random) { b += OrderKeyTests.bytes(using: &random) }
      let (x, y) = (OrderKey(a), OrderKey(b))
      #expect(x.bytes == a && x.count == a.count && x.isEmpty == a.isEmpty)
      #expect((x < y) == a.lexicographicallyPrecedes(b))
      #expect((x == y) == (a == b))
      #expect(x == OrderKey(a) && x.hashValue == OrderKey(a).hashValue)
    }
  }

  @Test("can be made from and read as words, consistently with bytes")
  func words() {
    var random = OrderingRandom(seed: 8)
    for _ in 0..<20_000 {
      let bytes = OrderKeyTests.bytes(using: &random)
      let key = OrderKey(bytes)
      func word(at place: Int) -> UInt64 {
        (0..<8).reduce(0) { $0 << 8 | (place + $1 < bytes.count ? UInt64(bytes[place + $1]) : 0) }
      }
      for place in 0...bytes.count { #expect(key.word(at: place) == word(at: place)) }
      let (high, tail) = (word(at: 0), word(at: 8) & ~0xFF)
      #expect(key.highWord == high && key.tailWord == tail)
      switch bytes.count {
      case ...OrderKey.longestOfTwoWords: #expect(OrderKey(high: high, tail: tail, count: bytes.count) == key)
      case ...31:
        // What lies after the last byte does not count.
        let noise = random.next()
        let behind = bytes.count < 23 ? UInt64.max >> UInt64(8 * (bytes.count - 15)) : 0
        let third = word(at: 15) | noise & behind
        #expect(OrderKey(high: high, tail: tail, third, word(at: 23), count: bytes.count) == key)
      default: break
      }
    }
  }

  /// Up to 40 bytes, of few values.
  private static func bytes(using random: inout OrderingRandom) -> [UInt8] {
    let count = Int.random(in: 0...40, using: &random)
    return (0..<count).map { _ in UInt8.random(in: 0...2, using: &random) }
  }

  @Test("of eight bytes are numbers, most significant byte first")
  func bigEndian() {
    let key = OrderKey(bigEndian: 0x0102_0304_0506_0708)
    #expect(key.bytes == [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(key.bigEndianValue == 0x0102_0304_0506_0708)
    #expect(key == OrderKey(key.bytes))
  }
}
