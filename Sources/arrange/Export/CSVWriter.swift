package import ArrangeModel
import InputText

/// Writes lists as comma-separated values, which ``CSVReader`` reads back as the same list.
///
/// The columns are `id`, `section`, of an outline `parent`, `title` and the other fields. What columns can't represent is written as
/// JSON to a last column, `arrange`: values that would be read back differently, such as bytes and
/// timestamps, and, in records of their own, the fields of sections and of the list, and sections without
/// items. To check that a value is read back unchanged, the writer asks ``CSVColumn``, which needs all values
/// of a column, so the list is kept until the end.
package struct CSVWriter: ListWriter {
  private struct Section {
    var id: Identifier
    var fields: Fields
    var items: [(id: Identifier, parent: Identifier?, fields: Fields)] = []
  }

  /// A column and the kind of its cells.
  private struct Column {
    var name: String
    var kind: CSVColumn.Kind
  }

  private let delimiter: UInt8
  /// Whether the column of JSON is left out.
  private let isPlain: Bool
  /// Whether cells that a spreadsheet runs are written as they are; see ``CSVFormulas``.
  private let keepsFormulas: Bool
  private var list = Fields()
  private var sections: [Section] = []
  /// The index of the current section.
  private var section: Int?
  /// Whether the list is an outline, so that there is a column of parents.
  private var isOutline = false

  package init(delimiter: UInt8 = UInt8(ascii: ","), isPlain: Bool = false, keepsFormulas: Bool = false) {
    self.delimiter = delimiter
    self.isPlain = isPlain
    self.keepsFormulas = keepsFormulas
  }

  /// Whether the cells are divided by tabs, and quotes are text.
  private var isTabbed: Bool { delimiter == CSVDialect.tab }

  package mutating func writeList(_ fields: Fields, name: Identifier, to bytes: inout [UInt8]) {
    list = fields
  }

  package mutating func write(_ slice: SectionSlice, to bytes: inout [UInt8]) {
    if slice.index != section { sections.append(Section(id: slice.section.id, fields: slice.section.fields)) }
    section = slice.index
    var trail = OutlineTrail(slice.ancestors)
    for item in slice.items {
      isOutline = isOutline || item.outline != nil
      let parent = item.outline.flatMap { trail.parent(of: item.id, depth: Int($0.depth)) }
      sections[sections.count - 1].items.append((item.id, parent, item.fields))
    }
  }

  package mutating func finish(to bytes: inout [UInt8]) {
    let columns = makeColumns()
    let start = bytes.count
    let isAllQuoted = writeTable(columns, to: &bytes)
    guard !isPlain, isTabbed ? isMisread(bytes[start...]) : isAllQuoted else { return }
    bytes.removeSubrange(start...)
    writeTable(columns, withRemark: true, to: &bytes)
  }

  /// Writes all records.
  ///
  /// - Parameter withRemark: whether there is a remark about the list even if it says nothing. A table with
  ///   one has empty cells, and JSON, which contains quotes and does not begin with one; so it is recognized
  ///   for what it is.
  /// - Returns: whether all cells below the names are in quotes and some are empty texts, which ``CSVReader``
  ///   would take for empty cells.
  @discardableResult
  private func writeTable(_ columns: [Column], withRemark: Bool = false, to bytes: inout [UInt8]) -> Bool {
    let hasRemarks = !isPlain && (withRemark || needsRemarks(columns))
    var header = ["id", "section"] + (isOutline ? [ImportedNesting.parent] : []) + ["title"]
    header += columns.dropFirst().map { cell($0.name) }
    if hasRemarks { header.append(CSVColumns.remark) }
    writeRecord(header, to: &bytes)
    var (hasBareCells, hasEmptyTexts) = (false, false)
    if hasRemarks, withRemark || !list.isEmpty {
      hasBareCells = true
      writeRemark(["list": .object(["fields": list.json])], width: header.count, to: &bytes)
    }
    for section in sections {
      if hasRemarks, section.items.isEmpty || !section.fields.isEmpty {
        hasBareCells = true
        let element: JSON = .object(["id": .string(section.id.text), "fields": section.fields.json])
        writeRemark(["section": element], width: header.count, to: &bytes)
      }
      for item in section.items {
        var cells = [cell(item.id.text), section.id.isEmpty ? "" : cell(section.id.text)]
        if isOutline { cells.append(item.parent.map { cell($0.text) } ?? "") }
        cells += columns.map { column in item.fields[column.name].flatMap { text(of: $0, in: column) } ?? "" }
        if hasRemarks {
          let rest = remaining(item.fields, columns)
          cells.append(rest.isEmpty ? "" : quoted(JSON.object(["fields": .object(JSON.Members(rest))]).text))
        }
        writeRecord(cells, to: &bytes)
        hasBareCells = hasBareCells || cells.contains { $0.utf8.first != CSVDialect.quote }
        hasEmptyTexts = hasEmptyTexts || cells.contains("\"\"")
      }
    }
    return hasEmptyTexts && !hasBareCells
  }

  /// Whether a table with tabs would be read as one with cells in quotes.
  private func isMisread(_ bytes: ArraySlice<UInt8>) -> Bool {
    let source = SourceText(String(decoding: bytes, as: UTF8.self))
    return bytes.contains(CSVDialect.quote) && CSVDialect(of: source, delimiter: delimiter).hasQuotes
  }

  // MARK: Columns

  /// The columns of fields. The title is the first of them and always exists, so that no other column is read
  /// as the title.
  private func makeColumns() -> [Column] {
    /// The values of each kind, by the bytes of the field names: two names can be equal as strings and have
    /// different bytes.
    var values: [[UInt8]: [CSVColumn.Kind: [FieldValue]]] = [:]
    for (name, value) in sections.lazy.flatMap(\.items).flatMap(\.fields) where !isReserved(name) {
      guard let kind = kind(of: value) else { continue }
      values[Array(name.utf8), default: [:]][kind, default: []].append(value)
    }
    var columns = [Column(name: "title", kind: .text)]
    for (name, kinds) in values.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let usual = kinds.sorted { ($0.value.count, "\($0.key)") > ($1.value.count, "\($1.key)") }
      guard let kind = usual.first(where: { reads($0.value, as: $0.key) })?.key else { continue }
      columns.append(Column(name: String(decoding: name, as: UTF8.self), kind: kind))
    }
    return columns
  }

  /// Whether the reader gives a column of this name another meaning than a field.
  private func isReserved(_ name: String) -> Bool {
    name == "title" || isOutline && name.lowercased() == ImportedNesting.parent
      || ["id", "section", CSVColumns.remark].contains(name.lowercased())
      || isTabbed && (!fits(name) || name.trimmingBlanks != name)
  }

  /// The kind of column that a value fits; nil if no cell can express it.
  private func kind(of value: FieldValue) -> CSVColumn.Kind? {
    switch value {
    case .string(let text): isTabbed && !isPlain && !fits(text) ? nil : .text
    case .int: .integers
    case .double: .numbers
    case .bool: .booleans
    case .null, .bytes, .timestamp: nil
    }
  }

  /// Whether the reader reads the cells of some values as the same kind.
  private func reads(_ values: [FieldValue], as kind: CSVColumn.Kind) -> Bool {
    let cells = values.lazy.map { value in
      let text = CSVWriter.cell(value)
      return CSVRecords.Cell(text: text, offset: 0, isQuoted: text.isEmpty)
    }
    return CSVColumn.kind(of: cells) == kind
  }

  private static func cell(_ value: FieldValue) -> String {
    switch value {
    case .string(let text): text
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .bool(let flag): flag ? "true" : "false"
    case .null, .bytes, .timestamp: ""
    }
  }

  /// The cell for a value; nil if it does not fit the column.
  private func text(of value: FieldValue, in column: Column) -> String? {
    guard kind(of: value) == column.kind else { return nil }
    return if case .string(let text) = value { cell(text) } else { CSVWriter.cell(value) }
  }

  /// The fields of an item without a column.
  private func remaining(_ fields: Fields, _ columns: [Column]) -> [(String, JSON)] {
    fields.filter { name, value in
      let column = columns.first { $0.name.utf8.elementsEqual(name.utf8) }
      return column.map { kind(of: value) != $0.kind } ?? true
    }
    .map { ($0.name, $0.value.json) }
  }

  private func needsRemarks(_ columns: [Column]) -> Bool {
    !list.isEmpty
      || sections.contains { section in
        section.items.isEmpty || !section.fields.isEmpty
          || section.items.contains { !remaining($0.fields, columns).isEmpty }
      }
  }

  // MARK: Text

  private func writeRemark(_ members: JSON.Members, width: Int, to bytes: inout [UInt8]) {
    writeRecord(Array(repeating: "", count: width - 1) + [quoted(JSON.object(members).text)], to: &bytes)
  }

  private func writeRecord(_ cells: [String], to bytes: inout [UInt8]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(delimiter) }
      bytes.append(contentsOf: cell.utf8)
    }
    bytes.append(0x0A)
  }

  /// A text that is read back, as a cell.
  private func cell(_ text: String) -> String { quoted(keepsFormulas ? text : CSVFormulas.protect(text)) }

  /// Whether a text can stand between tabs. An empty one would be no value.
  private func fits(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
  }

  /// A text as a cell: quoted if it contains a character that could divide cells, begins or ends with a
  /// blank, or is empty. Between tabs there are no quotes; what would divide cells becomes a space.
  private func quoted(_ text: String) -> String {
    if isTabbed {
      return String(
        decoding: text.utf8.map { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 },
        as: UTF8.self
      )
    }
    let bytes = text.utf8
    let isPlain =
      bytes.first.map { $0 > 0x20 } == true && bytes.last.map { $0 > 0x20 } == true
      && bytes.allSatisfy { $0 != 0x22 && $0 >= 0x20 && !CSVDialect.delimiters.contains($0) }
    return isPlain ? text : "\"\(text.replacing("\"", with: "\"\""))\""
  }
}
