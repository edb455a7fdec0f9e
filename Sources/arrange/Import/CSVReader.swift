import ArrangeModel
package import InputText

/// Reads lists from comma-separated values.
///
/// The first record has the names of the columns; ``CSVColumns`` determines their meaning. An empty cell
/// means that the field is missing. Empty records and columns are ignored.
package enum CSVReader {
  /// Reads a list.
  package static func read(_ source: SourceText, _ options: ImportOptions) throws(InputError) -> ImportedList
  {
    let dialect = CSVDialect(
      of: source,
      delimiter: options.delimiter,
      prefersTabs: options.prefersTabs,
      skippedLines: options.skippedLines
    )
    var records = try CSVRecords.read(source, dialect)
    if !options.keepsFormulas { unprotectFormulas(in: &records) }
    if hasEverythingInQuotes(records) { clearEmptyTexts(in: &records) }
    let advice = CSVHeaderAdvice(source: source, dialect: dialect)
    guard let header = records.first else {
      throw InputError(at: dialect.start, "the file is empty; its first line has to name the columns")
    }
    var leftOut = LeftOut()
    leftOut.count(
      "line before the first record",
      plural: "lines before the first record",
      options.skippedLines
    )
    let rows = try rows(records.dropFirst(), width: header.count, advice, &leftOut)
    if let todoist = TodoistReader(header, rows, options) { return try todoist.list(leavingOut: leftOut) }
    let columns = try CSVColumns(header, rows: rows, options, advice)
    var builder = ListBuilder()
    for row in rows { try read(row, columns, options, into: &builder) }
    var list = builder.list
    list.taken = columns.taken
    if dialect.delimiter != UInt8(ascii: ","), header.count > 1 {
      let quotes = dialect.hasQuotes ? "" : ", in which quotes are text"
      list.taken.append("cells divided by \(name(of: dialect.delimiter))\(quotes)")
    }
    leftOut.add(columns.leftOut)
    list.leftOut = leftOut
    return list
  }

  /// The records that are not empty, as wide as the header.
  private static func rows(
    _ records: ArraySlice<[CSVRecords.Cell]>,
    width: Int,
    _ advice: CSVHeaderAdvice,
    _ leftOut: inout LeftOut
  ) throws(InputError) -> [[CSVRecords.Cell]] {
    var rows: [[CSVRecords.Cell]] = []
    for record in records {
      guard !(width > 1 || record.count > 1) || !record.allSatisfy(\.isBlank) else {
        leftOut.count("empty record")
        continue
      }
      var row = record
      while row.count > width, row[row.count - 1].isBlank { row.removeLast() }
      guard row.count == width else {
        throw InputError(
          at: row[min(row.count - 1, width)].offset,
          "the record has \(row.count.counted("cell")), but the first line names \(width.counted("column"))\(advice.text)"
        )
      }
      rows.append(row)
    }
    return rows
  }

  // MARK: Cells

  /// Takes off what makes a formula text; see ``CSVFormulas``.
  private static func unprotectFormulas(in records: inout [[CSVRecords.Cell]]) {
    for record in records.indices {
      for cell in records[record].indices where records[record][cell].text.utf8.first == UInt8(ascii: "'") {
        records[record][cell].text = CSVFormulas.unprotect(records[record][cell].text)
      }
    }
  }

  /// Whether quotes say nothing, because all names of columns and all empty cells are in quotes, or all cells
  /// below the names.
  private static func hasEverythingInQuotes(_ records: [[CSVRecords.Cell]]) -> Bool {
    guard let header = records.first else { return false }
    let cells = records.dropFirst().joined()
    return cells.allSatisfy(\.isQuoted)
      || header.allSatisfy(\.isQuoted) && cells.allSatisfy { $0.isQuoted || !$0.text.isEmpty }
  }

  /// Makes empty texts empty cells, which have no value.
  private static func clearEmptyTexts(in records: inout [[CSVRecords.Cell]]) {
    for record in records.indices {
      for cell in records[record].indices where records[record][cell].text.isEmpty {
        records[record][cell].isQuoted = false
      }
    }
  }

  private static func read(
    _ row: [CSVRecords.Cell],
    _ columns: CSVColumns,
    _ options: ImportOptions,
    into builder: inout ListBuilder
  ) throws(InputError) {
    var section = options.section
    var fields: [(String, FieldValue)] = []
    var id: Identifier?
    var nesting: ImportedNesting?
    for (index, (column, cell)) in zip(columns.columns, row).enumerated() {
      if index == columns.id, !cell.text.isEmpty { id = try Identifier(cell.text, at: cell.offset) }
      switch column {
      case .none, .id: continue
      case .section: if !cell.text.isEmpty { section = try Identifier(cell.text, at: cell.offset) }
      case .field(let column):
        if let value = try column.value(of: cell) { fields.append((column.name, value)) }
        guard index == columns.parent else { continue }
        let parent = cell.text.isEmpty ? nil : try Identifier(cell.text, at: cell.offset)
        nesting = ImportedNesting(.parent(parent), field: column.name)
      case .remark:
        guard !cell.text.isEmpty else { continue }
        let node: JSONNode
        do throws(InputError) { node = try JSONReader.read(Array(cell.text.utf8)) } catch {
          throw InputError(at: cell.offset, "the comment is not valid JSON: \(error.message)")
        }
        do throws(InputError) {
          if node["section"]?.members != nil || node["list"]?.members != nil {
            return try JSONLinesReader.read(node, defaultSection: options.section, into: &builder)
          }
          let others = try JSONLinesReader.readElement(node, isSection: false).fields
          fields += others.map { ($0.name, $0.value) }
          // A field of that name is not what the column says.
          if let field = nesting?.field, others[field] != nil { nesting?.field = nil }
        } catch {
          throw InputError(at: cell.offset, error.message)
        }
      }
    }
    let offset = row[0].offset
    if let field = options.idField, id == nil {
      throw InputError(at: offset, "the item has no field \"\(field)\" to take its id from")
    }
    let item = ImportedItem(id: id, fields: try Fields(fields, at: offset), offset: offset, nesting: nesting)
    try builder.append(item, to: builder.section(section))
  }

  /// The name of a delimiter in messages.
  static func name(of delimiter: UInt8) -> String {
    delimiter == 0x09 ? "tabs" : "'\(String(decoding: [delimiter], as: UTF8.self))'"
  }
}
