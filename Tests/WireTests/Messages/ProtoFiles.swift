import Foundation

/// The specification in `Protos`, split into words, as far as tests ask about it.
struct ProtoFiles {
  struct Field: Hashable {
    var message: String
    var label: String?
    var type: String
    var name: String
    var number: Int
  }

  struct RPC: Hashable {
    var name: String
    var isStream: Bool
  }

  static let directory = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../../Protos/arrange/v1").standardized

  var files: [String: String] = [:]
  var fields: [Field] = []
  var rpcs: [RPC] = []
  /// Words that begin a statement in a message.
  var statements: Set<String> = []

  init() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.directory.path)
    where name.hasSuffix(".proto") {
      let text = try String(contentsOf: Self.directory.appending(path: name), encoding: .utf8)
      files[name] = text
      read(text)
    }
  }

  private mutating func read(_ text: String) {
    let code = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.prefix(upTo: $0.range(of: "//")?.lowerBound ?? $0.endIndex) }.joined(separator: "\n")
    var words: [String] = []
    var word = ""
    for character in code {
      if character.isLetter || character.isNumber || character == "_" || character == "." {
        word.append(character)
      } else {
        if !word.isEmpty { words.append(word) }
        word = ""
        if !character.isWhitespace { words.append(String(character)) }
      }
    }
    var blocks: [(kind: String, name: String)] = []
    var statement: [String] = []
    for word in words {
      switch word {
      case "{":
        blocks.append((statement.first ?? "", statement.dropFirst().first ?? ""))
        statement = []
      case "}":
        blocks.removeLast()
        statement = []
      case ";":
        take(statement, in: blocks)
        statement = []
      default:
        statement.append(word)
      }
    }
  }

  private mutating func take(_ statement: [String], in blocks: [(kind: String, name: String)]) {
    guard let block = blocks.last, let first = statement.first else { return }
    if block.kind == "service", first == "rpc" {
      rpcs.append(
        RPC(name: "arrange.v1.\(block.name)/\(statement[1])", isStream: statement.contains("stream"))
      )
    }
    guard block.kind == "message" || block.kind == "oneof" else { return }
    statements.insert(first)
    let message = blocks.last { $0.kind == "message" }?.name ?? ""
    let label = ["repeated", "optional", "required"].contains(first) ? first : nil
    let rest = label == nil ? statement : Array(statement.dropFirst())
    guard rest.count >= 4, rest[2] == "=", let number = Int(rest[3]) else { return }
    fields.append(Field(message: message, label: label, type: rest[0], name: rest[1], number: number))
  }
}
