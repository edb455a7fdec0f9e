package import ArrangeModel

/// The reader of lists as comma-separated values.
///
/// The first record names the columns. `id` and `section`, in any case, give the items' ids and sections;
/// the others are fields. A cell without anything in it is a field that is not there.
package enum CSVReader {
  /// Reads a list.
  ///
  /// - Parameters:
  ///   - isTextOnly: whether every value stays text; see ``CSVColumn``.
  ///   - defaultSection: where items go that name no section.
  package static func read(
    _ source: SourceText,
    isTextOnly: Bool = false,
    defaultSection: Identifier = .empty
  ) throws(InputError) -> ImportedList {
    let records = try CSVRecords.read(source)
    guard let header = records.first else {
      throw InputError(at: source.start, "the file is empty; its first line has to name the columns")
    }
    let rows = records.dropFirst()
    for row in rows where row.count != header.count {
      throw InputError(
        at: row[min(row.count - 1, header.count)].offset,
        "the record has \(row.count) cells, but the first line names \(header.count) columns"
      )
    }
    let columns = try columns(header, rows: rows, isTextOnly: isTextOnly)
    var builder = ListBuilder()
    for row in rows {
      var id: Identifier?
      var section = defaultSection
      var fields: [(String, FieldValue)] = []
      for (column, cell) in zip(columns, row) {
        switch column {
        case .id: if !cell.text.isEmpty { id = try Identifier(cell.text, at: cell.offset) }
        case .section: if !cell.text.isEmpty { section = try Identifier(cell.text, at: cell.offset) }
        case .field(let column):
          if let value = try column.value(of: cell) { fields.append((column.name, value)) }
        }
      }
      let offset = row[0].offset
      let item = ImportedItem(id: id, fields: try Fields(fields, at: offset), offset: offset)
      try builder.append(item, to: builder.section(section))
    }
    return builder.list
  }

  private enum Column {
    case id
    case section
    case field(CSVColumn)
  }

  private static func columns(
    _ header: [CSVRecords.Cell],
    rows: ArraySlice<[CSVRecords.Cell]>,
    isTextOnly: Bool
  ) throws(InputError) -> [Column] {
    var names = Set<[UInt8]>()
    var columns: [Column] = []
    for (index, cell) in header.enumerated() {
      let name = cell.text
      let special = name.lowercased()
      guard !name.isEmpty else { throw InputError(at: cell.offset, "column \(index + 1) has no name") }
      _ = try Fields([(name, .null)], at: cell.offset)
      let isSpecial = special == "id" || special == "section"
      guard names.insert(Array((isSpecial ? special : name).utf8)).inserted else {
        throw InputError(at: cell.offset, "two columns have the name \"\(name)\"")
      }
      switch special {
      case "id": columns.append(.id)
      case "section": columns.append(.section)
      default:
        let kind = isTextOnly ? .text : CSVColumn.kind(of: rows.lazy.map { $0[index] })
        columns.append(.field(CSVColumn(name: name, kind: kind)))
      }
    }
    return columns
  }
}
