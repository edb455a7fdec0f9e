import Foundation

/// The messages of the specification as a schema that the codec of the JavaScript client interprets.
///
/// The beginning of `Clients/JavaScript/src/codec.js` explains the notation. There are two files: one with what
/// every page needs that shows a list, and one that is loaded when something else is used.
struct JavaScriptMessages {
  let files: [DescriptorSet.File]
  /// The methods that do something twice if they are called twice.
  private let unrepeatable: Set<String>

  init(_ set: DescriptorSet, _ table: InterfaceTable) {
    files = set.files
    unrepeatable = Set(table.methods.filter { !$0.isRepeatable }.map(\.name))
  }

  /// The methods whose messages are in the first file.
  private static let frequentMethods: Set = ["Collections/Apply", "Changes/Subscribe"]

  /// The messages of the connection itself, which are in the first file.
  private static let connectionMessages = ["Frame", "Hello", "Welcome", "Status"]

  /// Messages that requests of frequent methods can have, but rarely do: they and their parts are in the second file.
  private static let rareMessages: Set = ["View", "AdoptItems", "ReorderSections", "VersionReference"]

  /// Fields that frequent messages have only with outlines, and values of enums. The first file has these messages and enums without
  /// them, and the second one has all; it is loaded when a request has one that the first file does not know.
  private static let rareFields: Set = [
    "Element.depth", "Element.child_count", "Element.descendant_count", "ElementReference.if_parent",
    "InsertItems.parent", "InsertItems.if_parent_missing", "MoveItems.parent", "MoveItems.if_parent_missing",
    "MoveItems.if_cycle", "RemoveItems.descendants", "ReorderItems.parent", "PlacedElement.parent",
    "PlacedElement.skipped", "SubscribeRequest.folding", "SubscribeResponse.tree", "SnapshotSection.depths",
    "SnapshotSection.hidden", "BatchProfile.tree",
  ]

  /// Integers of 64 bits that are not limited to 2^53, which JavaScript has exactly.
  private static let wideFields: Set = [
    "Field.int_value", "Field.timestamp_us", "Value.int_value", "Value.timestamp_us", "Frame.sequence",
  ]

  /// Bytes that are read at once, and need no copy.
  private static let borrowedFields: Set = ["Frame.body"]

  static let head = "// Generated from Protos by the command generate-protos. Do not edit.\n\n"

  /// The text of each file, by its name.
  func texts() throws -> [(name: String, text: String)] {
    let frequent = frequentNames()
    var lines: [(isFrequent: Bool, text: String)] = []
    let used = Set(files.flatMap(\.messages).flatMap(\.fields).map(\.typeName))
    for enumeration in files.flatMap(\.enums) where used.contains(enumeration.name) {
      let name = Names.short(enumeration.name)
      if name == Self.nullValue { continue }
      let cases = try Self.caseNames(of: enumeration)
      let common = cases.filter { !Self.rareFields.contains("\(name).\($0)") }
      let isFrequent = frequent.contains(name)
      lines.append((isFrequent, "#\(name) " + (isFrequent ? common : cases).joined(separator: " ")))
      if isFrequent, common.count < cases.count {
        lines.append((false, "#\(name) " + cases.joined(separator: " ")))
      }
    }
    for message in files.flatMap(\.messages) {
      let name = Names.short(message.name)
      let all = ([name] + (try words(of: message))).joined(separator: " ")
      guard frequent.contains(name), message.fields.contains(where: { isRare($0, in: message) }) else {
        lines.append((frequent.contains(name), all))
        continue
      }
      lines.append((true, ([name] + (try words(of: message, onlyFrequent: true))).joined(separator: " ")))
      lines.append((false, all))
    }
    for service in files.flatMap(\.services) {
      for method in service.methods {
        let name = "\(service.name)/\(method.name)"
        let types = "\(Names.short(method.input)) \(Names.short(method.output))"
        let kind = method.isServerStream ? " stream" : unrepeatable.contains(name) ? " once" : ""
        let text = "/\(name) \(types)\(kind)"
        lines.append((Self.frequentMethods.contains(name), text))
      }
    }
    func file(_ comment: String, frequent: Bool) -> String {
      let selected = lines.filter { $0.isFrequent == frequent }.map(\.text)
      return Self.head + comment + "export const SCHEMA = `" + selected.joined(separator: "\n") + "`;\n"
    }
    return [
      ("messages.js", file("// What every page needs that shows a list and changes it.\n", frequent: true)),
      ("rare-messages.js", file("// What is loaded when it is used.\n", frequent: false)),
    ]
  }

