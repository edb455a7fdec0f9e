import Foundation

/// The conversion of one field between a message and a Swift value.
struct FieldConversion {
  /// The property of the value.
  var property: String
  /// Whether the initializer's parameter has a label.
  var isLabelled = true
  /// Whether the property is set after the initializer, which has no parameter for it.
  var isAssigned = false
  /// The Swift type of the property.
  var type = ""
  /// The default of the initializer's parameter.
  var standard: String?
  /// The expression that reads the field of `message`.
  var reading = ""
  /// The statements that fill in the field of `message`.
  var writing: [String] = []
  /// The expression that makes a random value of the property, for tests; `MAKE` stands for the source of
  /// random values.
  var making = ""
}

/// Makes the conversion of one field from its type and its rule.
struct FieldConverter {
  /// What is known about other messages and enums.
  let values: SwiftValues
  let message: DescriptorSet.Message
  let field: DescriptorSet.Field
  let entry: InterfaceTable.Field
  /// Options that are not used yet.
  private var options: [String]
  private var result: FieldConversion

  init(
    _ field: DescriptorSet.Field,
    _ entry: InterfaceTable.Field,
    in message: DescriptorSet.Message,
    _ values: SwiftValues
  ) {
    (self.values, self.message, self.field, self.entry) = (values, message, field, entry)
    options = entry.options
    result = FieldConversion(property: entry.property)
  }

  // MARK: Names

  /// The field in the C message.
  private var source: String { "message.pointee.\(CNames.property(field.name))" }
  private var count: String { "message.pointee.n_\(field.name)" }
  /// The name for errors.
  private var quoted: String { "\"\(field.name)\"" }
  private var name: String { "\(message.name.split(separator: ".").last ?? "").\(field.name)" }

  // MARK: Options

  private mutating func takes(_ option: String) -> Bool {
    guard let index = options.firstIndex(of: option) else { return false }
    options.remove(at: index)
    return true
  }

  /// The rest of the option that begins with these words.
  private mutating func take(_ words: String) -> String? {
    guard let index = options.firstIndex(where: { $0.hasPrefix(words + " ") }) else { return nil }
    return String(options.remove(at: index).dropFirst(words.count + 1))
  }

  private mutating func limit() throws -> String {
    guard let limit = take("up to") else { throw entry.place.error("\(name) needs a limit: up to CONSTANT") }
    return limit
  }

  // MARK: Conversion

  /// The conversion of the field.
  mutating func convert() throws -> FieldConversion {
    result.isLabelled = !takes("unlabelled")
    result.isAssigned = takes("assigned")
    result.standard = take("default")
    if field.isRepeated { try convertRepeated() } else { try convertSingle() }
    if let option = options.first {
      throw entry.place.error("\(name): '\(option)' can't be said about \(entry.rule)")
    }
    if let choice = field.choice { try makeOptional(message.choices[choice]) }
    if result.standard == nil, result.type.hasSuffix("?") { result.standard = "nil" }
    return result
  }

