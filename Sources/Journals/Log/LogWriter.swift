import Engine

/// What only appends need: the log, and memory to make records in.
struct LogWriter {
  /// How much memory is kept for the next record, in bytes.
  private static let keptBuffer = 1 << 20

  /// The log.
  private(set) var file: LogFile?
  /// Its length in blocks.
  private(set) var blockCount = 0
  /// The last record that was written.
  private(set) var sequence: UInt64 = 0
  private var content = LengthWriter()
  private var blocks: [UInt8] = []

  /// Makes the log, durably.
  mutating func begin(_ directory: String, blockCount: Int) throws(JournalError) {
    file = try LogFile(LogFile.path(in: directory), size: blockCount * LogBlock.size)
    self.blockCount = blockCount
  }

  /// Lets the log go.
  mutating func end() { file = nil }

  /// Makes the log longer, durably.
  mutating func grow(to blockCount: Int) throws(JournalError) {
    guard let file, blockCount > self.blockCount else { return }
    try file.extend(from: self.blockCount * LogBlock.size, to: blockCount * LogBlock.size)
    self.blockCount = blockCount
  }

  /// Makes the next record of entries.
  ///
  /// - Returns: how many blocks it takes.
  mutating func make(_ entries: [JournalEntry]) -> Int {
    LogEntryCoding.write(entries, into: &content, keeping: LogWriter.keptBuffer)
    return LogBlock.count(content.count)
  }

  /// Writes the record that was made, durably.
  mutating func write(at place: Int) throws(JournalError) {
    guard let file else { return }
    LogBlock.write(content.bytes, sequence: sequence + 1, into: &blocks)
    try file.writeDurably(blocks, at: place * LogBlock.size)
    sequence += 1
    if blocks.capacity > LogWriter.keptBuffer { blocks = [] }
  }
}
