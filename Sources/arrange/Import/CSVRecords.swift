/// The records of a text of comma-separated values, as in RFC 4180.
///
/// Lines end with CR LF, LF or CR. A quoted cell may contain delimiters, line ends and, doubled, quotes;
/// blanks around the quotes are ignored. Empty records are left out. Other spaces belong to the cell.
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

  /// How the cells of a text are delimited.
  struct Dialect {
    var delimiter: UInt8
    /// The position of the first record, after skipped lines and `sep=`.
    var start: Int
  }

  private static let quote = UInt8(ascii: "\"")
  /// The possible delimiters, in order of preference.
  static let delimiters = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")]
  /// The number of records that are examined to find the delimiter.
  private static let guessedRecords = 50

  private let source: SourceText
  private let delimiter: UInt8
  private var place: Int

  /// The records of a text.
  ///
  /// - Parameter delimiter: the delimiter; nil to use the one in `sep=`, or else the one among comma,
  ///   semicolon, tab and bar that divides the records evenly.
  package static func read(_ source: SourceText, delimiter: UInt8? = nil) throws(InputError) -> [[Cell]] {
    try read(source, dialect(of: source, delimiter: delimiter))
  }

  static func read(_ source: SourceText, _ dialect: Dialect, limit: Int = .max) throws(InputError) -> [[Cell]]
  {
    var reader = CSVRecords(source, dialect)
    var records: [[Cell]] = []
    while reader.place < source.bytes.count, records.count < limit {
      if let record = try reader.readRecord() { records.append(record) }
    }
    return records
  }

  private init(_ source: SourceText, _ dialect: Dialect) {
    self.source = source
    self.delimiter = dialect.delimiter
    self.place = dialect.start
  }

  /// Determines how the cells of a text are delimited.
  ///
  /// - Parameter skippedLines: the number of lines before the one with the names of the columns.
  static func dialect(of source: SourceText, delimiter: UInt8? = nil, skippedLines: Int = 0) -> Dialect {
    let lines = source.lines.dropFirst(skippedLines)
    var start = lines.first?.lowerBound ?? source.bytes.count
    var delimiter = delimiter
    if let line = lines.first, let separator = separator(source.bytes[line]) {
      start = lines.dropFirst().first?.lowerBound ?? source.bytes.count
      delimiter = delimiter ?? separator
    }
    return Dialect(delimiter: delimiter ?? guess(source, start: start), start: start)
  }

  /// The delimiter in a line `sep=;`, as written and read by spreadsheets.
  private static func separator(_ line: ArraySlice<UInt8>) -> UInt8? {
    var line = line
    if line.count > 2, line.first == quote, line.last == quote { line = line.dropFirst().dropLast() }
    guard line.count == 5, let last = line.last, line.dropLast().elementsEqual("sep=".utf8), last != quote
    else {
      return nil
    }
    return last
  }

  /// The delimiter for which the most records have as many cells as the first one, which must have more than
  /// one.
  private static func guess(_ source: SourceText, start: Int) -> UInt8 {
    var best = (delimiter: delimiters[0], share: 0.0, cells: 1)
    for delimiter in delimiters {
      let dialect = Dialect(delimiter: delimiter, start: start)
      guard let records = try? read(source, dialect, limit: guessedRecords), let count = records.first?.count,
        count > 1
      else { continue }
      let share = Double(records.count { $0.count == count }) / Double(records.count)
      if (share, count) > (best.share, best.cells) { best = (delimiter, share, count) }
    }
    if best.cells > 1 { return best.delimiter }
    // No delimiter gives a table. The most frequent one in the first line is probably intended, and results
    // in the best error message.
    let line = source.bytes[start...].prefix { $0 != 0x0A && $0 != 0x0D }
    return delimiters.max { a, b in
      line.count { $0 == a } < line.count { $0 == b }
    } ?? delimiters[0]
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
      if byte == delimiter { continue }
      // Only the line end is left.
      if byte == 0x0D, place < source.bytes.count, source.bytes[place] == 0x0A { place += 1 }
      break
    }
    let isBlank = cells.count == 1 && cells[0].text.isEmpty && !cells[0].isQuoted
    return isBlank ? nil : cells
  }

  /// Reads one cell, up to its delimiter or the end of the line.
  private mutating func readCell() throws(InputError) -> Cell {
    let start = place
    skipBlanks()
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
      skipBlanks()
      guard place == source.bytes.count || endsCell(source.bytes[place]) else {
        throw InputError(at: place, "something follows the closing quote of a cell; double the quotes in it")
      }
      return Cell(text: String(decoding: text, as: UTF8.self), offset: start, isQuoted: true)
    }
    throw InputError(at: start, "the cell that begins here has no closing quote")
  }

  private mutating func skipBlanks() {
    while place < source.bytes.count, source.bytes[place] == 0x20 || source.bytes[place] == 0x09,
      source.bytes[place] != delimiter
    {
      place += 1
    }
  }

  private func endsCell(_ byte: UInt8) -> Bool { byte == delimiter || byte == 0x0A || byte == 0x0D }
}
