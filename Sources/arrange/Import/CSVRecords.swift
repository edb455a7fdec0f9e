/// The records of a text of comma-separated values, as RFC 4180 describes them.
///
/// Lines end with CR LF, LF or CR. A cell in quotes may hold delimiters, line ends and, doubled, quotes.
/// Records without any character are left out. Spaces belong to the cell.
package struct CSVRecords {
  /// One cell.
  package struct Cell: Sendable, Hashable {
    package var text: String
    /// Where the cell begins, in bytes.
    package var offset: Int
    /// Whether the cell stands in quotes: `""` is an empty text, nothing at all is no value.
    package var isQuoted: Bool

    package init(text: String, offset: Int, isQuoted: Bool) {
      self.text = text
      self.offset = offset
      self.isQuoted = isQuoted
    }
  }

  private static let quote = UInt8(ascii: "\"")

  private let source: SourceText
  private let delimiter: UInt8
  private var place: Int

  /// The records of a text.
  ///
  /// - Parameter delimiter: what stands between cells; nil for the one among comma, semicolon and tab that
  ///   the first line has most of, outside of quotes.
  package static func read(_ source: SourceText, delimiter: UInt8? = nil) throws(InputError) -> [[Cell]] {
    var reader = CSVRecords(source, delimiter: delimiter ?? guessDelimiter(source))
    var records: [[Cell]] = []
    while reader.place < source.bytes.count {
      if let record = try reader.readRecord() { records.append(record) }
    }
    return records
  }

  private init(_ source: SourceText, delimiter: UInt8) {
    self.source = source
    self.delimiter = delimiter
    self.place = source.start
  }

  /// Reads up to the end of a line; nil for a line with nothing in it.
  private mutating func readRecord() throws(InputError) -> [Cell]? {
    var cells: [Cell] = []
    while true {
      let cell = try readCell()
      cells.append(cell)
      guard place < source.bytes.count else { break }
      let byte = source.bytes[place]
      place += 1
      if byte == delimiter { continue }
      // Only a line end is left.
      if byte == 0x0D, place < source.bytes.count, source.bytes[place] == 0x0A { place += 1 }
      break
    }
    let isBlank = cells.count == 1 && cells[0].text.isEmpty && !cells[0].isQuoted
    return isBlank ? nil : cells
  }

  /// Reads one cell and stops at what ends it.
  private mutating func readCell() throws(InputError) -> Cell {
    let start = place
    if place < source.bytes.count, source.bytes[place] == CSVRecords.quote { return try readQuotedCell() }
    while place < source.bytes.count, !endsCell(source.bytes[place]) {
      guard source.bytes[place] != CSVRecords.quote else {
        throw InputError(
          at: place,
          "a quote inside a cell; put the whole cell in quotes and double the quotes in it"
        )
      }
      place += 1
    }
    return Cell(text: source.string(start..<place), offset: start, isQuoted: false)
  }

  private mutating func readQuotedCell() throws(InputError) -> Cell {
    let start = place
    place += 1
    var text: [UInt8] = []
    while place < source.bytes.count {
      let byte = source.bytes[place]
      place += 1
      guard byte == CSVRecords.quote else {
        text.append(byte)
        continue
      }
      if place < source.bytes.count, source.bytes[place] == CSVRecords.quote {
        text.append(byte)
        place += 1
        continue
      }
      guard place == source.bytes.count || endsCell(source.bytes[place]) else {
        throw InputError(at: place, "something follows the closing quote of a cell; double the quotes in it")
      }
      return Cell(text: String(decoding: text, as: UTF8.self), offset: start, isQuoted: true)
    }
    throw InputError(at: start, "the cell that begins here has no closing quote")
  }

  private func endsCell(_ byte: UInt8) -> Bool { byte == delimiter || byte == 0x0A || byte == 0x0D }

  private static func guessDelimiter(_ source: SourceText) -> UInt8 {
    let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    var counts = [0, 0, 0]
    var isQuoted = false
    for byte in source.bytes[source.start...] {
      if byte == quote { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == 0x0A || byte == 0x0D { break }
      if let index = candidates.firstIndex(of: byte) { counts[index] += 1 }
    }
    return candidates[counts.firstIndex(of: counts.max()!)!]
  }
}
