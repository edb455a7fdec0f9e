package import ArrangeModel
package import InputText

/// Reads lists from Markdown: CommonMark, as parsed by cmark.
///
/// - Headings outside of lists and quotes are sections: the text is the title, its slug the id. If the first
///   heading is the only one of level 1 and others follow, it is the title of the list.
/// - List items, also in quotes, are items in the order of the file; `- [ ]` and `- [x]` set the field
///   `done`. A nested one is an item of the same section with its depth, from 1, in the field `level`; in an outline
///   it becomes a child.
/// - Other text becomes the field `notes` of the item or the section that it is in, or of the list if it
///   precedes all of them.
/// - A comment at the end of a line can have what Markdown can't represent, such as the id; see
///   ``MarkdownRemark``. Other comments on lines of their own are ignored, as are rules and front matter.
package struct MarkdownReader {
  /// The indentation that the exporter uses for a nested bullet and for the text of an item.
  static let nesting = 2

  private let defaultSection: Identifier
  private let text: MarkdownText
  private var prefix: MarkdownPrefix
  private var parts: [Part]
  private var leftOut = LeftOut()
  /// Lines that were already consumed: titles, rules and comments.
  private var doneLines = Set<Int>()
  /// The last line of text that is kept verbatim: code and HTML.
  private var lastVerbatim = -1
  /// The index of a block's item among those of the last part.
  private var places: [Int: Int] = [:]

  /// A heading with everything up to the next one; the first part has no heading.
  private struct Part {
    var level = 0
    var title: String?
    var remark = MarkdownRemark()
    var offset: Int
    var notes = MarkdownNotes()
    var items: [Item] = []
  }

  private struct Item {
    var title: String
    var isDone: Bool?
    var level: Int
    var remark: MarkdownRemark
    var offset: Int
    var notes = MarkdownNotes()
  }

  package static func read(
    _ source: SourceText,
    defaultSection: Identifier = .empty
  ) throws(InputError) -> ImportedList {
    var reader = MarkdownReader(try MarkdownText(source), start: source.start, defaultSection)
    try reader.readLines()
    return try reader.makeList()
  }

  private init(_ text: MarkdownText, start: Int, _ defaultSection: Identifier) {
    self.text = text
    self.defaultSection = defaultSection
    prefix = MarkdownPrefix(text)
    parts = [Part(offset: start)]
    if text.hasFrontMatter { leftOut.add("front matter") }
  }

  // MARK: Lines

  private mutating func readLines() throws(InputError) {
    var next = 0
    for line in text.lines.indices {
      prefix.leave(before: line)
      while next < text.blocks.count, text.blocks[next].first == line {
        try readBlock(at: next)
        next += 1
      }
      if doneLines.remove(line) == nil { readNotes(line) }
    }
  }

  private mutating func readBlock(at index: Int) throws(InputError) {
    let block = text.blocks[index]
    switch block.kind {
    case .heading(let level) where block.parent == nil: try readHeading(block, level: level)
    case .item: try readItem(at: index)
    case .quote: prefix.enter(index)
    // A rule in a quote is part of its text.
    case .rule where block.parent == nil || text.blocks[block.parent!].kind == .item:
      doneLines.insert(block.first)
    case .html where text.isComment(block):
      if !text.isRemark(block) { leftOut.count("comment") }
      doneLines.formUnion(block.first...block.last)
    case .code, .html: lastVerbatim = max(lastVerbatim, block.last)
    case .paragraph, .heading, .rule: break
    }
  }

  private mutating func readHeading(_ block: MarkdownTree.Block, level: Int) throws(InputError) {
    let heading = text.heading(block)
    var part = Part(level: level, offset: text.lines[block.first].lowerBound)
    var titles = heading.titles
    if let (title, remark) = try MarkdownRemark.split(titles[titles.count - 1], of: text.bytes) {
      titles[titles.count - 1] = title
      part.remark = remark
    }
    part.title = titles.map(text.string).joined(separator: " ")
    parts.append(part)
    places = [:]
    doneLines.formUnion(block.first...heading.last)
  }

  private mutating func readItem(at index: Int) throws(InputError) {
    let block = text.blocks[index]
    let (title, lines) = text.title(ofItemAt: index)
    let (isDone, rest) = text.box(of: title)
    let (visible, remark) = try MarkdownRemark.split(rest, of: text.bytes) ?? (rest, MarkdownRemark())
    let item = Item(
      title: text.string(visible),
      isDone: isDone,
      level: block.level,
      remark: remark,
      offset: text.lines[block.first].lowerBound
    )
    places[index] = parts[parts.count - 1].items.count
    parts[parts.count - 1].items.append(item)
    doneLines.formUnion(lines)
    prefix.enter(index)
  }

  /// Adds a line of text to the notes of the element that it belongs to.
  private mutating func readNotes(_ line: Int) {
    let range = text.lines[line]
    let start = prefix.start(of: line)
    let isVerbatim = line <= lastVerbatim
    var content = start.byte..<range.upperBound
    let trimmed = text.trim(content)
    let part = parts.count - 1
    let item = prefix.item.flatMap { places[$0] }
    // Indentation outside of items has no meaning.
    if !isVerbatim { content = (item == nil ? trimmed.lowerBound : content.lowerBound)..<trimmed.upperBound }
    let padding = String(repeating: " ", count: start.padding)
    let string = trimmed.isEmpty ? "" : padding + text.string(content)
    if let item {
      parts[part].items[item].notes.append(string, isVerbatim: isVerbatim)
    } else {
      parts[part].notes.append(string, isVerbatim: isVerbatim)
    }
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
      if index == 0, part.items.isEmpty, part.notes.isEmpty { continue }
      let section = try builder.describe(id, fields(of: part), at: part.offset)
      for item in part.items {
        // The level is a field as well, unless a comment says what all fields are.
        let isField =
          item.level > 0 && !item.remark.isExact && item.remark.fields?[ImportedNesting.level] == nil
        let made = ImportedItem(
          id: item.remark.id,
          fields: try fields(of: item),
          offset: item.offset,
          nesting: ImportedNesting(.level(item.level), field: isField ? ImportedNesting.level : nil)
        )
        try builder.append(made, to: section)
      }
    }
    var list = builder.list
    list.leftOut = leftOut
    return list
  }

  /// Removes the heading that is the title of the list. What follows it belongs to the part without a
  /// heading, and text before all items to the list.
  private func takeList(from parts: inout [Part]) -> Part? {
    let others = parts.dropFirst(2)
    let isTitle =
      parts.count > 1 && parts[1].remark.id == nil
      && (parts[1].remark.isList
        || parts[1].level == 1 && !others.isEmpty && others.allSatisfy { $0.level > 1 })
    guard isTitle || parts[0].items.isEmpty && !parts[0].notes.isEmpty else { return nil }
    var list = Part(offset: parts[0].offset)
    if parts[0].items.isEmpty { swap(&list.notes, &parts[0].notes) }
    guard isTitle else { return list }
    let heading = parts.remove(at: 1)
    list.title = heading.title
    list.remark = heading.remark
    list.offset = heading.offset
    list.notes.append(heading.notes)
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
    if item.level > 0 { pairs.append((ImportedNesting.level, .int(Int64(item.level)))) }
    return try fields(pairs, item.notes, item.remark, at: item.offset)
  }

  private func fields(
    _ pairs: [(String, FieldValue)],
    _ notes: MarkdownNotes,
    _ remark: MarkdownRemark,
    at offset: Int
  ) throws(InputError) -> Fields {
    if remark.isExact { return remark.fields ?? Fields() }
    var pairs = pairs
    if let text = notes.text { pairs.append(("notes", .string(text))) }
    pairs.append(contentsOf: (remark.fields ?? Fields()).map { ($0.name, $0.value) })
    return try Fields(pairs, at: offset)
  }
}

/// Lines of text. A run of blank lines counts as one, except in code and HTML; blank lines at the ends are
/// ignored.
struct MarkdownNotes {
  private var lines: [String] = []
  private var blankLines = 0

  mutating func append(_ line: String, isVerbatim: Bool) {
    if line.isEmpty {
      blankLines = isVerbatim ? blankLines + 1 : max(blankLines, 1)
      return
    }
    if !lines.isEmpty { lines.append(contentsOf: repeatElement("", count: blankLines)) }
    blankLines = 0
    lines.append(line)
  }

  mutating func append(_ other: MarkdownNotes) {
    if !other.isEmpty { lines.append(contentsOf: lines.isEmpty ? other.lines : [""] + other.lines) }
  }

  var isEmpty: Bool { lines.isEmpty }

  var text: String? { lines.isEmpty ? nil : lines.joined(separator: "\n") }
}
