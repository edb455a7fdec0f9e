/// The first block of a log: the identity of the log, and the size of the file.
struct LogHeader: Sendable, Hashable {
  private static let magic = "ARNG-LOG"
  private static let format: UInt32 = 2
  private static let factsCount = LogTag.byteCount + 8

  var tag: LogTag
  /// The number of blocks for records that follow.
  var blockCount: Int

  /// The size of the file, in bytes. While the file grows, it is longer for a moment.
  var fileLength: Int { (1 + blockCount) * LogBlock.size }

  /// The offset of a block for records in the file, in bytes.
  static func place(of block: Int) -> Int { (1 + block) * LogBlock.size }

  /// The header as it is stored, at the beginning of the first block.
  var bytes: [UInt8] {
    var facts: [UInt8] = []
    tag.write(to: &facts)
    ByteCoding.append(UInt64(blockCount), to: &facts)
    return SealedFacts.write(facts, magic: LogHeader.magic, format: LogHeader.format)
  }

  /// Says why the beginning of a log can't be read by this version.
  static func foreign(_ bytes: [UInt8]) -> String {
    guard let newer = SealedFacts.newerFormat(bytes, magic: magic, than: format) else {
      return "is damaged: it does not begin as a log does"
    }
    return "has format \(newer), made by a newer version of the server, or is damaged; "
      + "this one reads format \(format)"
  }

  init(tag: LogTag, blockCount: Int) {
    self.tag = tag
    self.blockCount = blockCount
  }

  /// Reads the header of a log; nil if the bytes are not a valid header.
  init?(_ bytes: [UInt8]) {
    let facts = SealedFacts.read(
      bytes,
      magic: LogHeader.magic,
      format: LogHeader.format,
      count: LogHeader.factsCount
    )
    guard let facts else { return nil }
    tag = LogTag(facts)
    let count = facts.withUnsafeBytes { ByteCoding.number(UInt64.self, in: $0, at: LogTag.byteCount) }
    guard count <= UInt64(LogFile.maximumBytes / LogBlock.size) else { return nil }
    blockCount = Int(count)
  }
}
