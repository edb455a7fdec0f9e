/// The checksum of stored bytes: CRC-32C (Castagnoli), as in RFC 3720, eight bytes at a time.
///
/// It finds every error of up to 32 neighbouring bits and misses one in 2³² others. Algorithm: slicing-by-8
/// (Kounavis, Berry: A Systematic Approach to Building High Performance Software-based CRC Generators, 2005).
package struct CRC32C: Sendable {
  /// The polynomial, bits reversed.
  private static let polynomial: UInt32 = 0x82F6_3B78

  /// Eight tables of 256 entries; table k advances a byte by k more bytes. They live as long as the process.
  nonisolated(unsafe) private static let tables: UnsafePointer<UInt32> = {
    let tables = UnsafeMutablePointer<UInt32>.allocate(capacity: 8 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : value >> 1 ^ polynomial }
      tables[byte] = value
    }
    for index in 256..<8 * 256 {
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
    while index + 8 <= bytes.count {
      let low = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)) ^ crc
      let high = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index + 4, as: UInt32.self))
      let left =
        tables[0x700 + Int(low & 0xFF)] ^ tables[0x600 + Int(low >> 8 & 0xFF)]
        ^ tables[0x500 + Int(low >> 16 & 0xFF)] ^ tables[0x400 + Int(low >> 24)]
      let right =
        tables[0x300 + Int(high & 0xFF)] ^ tables[0x200 + Int(high >> 8 & 0xFF)]
        ^ tables[0x100 + Int(high >> 16 & 0xFF)] ^ tables[Int(high >> 24)]
      crc = left ^ right
      index += 8
    }
    while index < bytes.count {
      crc = crc >> 8 ^ tables[Int((crc ^ UInt32(bytes[index])) & 0xFF)]
      index += 1
    }
    state = crc
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
