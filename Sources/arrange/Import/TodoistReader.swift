import ArrangeModel
import InputText

/// Reads tables exported by Todoist: each record has a kind: a section, a task, or a note of the task above.
struct TodoistReader {
  private let header: [String]
  private let rows: [[CSVRecords.Cell]]
  private let options: ImportOptions

  /// Nil if a table is not of this kind.
  init?(
    _ header: [CSVRecords.Cell],
    _ rows: [[CSVRecords.Cell]],
    _ options: ImportOptions
  ) {
    let names = header.map { String($0.text.trimmingBlanks).uppercased() }
    guard ["TYPE", "CONTENT", "INDENT"].allSatisfy(names.contains), !names.contains("ID"),
      options.titleField == nil, options.sectionField == nil, options.idField == nil
    else { return nil }
    self.header = names
    self.rows = rows
    self.options = options
  }

  func list(leavingOut leftOut: LeftOut) throws(InputError) -> ImportedList {
    var leftOut = leftOut
    var builder = ListBuilder()
    var slugs = Slugs()
    var section = options.section
    var task: (pairs: [(String, FieldValue)], notes: [String], section: Identifier, offset: Int)?
    let level = ImportedNesting.level
    func finish(_ builder: inout ListBuilder) throws(InputError) {
      guard var done = task else { return }
      task = nil
      if !done.notes.isEmpty { done.pairs.append(("notes", .string(done.notes.joined(separator: "\n\n")))) }
      let fields = try Fields(done.pairs, at: done.offset)
      var nesting = ImportedNesting(.level(0))
      if case .int(let depth)? = fields[level] {
        nesting = ImportedNesting(.level(Int(clamping: depth)), field: level)
      }
      let item = ImportedItem(id: nil, fields: fields, offset: done.offset, nesting: nesting)
      try builder.append(item, to: builder.section(done.section))
    }
    for row in rows {
      let content = text("CONTENT", in: row)
      let kind = text("TYPE", in: row).lowercased()
      switch kind {
      case "section":
        try finish(&builder)
        section = slugs.make(from: content)
        try builder.describe(
          section,
          Fields([("title", .string(content))], at: row[0].offset),
          at: row[0].offset
        )
      case "task":
        try finish(&builder)
        task = (try pairs(row), [], section, row[0].offset)
      case "note":
        if task == nil { leftOut.count("note without a task", plural: "notes without a task") }
        task?.notes.append(content)
      default: leftOut.count(kind.isEmpty ? "record without a type" : "record \"\(kind)\"")
      }
    }
    try finish(&builder)
    var list = builder.list
    list.taken = ["tasks, sections and notes, as Todoist writes them"]
    list.leftOut = leftOut
    return list
  }

  /// The fields of a task: the content is the title; an indented task has a level from 1.
  private func pairs(_ row: [CSVRecords.Cell]) throws(InputError) -> [(String, FieldValue)] {
    var pairs: [(String, FieldValue)] = []
    for (name, cell) in zip(header, row) where !cell.isBlank {
      let text = try FieldValue.check(cell.text, at: cell.offset)
      switch name {
      case "TYPE": continue
      case "CONTENT": pairs.append(("title", .string(text)))
      case "INDENT":
        guard let indent = Int64(text) else {
          throw InputError(at: cell.offset, "an INDENT has to be a number")
        }
        if indent > 1 { pairs.append((ImportedNesting.level, .int(indent - 1))) }
      default:
        let number = options.isTextOnly ? nil : Int64(text)
        pairs.append((name.lowercased(), number.map(FieldValue.int) ?? .string(text)))
      }
    }
    return pairs
  }

  private func text(_ name: String, in row: [CSVRecords.Cell]) -> String {
    header.firstIndex(of: name).map { row[$0].text } ?? ""
  }
}
