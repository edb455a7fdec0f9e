import Engine

/// Fixed-width numbers at given offsets, in little-endian byte order.
enum ByteCoding {
  static func append<Number: FixedWidthInteger>(_ value: Number, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  static func number<Number: FixedWidthInteger>(
    _: Number.Type = Number.self,
    in bytes: UnsafeRawBufferPointer,
    at offset: Int
  ) -> Number {
    Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
  }

  /// Overwrites bytes with a number.
  static func replace<Number: FixedWidthInteger>(_ value: Number, in bytes: inout [UInt8], at offset: Int) {
    withUnsafeBytes(of: value.littleEndian) { number in
      for (index, byte) in number.enumerated() { bytes[offset + index] = byte }
    }
  }
}

/// A small header with a checksum, at the beginning of a file.
///
/// ```text
/// 0  magic     8  format     12  CRC-32C of all that follows     16  the facts
/// ```
enum SealedFacts {
  static let headLength = 16

  static func write(_ facts: [UInt8], magic: String, format: UInt32) -> [UInt8] {
    var bytes = Array(magic.utf8)
    precondition(bytes.count == 8)
    ByteCoding.append(format, to: &bytes)
    var checksum = CRC32C()
    checksum.add(facts)
    ByteCoding.append(checksum.value, to: &bytes)
    return bytes + facts
  }

  /// The format of a header if it is newer than the known one; nil otherwise. A damaged number can look
  /// newer, too.
  static func newerFormat(_ bytes: [UInt8], magic: String, than format: UInt32) -> UInt32? {
    guard bytes.count >= headLength, bytes.starts(with: magic.utf8) else { return nil }
    let found = bytes.withUnsafeBytes { ByteCoding.number(UInt32.self, in: $0, at: 8) }
    return found > format ? found : nil
  }

  /// The content of a header if it has `count` bytes and a valid checksum; nil otherwise.
  static func read(_ bytes: [UInt8], magic: String, format: UInt32, count: Int) -> [UInt8]? {
    guard bytes.count >= headLength + count, bytes.starts(with: magic.utf8) else { return nil }
    let facts = Array(bytes[headLength..<headLength + count])
    var checksum = CRC32C()
    checksum.add(facts)
    return bytes.withUnsafeBytes { bytes in
      ByteCoding.number(UInt32.self, in: bytes, at: 8) == format
        && ByteCoding.number(UInt32.self, in: bytes, at: 12) == checksum.value
    } ? facts : nil
  }
}

extension LogTag {
  static let byteCount = 32

  func write(to bytes: inout [UInt8]) {
    for number in [journal.high, journal.low, generation, nonce] { ByteCoding.append(number, to: &bytes) }
  }

  /// Reads the fields of a header in order.
  init(_ facts: [UInt8]) {
    let numbers = facts.withUnsafeBytes { facts in
      (0..<4).map { ByteCoding.number(UInt64.self, in: facts, at: 8 * $0) }
    }
    self.init(
      journal: JournalID(high: numbers[0], low: numbers[1]),
      generation: numbers[2],
      nonce: numbers[3]
    )
  }
}
