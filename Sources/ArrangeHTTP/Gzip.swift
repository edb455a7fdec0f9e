/// Compression in the format of RFC 1952, for files that are compressed once and sent often.
///
/// Matches are found with a hash of three bytes, and written with the fixed code of RFC 1951. That is simple, and makes text
/// a third to a half as long.
enum Gzip {
  /// The farthest distance and the longest length of a match, in bytes, and how many places are tried for each.
  private static let farthest = 32_768
  private static let longest = 258
  private static let shortest = 3
  private static let mostTries = 64
  private static let hashBits = 15

  /// The base values of the codes of lengths and distances, from RFC 1951, 3.2.5.
  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
    227, 258,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073,
    4097, 6145, 8193,
    12289, 16385, 24577,
  ]

  /// The bytes in the format.
  static func compress(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
    var bits = Bits()
    bytes.withUnsafeBufferPointer { deflate($0, &bits) }
    output += bits.finished()
    for number in [checksum(bytes), UInt32(truncatingIfNeeded: bytes.count)] {
      output += (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
    }
    return output
  }

  private static func deflate(_ bytes: UnsafeBufferPointer<UInt8>, _ bits: inout Bits) {
    // One block, the last one, with the fixed code.
    bits.write(0b011, 3)
    var heads = [Int32](repeating: -1, count: 1 << hashBits)
    var before = [Int32](repeating: -1, count: bytes.count)
    var position = 0
    while position < bytes.count {
      var (length, distance) = (0, 0)
      if position + shortest <= bytes.count {
        var candidate = Int(heads[hash(bytes, position)])
        var tries = 0
        while candidate >= 0, position - candidate <= farthest, tries < mostTries, length < longest {
          let found = matching(bytes, candidate, position)
          if found > length { (length, distance) = (found, position - candidate) }
          candidate = Int(before[candidate])
          tries += 1
        }
      }
      let end = length >= shortest ? position + length : position + 1
      if length >= shortest {
        write(length: length, distance: distance, &bits)
      } else {
        literal(Int(bytes[position]), &bits)
      }
      while position < end {
        if position + shortest <= bytes.count {
          let index = hash(bytes, position)
          before[position] = heads[index]
          heads[index] = Int32(position)
        }
        position += 1
      }
    }
    literal(256, &bits)
  }

  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int {
    let three = UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2]) << 16
    return Int((three &* 0x9E37_79B1) >> UInt32(32 - hashBits))
  }

  /// How many bytes are the same at two places.
  private static func matching(_ bytes: UnsafeBufferPointer<UInt8>, _ first: Int, _ second: Int) -> Int {
    let most = min(longest, bytes.count - second)
    var length = 0
    while length < most, bytes[first + length] == bytes[second + length] { length += 1 }
    return length
  }

  /// Writes a symbol of the fixed code of literals and lengths.
  private static func literal(_ symbol: Int, _ bits: inout Bits) {
    switch symbol {
    case ..<144: bits.writeCode(0x30 + symbol, 8)
    case ..<256: bits.writeCode(0x190 + symbol - 144, 9)
    case ..<280: bits.writeCode(symbol - 256, 7)
    default: bits.writeCode(0xC0 + symbol - 280, 8)
    }
  }

  private static func write(length: Int, distance: Int, _ bits: inout Bits) {
    let code = lengthBases.lastIndex { $0 <= length } ?? 0
    literal(257 + code, &bits)
    // The first eight codes and the last one have no further bits; then each four codes have one more.
    let lengthBits = code < 8 || code == lengthBases.count - 1 ? 0 : (code - 4) / 4
    bits.write(length - lengthBases[code], lengthBits)
    let place = distanceBases.lastIndex { $0 <= distance } ?? 0
    bits.writeCode(place, 5)
    bits.write(distance - distanceBases[place], place < 4 ? 0 : (place - 2) / 2)
  }

  /// CRC-32, as RFC 1952 has it.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    let table = (0..<256).map { (index: UInt32) in
      (0..<8).reduce(index) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return ~bytes.reduce(~0 as UInt32) { sum, byte in sum >> 8 ^ table[Int((sum ^ UInt32(byte)) & 255)] }
  }

  /// Bits in the order of the format: the lowest bit of a byte comes first.
  private struct Bits {
    private var bytes: [UInt8] = []
    private var pending: UInt64 = 0
    private var count = 0

    /// Writes a number, its lowest bit first.
    mutating func write(_ number: Int, _ width: Int) {
      pending |= UInt64(number) << UInt64(count)
      count += width
      while count >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: pending))
        pending >>= 8
        count -= 8
      }
    }

    /// Writes a code, its highest bit first.
    mutating func writeCode(_ code: Int, _ width: Int) {
      var reversed = 0
      for bit in 0..<width where code >> bit & 1 == 1 { reversed |= 1 << (width - 1 - bit) }
      write(reversed, width)
    }

    mutating func finished() -> [UInt8] {
      if count > 0 { write(0, 8 - count) }
      return bytes
    }
  }
}
