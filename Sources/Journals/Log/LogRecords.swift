import Engine

/// The records that a log holds, as an opening finds them.
struct LogRecords: Sendable {
  /// Those that have to be brought to the store, in their order. The first one follows the last that is there.
  private(set) var contents: [[UInt8]] = []

  /// Looks for the records after one. O(bytes).
  ///
  /// One record is written at a time, and none before the one before it is durable. So only the newest can be incomplete:
  /// nobody was told that it is written. Where an older one is, something was lost.
  ///
  /// - Parameters:
  ///   - bytes: the whole log. What is left after the last whole block is passed over.
  ///   - sequence: that of the last record which is in the store.
  /// - Throws: ``JournalError/Code/damaged``.
  init(_ bytes: [UInt8], after sequence: UInt64) throws(JournalError) {
    var found: [UInt64: [Int: LogBlock]] = [:]
    bytes.withUnsafeBytes { bytes in
      for start in stride(from: 0, through: bytes.count - LogBlock.size, by: LogBlock.size) {
        guard let block = LogBlock(bytes, at: start), block.sequence > sequence else { continue }
        found[block.sequence, default: [:]][block.index] = block
      }
    }
    guard let newest = found.keys.max() else { return }
    guard newest - sequence <= UInt64(bytes.count / LogBlock.size) else {
      throw LogRecords.missing(sequence + 1)
    }
    for number in sequence + 1...newest {
      guard let content = LogRecords.content(found[number] ?? [:], bytes) else {
        guard number == newest else { throw LogRecords.missing(number) }
        return
      }
      contents.append(content)
    }
  }

  /// What blocks hold that should be those of one record; nil where they are not all there.
  private static func content(_ blocks: [Int: LogBlock], _ bytes: [UInt8]) -> [UInt8]? {
    guard let first = blocks[0] else { return nil }
    var content: [UInt8] = []
    for index in 0..<first.count {
      guard let block = blocks[index], block.count == first.count,
        block.content.lowerBound == first.content.lowerBound + index * LogBlock.size
      else { return nil }
      content += bytes[block.content]
    }
    return content
  }

  private static func missing(_ number: UInt64) -> JournalError { damaged("record \(number) of its log") }
}
