/// One address below `/v1`, and the call that a request to it becomes.
///
/// `generate-protos` writes the table of all of them from the lines `http` of the interface table, as text; each method can
/// also be called as `POST /SERVICE/METHOD` with its request as the body. A line of the text is
///
/// ```text
/// VERB /PATH/{NAME=FIELD} SERVICE/METHOD WORD …
/// ```
///
/// where NAME is for the documentation, and is left out if it is FIELD.
///
/// | word | meaning |
/// |---|---|
/// | `NAME=FIELD` | a parameter of the query, which sets the field of the request; of a `VersionReference` the number or the name, of another message the object as JSON |
/// | `NAME=FIELD:seconds` | the same in seconds, with decimals; the field has microseconds |
/// | `as=OPERATION` | the body has the members of one operation, of its one element and of the request; `{id}` is that element |
/// | `window` | the parameters of ``WindowParameters`` |
/// | `created` | the request creates something: the status is 201 |
package struct CallRoute: Sendable {
  /// A part of a path, between slashes.
  enum Segment: Sendable, Hashable {
    case literal(String)
    case parameter(String)
  }

  /// A parameter of the query.
  package struct Parameter: Sendable {
    package let name: String
    let field: MessageSchema.Field
    let isInSeconds: Bool
    /// Whether it is the number of a version, or its name.
    let isVersion: Bool
    /// Whether it is an object of JSON.
    let isObject: Bool

    /// Whether it sets the field of a path, or one of which that is a part.
    func sets(_ path: some StringProtocol) -> Bool {
      let own = field.name
      return own == path || path.hasPrefix("\(own).") || path.hasPrefix("\(own)[")
    }
  }

  package let verb: String
  package let method: MessageSchema.Method
  let segments: [Segment]
  /// The names of the parameters in the path, by the fields that they set.
  private(set) var pathNames: [String: String] = [:]
  package private(set) var parameters: [Parameter] = []
  let operation: OperationForm?
  package let hasWindow: Bool
  package let isCreated: Bool

  /// Whether the request has a body.
  package var hasBody: Bool { verb == "POST" || verb == "PUT" || verb == "PATCH" }

  /// Reads a line of the table.
  init(_ line: Substring, _ schema: MessageSchema) {
    let words = line.split(separator: " ").map(String.init)
    guard words.count >= 3, let method = schema.method(words[2]) else {
      preconditionFailure("the table of routes has the line \(line)")
    }
    verb = words[0]
    self.method = method
    segments = words[1].split(separator: "/").map { part in
      guard part.hasPrefix("{") else { return .literal(String(part)) }
      let name = part.dropFirst().dropLast()
      return .parameter(String(name.split(separator: "=").last ?? name))
    }
    for part in words[1].split(separator: "/") where part.hasPrefix("{") {
      let sides = part.dropFirst().dropLast().split(separator: "=").map(String.init)
      pathNames[sides[sides.count - 1]] = sides[0]
    }
    let options = words.dropFirst(3)
    hasWindow = options.contains("window")
    isCreated = options.contains("created")
    operation = options.first { $0.hasPrefix("as=") }.map {
      OperationForm($0.dropFirst(3), of: method.request, schema)
    }
    for option in options where option.contains("=") && !option.hasPrefix("as=") {
      let sides = option.split(separator: "=")
      let target = sides[1].split(separator: ":")
      let path = String(target[0])
      guard let field = operation.map({ $0.field(path) }) ?? method.request.field(path) else {
        preconditionFailure("a route has the parameter \(option)")
      }
      let isVersion = schema.shape(of: field)?.name == "VersionReference"
      let isMessage = if case .message = field.kind { true } else { false }
      parameters.append(
        Parameter(
          name: String(sides[0]),
          field: field,
          isInSeconds: target.count > 1,
          isVersion: isVersion,
          isObject: isMessage && !isVersion
        )
      )
    }
  }

  /// The route by which a method is called by its name.
  init(of method: MessageSchema.Method) {
    verb = "POST"
    self.method = method
    segments = method.name.split(separator: "/").map { .literal(String($0)) }
    (operation, hasWindow, isCreated) = (nil, false, false)
  }

  /// The values of the parameters in a path; nil if it is another path.
  func values(in path: [String]) -> [String: String]? {
    guard path.count == segments.count else { return nil }
    var values: [String: String] = [:]
    for (segment, part) in zip(segments, path) {
      switch segment {
      case .literal(let text): guard text == part else { return nil }
      case .parameter(let name): values[name] = part
      }
    }
    return values
  }
}

/// The operation that a route makes of a body: which member belongs to what.
struct OperationForm: Sendable {
  let name: String
  /// The list of the elements, of which there is one.
  let elements: MessageSchema.Field
  let operation: MessageSchema.Shape
  let element: MessageSchema.Shape
  /// The placement; nil for operations without one.
  let placement: MessageSchema.Shape?
  /// The fields of the transaction that a body can have.
  let transaction: [MessageSchema.Field]

  static let placementField = "to"
  static let operationsField = "operations"
  static let collectionField = "collection"

  /// - Parameter request: the transaction.
  init(_ name: Substring, of request: MessageSchema.Shape, _ schema: MessageSchema) {
    self.name = String(name)
    guard let field = schema.shape("Operation")?.field(self.name),
      let operation = schema.shape(of: field),
      let elements = operation.fields.first(where: { $0.isRepeated }),
      let element = schema.shape(of: elements)
    else { preconditionFailure("there is no operation \(name) on elements") }
    (self.operation, self.elements, self.element) = (operation, elements, element)
    placement = operation.field(OperationForm.placementField).flatMap { schema.shape(of: $0) }
    transaction = request.fields.filter {
      $0.name != OperationForm.operationsField && $0.name != OperationForm.collectionField
    }
  }

  /// The field that a member of the body sets, wherever it belongs.
  func field(_ name: String) -> MessageSchema.Field? {
    element.field(name) ?? placement?.field(name)
      ?? (name == elements.name || name == OperationForm.placementField ? nil : operation.field(name))
      ?? transaction.first { $0.name == name }
  }

  /// All of these fields.
  var fields: [MessageSchema.Field] {
    element.fields + (placement?.fields ?? [])
      + operation.fields.filter { $0.name != elements.name && $0.name != OperationForm.placementField }
      + transaction
  }

  /// The path of a refusal of the service, as the caller has given the member.
  func path(_ path: String) -> String? {
    let operation = "operations[0].\(name)"
    let prefixes = [
      "\(operation).\(elements.name)[0]", "\(operation).\(OperationForm.placementField)", operation,
    ]
    for prefix in prefixes where path.hasPrefix(prefix) {
      let rest = path.dropFirst(prefix.count)
      return rest.isEmpty ? nil : String(rest.drop { $0 == "." })
    }
    return path
  }
}
