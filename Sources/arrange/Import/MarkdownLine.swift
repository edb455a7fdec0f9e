/// What a line of Markdown is, as far as lists are concerned.
enum MarkdownLine: Equatable {
  case blank
  /// `## Text`; the level is 1 to 6.
  case heading(level: Int, text: Range<Int>)
  /// `- text`, `- [x] text` or `1. text`; the indentation is that of the mark, in columns.
  case bullet(indentation: Int, isDone: Bool?, text: Range<Int>)
  /// `---` and the like.
  case rule
  /// Three or more backticks or tildes: where verbatim text begins or ends.
  case fence(mark: UInt8, length: Int)
  /// Anything else; the indentation is in columns.
  case text(indentation: Int)

  private static let tabWidth = 4
  /// The most digits of the number of an item of a numbered list, as in CommonMark.
  private static let maximumNumberLength = 9

  /// Classifies a line.
  init(_ line: Range<Int>, of bytes: [UInt8]) {
    var place = line.lowerBound
    var indentation = 0
    while place < line.upperBound, bytes[place] == 0x20 || bytes[place] == 0x09 {
      indentation += bytes[place] == 0x20 ? 1 : MarkdownLine.tabWidth - indentation % MarkdownLine.tabWidth
      place += 1
    }
    let content = place..<line.upperBound
    guard let first = content.isEmpty ? nil : bytes[place] else {
      self = .blank
      return
    }
    let run = bytes[content].prefix { $0 == first }.count
    if first == UInt8(ascii: "#"), run <= 6, MarkdownLine.isSpaceOrEnd(place + run, content, bytes) {
      self = .heading(level: run, text: MarkdownLine.headingText(place + run..<line.upperBound, bytes))
    } else if MarkdownLine.isRule(content, bytes) {
      self = .rule
    } else if first == UInt8(ascii: "`") || first == UInt8(ascii: "~"), run >= 3 {
      self = .fence(mark: first, length: run)
    } else if let start = MarkdownLine.bulletText(content, bytes) {
      self = .bullet(indentation: indentation, start..<line.upperBound, bytes)
    } else {
      self = .text(indentation: indentation)
    }
  }

  private static func bullet(indentation: Int, _ text: Range<Int>, _ bytes: [UInt8]) -> MarkdownLine {
    let text = trim(text, bytes)
    let box = bytes[text].prefix(3)
    if box.count == 3, box.first == UInt8(ascii: "["), box.last == UInt8(ascii: "]"),
      isSpaceOrEnd(text.lowerBound + 3, text, bytes)
    {
      let rest = trim(text.lowerBound + 3..<text.upperBound, bytes)
      switch box[box.startIndex + 1] {
      case UInt8(ascii: " "): return .bullet(indentation: indentation, isDone: false, text: rest)
      case UInt8(ascii: "x"), UInt8(ascii: "X"):
        return .bullet(indentation: indentation, isDone: true, text: rest)
      default: break
      }
    }
    return .bullet(indentation: indentation, isDone: nil, text: text)
  }

  private static func isSpaceOrEnd(_ place: Int, _ range: Range<Int>, _ bytes: [UInt8]) -> Bool {
    place >= range.upperBound || bytes[place] == 0x20 || bytes[place] == 0x09
  }

  /// Where the text behind the mark of a bullet begins; nil where there is no mark.
  private static func bulletText(_ content: Range<Int>, _ bytes: [UInt8]) -> Int? {
    var place = content.lowerBound
    switch bytes[place] {
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"): place += 1
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      let digits = bytes[content].prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }.count
      place += digits
      guard digits <= maximumNumberLength, place < content.upperBound,
        bytes[place] == UInt8(ascii: ".") || bytes[place] == UInt8(ascii: ")")
      else { return nil }
      place += 1
    default: return nil
    }
    return isSpaceOrEnd(place, content, bytes) ? place : nil
  }

  private static func isRule(_ content: Range<Int>, _ bytes: [UInt8]) -> Bool {
    let marks = bytes[content].filter { $0 != 0x20 && $0 != 0x09 }
    guard let mark = marks.first, marks.count >= 3 else { return false }
    let isRuleMark = mark == UInt8(ascii: "-") || mark == UInt8(ascii: "*") || mark == UInt8(ascii: "_")
    return isRuleMark && marks.allSatisfy { $0 == mark }
  }

  /// The text of a heading without the marks that may close it.
  private static func headingText(_ range: Range<Int>, _ bytes: [UInt8]) -> Range<Int> {
    let text = trim(range, bytes)
    let marks = bytes[text].reversed().prefix { $0 == UInt8(ascii: "#") }.count
    let end = text.upperBound - marks
    guard marks > 0 else { return text }
    if end == text.lowerBound { return end..<end }
    return bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 ? trim(text.lowerBound..<end, bytes) : text
  }

  /// A range without the spaces and tabs at both ends.
  static func trim(_ range: Range<Int>, _ bytes: [UInt8]) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    while start < end, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return start..<end
  }
}
