import Engine

/// The state that only appends use: the log, and buffers to encode records in.
struct LogWriter {
  /// How much buffer memory is kept for the next record, in bytes.
  private static let keptBuffer = 1 << 20

  /// The log.
  private(set) var file: LogFile?
  /// The header of the log.
  private(set) var header: LogHeader?
  /// The last record that was written.
  private(set) var position = LogPosition(sequence: 0, chain: 0)
  /// The mark that records how far the log was acknowledged.
  private let markFile: MarkFile
  /// The files that have to exist under their names when something is acknowledged.
  private var files: FileWatch?
  private var content = LengthWriter()
  private var blocks: [UInt8] = []

  /// The size of the log, in blocks for records.
  var blockCount: Int { header?.blockCount ?? 0 }

  init(mark: MarkFile) { markFile = mark }

  /// Creates the log, durably.
  mutating func begin(_ directory: JournalDirectory, _ header: LogHeader) throws(JournalError) {
    let file = try LogFile(LogFile.path(in: directory.path), header)
    self.file = file
    self.header = header
    position = header.tag.start
    let database = FileIdentity(SQLiteFile.path(in: directory.path))
    files = FileWatch(directory.path, [directory.lock, file.identity] + (database.map { [$0] } ?? []))
  }

  /// Throws an error if a file is gone or was replaced: the writes would be lost, or another server has the
  /// directory.
  mutating func checkFiles() throws(JournalError) { try files?.check() }

  /// Marks the last record as acknowledged. Called just before the acknowledgement.
  func mark(isEnded: Bool = false) throws(JournalError) {
    guard let header else { return }
    try markFile.write(JournalMark(tag: header.tag, position: position, isEnded: isEnded))
  }

  /// Closes the log.
  mutating func end() { file = nil }

  /// Extends the log, durably.
  mutating func grow(to blockCount: Int) throws(JournalError) {
    guard let file, let header, blockCount > header.blockCount else { return }
    let longer = LogHeader(tag: header.tag, blockCount: blockCount)
    try file.extend(from: header, to: longer)
    self.header = longer
  }

  /// Encodes the next record.
  ///
  /// - Returns: the number of blocks that it needs.
  mutating func make(_ entries: [JournalEntry]) -> Int {
    LogEntryCoding.write(entries, into: &content, keeping: LogWriter.keptBuffer)
    return LogBlock.count(content.count)
  }

  /// Writes the encoded record, durably.
  mutating func write(at place: Int) throws(JournalError) {
    guard let file, let header else { return }
    let layout = LogBlock.Layout(header.tag)
    let next = LogBlock.write(content.bytes, after: position, layout, into: &blocks)
    try file.writeDurably(blocks, at: LogHeader.place(of: place))
    position = next
    if blocks.capacity > LogWriter.keptBuffer { blocks = [] }
  }

  /// Skips the number of a record that is in the database and not in the log. The chain includes it, so that
  /// later records are valid only after it.
  mutating func pass() {
    var chain = CRC32C()
    chain.add(position.chain)
    position = LogPosition(sequence: position.sequence + 1, chain: chain.value)
  }
}
