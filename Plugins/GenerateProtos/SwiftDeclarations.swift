import Foundation

/// The Swift types of the values that are nothing but the fields of a message, with the comments of the specification.
struct SwiftDeclarations {
  let values: SwiftValues
  let table: InterfaceTable

  /// The types of properties that the module `Ordering` declares.
  private static let typesOfOrdering = ["GapRoom", "KeyForm", "OrderKey"]

  /// The text of each file, by its name.
  func texts() throws -> [(name: String, text: String)] {
    try values.files.compactMap { file in
      let enums = file.enums.compactMap { item in
        table.choices.first { $0.isDeclared && Names.package + $0.name == item.name }.map {
          text(item, $0, Comments(file))
        }
      }
      let messages = try file.messages.compactMap { message in
        try values.conversions[message.name].flatMap {
          $0.isDeclared ? try text(message, $0, Comments(file)) : nil
        }
      }
      if enums.isEmpty, messages.isEmpty { return nil }
      let name = (file.path as NSString).lastPathComponent.replacingOccurrences(of: ".proto", with: ".swift")
      let declarations = (messages + enums).joined(separator: "\n")
      let needsOrdering = Self.typesOfOrdering.contains { declarations.contains(": \($0)\n") }
      let needsConstants = declarations.contains(" = StrategyChoice.")
      let head = """
        // Generated from Protos/\(file.path) by the command generate-protos. Do not edit.
        // swift-format-ignore-file


        """
      return (
        name,
        head
          + (needsOrdering
            ? "public import Ordering\n\n" : needsConstants ? "internal import Ordering\n\n" : "")
          + declarations
      )
    }
  }

  private func text(
    _ message: DescriptorSet.Message,
    _ conversion: InterfaceTable.Conversion,
    _ comments: Comments
  ) throws -> String {
    let (access, fields) = (conversion.declaredAccess, try values.fields(of: message, conversion))
    let entries = try values.entries(of: message, conversion)
    var body = ""
    for constant in conversion.constants {
      body += "  /// \(constant.comment)\n"
      body += "  \(access) static let \(constant.name) = \(constant.value)\n"
    }
    if !conversion.constants.isEmpty { body += "\n" }
    for (field, (source, _)) in zip(fields, entries) {
      let isOptional = field.type.hasSuffix("?")
      body += Comments.swift(
        comments.comment(ofField: source.name, of: message.name),
        indent: "  ",
        isOptional: isOptional
      )
      body += "  \(access) var \(field.property): \(field.type)\n"
    }
    let parameters = fields.map { field in
      (field.isLabelled ? "" : "_ ") + "\(field.property): \(field.type)"
        + (field.standard.map { " = \($0)" } ?? "")
    }
    body += "\n  \(access) init(" + parameters.joined(separator: ", ") + ") {\n"
    body += fields.map { "    self.\($0.property) = \($0.property)\n" }.joined() + "  }\n"
    let comment =
      comments.comment(ofMessage: message.name)
      ?? comments.request(message.name).map { "A request of `\($0)`." }
    return declaration(conversion.type, comment, "\(access) struct", ": Sendable, Hashable", body)
  }

  private func text(
    _ enumeration: DescriptorSet.Enumeration,
    _ choice: InterfaceTable.Choice,
    _ comments: Comments
  ) -> String {
    let cases = SwiftValues.cases(of: enumeration)
    let named = enumeration.cases.suffix(cases.count)
    let body = zip(cases, named).map { item, source in
      Comments.swift(comments.comment(ofCase: source.name, of: enumeration.name), indent: "  ")
        + "  case \(item.name) = \(source.number)\n"
    }
    let conformances = ": UInt32, Sendable, Hashable, CaseIterable"
    return declaration(
      choice.type,
      comments.comment(ofEnum: enumeration.name),
      "public enum",
      conformances,
      body.joined()
    )
  }

