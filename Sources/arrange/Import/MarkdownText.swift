import InputText

/// The lines and blocks of a Markdown text, and the positions of their parts.
struct MarkdownText {
  let bytes: [UInt8]
  /// The lines without front matter.
  let lines: ArraySlice<Range<Int>>
  /// The blocks; their lines count from the first of ``lines``.
  let blocks: [MarkdownTree.Block]
  /// Whether the text began with front matter.
  let hasFrontMatter: Bool

  init(_ source: SourceText) throws(InputError) {
    let all = source.lines[...]
    // CommonMark would replace this character; the service does not accept it.
    if let line = all.first(where: { source.bytes[$0].contains(0) }) {
      throw InputError(at: line.lowerBound, "the text has a character U+0000")
    }
    bytes = source.bytes
    let rest = MarkdownText.dropFrontMatter(all, bytes)
    hasFrontMatter = rest.count < all.count
    lines = Array(rest)[...]
    blocks = MarkdownTree(bytes, lines: lines).blocks
  }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The lines after front matter, which is YAML between two lines of `---` at the very beginning.
  private static func dropFrontMatter(
    _ lines: ArraySlice<Range<Int>>,
    _ bytes: [UInt8]
  ) -> ArraySlice<Range<Int>> {
    func isMark(_ line: Range<Int>) -> Bool { bytes[line].elementsEqual("---".utf8) }
    guard let first = lines.first, isMark(first), let end = lines.dropFirst().firstIndex(where: isMark) else {
      return lines
    }
    // Otherwise the first line is a rule, and items may follow.
    guard let member = lines[(lines.startIndex + 1)..<end].first(where: { !bytes[$0].isEmpty }) else {
      return lines
    }
    let name = bytes[member].prefix { $0 != UInt8(ascii: ":") }
    let isMember =
      !name.isEmpty && name.count < member.count
      && name.allSatisfy {
        $0 > 0x20 && !"-*+#>`".utf8.contains($0) || $0 == UInt8(ascii: "-") && $0 != name.first
      }
    return isMember ? lines[(end + 1)...] : lines
  }

  // MARK: Headings

  /// The text of a heading, line by line, and its last line.
  func heading(_ block: MarkdownTree.Block) -> (titles: [Range<Int>], last: Int) {
    let line = lines[block.first]
    let start = min(line.lowerBound + block.column, line.upperBound)
    let marks = bytes[start..<line.upperBound].prefix { $0 == UInt8(ascii: "#") }.count
    if (1...6).contains(marks), isSpaceOrEnd(start + marks, line) {
      return ([headingText(start + marks..<line.upperBound)], block.first)
    }
    var titles = [trim(start..<line.upperBound)]
    var place = block.first + 1
    // The last line that cmark reports may be one too many.
    while place <= block.last, !isUnderline(lines[place]) {
      titles.append(trim(lines[place]))
      place += 1
    }
    return (titles, min(place, block.last))
  }

  /// The text of a heading without a closing sequence of marks.
  private func headingText(_ range: Range<Int>) -> Range<Int> {
    let text = trim(range)
    let marks = bytes[text].reversed().prefix { $0 == UInt8(ascii: "#") }.count
    let end = text.upperBound - marks
    guard marks > 0 else { return text }
    if end == text.lowerBound { return end..<end }
    return bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 ? trim(text.lowerBound..<end) : text
  }

