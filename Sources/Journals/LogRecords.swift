import Engine

/// The records that a log holds, as an opening finds them.
struct LogRecords: Sendable {
  struct Record: Sendable {
    let position: LogPosition
    let content: [UInt8]
  }

  /// Those that have to be brought to the store, in their order. The first one follows the last that is there.
  private(set) var records: [Record] = []
  /// The newest record: the last of these, or the one that was given.
  private(set) var newest: LogPosition
  /// The highest number of a record of which a block is there, whether it has to be brought to the store or not.
  private(set) var highest: UInt64 = 0
  /// Whether there are blocks of a record after the newest one, or such that are no blocks of any record: a write that was cut
  /// off leaves them.
  private(set) var hasTornRecord = false

  /// Looks for the records after one. O(bytes).
  ///
  /// One record is written at a time, and none before the one before it is durable. So only the newest can be incomplete:
  /// nobody was told that it is written. Where an older one is, or does not follow on the one before it, something was lost.
  ///
  /// - Parameters:
  ///   - bytes: the whole log. What is left after the last whole block is passed over.
  ///   - path: the file that they are from.
  ///   - position: that of the last record which is in the store.
  /// - Throws: ``JournalError/Code/damaged``.
  init(
    _ bytes: [UInt8],
    of path: String,
    _ layout: LogBlock.Layout,
    after position: LogPosition
  ) throws(JournalError) {
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
        throw JournalError(
          .damaged,
          "record \(record.position.sequence) of \(path) does not follow on what is before it; \(LogRecords.advice)"
        )
      }
      newest = record.position
      records.append(record)
    }
    guard found.isEmpty else { throw LogRecords.missing(newest.sequence + 1, path) }
  }

  /// Whether nothing was ever written to the block at a place.
  static func isZero(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Bool {
    for offset in stride(from: start, to: start + LogBlock.size, by: 8)
    where bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) != 0 { return false }
    return true
  }

  /// What blocks hold that should be those of one record; nil where they are not all there.
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
    "bring back the files as the server left them, all together, or restore a copy of the whole directory"

  /// The error for a record that has to be there.
  static func missing(_ number: UInt64, _ path: String) -> JournalError {
    JournalError(
      .damaged,
      "record \(number) of \(path) is missing or damaged, although it follows on what the database beside it has, "
        + "journal.sqlite with journal.sqlite-wal: one of the three was cut, changed or replaced; \(advice)"
    )
  }
}