  /// A declaration, in an extension of the type around it if the name has one.
  private func declaration(
    _ type: String,
    _ comment: String?,
    _ keyword: String,
    _ conformances: String,
    _ body: String
  ) -> String {
    let names = type.split(separator: ".")
    let text =
      Comments.swift(comment, indent: "") + "\(keyword) \(names.last ?? "")\(conformances) {\n\(body)}\n"
    guard names.count > 1 else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.isEmpty ? "" : "  \($0)"
    }
    return "extension \(names.dropLast().joined(separator: ".")) {\n" + lines.joined(separator: "\n") + "}\n"
  }
}

/// The comments of one file of the specification.
struct Comments {
  private let file: DescriptorSet.File

  init(_ file: DescriptorSet.File) { self.file = file }

  func comment(ofMessage name: String) -> String? {
    file.messages.firstIndex { $0.name == name }.flatMap { file.comments[[4, UInt64($0)]] }
  }

  func comment(ofField field: String, of message: String) -> String? {
    guard let index = file.messages.firstIndex(where: { $0.name == message }),
      let place = file.messages[index].fields.firstIndex(where: { $0.name == field })
    else { return nil }
    return file.comments[[4, UInt64(index), 2, UInt64(place)]]
  }

  func comment(ofEnum name: String) -> String? {
    file.enums.firstIndex { $0.name == name }.flatMap { file.comments[[5, UInt64($0)]] }
  }

  func comment(ofCase item: String, of enumeration: String) -> String? {
    guard let index = file.enums.firstIndex(where: { $0.name == enumeration }),
      let place = file.enums[index].cases.firstIndex(where: { $0.name == item })
    else { return nil }
    return file.comments[[5, UInt64(index), 2, UInt64(place)]]
  }

  /// The comment of a method, such as `Collections/Get`.
  func comment(ofMethod name: String) -> String? {
    for (index, service) in file.services.enumerated() {
      for (place, method) in service.methods.enumerated() where "\(service.name)/\(method.name)" == name {
        return file.comments[[6, UInt64(index), 2, UInt64(place)]]
      }
    }
    return nil
  }

  /// The method whose request a message is.
  func request(_ message: String) -> String? {
    for service in file.services {
      for method in service.methods where method.input == message { return "\(service.name)/\(method.name)" }
    }
    return nil
  }

  /// The lines of a comment without the space at their beginning.
  static func lines(_ comment: String?) -> [String] {
    (comment ?? "").trimmingCharacters(in: .newlines).split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// A comment with the names of fields in backquotes as Swift and JavaScript have them: `page_token` is `pageToken`.
  static func camel(_ comment: String) -> String {
    comment.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      let isName =
        index % 2 == 1 && part.allSatisfy { $0.isLetter || $0 == "_" || $0 == "." } && part.contains("_")
      return isName && part.contains { $0.isLowercase }
        ? Names.camel(String(part)) : String(part)
    }.joined(separator: "`")
  }

  /// A comment as a documentation comment of Swift. What is empty or 0 in a message is nil in an optional property.
  static func swift(_ comment: String?, indent: String, isOptional: Bool = false) -> String {
    guard let comment else { return "" }
    var text = comment
    if isOptional {
      for (old, new) in [
        (" empty: ", " nil: "), (" Empty: ", " Nil: "), (" Empty for ", " Nil for "),
        ("; empty for ", "; nil for "),
        ("; empty if ", "; nil if "), ("; 0: ", "; nil: "), (" When left out: ", " Nil: "),
        (" Not set for ", " Nil for "),
        (" Not set if ", " Nil if "), ("; not set if ", "; nil if "),
      ] { text = (" " + text).replacingOccurrences(of: old, with: new).trimmingCharacters(in: .whitespaces) }
    }
    return lines(camel(text)).map { $0.isEmpty ? "\(indent)///\n" : "\(indent)/// \($0)\n" }.joined()
  }
}
