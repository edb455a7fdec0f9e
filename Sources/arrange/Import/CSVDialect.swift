/// How the cells of a text are delimited.
struct CSVDialect {
  var delimiter: UInt8
  /// The position of the first record, after skipped lines and `sep=`.
  var start: Int
  /// Whether a cell may be enclosed in quotes. Otherwise quotes are text, as in tab-separated values.
  var hasQuotes = true
  /// Whether a CR ends a line even if no LF follows.
  var endsWithCR = true

  static let quote = UInt8(ascii: "\"")
  static let tab = UInt8(ascii: "\t")
  /// The possible delimiters, in order of preference.
  static let delimiters = [UInt8(ascii: ","), UInt8(ascii: ";"), tab, UInt8(ascii: "|")]
  /// The number of records that are examined to find the delimiter.
  static let guessedRecords = 50

  init(delimiter: UInt8, start: Int, hasQuotes: Bool = true, in source: SourceText) {
    self.delimiter = delimiter
    self.start = start
    self.hasQuotes = hasQuotes
    endsWithCR = CSVDialect.endsWithCR(source, start, delimiter: delimiter, hasQuotes: hasQuotes)
  }

  /// Determines how the cells of a text are delimited.
  ///
  /// - Parameters:
  ///   - delimiter: the delimiter; nil to use the one in `sep=`, or else the one among comma, semicolon, tab
  ///     and bar that divides the records evenly.
  ///   - prefersTabs: whether the file is called one with tabs, which then divide the cells if the first
  ///     line has one.
  ///   - skippedLines: the number of lines before the one with the names of the columns.
  init(of source: SourceText, delimiter: UInt8? = nil, prefersTabs: Bool = false, skippedLines: Int = 0) {
    var lines = source.lines.dropFirst(skippedLines)
    var delimiter = delimiter
    if let line = lines.first, let separator = CSVDialect.separator(source.bytes[line]) {
      lines = lines.dropFirst()
      delimiter = delimiter ?? separator
    }
    let start = lines.first?.lowerBound ?? source.bytes.count
    if delimiter == nil, prefersTabs, let line = lines.first, source.bytes[line].contains(CSVDialect.tab) {
      delimiter = CSVDialect.tab
    }
    let used = delimiter ?? CSVDialect.guess(source, start: start)
    let hasQuotes = used != CSVDialect.tab || CSVDialect.tabsHaveQuotes(source, start: start)
    self.init(delimiter: used, start: start, hasQuotes: hasQuotes, in: source)
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
    let candidates = delimiters.map { ($0, true) } + [(tab, false)]
    for (delimiter, hasQuotes) in candidates {
      let dialect = CSVDialect(delimiter: delimiter, start: start, hasQuotes: hasQuotes, in: source)
      guard let records = try? CSVRecords.read(source, dialect, limit: guessedRecords),
        let count = records.first?.count, count > 1
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

  /// Whether a CR alone ends lines: not in a text whose first record ends with LF or CR LF, where it belongs
  /// to its cell.
  private static func endsWithCR(
    _ source: SourceText,
    _ start: Int,
    delimiter: UInt8,
    hasQuotes: Bool
  ) -> Bool {
    var (isQuoted, isAtStart) = (false, true)
    for place in start..<source.bytes.count {
      switch source.bytes[place] {
      case quote where isQuoted: isQuoted = false
      // Inside of a cell a quote is text; two in a cell of its own are one, and leave it quoted.
      case quote where hasQuotes && (isAtStart || source.bytes[place - 1] == quote): isQuoted = true
      case 0x0A where !isQuoted: return false
      case 0x0D where !isQuoted: return place + 1 == source.bytes.count || source.bytes[place + 1] != 0x0A
      default: break
      }
      isAtStart =
        !isQuoted && (source.bytes[place] == delimiter || isAtStart && source.bytes[place] == 0x20)
    }
    return true
  }

  // MARK: Tabs

  /// Whether a text whose cells are divided by tabs has cells in quotes.
  ///
  /// Tab-separated values have no quotes: `27"` is a cell, and so is `"Moby" is long`. But spreadsheets also
  /// write CSV with tabs. It is recognized if every cell with a quote has the form in which they write it, or
  /// if only that reading gives all records as many cells as the first one.
  private static func tabsHaveQuotes(_ source: SourceText, start: Int) -> Bool {
    guard source.bytes[start...].contains(quote) else { return true }
    let plain = CSVDialect(delimiter: tab, start: start, hasQuotes: false, in: source)
    guard let records = try? CSVRecords.read(source, plain), let header = records.first else { return false }
    let isHabit = header.allSatisfy { isEnclosed($0.text) }
    let areWritten = records.joined().allSatisfy { cell in
      !cell.text.utf8.contains(quote) || isEnclosed(cell.text) && (isHabit || needsQuotes(cell.text))
    }
    if areWritten { return true }
    guard !isEven(records) else { return false }
    let quoted = CSVDialect(delimiter: tab, start: start, hasQuotes: true, in: source)
    return (try? CSVRecords.read(source, quoted)).map(isEven) ?? false
  }

  /// Whether a text is in quotes and the quotes in it are doubled.
  private static func isEnclosed(_ text: String) -> Bool {
    guard text.utf8.count >= 2, text.utf8.first == quote, text.utf8.last == quote else { return false }
    var run = 0
    for byte in text.utf8.dropFirst().dropLast() {
      if byte == quote { run += 1 } else if run % 2 == 0 { run = 0 } else { return false }
    }
    return run % 2 == 0
  }

  /// Whether programs that write CSV put the content of an enclosed text in quotes.
  private static func needsQuotes(_ text: String) -> Bool {
    let content = text.utf8.dropFirst().dropLast()
    return content.isEmpty || content.first == 0x20 || content.last == 0x20
      || content.contains { $0 == quote || delimiters.contains($0) }
  }

  /// Whether all records have as many cells as the first one, apart from blank cells at their ends.
  private static func isEven(_ records: [[CSVRecords.Cell]]) -> Bool {
    guard let width = records.first?.count else { return true }
    return records.allSatisfy { record in
      record.count >= width && record.dropFirst(width).allSatisfy(\.isBlank)
    }
  }
}
