package import ArrangeModel

/// The reader of lists as Markdown.
///
/// - Headings are sections: the text is the title, its slug the id. Where the first heading is the only one of
///   level 1 and others follow, it is the title of the list.
/// - Bullets and numbered lines are items in the order of the file; `- [ ]` and `- [x]` give the field `done`.
///   Items are not nested: a nested bullet is an item of the same section with its depth, from 1, in the field
///   `level`.
/// - Other text belongs to what it follows and becomes the field `notes`: to the item where it is indented
///   or directly below, otherwise to the section, and before everything else to the list.
/// - A comment at the end of a line can say what Markdown can't, such as the id; see ``MarkdownRemark``.
///   Other comments that fill their lines are passed over, so are rules and front matter.
package struct MarkdownReader {
  /// How much further in a bullet has to be than the one above to be nested, and text to belong to it.
  static let nesting = 2

  private let source: SourceText
  private let defaultSection: Identifier
  private var parts: [Part]
  /// The indentations of the bullets that the next one may be nested in.
  private var bullets: [Int] = []
  private var followsBlank = true
  private var fence: (mark: UInt8, length: Int)?

  /// A heading with all until the next one; the first has no heading.
  private struct Part {
    var level = 0
    var title: String?
    var remark = MarkdownRemark()
    var offset: Int
    var notes = Notes()
    var items: [Item] = []
  }

  private struct Item {
    var title: String
    var isDone: Bool?
    var level: Int
    var remark: MarkdownRemark
    var offset: Int
    var notes = Notes()
  }

  /// Lines of text, with one blank line for each run of them.
  private struct Notes {
    var lines: [String] = []

    mutating func append(_ line: String, afterBlank: Bool) {
      if afterBlank, !lines.isEmpty { lines.append("") }
      lines.append(line)
    }

    var text: String? { lines.isEmpty ? nil : lines.joined(separator: "\n") }
  }

  package static func read(
    _ source: SourceText,
    defaultSection: Identifier = .empty
  ) throws(InputError) -> ImportedList {
    var reader = MarkdownReader(source, defaultSection)
    var lines = source.lines[...]
    reader.dropFrontMatter(&lines)
    while let line = lines.popFirst() {
      if reader.fence == nil, reader.dropComment(from: line, &lines) { continue }
      try reader.read(line)
    }
    return try reader.makeList()
  }

  private init(_ source: SourceText, _ defaultSection: Identifier) {
    self.source = source
    self.defaultSection = defaultSection
    self.parts = [Part(offset: source.start)]
  }

  // MARK: Lines

  private func dropFrontMatter(_ lines: inout ArraySlice<Range<Int>>) {
    func isMark(_ line: Range<Int>) -> Bool { source.bytes[line].elementsEqual("---".utf8) }
    guard let first = lines.first, isMark(first), let end = lines.dropFirst().firstIndex(where: isMark) else {
      return
    }
    lines = lines[(end + 1)...]
  }

  /// Passes over a comment that begins a line and ends one; false where there is none.
  private func dropComment(from line: Range<Int>, _ lines: inout ArraySlice<Range<Int>>) -> Bool {
    let text = MarkdownLine.trim(line, source.bytes)
    guard source.bytes[text].starts(with: "<!--".utf8) else { return false }
    func ends(_ line: Range<Int>) -> Bool {
      let text = MarkdownLine.trim(line, source.bytes)
      return source.bytes[text].suffix(3).elementsEqual("-->".utf8)
    }
    if ends(line) { return true }
    guard let end = lines.firstIndex(where: ends) else { return false }
    lines = lines[(end + 1)...]
    return true
  }

  private mutating func read(_ line: Range<Int>) throws(InputError) {
    let kind = MarkdownLine(line, of: source.bytes)
    if let open = fence {
      if case .fence(let mark, let length) = kind, mark == open.mark, length >= open.length { fence = nil }
      if kind == .blank { followsBlank = true } else { appendNote(line, isInside: true) }
      return
    }
    switch kind {
    case .blank: followsBlank = true
    case .rule:
      bullets = []
      followsBlank = true
    case .heading(let level, let text):
      bullets = []
      followsBlank = true
      var part = Part(level: level, offset: line.lowerBound)
      let (title, remark) = try MarkdownRemark.split(text, of: source.bytes) ?? (text, MarkdownRemark())
      part.title = try FieldValue.check(source.string(title), at: line.lowerBound)
      part.remark = remark
      parts.append(part)
    case .bullet(let indentation, let isDone, let text):
      while let last = bullets.last, indentation < last + MarkdownReader.nesting { bullets.removeLast() }
      let (title, remark) = try MarkdownRemark.split(text, of: source.bytes) ?? (text, MarkdownRemark())
      let item = Item(
        title: try FieldValue.check(source.string(title), at: line.lowerBound),
        isDone: isDone,
        level: bullets.count,
        remark: remark,
        offset: line.lowerBound
      )
      parts[parts.count - 1].items.append(item)
      bullets.append(indentation)
      followsBlank = false
    case .fence(let mark, let length):
      fence = (mark, length)
      appendNote(line, isInside: false)
    case .text: appendNote(line, isInside: false)
    }
  }

  /// Adds a line of text to what it belongs to.
  private mutating func appendNote(_ line: Range<Int>, isInside: Bool) {
    var indentation = 0
    if case .text(let columns) = MarkdownLine(line, of: source.bytes) { indentation = columns }
    let part = parts.count - 1
    let bytes = source.bytes
    if let bullet = bullets.last, isInside || !followsBlank || indentation >= bullet + MarkdownReader.nesting
    {
      let text = source.string(strip(line, columns: bullet + MarkdownReader.nesting))
      parts[part].items[parts[part].items.count - 1].notes.append(text, afterBlank: followsBlank)
    } else {
      bullets = []
      let text = isInside ? line : MarkdownLine.trim(line, bytes)
      parts[part].notes.append(source.string(text), afterBlank: followsBlank)
    }
    followsBlank = false
  }

  /// A line without the given columns of its indentation and without spaces at its end.
  private func strip(_ line: Range<Int>, columns: Int) -> Range<Int> {
    var start = line.lowerBound
    while start < line.upperBound, start - line.lowerBound < columns, source.bytes[start] == 0x20 {
      start += 1
    }
    return start..<max(start, MarkdownLine.trim(line, source.bytes).upperBound)
  }

  // MARK: The list

  private func makeList() throws(InputError) -> ImportedList {
    var parts = parts
    var builder = ListBuilder()
    if let list = takeList(from: &parts) { builder.setFields(try fields(of: list)) }
    let taken = Set(parts.compactMap(\.remark.id))
    var slugs = Slugs(taken: taken)
    for (index, part) in parts.enumerated() {
      var id = defaultSection
      if index > 0 { id = part.remark.id ?? slugs.make(from: part.title ?? "") }
      if index == 0, part.items.isEmpty, part.notes.lines.isEmpty { continue }
      let section = try builder.describe(id, fields(of: part), at: part.offset)
      for item in part.items {
        let made = ImportedItem(id: item.remark.id, fields: try fields(of: item), offset: item.offset)
        try builder.append(made, to: section)
      }
    }
    return builder.list
  }

  /// Takes out the heading that stands for the list. What follows it goes to the part without a heading, and
  /// text before everything else to the list.
  private func takeList(from parts: inout [Part]) -> Part? {
    let others = parts.dropFirst(2)
    let isTitle =
      parts.count > 1 && parts[1].remark.id == nil
      && (parts[1].remark.isList
        || parts[1].level == 1 && !others.isEmpty && others.allSatisfy { $0.level > 1 })
    guard isTitle || parts[0].items.isEmpty && !parts[0].notes.lines.isEmpty else { return nil }
    var list = Part(offset: parts[0].offset)
    if parts[0].items.isEmpty { swap(&list.notes, &parts[0].notes) }
    guard isTitle else { return list }
    let heading = parts.remove(at: 1)
    list.title = heading.title
    list.remark = heading.remark
    list.offset = heading.offset
    for line in heading.notes.lines { list.notes.append(line, afterBlank: false) }
    parts[0].items += heading.items
    return list
  }

  private func fields(of part: Part) throws(InputError) -> Fields {
    var pairs: [(String, FieldValue)] = []
    if let title = part.title, !title.isEmpty { pairs.append(("title", .string(title))) }
    return try fields(pairs, part.notes, part.remark, at: part.offset)
  }

  private func fields(of item: Item) throws(InputError) -> Fields {
    var pairs: [(String, FieldValue)] = [("title", .string(item.title))]
    if let isDone = item.isDone { pairs.append(("done", .bool(isDone))) }
    if item.level > 0 { pairs.append(("level", .int(Int64(item.level)))) }
    return try fields(pairs, item.notes, item.remark, at: item.offset)
  }

  private func fields(
    _ pairs: [(String, FieldValue)],
    _ notes: Notes,
    _ remark: MarkdownRemark,
    at offset: Int
  ) throws(InputError) -> Fields {
    if remark.isExact { return remark.fields ?? Fields() }
    var pairs = pairs
    if let text = notes.text { pairs.append(("notes", .string(try FieldValue.check(text, at: offset)))) }
    pairs.append(contentsOf: (remark.fields ?? Fields()).map { ($0.name, $0.value) })
    return try Fields(pairs, at: offset)
  }
}
