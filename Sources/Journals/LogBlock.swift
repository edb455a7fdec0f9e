import Engine

/// A block of the log: the unit in which records are written. A record begins at the start of a block.
///
/// A record consists of whole blocks, so that writing it never overwrites a durable record. Every block
/// contains the number of its record and its index in it, so that stored content can't be mistaken for the
/// beginning of a record. The checksum starts from the log's tag, and covers the chain: the checksum of the
/// previous record, and so of all records before it.
///
/// ```text
/// 0  CRC-32C of the log's tag and all that follows, without padding
/// 4  format     8  sequence     16  index     18  count     20  length of the content
/// 24  chain     28  reserved     32  content, padding
/// ```
///
/// All numbers are little-endian.
struct LogBlock: Sendable, Hashable {
  /// The layout of blocks, and what their checksums start from.
  struct Layout: Sendable {
    fileprivate let format: UInt32
    /// The size of a block's header, in bytes.
    let headLength: Int
    fileprivate let checksum: CRC32C
    /// The number of blocks before those for records.
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

    /// The layout of logs without an identity: no header, no chain, and the content from byte 24 on.
    static let withoutTag = Layout()
  }

  /// The size of a block in bytes: the page size of most file systems.
  static let size = 4_096
  /// The size of a block's header, in bytes.
  static let headLength = 32
  /// The maximum size of a block's content, in bytes.
  static let maximumContent = size - headLength
  /// The maximum number of blocks of a record, which is about 256 MiB.
  static let maximumBlocks = Int(UInt16.max)

  /// The number of its record, counted from 1.
  let sequence: UInt64
  /// The index of the block in its record.
  let index: Int
  /// The number of blocks of the record.
  let count: Int
  /// The chain at the previous record; 0 in a layout without a chain.
  let chain: UInt32
  let checksum: UInt32
  /// The range of the content in the bytes that the block was read from.
  let content: Range<Int>

  /// The number of blocks of a record with `bytes` bytes of content.
  static func count(_ bytes: Int) -> Int { max(1, (bytes + maximumContent - 1) / maximumContent) }

  /// Writes the blocks of a record.
  ///
  /// - Parameters:
  ///   - record: at most ``maximumBlocks`` times ``maximumContent`` bytes.
  ///   - previous: the position of the previous record.
  ///   - blocks: is replaced by the blocks. Its memory is reused.
  /// - Returns: the position of the record.
  static func write(
    _ record: [UInt8],
    after previous: LogPosition,
    _ layout: Layout,
    into blocks: inout [UInt8]
  ) -> LogPosition {
    let count = LogBlock.count(record.count)
    precondition(count <= maximumBlocks)
    blocks.removeAll(keepingCapacity: true)
    blocks.reserveCapacity(count * size)
    let sequence = previous.sequence + 1
    var chain = CRC32C()
    for index in 0..<count {
      let content = record[index * maximumContent..<min(record.count, (index + 1) * maximumContent)]
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
      blocks.append(contentsOf: repeatElement(UInt8(0), count: maximumContent - content.count))
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

  /// Reads a block; nil if the bytes at the offset are not a completely written block.
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