  /// The short names of messages and enums of the first file.
  private func frequentNames() -> Set<String> {
    let messages = Dictionary(
      uniqueKeysWithValues: files.flatMap(\.messages).map { (Names.short($0.name), $0) }
    )
    var names = Self.rareMessages
    func visit(_ name: String) {
      guard names.insert(name).inserted, let message = messages[name] else { return }
      for field in message.fields where !field.typeName.isEmpty && !isRare(field, in: message) {
        visit(Names.short(field.typeName))
      }
    }
    Self.connectionMessages.forEach(visit)
    for service in files.flatMap(\.services) {
      for method in service.methods where Self.frequentMethods.contains("\(service.name)/\(method.name)") {
        visit(Names.short(method.input))
        visit(Names.short(method.output))
      }
    }
    names.subtract(Self.rareMessages)
    return names
  }

  private func isRare(_ field: DescriptorSet.Field, in message: DescriptorSet.Message) -> Bool {
    Self.rareFields.contains("\(Names.short(message.name)).\(field.name)")
  }

  /// The fields of a message in the notation of the codec.
  private func words(of message: DescriptorSet.Message, onlyFrequent: Bool = false) throws -> [String] {
    let sizes = message.choices.indices.map { choice in message.fields.count { $0.choice == choice } }
    guard sizes.count(where: { $0 > 1 }) <= 1 else {
      throw GenerationError("\(message.name): there may be only one oneof with several members")
    }
    var last: UInt64 = 0
    let fields = message.fields.filter { !onlyFrequent || !isRare($0, in: message) }
    return try fields.sorted { $0.number < $1.number }.map { field in
      let kind = try kind(of: field, in: message)
      let number = field.number == last + 1 ? "" : "\(field.number)"
      last = field.number
      let mark = field.choice.map { sizes[$0] > 1 ? "|" : "?" } ?? ""
      return number + Names.camel(field.name) + (field.isRepeated ? "*" : "") + mark
        + (kind == "s" ? "" : ":" + kind)
    }
  }

  private func kind(of field: DescriptorSet.Field, in message: DescriptorSet.Message) throws -> String {
    if Self.isWide(field, in: message) { return "n" }
    if Self.borrowedFields.contains("\(Names.short(message.name)).\(field.name)") { return "r" }
    switch field.type {
    case 1: return "d"
    case 3: return "i"
    case 4, 13: return "u"
    case 6: return "q"
    case 7: return "f"
    case 8: return "b"
    case 9: return "s"
    case 11: return Names.short(field.typeName)
    case 12: return "y"
    case 14: return Names.short(field.typeName) == Self.nullValue ? "u" : "#" + Names.short(field.typeName)
    default: throw GenerationError("\(message.name).\(field.name): fields of this type can't be used")
    }
  }

  // MARK: Names

  /// The enum without any choice; a field of it is there or not.
  static let nullValue = "NullValue"

  static func isWide(_ field: DescriptorSet.Field, in message: DescriptorSet.Message) -> Bool {
    wideFields.contains("\(Names.short(message.name)).\(field.name)")
  }

  /// The names of the values of an enum, which count from 0: `ANCHOR_POLICY_FAIL` is `fail`.
  static func caseNames(of enumeration: DescriptorSet.Enumeration) throws -> [String] {
    guard enumeration.cases.enumerated().allSatisfy({ $0.offset == Int($0.element.number) }) else {
      throw GenerationError("\(enumeration.name): the values have to count from 0, in their order")
    }
    let prefix = Names.short(enumeration.name).reduce(into: "") { result, character in
      if character.isUppercase, !result.isEmpty { result += "_" }
      result += character.uppercased()
    }
    return enumeration.cases.map { item in
      let name = item.name.hasPrefix(prefix + "_") ? item.name.dropFirst(prefix.count + 1) : item.name[...]
      return name.lowercased()
    }
  }
}
