import Engine

/// What only appends need: the log, and memory to make records in.
struct LogWriter {
  /// How much memory is kept for the next record, in bytes.
  private static let keptBuffer = 1 << 20

  /// The log.
  private(set) var file: LogFile?
  /// What it says about itself.
  private(set) var header: LogHeader?
  /// The last record that was written.
  private(set) var position = LogPosition(sequence: 0, chain: 0)
  /// What says how far that was acknowledged.
  private let markFile: MarkFile
  /// The files that have to be there when something is acknowledged.
  private var files: FileWatch?
  private var content = LengthWriter()
  private var blocks: [UInt8] = []

  /// Its length in blocks for records.
  var blockCount: Int { header?.blockCount ?? 0 }

  init(mark: MarkFile) { markFile = mark }

  /// Makes the log, durably.
  mutating func begin(_ directory: JournalDirectory, _ header: LogHeader) throws(JournalError) {
    let file = try LogFile(LogFile.path(in: directory.path), header)
    self.file = file
    self.header = header
    position = header.tag.start
    let database = FileIdentity(SQLiteFile.path(in: directory.path))
    files = FileWatch(directory.path, [directory.lock, file.identity] + (database.map { [$0] } ?? []))
  }

  /// Fails where a file is gone, or another one has its name: what is written is then written for nobody, or another server
  /// has the directory.
  mutating func checkFiles() throws(JournalError) { try files?.check() }

  /// Marks that the last record is acknowledged: all that is left to do before that is to say so.
  func mark(isEnded: Bool = false) throws(JournalError) {
    guard let header else { return }
    try markFile.write(JournalMark(tag: header.tag, position: position, isEnded: isEnded))
  }

  /// Lets the log go.
  mutating func end() { file = nil }

  /// Makes the log longer, durably.
  mutating func grow(to blockCount: Int) throws(JournalError) {
    guard let file, let header, blockCount > header.blockCount else { return }
    let longer = LogHeader(tag: header.tag, blockCount: blockCount)
    try file.extend(from: header, to: longer)
    self.header = longer
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
    guard let file, let header else { return }
    let layout = LogBlock.Layout(header.tag)
    let next = LogBlock.write(content.bytes, after: position, layout, into: &blocks)
    try file.writeDurably(blocks, at: LogHeader.place(of: place))
    position = next
    if blocks.capacity > LogWriter.keptBuffer { blocks = [] }
  }

  /// Counts a record that is in the database and not in the log. Those after it follow on it: without it they are not whole.
  mutating func pass() {
    var chain = CRC32C()
    chain.add(position.chain)
    position = LogPosition(sequence: position.sequence + 1, chain: chain.value)
  }
}
