/// The messages of the specification as the text that `MessageSchema` reads, and the addresses by which methods are called
/// over HTTP. `Sources/MessageJSON` explains the notation of both.
struct JSONSchema {
  let set: DescriptorSet
  let methods: MethodList
  private let messages: [String: DescriptorSet.Message]
  private let enums: [String: DescriptorSet.Enumeration]

  /// Messages that JSON writes in a form of their own, and the kind of a field that has one.
  static let special = ["Field": "F", "Value": "V", "FieldList": "L", "View": "W"]
  /// Messages that leave out empty lists: they have many, most of which are empty.
  static let sparse: Set = ["ChangeBatch", "SubscribeResponse", "SectionInsert", "ItemRun", "Commit"]
  /// Fields that JSON leaves out where they have their default value, as if each was the only member of a oneof: what only outlines
  /// have, so that flat collections look as they always did.
  private static let leftOut: Set = [
    "Element.depth", "Element.child_count", "Element.descendant_count", "PlacedElement.parent",
    "PlacedElement.skipped", "SectionSlice.ancestors", "Change.from_parent", "Change.to_parent",
    "RemoveItems.descendants", "TransferItems.descendants",
  ]
  /// Parts of the names of fields whose bytes are usually text.
  private static let textBytes = ["request_id", "request_prefix", "stack", "group"]

  init(_ set: DescriptorSet, _ methods: MethodList) {
    (self.set, self.methods) = (set, methods)
    messages = Dictionary(uniqueKeysWithValues: set.files.flatMap(\.messages).map { ($0.name, $0) })
    enums = Dictionary(uniqueKeysWithValues: set.files.flatMap(\.enums).map { ($0.name, $0) })
  }

  /// The methods that clients call.
  var rows: [MethodList.Row] { methods.rows.filter { !$0.entry.isForNodes } }

  /// The messages and enums of these methods, in the order of the specification.
  func reached() throws -> (messages: [DescriptorSet.Message], enums: [DescriptorSet.Enumeration]) {
    var names: Set<String> = []
    func visit(_ name: String) {
      guard names.insert(name).inserted, let message = messages[name] else { return }
      for field in message.fields { visit(field.typeName) }
    }
    for row in rows {
      visit(row.method.input)
      visit(row.method.output)
    }
    return (
      set.files.flatMap(\.messages).filter { names.contains($0.name) && !isWrittenAsValue($0.name) },
      set.files.flatMap(\.enums).filter {
        names.contains($0.name) && Names.short($0.name) != JavaScriptMessages.nullValue
      }
    )
  }

  /// Whether JSON writes a message as something else than an object of its fields.
  private func isWrittenAsValue(_ name: String) -> Bool {
    ["Field", "Value", "FieldList"].contains(Names.short(name))
  }

  /// The text of a file.
  func text() throws -> String {
    let (messages, enums) = try reached()
    var lines = try enums.map { item in
      let words = try JavaScriptMessages.caseNames(of: item).map { $0 == "unspecified" ? "-" : $0 }
      return "#\(Names.short(item.name)) " + words.joined(separator: " ")
    }
    lines += try messages.map { message in
      let name = Names.short(message.name)
      let fields = try message.fields.sorted { $0.number < $1.number }.map { try word($0, message) }
      return ([name + (Self.sparse.contains(name) ? "~" : "")] + fields).joined(separator: " ")
    }
    lines += rows.map { row in
      "/\(row.entry.name) \(Names.short(row.method.input)) \(Names.short(row.method.output))"
        + (row.method.isServerStream ? " stream" : "")
    }
    return """
      // Generated from Protos by the command generate-protos. Do not edit.
      // swift-format-ignore-file

      /// The messages that clients send and get, as ``MessageSchema`` reads them.
      let generatedSchema = \"""
      \(lines.map { "  \($0)\n" }.joined())\
        \"""

      """
  }

