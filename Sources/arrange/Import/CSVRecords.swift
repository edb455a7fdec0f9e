package import InputText

/// The records of a text of comma-separated values, as in RFC 4180.
///
/// Lines end with CR LF, LF or CR. A quoted cell may contain delimiters, line ends and, doubled, quotes;
/// blanks around the quotes are ignored. Empty records are left out. Other spaces belong to the cell, and so
/// do quotes inside a cell that does not begin with one. ``CSVDialect`` says where that differs.
package struct CSVRecords {
  /// One cell.
  package struct Cell: Sendable, Hashable {
    package var text: String
    /// The position of the cell, in bytes.
    package var offset: Int
    /// Whether the cell is quoted: `""` is an empty text, while an empty cell has no value.
    package var isQuoted: Bool

    package init(text: String, offset: Int, isQuoted: Bool) {
      self.text = text
      self.offset = offset
      self.isQuoted = isQuoted
    }

    /// Whether the cell has only blanks.
    var isBlank: Bool { text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } && !(isQuoted && !text.isEmpty) }
  }

  private let source: SourceText
  private let dialect: CSVDialect
  private var place: Int

  /// The records of a text.
  ///
  /// - Parameter delimiter: the delimiter; nil to find it as in ``CSVDialect``.
  package static func read(_ source: SourceText, delimiter: UInt8? = nil) throws(InputError) -> [[Cell]] {
    try read(source, CSVDialect(of: source, delimiter: delimiter))
  }

  static func read(_ source: SourceText, _ dialect: CSVDialect, limit: Int = .max) throws(InputError)
    -> [[Cell]]
  {
    var reader = CSVRecords(source, dialect)
    var records: [[Cell]] = []
    while reader.place < source.bytes.count, records.count < limit {
      if let record = try reader.readRecord() { records.append(record) }
    }
    return records
  }

  private init(_ source: SourceText, _ dialect: CSVDialect) {
    self.source = source
    self.dialect = dialect
    self.place = dialect.start
  }

  /// Reads up to the end of a line; nil for an empty line.
  private mutating func readRecord() throws(InputError) -> [Cell]? {
    var cells: [Cell] = []
    while true {
      let cell = try readCell()
      cells.append(cell)
      guard place < source.bytes.count else { break }
      let byte = source.bytes[place]
      place += 1
      if byte == dialect.delimiter { continue }
      // Only the line end is left.
      if byte == 0x0D, place < source.bytes.count, source.bytes[place] == 0x0A { place += 1 }
      break
    }
    let isBlank = cells.count == 1 && cells[0].text.isEmpty && !cells[0].isQuoted
    return isBlank ? nil : cells
  }

  /// Reads one cell, up to its delimiter or the end of the line. Quotes inside a cell are text.
  private mutating func readCell() throws(InputError) -> Cell {
    let start = place
    if dialect.hasQuotes {
      skipBlanks()
      if place < source.bytes.count, source.bytes[place] == CSVDialect.quote { return try readQuotedCell() }
    }
    while place < source.bytes.count, !endsCell(at: place) { place += 1 }
    return Cell(text: source.string(start..<place), offset: start, isQuoted: false)
  }

  private mutating func readQuotedCell() throws(InputError) -> Cell {
    let start = place
    place += 1
    var text: [UInt8] = []
    while place < source.bytes.count {
      let byte = source.bytes[place]
      place += 1
      guard byte == CSVDialect.quote else {
        text.append(byte)
        continue
      }
      if place < source.bytes.count, source.bytes[place] == CSVDialect.quote {
        text.append(byte)
        place += 1
        continue
      }
      skipBlanks()
      guard place == source.bytes.count || endsCell(at: place) else {
        throw InputError(at: place, "something follows the closing quote of a cell; double the quotes in it")
      }
      return Cell(text: String(decoding: text, as: UTF8.self), offset: start, isQuoted: true)
    }
    throw InputError(at: start, "the cell that begins here has no closing quote")
  }

  private mutating func skipBlanks() {
    while place < source.bytes.count, source.bytes[place] == 0x20 || source.bytes[place] == 0x09,
      source.bytes[place] != dialect.delimiter
    {
      place += 1
    }
  }

  private func endsCell(at place: Int) -> Bool {
    let byte = source.bytes[place]
    if byte == 0x0D, !dialect.endsWithCR {
      return place + 1 == source.bytes.count || source.bytes[place + 1] == 0x0A
    }
    return byte == dialect.delimiter || byte == 0x0A || byte == 0x0D
  }
}
