/// A block of the log: the unit in which records are written, one after the other from the start of a block on.
///
/// A record takes whole blocks, so that writing it never touches one that is durable; and every block says which record it
/// belongs to and which of its blocks it is, so that what somebody stores can't pass for the beginning of a record.
///
///     0  CRC-32C of all that follows, padding left out    8  sequence     16  index     20  length of the content
///     4  format                                                           18  count     24  content, padding
///
/// All numbers begin with the least significant byte.
struct LogBlock: Sendable, Hashable {
  /// The size of a block in bytes: that of a page of most file systems.
  static let size = 4_096
  /// How much of it holds something else than the content, in bytes.
  static let headLength = 24
  /// The most content of a block, in bytes.
  static let mostContent = size - headLength
  /// The most blocks of a record, which is about 256 MiB.
  static let mostBlocks = Int(UInt16.max)
  private static let format: UInt32 = 1

  /// The number of its record: they are counted from 1 on.
  let sequence: UInt64
  /// Which of the record's blocks it is, counted from 0.
  let index: Int
  /// How many blocks the record has.
  let count: Int
  /// Where its content is in the bytes that it was read from.
  let content: Range<Int>

  /// How many blocks a record of so many bytes takes.
  static func count(_ bytes: Int) -> Int { max(1, (bytes + mostContent - 1) / mostContent) }

  /// Writes the blocks of a record.
  ///
  /// - Parameters:
  ///   - record: at most ``mostBlocks`` times ``mostContent`` bytes.
  ///   - blocks: gets exactly the blocks. Its memory is used again.
  static func write(_ record: [UInt8], sequence: UInt64, into blocks: inout [UInt8]) {
    let count = LogBlock.count(record.count)
    precondition(count <= mostBlocks)
    blocks.removeAll(keepingCapacity: true)
    blocks.reserveCapacity(count * size)
    for index in 0..<count {
      let content = record[index * mostContent..<min(record.count, (index + 1) * mostContent)]
      let start = blocks.count
      append(0, as: UInt32.self, to: &blocks)
      append(format, as: UInt32.self, to: &blocks)
      append(sequence, as: UInt64.self, to: &blocks)
      append(index, as: UInt16.self, to: &blocks)
      append(count, as: UInt16.self, to: &blocks)
      append(content.count, as: UInt32.self, to: &blocks)
      blocks += content
      let checksum = blocks.withUnsafeBytes { LogBlock.checksum($0, start, length: content.count) }
      for byte in 0..<4 { blocks[start + byte] = UInt8(truncatingIfNeeded: checksum >> (8 * byte)) }
      blocks.append(contentsOf: repeatElement(UInt8(0), count: mostContent - content.count))
    }
  }

  private static func append<Number: FixedWidthInteger>(
    _ value: some BinaryInteger,
    as type: Number.Type,
    to bytes: inout [UInt8]
  ) {
    withUnsafeBytes(of: Number(value).littleEndian) { bytes.append(contentsOf: $0) }
  }

  private static func checksum(_ bytes: UnsafeRawBufferPointer, _ start: Int, length: Int) -> UInt32 {
    var checksum = CRC32C()
    checksum.add(UnsafeRawBufferPointer(rebasing: bytes[start + 4..<start + headLength + length]))
    return checksum.value
  }

  /// Reads a block; nil where the bytes from a place on are not one that was written whole.
  init?(_ bytes: UnsafeRawBufferPointer, at start: Int) {
    func number<Number: FixedWidthInteger>(_ offset: Int, _: Number.Type) -> Number {
      Number(littleEndian: bytes.loadUnaligned(fromByteOffset: start + offset, as: Number.self))
    }
    let length = Int(number(20, UInt32.self))
    guard number(4, UInt32.self) == LogBlock.format, length <= LogBlock.mostContent,
      number(0, UInt32.self) == LogBlock.checksum(bytes, start, length: length)
    else { return nil }
    sequence = number(8, UInt64.self)
    index = Int(number(16, UInt16.self))
    count = Int(number(18, UInt16.self))
    content = start + LogBlock.headLength..<start + LogBlock.headLength + length
    guard sequence > 0, index < count else { return nil }
  }
}
