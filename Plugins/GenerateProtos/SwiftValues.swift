import Foundation

/// The conversion between messages and values in Swift, for all messages whose conversion needs no more than a
/// table says.
struct SwiftValues {
  /// A field of an element, which are converted together.
  static let fieldMessage = "arrange.v1.Field"

  let files: [DescriptorSet.File]
  let messages: [String: DescriptorSet.Message]
  /// The conversions of the table, by the full names of the messages.
  let conversions: [String: InterfaceTable.Conversion]
  /// The Swift types of enums, by their full names.
  let types: [String: String]
  /// The requests and the responses of all methods.
  let bodies: Set<String>
  /// The messages in requests.
  private let sentByClients: Set<String>

  /// - Throws: an error with the line of the table, if it does not fit the specification.
  init(_ set: DescriptorSet, _ table: InterfaceTable) throws {
    files = set.files
    let messages = Dictionary(uniqueKeysWithValues: set.files.flatMap(\.messages).map { ($0.name, $0) })
    let enums = Set(set.files.flatMap(\.enums).map(\.name))
    self.messages = messages
    let package = Names.package
    for conversion in table.conversions where messages[package + conversion.message] == nil {
      throw conversion.place.error("there is no message \(conversion.message)")
    }
    for choice in table.choices where !enums.contains(package + choice.name) {
      throw choice.place.error("there is no enum \(choice.name)")
    }
    conversions = Dictionary(uniqueKeysWithValues: table.conversions.map { (package + $0.message, $0) })
    types = Dictionary(uniqueKeysWithValues: table.choices.map { (package + $0.name, $0.type) })

    let methods = set.files.flatMap(\.services).flatMap(\.methods)
    bodies = Set(methods.flatMap { [$0.input, $0.output] })
    for body in bodies.sorted() where conversions[body] == nil && messages[body]?.fields.isEmpty == false {
      throw GenerationError(
        "\(table.file): \(body.dropFirst(package.count)) is the body of a call and is not here"
      )
    }
    var reached: Set<String> = []
    func visit(_ name: String) {
      guard let message = messages[name], reached.insert(name).inserted else { return }
      for field in message.fields { visit(field.typeName) }
    }
    for method in methods { visit(method.input) }
    sentByClients = reached
  }

  /// Whether clients send a message, so that all of it has limits.
  func isSentByClients(_ message: DescriptorSet.Message) -> Bool { sentByClients.contains(message.name) }

  // MARK: Files

  /// The text of each file, by its name.
  func texts() throws -> [(name: String, text: String)] {
    try files.compactMap { file in
      let enums = file.enums.compactMap { item in types[item.name].map { text(item, $0) } }
      let values = try file.messages.compactMap { message in
        try conversions[message.name].flatMap { $0.isByHand ? nil : try text(message, $0) }
      }
      if enums.isEmpty, values.isEmpty { return nil }
      let name = (file.path as NSString).lastPathComponent.replacingOccurrences(
        of: ".proto",
        with: ".values.swift"
      )
      let hasBodies = file.messages.contains {
        bodies.contains($0.name) && conversions[$0.name]?.isByHand == false
      }
      return (name, head(hasBodies: hasBodies) + (enums + values).joined(separator: "\n"))
    }
  }

  private func head(hasBodies: Bool) -> String {
    """
    // Generated from Protos by the command generate-protos. Do not edit.
    // swift-format-ignore-file

    \(hasBodies ? "package" : "internal") import ArrangeModel
    internal import CArrangeProtos
    internal import Changes
    internal import Ordering


    """
  }

  // MARK: Enums

  private func text(_ enumeration: DescriptorSet.Enumeration, _ type: String) -> String {
    let message = CNames.type(enumeration.name)
    let cases = SwiftValues.cases(of: enumeration)
    return """
      extension \(type) {
        init(_ message: \(message), _ field: StaticString) throws(ArrangeError) {
          switch message {
      \(cases.map { "    case \($0.constant): self = .\($0.name)\n" }.joined())\
          default: throw Boundary.unknownValue(message.rawValue, field)
          }
        }

        var message: \(message) {
          switch self {
      \(cases.map { "    case .\($0.name): \($0.constant)\n" }.joined())\
          }
        }
      }

      """
  }