  private mutating func convertSingle() throws {
    switch (entry.rule, field.type) {
    case ("identifier", 9): try convertIdentifier()
    case ("text", 9): convertText()
    case ("name", 9):
      read(
        "String",
        "try Boundary.name(\(source), \(quoted))",
        writing: "arena.bytes(of: VALUE)",
        making: "MAKE.fieldName()"
      )
    case ("principal", 9):
      read(
        "Principal",
        "try Principal.optional(\(source), \(quoted))",
        writing: "arena.bytes(of: VALUE.name)",
        making: "MAKE.principal()",
        isOptional: true
      )
    case ("token", 12): readToken(try limit(), isOptional: true)
    case ("bytes", 12):
      if let limit = take("up to") {
        readToken(limit, isOptional: false)
      } else if values.isSentByClients(message) {
        _ = try limit()
      } else {
        read(
          "[UInt8]",
          "Array(\(source).bytes)",
          writing: "arena.bytes(of: VALUE)",
          making: "MAKE.bytes(0...500)"
        )
      }
    case ("request id", 12):
      read(
        "RequestID",
        "try RequestID.optional(\(source), \(quoted))",
        writing: "arena.bytes(of: VALUE.bytes)",
        making: "MAKE.requestID()",
        isOptional: true
      )
    case ("stack id", 12):
      let isRequired = takes("required")
      read(
        "StackID",
        "try StackID.\(isRequired ? "required" : "optional")(\(source), \(quoted))",
        writing: "arena.bytes(of: VALUE.bytes)",
        making: "MAKE.stackID()",
        isOptional: !isRequired
      )
    case ("key", 12):
      read(
        "OrderKey",
        "try Boundary.key(\(source), \(quoted))",
        writing: "arena.bytes(of: VALUE)",
        making: "MAKE.key()"
      )
    case ("flag", 8): read("Bool", "\(source) != 0", writing: "VALUE ? 1 : 0", making: "MAKE.flag()")
    case ("index", 3):
      read("Int", "try Boundary.index(\(source), \(quoted))", writing: "Int64(VALUE)", making: "MAKE.index()")
    case ("total", 3):
      read("Int", "try Boundary.total(\(source), \(quoted))", writing: "Int64(VALUE)", making: "MAKE.total()")
    case ("total", 4):
      read(
        "Int",
        "try Boundary.total(Int64(clamping: \(source)), \(quoted))",
        writing: "UInt64(VALUE)",
        making: "MAKE.total()"
      )
    case ("page", 3):
      let limit = try limit()
      let page = "try Boundary.pageSize(\(source), maximum: \(limit), \(quoted))"
      if let standard = take("else") {
        result.standard = result.standard ?? standard
        read("Int", "\(page) ?? \(standard)", writing: "Int64(VALUE)", making: "MAKE.number(1...\(limit))")
      } else {
        read("Int?", page, writing: "Int64(VALUE ?? 0)", making: "MAKE.maybe { $0.number(1...\(limit)) }")
      }
    case ("time", 3):
      read(
        "Timestamp",
        "Timestamp(microseconds: \(source))",
        writing: "VALUE.microseconds",
        making: "MAKE.timestamp()"
      )
    case ("number", 3), ("number", 4), ("number", 6), ("number", 7), ("number", 13):
      let (type, making) =
        switch field.type {
        case 3: ("Int64", "Int64(bitPattern: MAKE.word())")
        case 4, 6: ("UInt64", "MAKE.word()")
        default: ("UInt32", "UInt32(truncatingIfNeeded: MAKE.word())")
        }
      if let least = take("at least") {
        read(type, "max(\(source), \(least))", writing: "VALUE", making: "max(\(making), \(least))")
      } else {
        read(type, source, writing: "VALUE", making: making)
      }
    case ("case", 14):
      guard let type = values.types[field.typeName] else {
        throw entry.place.error("\(field.typeName) is not in the table")
      }
      read(
        type,
        "try \(type)(\(source), \(quoted))",
        writing: "VALUE.message",
        making: "MAKE.\(Names.function(field.typeName))()"
      )
    case ("required", 11), ("optional", 11): try convertMessage(isOptional: entry.rule == "optional")
    default: throw entry.place.error("\(name) can't be '\(entry.rule)'")
    }
  }

  private mutating func convertRepeated() throws {
    switch (entry.rule, field.type) {
    case ("identifiers", 9):
      readMany(
        "Identifier",
        "try Boundary.identifiers(\(source), \(count), maximum: \(try limit()), \(quoted))",
        "arena.list(of: VALUE)",
        making: "MAKE.list(0...5) { $0.identifier() }"
      )
    case ("names", 9):
      readMany(
        "String",
        "try Fields.names(\(source), \(count), \(quoted))",
        "arena.list(of: VALUE)",
        making: "MAKE.list(0...5) { $0.fieldName() }"
      )
    case ("texts", 9):
      readMany(
        "String",
        "try Boundary.texts(\(source), \(count), maximum: \(try limit()), \(quoted))",
        "arena.list(of: VALUE)",
        making: "MAKE.list(0...5) { $0.text(upTo: 1_024) }"
      )
    case ("numbers", 4):
      readMany(
        "UInt64",
        "try Boundary.numbers(\(source), \(count), maximum: \(try limit()), \(quoted))",
        "arena.list(of: VALUE)",
        making: "MAKE.list(0...5) { $0.word() }"
      )
    case ("fields", 11) where field.typeName == SwiftValues.fieldMessage:
      result.type = "Fields"
      result.reading = "try Fields(\(source), \(count), \(quoted))"
      result.writing = ["(\(count), \(source)) = self.\(entry.property).messages(in: arena)"]
      result.making = "MAKE.fields()"
    case ("list", 11):
      let (type, kind, part) = try part()
      let making = "MAKE.list(0...3) { $0.\(part) }"
      if takes("limited by type") {
        readMany(
          type,
          "try \(type).list(\(source), \(count), \(quoted))",
          "\(type).messages(VALUE, in: arena)",
          making: making
        )
        return
      }
      if values.isSentByClients(message), entry.option("up to") == nil { _ = try limit() }
      let limit = take("up to").map { "maximum: \($0), " } ?? ""
      readMany(
        type,
        "try Boundary.list(\(source), \(count), \(limit)\(quoted)) { (part) throws(ArrangeError) in try \(type)(part\(kind)) }",
        "arena.messages(VALUE, \(CNames.lower(field.typeName))__init) { $0.fill($1, in: arena) }",
        making: making
      )
    default: throw entry.place.error("\(name), of which there can be many, can't be '\(entry.rule)'")
    }
  }