  private func word(_ field: DescriptorSet.Field, _ message: DescriptorSet.Message) throws -> String {
    // Numbers above those of the oneofs.
    let choice =
      Self.isLeftOut(field, in: message)
      ? message.choices.count + Int(field.number) : field.choice.map { Int($0) }
    return "\(field.name)=\(field.number):\(try Self.kind(of: field, in: message))"
      + (field.isRepeated ? "*" : "") + (choice.map { "|\($0)" } ?? "")
  }

  /// Whether JSON leaves out a field that has its default value.
  static func isLeftOut(_ field: DescriptorSet.Field, in message: DescriptorSet.Message) -> Bool {
    leftOut.contains("\(Names.short(message.name)).\(field.name)")
  }

  /// The kind of a field; see `MessageSchema.Kind`.
  static func kind(of field: DescriptorSet.Field, in message: DescriptorSet.Message) throws -> String {
    switch field.type {
    case 1: return "d"
    case 3: return "i"
    case 4, 13: return "u"
    case 6: return "x"
    case 8: return "b"
    case 9: return "s"
    case 11:
      let name = Names.short(field.typeName)
      guard name != "Field" || field.isRepeated else {
        throw GenerationError("\(message.name).\(field.name): a single Field can't be written as JSON")
      }
      return special[name] ?? name
    case 12: return textBytes.contains(where: field.name.contains) ? "t" : "y"
    case 14: return "#" + Names.short(field.typeName)
    default: throw GenerationError("\(message.name).\(field.name): fields of this type can't be used")
    }
  }

  // MARK: Addresses

  /// The text of the file with the addresses.
  func routes() throws -> String {
    let lines = try rows.flatMap { row in
      try row.entry.routes.map { route in
        try check(route, of: row)
        var words = [route.verb, route.path, row.entry.name]
        if let operation = route.operation { words.append("as=\(operation)") }
        if route.isCreated { words.append("created") }
        if route.hasWindow { words.append("window") }
        words += route.parameters.map { "\($0.name)=\($0.field)" + ($0.isInSeconds ? ":seconds" : "") }
        return words.joined(separator: " ")
      }
    }
    return """
      // Generated from Protos by the command generate-protos. Do not edit.
      // swift-format-ignore-file

      /// The addresses below `/v1`, as ``CallRoute`` reads them.
      let generatedRoutes = \"""
      \(lines.map { "  \($0)\n" }.joined())\
        \"""

      """
  }

  /// The fields that the path and the parameters of an address can set.
  func fields(of route: InterfaceTable.Route, _ row: MethodList.Row) throws -> [DescriptorSet.Field] {
    guard let request = messages[row.method.input] else { throw route.place.error("there is no request") }
    guard let form = try form(of: route) else { return request.fields }
    return request.fields + form.element.fields + form.operation.fields
      + (form.placement?.fields ?? [])
  }

  /// The messages that the body of an address is made of, if it is an operation.
  func form(of route: InterfaceTable.Route) throws -> (
    operation: DescriptorSet.Message, element: DescriptorSet.Message, placement: DescriptorSet.Message?,
    elements: String
  )? {
    guard let name = route.operation else { return nil }
    guard let field = messages[Names.package + "Operation"]?.fields.first(where: { $0.name == name }),
      let operation = messages[field.typeName],
      let elements = operation.fields.first(where: \.isRepeated), let element = messages[elements.typeName]
    else { throw route.place.error("there is no operation \(name) on elements") }
    let placement = operation.fields.first { $0.name == "to" }.flatMap { messages[$0.typeName] }
    return (operation, element, placement, elements.name)
  }

  private func check(_ route: InterfaceTable.Route, of row: MethodList.Row) throws {
    let fields = try fields(of: route, row)
    for name in route.pathParameters.map(\.field) + route.parameters.map(\.field)
    where !fields.contains(where: { $0.name == name }) {
      throw route.place.error("the request has no field \(name)")
    }
  }
}