  /// The constants of an enum, with the names of the Swift cases.
  static func cases(of enumeration: DescriptorSet.Enumeration) -> [(constant: String, name: String)] {
    let prefix = CNames.lower(Names.short(enumeration.name)).uppercased() + "_"
    return enumeration.cases.filter { $0.name != prefix + "UNSPECIFIED" }.map { item in
      let name = item.name.hasPrefix(prefix) ? item.name.dropFirst(prefix.count) : item.name[...]
      return (CNames.constant(item.name, of: enumeration.name), Names.camel(name.lowercased()))
    }
  }

  // MARK: Messages

  private func text(
    _ message: DescriptorSet.Message,
    _ conversion: InterfaceTable.Conversion
  ) throws -> String {
    let fields = try fields(of: message, conversion)
    let (type, cType, function) = (conversion.type, CNames.type(message.name), CNames.lower(message.name))
    let parameters = fields.filter { !$0.isAssigned }
      .map { "      " + ($0.isLabelled ? "\($0.property): " : "") + $0.reading }
      .joined(separator: ",\n")
    let assignments = fields.filter(\.isAssigned).map { "    \($0.property) = \($0.reading)\n" }.joined()
    let statements = fields.flatMap(\.writing).map { "    \($0)\n" }.joined()
    let kind = conversion.isOfKind ? ", of kind: ElementKind" : ""
    var text = """
      extension \(type) {
        init(_ message: UnsafePointer<\(cType)>\(kind)) throws(ArrangeError) {
          self.init(
      \(parameters)
          )
      \(assignments)\
        }

        func fill(_ message: UnsafeMutablePointer<\(cType)>, in arena: Arena) {
      \(statements)\
        }
      }

      """
    if bodies.contains(message.name) {
      text += """

        extension \(type): WireMessage {
          package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> \(type) {
            try arena.reading(bytes, \(function)__unpack) { (message) throws(ArrangeError) in try \(type)(message) }
          }

          package func packable(in arena: Arena) -> PackableMessage {
            let message = arena.make(\(function)__init)
            fill(message, in: arena)
            return PackableMessage(message, in: arena)
          }
        }

        """
    }
    return text
  }

  /// The conversions of the fields of a message, in the order of the parameters of the value's initializer.
  func fields(
    of message: DescriptorSet.Message,
    _ conversion: InterfaceTable.Conversion
  ) throws -> [FieldConversion] {
    try entries(of: message, conversion).map { field, entry in
      var converter = FieldConverter(field, entry, in: message, self)
      return try converter.convert()
    }
  }

  /// The fields of a message with their rules, in the order of the parameters of the value's initializer.
  func entries(
    of message: DescriptorSet.Message,
    _ conversion: InterfaceTable.Conversion
  ) throws -> [(DescriptorSet.Field, InterfaceTable.Field)] {
    var entries = try conversion.fields.map { entry in
      guard let field = message.fields.first(where: { $0.name == entry.name }) else {
        throw entry.place.error("\(conversion.message) has no field \(entry.name)")
      }
      return (field, entry)
    }
    var before: String?
    for field in message.fields {
      defer { before = field.name }
      if entries.contains(where: { $0.0.name == field.name }) { continue }
      let place = entries.firstIndex { $0.0.name == before }.map { $0 + 1 } ?? 0
      let entry = InterfaceTable.Field(
        place: conversion.place,
        name: field.name,
        property: InterfaceTable.property(field.name),
        rule: try standardRule(of: field, conversion)
      )
      entries.insert((field, entry), at: place)
    }
    return entries
  }

  /// The rule of a field that the table leaves out.
  private func standardRule(of field: DescriptorSet.Field, _ conversion: InterfaceTable.Conversion) throws
    -> String
  {
    switch (field.type, field.isRepeated) {
    case (3, false): return "index"
    case (4, false), (6, false), (7, false), (13, false): return "number"
    case (8, false): return "flag"
    case (9, false): return "text"
    case (11, false): return "required"
    case (11, true): return field.typeName == SwiftValues.fieldMessage ? "fields" : "list"
    case (14, false): return "case"
    default: throw conversion.place.error("\(conversion.message).\(field.name) needs a rule")
    }
  }
}
