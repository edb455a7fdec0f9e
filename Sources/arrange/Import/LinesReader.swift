import ArrangeModel
import InputText

/// Reads plain lines: each line that is not empty is an item.
enum LinesReader {
  static func read(_ source: SourceText, _ options: ImportOptions) throws(InputError) -> ImportedList {
    var builder = ListBuilder()
    for line in source.lines {
      let text = MarkdownText.trim(line, source.bytes)
      guard !text.isEmpty else { continue }
      let title = try FieldValue.check(source.string(text), at: line.lowerBound)
      let fields = try Fields([("title", .string(title))], at: line.lowerBound)
      let item = ImportedItem(id: nil, fields: fields, offset: line.lowerBound)
      try builder.append(item, to: builder.section(options.section))
    }
    return builder.list
  }
}
