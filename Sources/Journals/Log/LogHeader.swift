/// The first block of a log: which log it is, and how long the file has to be.
struct LogHeader: Sendable, Hashable {
  private static let magic = "ARNG-LOG"
  private static let format: UInt32 = 2
  private static let factsCount = LogTag.byteCount + 8

  var tag: LogTag
  /// How many blocks for records follow.
  var blockCount: Int

  /// How long the file is, in bytes. One that grows is longer for a moment.
  var fileLength: Int { (1 + blockCount) * LogBlock.size }

  /// Where a block for records is in the file.
  static func place(of block: Int) -> Int { (1 + block) * LogBlock.size }

  /// The header as it is stored, at the beginning of the first block.
  var bytes: [UInt8] {
    var facts: [UInt8] = []
    tag.write(to: &facts)
    ByteCoding.append(UInt64(blockCount), to: &facts)
    return SealedFacts.write(facts, magic: LogHeader.magic, format: LogHeader.format)
  }

  /// Says of the beginning of a log that it is none that this version reads.
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

  /// Reads the header of a log; nil where its first bytes are none.
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
    guard count <= UInt64(LogFile.mostBytes / LogBlock.size) else { return nil }
    blockCount = Int(count)
  }
}
