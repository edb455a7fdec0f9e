import Engine

/// The records of a log, as found when it is opened.
struct LogRecords: Sendable {
  struct Record: Sendable {
    let position: LogPosition
    let content: [UInt8]
  }

  /// The records that have to be flushed to the database, in order. The first one follows the last that is
  /// there.
  private(set) var records: [Record] = []
  /// The position of the newest record: the last of these, or the given one.
  private(set) var newest: LogPosition
  /// The highest record number of any block, whether the record has to be flushed or not.
  private(set) var highest: UInt64 = 0
  /// Whether there are blocks of a record after the newest one, or invalid blocks. A torn write leaves them.
  private(set) var hasTornRecord = false
  /// The number of a record that does not follow on the one before it.
  private var stranger: UInt64?
  /// Whether there are records after one that is missing.
  private var hasGap = false

  /// Finds the records after a given one. O(bytes).
  ///
  /// One record is written at a time, and only after the previous one is durable. So only the newest record
  /// can be incomplete, and it was not acknowledged. If an older one is incomplete, or does not follow the
  /// previous one, data was lost.
  ///
  /// - Parameters:
  ///   - bytes: the whole log. A partial block at the end is ignored.
  ///   - path: the path of the file.
  ///   - position: the position of the last record that is in the database.
  /// - Throws: ``JournalError/Code/damaged``.
  init(
    _ bytes: [UInt8],
    of path: String,
    _ layout: LogBlock.Layout,
    after position: LogPosition
  ) throws(JournalError) {
    self.init(readable: bytes, layout, after: position)
    if let stranger {
      throw JournalError(
        .damaged,
        "record \(stranger) of \(path) does not follow on what is before it; \(LogRecords.advice)"
      )
    }
    guard !hasGap else { throw LogRecords.missing(newest.sequence + 1, path) }
  }

  /// Finds the records that follow a given one without a gap. O(bytes).
  init(readable bytes: [UInt8], _ layout: LogBlock.Layout, after position: LogPosition) {
    newest = position
    var found: [UInt64: [Int: LogBlock]] = [:]
    let first = layout.firstBlock * LogBlock.size
    bytes.withUnsafeBytes { bytes in
      for start in stride(from: first, through: bytes.count - LogBlock.size, by: LogBlock.size) {
        guard let block = LogBlock(bytes, at: start, layout) else {
          hasTornRecord = hasTornRecord || !LogRecords.isZero(bytes, start)
          continue
        }
        highest = max(highest, block.sequence)
        if block.sequence > position.sequence { found[block.sequence, default: [:]][block.index] = block }
      }
    }
    while let blocks = found.removeValue(forKey: newest.sequence + 1) {
      guard let record = LogRecords.record(newest.sequence + 1, blocks, bytes, layout) else {
        hasTornRecord = true
        break
      }
      // A layout without a chain has zeros there.
      guard layout.firstBlock == 0 || blocks.values.allSatisfy({ $0.chain == newest.chain }) else {
        stranger = record.position.sequence
        return
      }
      newest = record.position
      records.append(record)
    }
    hasGap = !found.isEmpty
  }

  /// Whether the block at an offset has never been written.
  static func isZero(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Bool {
    for offset in stride(from: start, to: start + LogBlock.size, by: 8)
    where bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) != 0 { return false }
    return true
  }

  /// The content of the blocks of one record; nil if some are missing.
  private static func record(
    _ sequence: UInt64,
    _ blocks: [Int: LogBlock],
    _ bytes: [UInt8],
    _ layout: LogBlock.Layout
  ) -> Record? {
    guard let first = blocks[0] else { return nil }
    var content: [UInt8] = []
    var chain = CRC32C()
    for index in 0..<first.count {
      guard let block = blocks[index], block.count == first.count,
        block.content.lowerBound == first.content.lowerBound + index * LogBlock.size
      else { return nil }
      content += bytes[block.content]
      chain.add(block.checksum)
    }
    return Record(position: LogPosition(sequence: sequence, chain: chain.value), content: content)
  }

  static let advice =
    "bring back the files as the server left them, all together, or restore a copy of the whole directory; 'arranged "
    + "salvage' makes a new one of what can be read"

  /// The error for a missing record.
  static func missing(_ number: UInt64, _ path: String) -> JournalError {
    JournalError(
      .damaged,
      "record \(number) of \(path) is missing or damaged, although it follows on what the database beside it has, "
        + "journal.sqlite with journal.sqlite-wal: one of the three was cut, changed or replaced; \(advice)"
    )
  }
}