  /// Whether a line consists of `=` or `-` only, of any length.
  private func isUnderline(_ line: Range<Int>) -> Bool {
    let text = trim(line)
    guard let mark = bytes[text].first, mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-") else {
      return false
    }
    return bytes[text].allSatisfy { $0 == mark }
  }

  // MARK: Items

  /// The end of an item's mark: a bullet, or a number with its delimiter.
  func markEnd(of item: MarkdownTree.Block) -> Int {
    let line = lines[item.first]
    var place = min(line.lowerBound + item.column, line.upperBound)
    while place < line.upperBound, bytes[place] >= UInt8(ascii: "0"), bytes[place] <= UInt8(ascii: "9") {
      place += 1
    }
    return min(place + 1, line.upperBound)
  }

  /// The title of an item, and the lines that have nothing else.
  ///
  /// It is the first line of the item's text. An item that begins with code, a rule, or another item has
  /// none.
  func title(ofItemAt index: Int) -> (text: Range<Int>, lines: [Int]) {
    let item = blocks[index]
    let line = lines[item.first]
    let rest = trim(markEnd(of: item)..<line.upperBound)
    let none = line.upperBound..<line.upperBound
    guard index + 1 < blocks.count, blocks[index + 1].parent == index else { return (rest, [item.first]) }
    if hasItem(onLineOf: index) { return (none, [item.first]) }
    let child = blocks[index + 1]
    if child.first > item.first, !rest.isEmpty { return (rest, [item.first]) }
    switch child.kind {
    case .paragraph:
      let text = lines[child.first]
      let start = min(text.lowerBound + child.column, text.upperBound)
      return (trim(start..<text.upperBound), [item.first, child.first])
    case .heading:
      let heading = heading(child)
      return (heading.titles[0], [item.first, child.first, heading.last])
    case .code(isFenced: true): return (none, child.first > item.first ? [item.first] : [])
    case .html where isComment(child) && !isRemark(child), .rule: return (none, [item.first])
    case .html, .quote, .code, .item: return (child.first > item.first ? none : rest, [item.first])
    }
  }

  /// Whether a nested item begins on the first line of an item.
  private func hasItem(onLineOf index: Int) -> Bool {
    var place = index + 1
    while place < blocks.count, blocks[place].first == blocks[index].first, let parent = blocks[place].parent,
      parent >= index
    {
      if blocks[place].kind == .item { return true }
      place += 1
    }
    return false
  }

  /// The state of a check box, `[ ]` or `[x]`, at the start of a text, and the text after it.
  func box(of text: Range<Int>) -> (isDone: Bool?, rest: Range<Int>) {
    let box = bytes[text].prefix(3)
    guard box.count == 3, box.first == UInt8(ascii: "["), box.last == UInt8(ascii: "]"),
      isSpaceOrEnd(text.lowerBound + 3, text)
    else { return (nil, text) }
    let rest = trim(text.lowerBound + 3..<text.upperBound)
    switch box[box.startIndex + 1] {
    case UInt8(ascii: " "): return (false, rest)
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return (true, rest)
    default: return (nil, text)
    }
  }

  // MARK: Comments

  /// Whether a block of HTML consists of comments only.
  func isComment(_ block: MarkdownTree.Block) -> Bool {
    var text = span(of: block)
    guard bytes[text].starts(with: "<!--".utf8) else { return false }
    while bytes[text].starts(with: "<!--".utf8) {
      var end = text.lowerBound + 4
      while end + 3 <= text.upperBound, !bytes[end..<end + 3].elementsEqual("-->".utf8) { end += 1 }
      guard end + 3 <= text.upperBound else { return false }
      text = trim(end + 3..<text.upperBound)
    }
    return text.isEmpty
  }

  /// Whether a block of HTML is a ``MarkdownRemark``.
  func isRemark(_ block: MarkdownTree.Block) -> Bool {
    bytes[span(of: block)].starts(with: MarkdownRemark.opening.utf8)
  }

  private func span(of block: MarkdownTree.Block) -> Range<Int> {
    let start = lines[block.first].lowerBound + block.column
    let end = lines[block.last].upperBound
    return trim(min(start, end)..<end)
  }

  // MARK: Space

  func trim(_ range: Range<Int>) -> Range<Int> { MarkdownText.trim(range, bytes) }

  /// A range without the spaces and tabs at both ends.
  static func trim(_ range: Range<Int>, _ bytes: [UInt8]) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    while start < end, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return start..<end
  }

  private func isSpaceOrEnd(_ place: Int, _ range: Range<Int>) -> Bool {
    place >= range.upperBound || bytes[place] == 0x20 || bytes[place] == 0x09
  }
}
