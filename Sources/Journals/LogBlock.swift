import Engine

/// A block of the log: the unit in which records are written, one after the other from the start of a block on.
///
/// A record takes whole blocks, so that writing it never touches one that is durable; and every block says which record it
/// belongs to and which of its blocks it is, so that what somebody stores can't pass for the beginning of a record. The checksum
/// begins with what only this log has, and covers the chain: what the record before it came to, and by that all before.
///
/// ```text
/// 0  CRC-32C of the log's tag and all that follows, padding left out
/// 4  format     8  sequence     16  index     18  count     20  length of the content
/// 24  chain     28  nothing yet     32  content, padding
/// ```
///
/// All numbers begin with the least significant byte.
struct LogBlock: Sendable, Hashable {
  /// How blocks are laid out, and what their checksums begin with.
  struct Layout: Sendable {
    fileprivate let format: UInt32
    /// How much of a block holds something else than the content, in bytes.
    let headLength: Int
    fileprivate let checksum: CRC32C
    /// How many blocks stand before those for records.
    let firstBlock: Int

    /// The blocks of a log.
    init(_ tag: LogTag) {
      format = 2
      headLength = LogBlock.headLength
      checksum = tag.checksum
      firstBlock = 1
    }

    private init() {
      format = 1
      headLength = 24
      checksum = CRC32C()
      firstBlock = 0
    }

    /// What was written before logs had an identity: no header, no chain, and the content from byte 24 on.
    static let withoutTag = Layout()
  }

  /// The size of a block in bytes: that of a page of most file systems.
  static let size = 4_096
  /// How much of it holds something else than the content, in bytes.
  static let headLength = 32
  /// The most content of a block, in bytes.
  static let mostContent = size - headLength
  /// The most blocks of a record, which is about 256 MiB.
  static let mostBlocks = Int(UInt16.max)

  /// The number of its record: they are counted from 1 on.
  let sequence: UInt64
  /// Which of the record's blocks it is, counted from 0.
  let index: Int
  /// How many blocks the record has.
  let count: Int
  /// What the record before it came to; 0 in a layout that has no chain.
  let chain: UInt32
  let checksum: UInt32
  /// Where its content is in the bytes that it was read from.
  let content: Range<Int>

  /// How many blocks a record of so many bytes takes.
  static func count(_ bytes: Int) -> Int { max(1, (bytes + mostContent - 1) / mostContent) }

  /// Writes the blocks of a record.
  ///
  /// - Parameters:
  ///   - record: at most ``mostBlocks`` times ``mostContent`` bytes.
  ///   - previous: the record before it.
  ///   - blocks: gets exactly the blocks. Its memory is used again.
  /// - Returns: the position of the record.
  static func write(
    _ record: [UInt8],
    after previous: LogPosition,
    _ layout: Layout,
    into blocks: inout [UInt8]
  ) -> LogPosition {
    let count = LogBlock.count(record.count)
    precondition(count <= mostBlocks)
    blocks.removeAll(keepingCapacity: true)
    blocks.reserveCapacity(count * size)
    let sequence = previous.sequence + 1
    var chain = CRC32C()
    for index in 0..<count {
      let content = record[index * mostContent..<min(record.count, (index + 1) * mostContent)]
      let start = blocks.count
      ByteCoding.append(UInt32(0), to: &blocks)
      ByteCoding.append(layout.format, to: &blocks)
      ByteCoding.append(sequence, to: &blocks)
      ByteCoding.append(UInt16(index), to: &blocks)
      ByteCoding.append(UInt16(count), to: &blocks)
      ByteCoding.append(UInt32(content.count), to: &blocks)
      ByteCoding.append(previous.chain, to: &blocks)
      ByteCoding.append(UInt32(0), to: &blocks)
      blocks += content
      let checksum = blocks.withUnsafeBytes {
        LogBlock.checksum($0, start + 4..<start + headLength + content.count, layout)
      }
      ByteCoding.replace(checksum, in: &blocks, at: start)
      chain.add(checksum)
      blocks.append(contentsOf: repeatElement(UInt8(0), count: mostContent - content.count))
    }
    return LogPosition(sequence: sequence, chain: chain.value)
  }

  private static func checksum(
    _ bytes: UnsafeRawBufferPointer,
    _ range: Range<Int>,
    _ layout: Layout
  ) -> UInt32 {
    var checksum = layout.checksum
    checksum.add(UnsafeRawBufferPointer(rebasing: bytes[range]))
    return checksum.value
  }

  /// Reads a block; nil where the bytes from a place on are not one that was written whole.
  init?(_ bytes: UnsafeRawBufferPointer, at start: Int, _ layout: Layout) {
    func number<Number: FixedWidthInteger>(_ offset: Int, _: Number.Type) -> Number {
      ByteCoding.number(in: bytes, at: start + offset)
    }
    let length = Int(number(20, UInt32.self))
    checksum = number(0, UInt32.self)
    guard number(4, UInt32.self) == layout.format, length <= LogBlock.size - layout.headLength,
      checksum
        == LogBlock.checksum(bytes, start + 4..<start + layout.headLength + length, layout)
    else { return nil }
    sequence = number(8, UInt64.self)
    index = Int(number(16, UInt16.self))
    count = Int(number(18, UInt16.self))
    chain = layout.firstBlock == 0 ? 0 : number(24, UInt32.self)
    content = start + layout.headLength..<start + layout.headLength + length
    guard sequence > 0, index < count else { return nil }
  }
}
