import ArrangeModel
import InputText

/// The meaning of the columns of a table: the ids, the sections, the titles, and the fields.
struct CSVColumns {
  enum Column {
    /// A column without a name and without values.
    case none
    case id
    case section
    /// JSON for what columns can't represent; see ``CSVWriter``.
    case remark
    case field(CSVColumn)
  }

  /// The name of the column for what columns can't represent.
  static let remark = "arrange"

  /// The names of columns, in lower case, that are read as titles if there is no column `title`; the first
  /// match is used.
  private static let titleNames = [
    "title", "name", "summary", "task name", "task", "subject", "content", "card name", "issue title",
  ]
  /// The names of columns, in lower case, that are read as sections if there is no column `section`.
  private static let sectionNames = [
    "section", "section/column", "section name", "list", "list name", "column", "bucket", "bucket name",
  ]

  private(set) var columns: [Column] = []
  /// The index of the column with the ids; it may be a field as well.
  private(set) var id: Int?
  /// The index of the column with the ids of parents, which is a field as well.
  private(set) var parent: Int?
  /// How the columns were interpreted, for the summary of an import.
  private(set) var taken: [String] = []
  private(set) var leftOut = LeftOut()

  private let names: [String]
  private var section: Int?
  private var title: Int?
  private let advice: CSVHeaderAdvice

  /// Determines the meaning of columns.
  ///
  /// - Parameter rows: the records below the header, each with at least as many cells.
  init(
    _ header: [CSVRecords.Cell],
    rows: [[CSVRecords.Cell]],
    _ options: ImportOptions,
    _ advice: CSVHeaderAdvice
  ) throws(InputError) {
    self.advice = advice
    names = header.map { $0.isQuoted ? $0.text : String($0.text.trimmingBlanks) }
    id = try find(options.idField, "--id-field", in: header) ?? index("id")
    section = try find(options.sectionField, "--section-field", in: header) ?? first(CSVColumns.sectionNames)
    title = try find(options.titleField, "--title-field", in: header)
    if title == nil, !names.contains("title") { title = first(CSVColumns.titleNames) }
    try checkSingle(header, options)
    if id != nil {
      parent = index(ImportedNesting.parent).flatMap { $0 == id || $0 == section || $0 == title ? nil : $0 }
    }

    var used: Set<[UInt8]> = title == nil ? [] : [Array("title".utf8)]
    for index in names.indices {
      columns.append(try column(at: index, header[index], rows, options, &used))
    }
    describe()
  }

  // MARK: Names

  private func index(_ name: String) -> Int? { names.firstIndex { $0.lowercased() == name } }

  private func first(_ candidates: [String]) -> Int? {
    for name in candidates { if let index = index(name) { return index } }
    return nil
  }

  /// The column with the name given in an option: an exact match, or else one that ignores case.
  private func find(_ name: String?, _ option: String, in header: [CSVRecords.Cell]) throws(InputError)
    -> Int?
  {
    guard let name else { return nil }
    if let index = names.firstIndex(of: name) ?? index(name.lowercased()) { return index }
    let known = names.filter { !$0.isEmpty }.joined(separator: ", ")
    throw InputError(
      at: header[0].offset,
      "there is no column \"\(name)\" for \(option); the columns are \(known)\(advice.text)"
    )
  }

  /// Rejects a list of plain lines, whose first line would be lost as the name of a column.
  private func checkSingle(_ header: [CSVRecords.Cell], _ options: ImportOptions) throws(InputError) {
    guard names.count == 1, !options.isFormatGiven, id == nil, section == nil, title == nil,
      names[0] != "title"
    else {
      return
    }
    throw InputError(
      at: header[0].offset,
      "the file has one column, and its first line, \"\(names[0])\", may be an item or the column's name; "
        + "--format lines takes each line as an item, --format csv takes it as the name\(advice.text)"
    )
  }

  // MARK: Columns

  private mutating func column(
    at index: Int,
    _ cell: CSVRecords.Cell,
    _ rows: [[CSVRecords.Cell]],
    _ options: ImportOptions,
    _ used: inout Set<[UInt8]>
  ) throws(InputError) -> Column {
    var name = names[index]
    let cells = rows.lazy.map { $0[index] }
    if name.isEmpty {
      guard cells.allSatisfy(\.isBlank) else {
        throw InputError(
          at: cell.offset,
          "column \(index + 1) has no name, but values; name it in the first line\(advice.text)"
        )
      }
      leftOut.count("empty column without a name", plural: "empty columns without a name")
      return .none
    }
    if index == section { return .section }
    if index == id, options.idField == nil { return .id }
    if name == CSVColumns.remark, cells.allSatisfy({ $0.text.isEmpty || $0.text.hasPrefix("{") }) {
      return .remark
    }
    if index == title {
      name = "title"
    } else {
      // A column with a repeated name gets a number.
      var number = 2
      let base = name
      while used.contains(Array(name.utf8)) || number > 2 && names.contains(name) {
        name = "\(base) \(number)"
        number += 1
      }
      used.insert(Array(name.utf8))
    }
    _ = try Fields([(name, .null)], at: cell.offset)
    let isText = options.isTextOnly || name == "title"
    return .field(CSVColumn(name: name, kind: isText ? .text : CSVColumn.kind(of: cells)))
  }

  private mutating func describe() {
    var fields: [String] = []
    for column in columns { if case .field(let column) = column { fields.append(column.name) } }
    let shown = 10
    var list = fields.prefix(shown).joined(separator: ", ")
    if fields.count > shown { list += " and \((fields.count - shown).grouped) more" }
    if !fields.isEmpty { taken.append("\(fields.count == 1 ? "the field" : "the fields") \(list)") }
    if let title, names[title] != "title" { taken.append("titles from \"\(names[title])\"") }
    if let section { taken.append("sections from \"\(names[section])\"") }
    if let id { taken.append("ids from \"\(names[id])\"") }
  }
}

extension String {
  /// The text without spaces and tabs at both ends.
  var trimmingBlanks: Substring {
    var text = self[...]
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}
