package import ArrangeModel

/// Writes lists as Markdown, which ``MarkdownReader`` reads back as the same list.
///
/// Titles, check boxes, nesting and notes are written the way people write them; what Markdown can't
/// represent is written to a comment at the end of the line. The writer uses the reader to check that each
/// text is read back unchanged.
package struct MarkdownWriter: ListWriter {
  /// Whether comments, and so everything that Markdown can't represent, are left out.
  private let isPlain: Bool
  /// The index of the section that was written last.
  private var section: Int?
  /// The maximum nesting of the next item.
  private var depth = 0
  private var hasContent = false

  package init(isPlain: Bool = false) { self.isPlain = isPlain }

  package mutating func writeList(_ fields: Fields, name: Identifier, to bytes: inout [UInt8]) {
    guard !fields.isEmpty else { return }
    var remark = MarkdownRemark()
    remark.isList = true
    writeHeading("#", fields, fallback: name.text, &remark, to: &bytes)
  }

  package mutating func write(_ slice: SectionSlice, to bytes: inout [UInt8]) {
    if slice.index != section { begin(slice, to: &bytes) }
    section = slice.index
    for item in slice.items { write(item, to: &bytes) }
  }

  /// Appends the heading of a section. The default section needs one only if it has fields.
  private mutating func begin(_ slice: SectionSlice, to bytes: inout [UInt8]) {
    let element = slice.section
    depth = 0
    if section == nil, element.id.isEmpty, element.fields.isEmpty, slice.itemCount > 0 {
      writeBlankLine(to: &bytes)
      return
    }
    var remark = MarkdownRemark()
    remark.id = element.id
    writeHeading("##", element.fields, fallback: element.id.text, &remark, to: &bytes)
    if slice.itemCount > 0 { writeBlankLine(to: &bytes) }
  }

  private mutating func writeBlankLine(to bytes: inout [UInt8]) {
    if hasContent { bytes.append(0x0A) }
    hasContent = true
  }

  // MARK: Headings

  private mutating func writeHeading(
    _ mark: String,
    _ fields: Fields,
    fallback: String,
    _ remark: inout MarkdownRemark,
    to bytes: inout [UInt8]
  ) {
    var rest = RemainingFields(fields)
    var notes = ""
    let title = rest.text("title")
    if let title, !title.contains("<!--"),
      MarkdownWriter.reads("## \(title)\n", asHeading: ["title": .string(title)])
    {
      rest.take("title")
      if Slugs.slug(title) == remark.id?.text { remark.id = nil }
      if let text = rest.text("notes"), !text.contains("<!--"),
        MarkdownWriter.reads("## x\n\n\(text)\n", asHeading: ["title": .string("x"), "notes": .string(text)])
      {
        rest.take("notes")
        notes = "\n\(text)\n"
      }
    } else {
      remark.isExact = true
    }
    remark.fields = rest.fields
    writeBlankLine(to: &bytes)
    let text = remark.isExact ? MarkdownWriter.visible(fields.title?.text ?? fallback) : title ?? ""
    let space = text.isEmpty ? "" : " "
    bytes.append(contentsOf: "\(mark)\(space)\(text)\(isPlain ? "" : remark.text)\n\(notes)".utf8)
  }

  /// Whether a text is read as one heading with the given fields, and leaves the reader ready for items.
  private static func reads(_ text: String, asHeading fields: Fields) -> Bool {
    guard !MarkdownWriter.isEasy(text, after: "## ") else { return true }
    guard let list = try? MarkdownReader.read(SourceText("\(text)\n- y\n")) else { return false }
    let sections = list.sections
    return list.fields.isEmpty && sections.count == 1 && sections[0].items.count == 1
      && sections[0].items[0].fields == ["title": .string("y")] && sections[0].fields == fields
      && !sections[0].id.isEmpty
  }

  // MARK: Items

  private mutating func write(_ item: ElementSnapshot, to bytes: inout [UInt8]) {
    var remark = MarkdownRemark()
    remark.id = item.id
    var rest = RemainingFields(item.fields)
    var mark = "-"
    if case .bool(let isDone)? = item.fields["done"] { mark = isDone ? "- [x]" : "- [ ]" }
    var indentation = 0
    var notes = ""
    let title = rest.text("title")
    // The level of an item of an outline is how deep it is, and not what a field says.
    let level = item.outline.map { Int($0.depth) - 1 }
    if let level { indentation = MarkdownReader.nesting * level }
    // A comment that begins in the title would end where ours does. A bullet without text would continue the text before it.
    if let title, !title.contains("<!--"), level ?? 0 == 0 || !title.isEmpty,
      MarkdownWriter.reads("\(title)\n", after: mark, asItem: ["title": .string(title)])
    {
      rest.take("title")
      if mark != "-" { rest.take("done") }
      if level == nil, case .int(let level)? = item.fields["level"], level > 0, level <= depth, !title.isEmpty
      {
        indentation = MarkdownReader.nesting * Int(level)
        rest.take("level")
      }
      // A comment that begins in the notes could end far below.
      if let text = rest.text("notes"), !text.contains("<!--") {
        let block = MarkdownWriter.indent(text, by: MarkdownReader.nesting)
        let fields: Fields = ["title": .string(title), "notes": .string(text)]
        if MarkdownWriter.reads("\(title)\n\(block)", after: mark, asItem: fields) {
          rest.take("notes")
          notes = MarkdownWriter.indent(text, by: indentation + MarkdownReader.nesting)
        }
      }
    } else {
      remark.isExact = true
    }
    depth = indentation / MarkdownReader.nesting + 1
    remark.fields = rest.fields
    var text = remark.isExact ? MarkdownWriter.visible(item.fields.title?.text ?? item.id.text) : title ?? ""
    if indentation > 0, text.isEmpty { text = MarkdownWriter.nameless }
    let line = "\(mark)\(text.isEmpty ? "" : " ")\(text)\(isPlain ? "" : remark.text)\n"
    bytes.append(contentsOf: repeatElement(0x20, count: indentation))
    bytes.append(contentsOf: line.utf8)
    bytes.append(contentsOf: notes.utf8)
  }

  /// What stands for a nested item without a title.
  private static let nameless = "(no title)"

  /// Whether a text after the mark of an item is read as one item with the given fields, apart from `done`,
  /// and leaves the reader ready for the next item, nested or not: a fence that stays open would take a nested
  /// one.
  private static func reads(_ text: String, after mark: String, asItem fields: Fields) -> Bool {
    guard !isEasy(text, after: "") else { return true }
    let nested = indent("- x", by: MarkdownReader.nesting)
    let source = SourceText("\(mark)\(text.hasPrefix("\n") ? "" : " ")\(text)\(nested)- y\n")
    guard let list = try? MarkdownReader.read(source), list.sections.count == 1 else { return false }
    let (section, items) = (list.sections[0], list.sections[0].items)
    guard list.fields.isEmpty, section.fields.isEmpty, items.count == 3, items[0].id == nil,
      items[1].fields == ["title": .string("x"), "level": .int(1)],
      items[2].fields == ["title": .string("y")]
    else { return false }
    var read = RemainingFields(items[0].fields)
    if mark != "-" { read.take("done") }
    return read.fields == fields
  }

  // MARK: Text

  /// Whether a line is unambiguously a mark and a text, as most lines are: the text begins with a letter and
  /// contains no special characters.
  private static func isEasy(_ line: String, after mark: String) -> Bool {
    guard line.hasPrefix(mark), let first = line.utf8.dropFirst(mark.utf8.count).first,
      first | 0x20 >= UInt8(ascii: "a"), first | 0x20 <= UInt8(ascii: "z")
    else { return false }
    let text = line.utf8.dropLast()
    return text.last.map { $0 != 0x20 && $0 != UInt8(ascii: "#") } == true
      && text.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "<") }
  }

  /// A text as a single line that no Markdown parser takes for a comment, list, heading or code.
  private static func visible(_ text: String) -> String {
    let line = String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 }).replacing("<!--", with: "<! --")
    let words = line.drop { $0 == " " }
    let digits = words.prefix { $0.isASCII && $0.isNumber }
    guard let mark = words.dropFirst(digits.count).first, mark.isASCII, !mark.isLetter, mark != " ",
      digits.isEmpty || mark == "." || mark == ")"
    else { return String(words) }
    return "\(digits)\\\(words.dropFirst(digits.count))"
  }

  private static func indent(_ text: String, by columns: Int) -> String {
    let space = String(repeating: " ", count: columns)
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "\n" : "\(space)\($0)\n" }.joined()
  }
}

/// The fields of an element that are not written yet.
private struct RemainingFields {
  private(set) var fields: Fields

  init(_ fields: Fields) { self.fields = fields }

  func text(_ name: String) -> String? {
    if case .string(let text)? = fields[name] { text } else { nil }
  }

  /// Removes a field that was written.
  mutating func take(_ name: String) {
    do {
      try fields.set(name, to: nil)
    } catch {
      preconditionFailure("fields are valid without one of them: \(error)")
    }
  }
}