  private mutating func convertIdentifier() throws {
    var (rest, making) = ("", "")
    if let flag = take("or empty where") {
      guard message.fields.contains(where: { $0.name == flag && $0.type == 8 }) else {
        throw entry.place.error("\(name): \(flag) is no bool of the message")
      }
      rest = ", allowingEmpty: message.pointee.\(flag) != 0"
    } else if takes("or empty by kind") {
      rest = ", allowingEmpty: kind.allowsEmptyID"
      making = "allowingEmpty: empty"
    } else if takes("or empty") {
      rest = ", allowingEmpty: true"
      making = "allowingEmpty: true"
    }
    let function = takes("or overlay") ? "collection" : "identifier"
    let isOptional = takes("or nil")
    if let limit = take("up to") {
      rest += ", maximum: \(limit)"
      making += "\(making.isEmpty ? "" : ", ")maximum: \(limit)"
    }
    let reading = "try Boundary.\(function)(\(source), \(quoted)\(rest))"
    read(
      "Identifier",
      isOptional ? "\(source).len > 0 ? \(reading) : nil" : reading,
      writing: "arena.bytes(of: VALUE)",
      making: "MAKE.identifier(\(making))",
      isOptional: isOptional
    )
  }

  private mutating func convertText() {
    let limit = take("up to")
    let isOptional = takes("or nil")
    let function = isOptional ? "optionalText" : "text"
    let maximum = limit.map { "maximum: \($0), " } ?? ""
    read(
      "String",
      "try Boundary.\(function)(\(source), \(maximum)\(quoted))",
      writing: "arena.bytes(of: VALUE)",
      making: "MAKE.text(upTo: \(limit ?? "1_024")\(isOptional ? ", from: 1" : ""))",
      isOptional: isOptional
    )
  }

  private mutating func readToken(_ limit: String, isOptional: Bool) {
    let token = "try Boundary.token(\(source), maximum: \(limit), \(quoted))"
    read(
      "[UInt8]",
      isOptional ? token : token + " ?? []",
      writing: "arena.bytes(of: VALUE)",
      making: "MAKE.token(upTo: \(limit))",
      isOptional: isOptional
    )
  }

  private mutating func convertMessage(isOptional: Bool) throws {
    let (type, kind, making) = try part()
    let function = isOptional ? "optional" : "required"
    read(
      type,
      "try Boundary.\(function)(\(source), \(quoted)) { (part) throws(ArrangeError) in try \(type)(part\(kind)) }",
      writing: "arena.message(\(CNames.lower(field.typeName))__init) { VALUE.fill($0, in: arena) }",
      making: "MAKE.\(making)",
      isOptional: isOptional
    )
  }

  /// The type of the message of the field, the argument for the kind of its elements, and how tests make one.
  private mutating func part() throws -> (type: String, kind: String, making: String) {
    guard let part = values.conversions[field.typeName] else {
      throw entry.place.error("\(name): \(field.typeName) is not in the table")
    }
    let function = Names.function(field.typeName)
    guard part.isOfKind else { return (part.type, "", "\(function)()") }
    for kind in ["item", "section"] where takes("of \(kind)") {
      return (part.type, ", of: .\(kind)", "\(function)(empty: \(kind == "section"))")
    }
    throw entry.place.error("\(name) needs 'of item' or 'of section'")
  }

  // MARK: Text

  /// Sets how the field is read and written; in `writing`, `VALUE` stands for the property.
  private mutating func read(
    _ type: String,
    _ reading: String,
    writing: String,
    making: String,
    isOptional: Bool = false
  ) {
    result.type = isOptional ? "\(type)?" : type
    result.reading = reading
    result.making = isOptional ? optional(making) : making
    let value = isOptional ? "value" : "self.\(entry.property)"
    let statement = "\(source) = \(writing.replacingOccurrences(of: "VALUE", with: value))"
    result.writing = isOptional ? ["if let value = self.\(entry.property) { \(statement) }"] : [statement]
  }

  private func optional(_ making: String) -> String {
    "MAKE.maybe { \(making.replacingOccurrences(of: "MAKE", with: "$0")) }"
  }

  private mutating func readMany(_ part: String, _ reading: String, _ writing: String, making: String) {
    read("[\(part)]", reading, writing: writing, making: making)
    result.writing.insert("\(count) = self.\(entry.property).count", at: 0)
  }

  /// The field is the single member of a oneof.
  private mutating func makeOptional(_ choice: String) throws {
    guard message.fields.count(where: { $0.choice == field.choice }) == 1 else {
      throw entry.place.error(
        "\(name) is one of several members of a oneof; such a message is converted by hand"
      )
    }
    guard let statement = result.writing.first, result.writing.count == 1, !statement.hasPrefix("if ") else {
      throw entry.place.error("\(name), a oneof with one member, is optional without '\(entry.rule)'")
    }
    let constant = CNames.constant(field.name, in: choice, of: message.name)
    result.making = optional(result.making)
    result.type += "?"
    let discriminator = "message.pointee.\(choice)_case"
    result.reading = "\(discriminator) == \(constant) ? \(result.reading) : nil"
    result.writing = [
      "if let value = self.\(entry.property) {",
      "  \(discriminator) = \(constant)",
      "  " + statement.replacingOccurrences(of: "self.\(entry.property)", with: "value"),
      "}",
    ]
  }
}
