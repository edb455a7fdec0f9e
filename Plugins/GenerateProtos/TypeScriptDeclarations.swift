import Foundation

/// The messages of the specification as declarations for TypeScript, with the comments of the specification.
struct TypeScriptDeclarations {
  private let files: [DescriptorSet.File]

  init(_ messages: JavaScriptMessages) { files = messages.files }

  /// Messages that are no objects in JavaScript: see `FieldValue` in `arrange.d.ts`.
  private static let values: Set = ["Field", "Value"]

  /// The numbers of declarations in the paths of comments: those of a file, and the fields of a message.
  private enum Path {
    static let messages: UInt64 = 4
    static let enums: UInt64 = 5
    static let fields: UInt64 = 2
  }

  /// The text of the file, with its name.
  func text() throws -> (name: String, text: String) {
    var text = JavaScriptMessages.head + "import type { Fields, FieldValue } from \"../../arrange.js\";\n"
    for file in files {
      for (index, enumeration) in file.enums.enumerated() {
        let name = Names.short(enumeration.name)
        if name == JavaScriptMessages.nullValue { continue }
        let cases = try JavaScriptMessages.caseNames(of: enumeration).map { "\"\($0)\"" }
        text += "\n" + Self.comment(file.comments[[Path.enums, UInt64(index)]], indent: "")
        text += "export type \(name) = \(cases.joined(separator: " | "));\n"
      }
      for (index, message) in file.messages.enumerated() {
        let name = Names.short(message.name)
        if Self.values.contains(name) { continue }
        let path = [Path.messages, UInt64(index)]
        text += "\n" + Self.comment(file.comments[path], indent: "") + "export interface \(name) {\n"
        for (place, field) in message.fields.enumerated() {
          text += Self.comment(file.comments[path + [Path.fields, UInt64(place)]], indent: "  ")
          text += "  readonly " + (try declaration(of: field, in: message)) + ";\n"
        }
        text += "}\n"
      }
    }
    text += "\n/** All messages by their names. */\nexport interface Messages {\n"
    for message in files.flatMap(\.messages) {
      let name = Names.short(message.name)
      text += "  \(name): \(Self.values.contains(name) ? "unknown" : name);\n"
    }
    return ("types.d.ts", text + "}\n")
  }

  private func declaration(
    of field: DescriptorSet.Field,
    in message: DescriptorSet.Message
  ) throws -> String {
    let isMessage = field.type == 11
    var type = try self.type(of: field, in: message)
    if field.isRepeated, type != "Fields" { type = "readonly \(type)[]" }
    let isOptional = field.choice != nil || (isMessage && !field.isRepeated)
    return Names.camel(field.name) + (isOptional ? "?" : "") + ": " + type
  }

  private func type(of field: DescriptorSet.Field, in message: DescriptorSet.Message) throws -> String {
    if JavaScriptMessages.isWide(field, in: message) { return "number | bigint" }
    switch field.type {
    case 1, 3, 4, 7, 13: return "number"
    case 6: return "bigint"
    case 8: return "boolean"
    case 9: return "string"
    case 12: return "Uint8Array"
    case 11, 14:
      let name = Names.short(field.typeName)
      return name == "Field" ? "Fields" : name == "Value" ? "FieldValue" : name
    default: throw GenerationError("\(message.name).\(field.name): fields of this type can't be used")
    }
  }

  /// A comment of the specification as a documentation comment.
  static func comment(_ text: String?, indent: String) -> String {
    guard let text = text.map(Comments.camel) else { return "" }
    let lines = text.trimmingCharacters(in: .newlines).split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    .map { $0.trimmingCharacters(in: .whitespaces) }
    if lines.count == 1 { return "\(indent)/** \(lines[0]) */\n" }
    let body = lines.map { "\(indent) *" + ($0.isEmpty ? "" : " \($0)") + "\n" }.joined()
    return "\(indent)/**\n\(body)\(indent) */\n"
  }
}
