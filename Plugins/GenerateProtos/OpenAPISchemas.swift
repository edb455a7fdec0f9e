/// The messages of the specification as schemas of an OpenAPI document.
struct OpenAPISchemas {
  private let schema: JSONSchema
  /// The messages that clients send, and those that they get.
  private let sent: Set<String>
  private let received: Set<String>

  init(_ schema: JSONSchema) {
    self.schema = schema
    let messages = Dictionary(
      uniqueKeysWithValues: schema.set.files.flatMap(\.messages).map { ($0.name, $0) }
    )
    func reached(_ names: [String]) -> Set<String> {
      var reached: Set<String> = []
      func visit(_ name: String) {
        guard let message = messages[name], reached.insert(name).inserted else { return }
        for field in message.fields { visit(field.typeName) }
      }
      names.forEach(visit)
      return reached
    }
    sent = reached(schema.rows.map(\.method.input))
    received = reached(schema.rows.map(\.method.output))
  }

  /// The largest integer that JSON has as a number.
  private static let largestNumber = 9_007_199_254_740_991

  /// The schema of a tag such as `"7@00f1e2d3c4b5a697"`.
  static var entityTag: JSONText { ["type": "string", "pattern": #"^"[0-9]+@[0-9a-f]{16}"$"#] }

  /// The parameters that choose a part of a list.
  static var window: [JSONText] {
    ["section", "from", "limit", "around", "before", "after"].map { name in
      [
        "name": .text(name), "in": "query",
        "schema": name == "section" || name == "around"
          ? ["type": "string"]
          : ["type": "integer", "minimum": 0, "maximum": .number(Int(Int32.max))],
      ]
    }
  }

  static var problemResponse: JSONText {
    [
      "description": "Why the request failed.",
      "content": ["application/problem+json": ["schema": reference("Problem")]],
    ]
  }

  private static func reference(_ name: some StringProtocol) -> JSONText {
    ["$ref": .text("#/components/schemas/\(name)")]
  }

  /// All schemas by their names.
  func all() throws -> JSONText {
    var all = OpenAPISchemas.common
    let (messages, enums) = try schema.reached()
    for item in enums {
      let words = try JavaScriptMessages.caseNames(of: item).filter { $0 != "unspecified" }
      all[Names.short(item.name)] = described(
        ["type": "string", "enum": .array(words.map { .text($0) })],
        comments(of: item.name)?.comment(ofEnum: item.name)
      )
    }
    for message in messages { all[Names.short(message.name)] = try self.schema(of: message) }
    return all
  }

  private static var common: JSONText {
    [
      "Int64": [
        "description": "An integer of 64 bits: a number up to 2^53, and a text beyond.",
        "oneOf": [
          ["type": "integer", "minimum": .number(-largestNumber), "maximum": .number(largestNumber)],
          ["type": "string", "pattern": "^(0|-?[1-9][0-9]*)$"],
        ],
      ],
      "UInt64": [
        "description": "An integer of 64 bits that is not negative: a number up to 2^53, and a text beyond.",
        "oneOf": [
          ["type": "integer", "minimum": 0, "maximum": .number(largestNumber)],
          ["type": "string", "pattern": "^(0|[1-9][0-9]*)$"],
        ],
      ],
      "HistoryID": ["type": "string", "pattern": "^[0-9a-f]{16}$"],
      "Bytes": single("$bytes", ["type": "string"], "Bytes in base 64 with padding."),
      "Timestamp": single(
        "$timestamp",
        ["type": ["string", "integer"]],
        "A time as in RFC 3339, or in microseconds since 1970."
      ),
      "LargeInteger": single("$integer", ["type": "string"], "An integer beyond 2^53."),
      "FieldValue": [
        "description": "The value of a field. A number with a point or an exponent is a double.",
        "oneOf": [
          ["type": ["null", "boolean", "number", "string"]], reference("Bytes"), reference("Timestamp"),
          reference("LargeInteger"),
        ],
      ],
      "Fields": [
        "description": "The fields of an element: names and values.", "type": "object",
        "additionalProperties": reference("FieldValue"),
      ],
      "Problem": problem,
    ]
  }

  private static func single(_ name: String, _ value: JSONText, _ description: JSONText) -> JSONText {
    [
      "description": description, "type": "object", "required": [.text(name)],
      "additionalProperties": false, "properties": .object([(name, value)]),
    ]
  }

  private static var problem: JSONText {
    [
      "description": "Why a request failed.", "type": "object",
      "required": ["type", "title", "status", "code", "detail", "processed"],
      "properties": [
        "type": ["type": "string"], "title": ["type": "string"], "status": ["type": "integer"],
        "code": ["type": "string"], "detail": ["type": "string"], "field": ["type": "string"],
        "processed": ["type": "string", "enum": ["unknown", "not_started", "done"]],
        "retry_after_ms": ["type": "integer"], "resume_token": ["type": "string"],
      ],
    ]
  }

  // MARK: Messages

  private func schema(of message: DescriptorSet.Message) throws -> JSONText {
    var properties: JSONText = [:]
    var required: [JSONText] = []
    for field in message.fields {
      properties[field.name] = try property(field, in: message)
      if isAlwaysThere(field, in: message) { required.append(.text(field.name)) }
    }
    var result: JSONText = ["type": "object", "properties": properties]
    let (isSent, isReceived) = (sent.contains(message.name), received.contains(message.name))
    if isSent, !isReceived { result["additionalProperties"] = false }
    if isReceived, !isSent, !required.isEmpty { result["required"] = .array(required) }
    return described(result, comments(of: message.name)?.comment(ofMessage: message.name))
  }

  /// Whether the server always writes a field.
  private func isAlwaysThere(_ field: DescriptorSet.Field, in message: DescriptorSet.Message) -> Bool {
    if field.choice != nil || JSONSchema.isLeftOut(field, in: message) { return false }
    if field.isRepeated {
      return Names.short(field.typeName) == "Field"
        || !JSONSchema.sparse.contains(Names.short(message.name))
    }
    return field.type != 11 && field.type != 12
  }

  private func property(
    _ field: DescriptorSet.Field,
    in message: DescriptorSet.Message
  ) throws -> JSONText {
    let kind = try JSONSchema.kind(of: field, in: message)
    var value = value(kind, isSent: sent.contains(message.name))
    if field.isRepeated, kind != "F" { value = ["type": "array", "items": value] }
    return described(
      value,
      comments(of: message.name)?.comment(ofField: field.name, of: message.name)
    )
  }

  private func value(_ kind: String, isSent: Bool) -> JSONText {
    switch kind {
    case "s": return ["type": "string"]
    case "y": return ["type": "string", "contentEncoding": "base64url"]
    case "t": return ["oneOf": [["type": "string"], OpenAPISchemas.reference("Bytes")]]
    case "b": return ["type": "boolean"]
    case "i": return OpenAPISchemas.reference("Int64")
    case "u": return OpenAPISchemas.reference("UInt64")
    case "d": return ["type": "number"]
    case "x": return OpenAPISchemas.reference("HistoryID")
    case "F", "L": return OpenAPISchemas.reference("Fields")
    case "V": return OpenAPISchemas.reference("FieldValue")
    case "W":
      guard isSent else { return ["type": "string"] }
      return ["oneOf": [["type": "string"], OpenAPISchemas.reference("View")]]
    default: return OpenAPISchemas.reference(kind.drop { $0 == "#" })
    }
  }

  // MARK: Requests

  /// The schema of a parameter of the query.
  func parameter(of field: DescriptorSet.Field) -> JSONText {
    switch field.type {
    case 3: return ["type": "integer"]
    case 4, 13: return ["type": "integer", "minimum": 0]
    case 8: return ["type": "boolean"]
    case 11 where !OpenAPISchemas.isObject(field):
      return Names.short(field.typeName) == "View" ? ["type": "string"] : OpenAPISchemas.version
    case 11: return OpenAPISchemas.reference(Names.short(field.typeName))
    case 14: return OpenAPISchemas.reference(Names.short(field.typeName))
    default: return ["type": "string"]
    }
  }

  /// Whether a parameter that sets a field has an object as JSON. A version is given by its number or name, and a view as text.
  static func isObject(_ field: DescriptorSet.Field) -> Bool {
    field.type == 11 && !["VersionReference", "View"].contains(Names.short(field.typeName))
  }

  /// The number of a version, or its name.
  private static var version: JSONText {
    [
      "description": "The number of a version, or its name.",
      "anyOf": [
        ["type": "integer", "minimum": 0], ["type": "string", "minLength": 1, "maxLength": 128],
      ],
    ]
  }

  /// The schema of the body of a request.
  func body(_ row: MethodList.Row, _ route: InterfaceTable.Route) throws -> JSONText {
    let given = Set(route.pathParameters.map(\.field))
    if given.isEmpty, route.operation == nil {
      return OpenAPISchemas.reference(Names.short(row.method.input))
    }
    var fields: [(field: DescriptorSet.Field, message: DescriptorSet.Message)] = []
    if let form = try schema.form(of: route) {
      for message in [form.element, form.placement, form.operation].compactMap(\.self) {
        fields += message.fields.map { ($0, message) }
      }
      fields.removeAll { field, message in
        message.name == form.operation.name && (field.name == form.elements || field.name == "to")
      }
    }
    let request = schema.set.files.flatMap(\.messages).first { $0.name == row.method.input }
    for field in request?.fields ?? [] where route.operation == nil || field.name != "operations" {
      if let request { fields.append((field, request)) }
    }
    var properties: JSONText = [:]
    for (field, message) in fields where !given.contains(field.name) {
      properties[field.name] = try property(field, in: message)
    }
    return ["type": "object", "properties": properties, "additionalProperties": false]
  }

  // MARK: Comments

  private func comments(of name: String) -> Comments? {
    schema.set.files.first { file in
      file.messages.contains { $0.name == name } || file.enums.contains { $0.name == name }
    }
    .map { Comments($0) }
  }

  private func described(_ schema: JSONText, _ comment: String?) -> JSONText {
    guard let comment else { return schema }
    var schema = schema
    schema["description"] = .text(Comments.lines(comment).joined(separator: "\n"))
    return schema
  }
}
