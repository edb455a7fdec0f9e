import InputText

/// The advice to pass over the lines above the names of the columns.
struct CSVHeaderAdvice {
  let source: SourceText
  let dialect: CSVDialect

  /// The end of an error message about a table whose first record does not name the columns; empty if no
  /// later one looks as if it did.
  var text: String {
    guard let line = headerLine else { return "" }
    return "; if line \(line) names the columns, pass over those above it with --skip-lines \(line - 1)"
  }

  /// The line of the first record whose cells are all texts, if it has more of them than the first record,
  /// and the next record is not wider.
  private var headerLine: Int? {
    for delimiter in [dialect.delimiter] + CSVDialect.delimiters {
      let dialect = CSVDialect(
        delimiter: delimiter,
        start: dialect.start,
        hasQuotes: delimiter != CSVDialect.tab,
        in: source
      )
      guard let records = try? CSVRecords.read(source, dialect, limit: CSVDialect.guessedRecords),
        let first = records.first
      else { continue }
      let names = first.count { !$0.isBlank }
      let pairs = zip(records.dropFirst(), records.dropFirst(2))
      let header = pairs.first { record, next in
        let cells = withoutBlankEnd(record)
        return cells.count > max(1, names) && cells.allSatisfy(isName) && next.count > 1
          && withoutBlankEnd(next).count <= cells.count
      }
      if let header { return TextPosition(of: header.0[0].offset, in: source.bytes).line }
    }
    return nil
  }

  private func withoutBlankEnd(_ record: [CSVRecords.Cell]) -> ArraySlice<CSVRecords.Cell> {
    record.prefix((record.lastIndex { !$0.isBlank } ?? -1) + 1)
  }

  /// Whether a cell could be the name of a column.
  private func isName(_ cell: CSVRecords.Cell) -> Bool { !cell.isBlank && Double(cell.text) == nil }
}
