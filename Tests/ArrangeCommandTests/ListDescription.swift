import ArrangeModel
import InputText
import arrange

/// A list as compact text, to compare readers' results with: a line for each section, items indented.
func describe(_ list: ImportedList) -> String {
  var lines: [String] = []
  if !list.fields.isEmpty { lines.append("list \(list.fields.json.text)") }
  for section in list.sections {
    lines.append("[\(section.id)]\(section.fields.isEmpty ? "" : " \(section.fields.json.text)")")
    for item in section.items { lines.append("  \(item.id?.text ?? "-") \(item.fields.json.text)") }
  }
  return lines.joined(separator: "\n")
}

/// The list that a text is read as, or where and why it is refused.
func outcome(_ format: ImportFormat, _ text: String, _ options: ImportOptions = ImportOptions()) -> String {
  outcome(format, bytes: Array(text.utf8), options)
}

func outcome(_ format: ImportFormat, bytes: [UInt8], _ options: ImportOptions = ImportOptions()) -> String {
  do {
    return describe(try format.read(SourceText(bytes), options))
  } catch {
    // Places are those of the text, which is another one where the bytes are UTF-16.
    let position = TextPosition(of: error.offset, in: (try? SourceText(bytes))?.bytes ?? bytes)
    return "\(position.line):\(position.column) \(error.message)"
  }
}
