/// The checksum of stored bytes: CRC-32C (Castagnoli), as in RFC 3720, sixteen bytes at a time.
///
/// It finds every error of up to 32 neighbouring bits and misses one in 2³² others. Algorithm: slicing-by-16
/// (Kounavis, Berry: A Systematic Approach to Building High Performance Software-based CRC Generators, 2005).
package struct CRC32C: Sendable {
  /// The polynomial, bits reversed.
  private static let polynomial: UInt32 = 0x82F6_3B78

  /// Sixteen tables of 256 entries; table k advances a byte by k more bytes. They live as long as the process.
  nonisolated(unsafe) private static let tables: UnsafePointer<UInt32> = {
    let tables = UnsafeMutablePointer<UInt32>.allocate(capacity: 16 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : value >> 1 ^ polynomial }
      tables[byte] = value
    }
    for index in 256..<16 * 256 {
      let value = tables[index - 256]
      tables[index] = value >> 8 ^ tables[Int(value & 0xFF)]
    }
    return UnsafePointer(tables)
  }()

  private var state: UInt32 = .max

  package init() {}

  /// The checksum of everything so far.
  package var value: UInt32 { ~state }

  /// Adds bytes.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    let tables = CRC32C.tables
    var crc = state
    var index = 0
    while index + 16 <= bytes.count {
      // Only the first of the four words waits for the checksum so far; the others are looked up beside it.
      let words = bytes.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt32>.self)
      let rest =
        CRC32C.advance(UInt32(littleEndian: words.y), 0x800, tables)
        ^ CRC32C.advance(UInt32(littleEndian: words.z), 0x400, tables)
        ^ CRC32C.advance(UInt32(littleEndian: words.w), 0, tables)
      crc = CRC32C.advance(UInt32(littleEndian: words.x) ^ crc, 0xC00, tables) ^ rest
      index += 16
    }
    while index < bytes.count {
      crc = crc >> 8 ^ tables[Int((crc ^ UInt32(bytes[index])) & 0xFF)]
      index += 1
    }
    state = crc
  }

  /// What the four bytes of a word come to, by the four tables from an index on.
  @inline(__always)
  private static func advance(_ word: UInt32, _ index: Int, _ tables: UnsafePointer<UInt32>) -> UInt32 {
    tables[index + 0x300 + Int(word & 0xFF)] ^ tables[index + 0x200 + Int(word >> 8 & 0xFF)]
      ^ tables[index + 0x100 + Int(word >> 16 & 0xFF)] ^ tables[index + Int(word >> 24)]
  }

  /// Adds bytes.
  package mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { add($0) }
  }

  /// Adds a number, least significant byte first.
  package mutating func add(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { add($0) }
  }
}
