import Foundation

/// The form of a `.proto` file from which C is generated. It is equivalent on the wire.
///
/// - `string` becomes `bytes`: a C string ends at the first NUL and hides what follows it; bytes have a
///   length.
/// - `bool` becomes `uint64`: the C runtime accepts a value of any wire type for a `bool`, which all other
///   runtimes treat as an unknown field.
/// - Services are left out: the generated stubs do not support streams, and calls are dispatched without
///   them.
/// - `optional`, `map` and groups are refused, since the generator or the boundary does not support them, and
///   so are numbers of types that no message has, since the codec in Swift does not read them.
struct CDialect {
  /// Translates the text of a file. `name` is for errors.
  static func translate(_ text: String, name: String) throws -> String {
    var output: [Token] = []
    var tokens = Token.split(text)[...]
    while let token = tokens.popFirst() {
      guard case .word(let word) = token else {
        output.append(token)
        continue
      }
      let startsDeclaration = output.last { $0.isSignificant }.map { $0.endsDeclaration } ?? true
      let isFieldType = startsDeclaration || output.last { $0.isSignificant } == .word("repeated")
      switch word {
      case "string" where isFieldType:
        output.append(.word("bytes"))
      case "bool" where isFieldType:
        output.append(.word("uint64"))
      case "optional" where startsDeclaration, "map" where startsDeclaration, "group" where isFieldType:
        throw GenerationError("\(name): '\(word)' can't be used in this specification")
      case "int32" where isFieldType, "sint32" where isFieldType, "sint64" where isFieldType,
        "sfixed32" where isFieldType, "sfixed64" where isFieldType, "float" where isFieldType:
        throw GenerationError("\(name): fields of the type '\(word)' can't be used")
      case "service" where startsDeclaration:
        try skipBlock(in: &tokens, name: name)
      default:
        output.append(token)
      }
    }
    return output.map(\.text).joined()
  }

  /// Drops everything up to the brace that closes the next block.
  private static func skipBlock(in tokens: inout ArraySlice<Token>, name: String) throws {
    var depth = 0
    while let token = tokens.popFirst() {
      if token == .mark("{") { depth += 1 }
      if token == .mark("}") {
        depth -= 1
        if depth == 0 { return }
      }
    }
    throw GenerationError("\(name): a block is not closed")
  }
}

/// A token of a `.proto` file. The texts of all tokens make up the file.
enum Token: Equatable {
  case word(String)
  case mark(Character)
  /// A comment, a quoted text, or white space.
  case other(String)

  var text: String {
    switch self {
    case .word(let text), .other(let text): text
    case .mark(let mark): String(mark)
    }
  }

  var isSignificant: Bool {
    if case .other(let text) = self { return text.hasPrefix("\"") || text.hasPrefix("'") }
    return true
  }

  /// Whether a declaration begins after this token.
  var endsDeclaration: Bool { self == .mark(";") || self == .mark("{") || self == .mark("}") }

  static func split(_ text: String) -> [Token] {
    let text = Array(text)
    var tokens: [Token] = []
    var start = 0
    func isWord(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || character == "_" || character == "."
    }
    while start < text.count {
      var end = start + 1
      let first = text[start]
      let second = end < text.count ? text[end] : " "
      if isWord(first) {
        while end < text.count, isWord(text[end]) { end += 1 }
        tokens.append(.word(String(text[start..<end])))
      } else if first.isWhitespace {
        while end < text.count, text[end].isWhitespace { end += 1 }
        tokens.append(.other(String(text[start..<end])))
      } else if first == "/", second == "/" {
        while end < text.count, !text[end].isNewline { end += 1 }
        tokens.append(.other(String(text[start..<end])))
      } else if first == "/", second == "*" {
        end = start + 4
        while end < text.count, !(text[end - 2] == "*" && text[end - 1] == "/") { end += 1 }
        end = min(end, text.count)
        tokens.append(.other(String(text[start..<end])))
      } else if first == "\"" || first == "'" {
        while end < text.count, text[end] != first { end += text[end] == "\\" ? 2 : 1 }
        end = min(end + 1, text.count)
        tokens.append(.other(String(text[start..<end])))
      } else {
        tokens.append(.mark(first))
      }
      start = end
    }
    return tokens
  }
}
