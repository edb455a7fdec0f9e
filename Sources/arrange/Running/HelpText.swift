/// Reformats the argument parser's texts for this program.
enum HelpText {
  /// The width of help, in columns. Wider lines would not be easier to read.
  private static let columns = 80

  /// Wraps usage lines between their arguments.
  static func wrapped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let isUsage = line.lowercased().hasPrefix("usage: ")
      return isUsage && line.count > columns ? wrap(line) : String(line)
    }
    .joined(separator: "\n")
  }

  private static func wrap(_ line: Substring) -> String {
    let pieces = pieces(of: line)
    // Further lines of arguments are aligned after "usage: arrange show ".
    let head = pieces.prefix { !$0.hasPrefix("[") && !$0.hasPrefix("<") && !$0.hasPrefix("-") }
    let indent = String(repeating: " ", count: head.reduce(0) { $0 + $1.count + 1 })
    var lines: [String] = []
    var current = head.joined(separator: " ")
    for piece in pieces.dropFirst(head.count) {
      if current.count + 1 + piece.count > columns {
        lines.append(current)
        current = indent + piece
      } else {
        current += " \(piece)"
      }
    }
    return (lines + [current]).joined(separator: "\n")
  }

  /// The parts that are separated by blanks outside of brackets.
  private static func pieces(of line: Substring) -> [String] {
    var pieces: [String] = []
    var depth = 0
    var piece = ""
    for character in line {
      if character == "[" { depth += 1 }
      if character == "]" { depth -= 1 }
      if character == " ", depth == 0 {
        pieces.append(piece)
        piece = ""
      } else {
        piece.append(character)
      }
    }
    return pieces + [piece]
  }

  /// The parser's messages with this program's style of quotes.
  static func quoted(_ text: String) -> String {
    var result = ""
    var isOpen = false
    var before: Character = " "
    let characters = Array(text)
    for (place, character) in characters.enumerated() {
      let next: Character = place + 1 < characters.count ? characters[place + 1] : " "
      if character == "'", !isOpen, before == " " || before == "(" || before == "\n", next != " " {
        isOpen = true
        result.append("\"")
      } else if character == "'", isOpen, " .,:;)?\n".contains(next) {
        isOpen = false
        result.append("\"")
      } else {
        result.append(character)
      }
      before = character
    }
    return isOpen ? text : result
  }
}
