/// The addresses below `/v1` as an OpenAPI document, with the comments of the specification.
struct OpenAPIDocument {
  let schema: JSONSchema
  private let schemas: OpenAPISchemas
  private let messages: [String: DescriptorSet.Message]

  /// The statuses that each address may answer with, besides that of success.
  private static let failures = [
    "400", "401", "403", "404", "409", "412", "413", "415", "429", "500", "501", "503", "504",
  ]

  init(_ schema: JSONSchema) {
    self.schema = schema
    schemas = OpenAPISchemas(schema)
    messages = Dictionary(
      uniqueKeysWithValues: schema.set.files.flatMap(\.messages).map { ($0.name, $0) }
    )
  }

  /// The text of the file.
  func text() throws -> String {
    """
    // Generated from Protos by the command generate-protos. Do not edit.
    // swift-format-ignore-file

    /// The addresses below `/v1` as an OpenAPI document.
    package let openAPIDocument = #\"""
    \(try document().written())
    \"""#

    """
  }

  private func document() throws -> JSONText {
    var paths: JSONText = [:]
    func add(_ row: MethodList.Row, _ route: InterfaceTable.Route) throws {
      var path = paths[route.shownPath] ?? [:]
      path[route.verb.lowercased()] = try operation(row, route)
      paths[route.shownPath] = path
    }
    for row in schema.rows {
      for route in row.entry.routes { try add(row, route) }
    }
    for row in schema.rows { try add(row, InterfaceTable.Route(callOf: row.entry)) }
    return [
      "openapi": "3.1.0",
      "info": [
        "title": "Arrange", "version": "1",
        "description":
          "Ordered lists over HTTP. Documentation/http.md explains what all addresses have in common.",
      ],
      "servers": [["url": "/v1"]],
      "security": [["bearer": []], ["ticket": []], [:]],
      "paths": paths,
      "components": [
        "schemas": try schemas.all(),
        "responses": ["Problem": OpenAPISchemas.problemResponse],
        "securitySchemes": [
          "bearer": ["type": "http", "scheme": "bearer"],
          "ticket": ["type": "apiKey", "in": "query", "name": "ticket"],
        ],
      ],
    ]
  }

  // MARK: Operations

  private func operation(_ row: MethodList.Row, _ route: InterfaceTable.Route) throws -> JSONText {
    var operation: JSONText = [
      "operationId": .text(identifier(route)),
      "tags": [.text(String(row.entry.name.prefix { $0 != "/" }))],
    ]
    let lines = Comments.lines(Comments(row.file).comment(ofMethod: row.entry.name))
    if let first = lines.first, !first.isEmpty {
      operation["summary"] = .text(first)
      operation["description"] = .text(lines.joined(separator: "\n"))
    }
    let parameters = try parameters(row, route)
    if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
    if route.hasBody {
      operation["requestBody"] = [
        "required": true, "content": ["application/json": ["schema": try schemas.body(row, route)]],
      ]
    }
    operation["responses"] = responses(row, route)
    return operation
  }

  /// `get_collections_collection_changes`.
  private func identifier(_ route: InterfaceTable.Route) -> String {
    ([route.verb.lowercased()]
      + route.shownPath.split(separator: "/").map { $0.filter { $0 != "{" && $0 != "}" } })
      .joined(separator: "_")
  }

  private func parameters(_ row: MethodList.Row, _ route: InterfaceTable.Route) throws -> [JSONText] {
    var parameters = route.pathParameters.map { parameter -> JSONText in
      [
        "name": .text(parameter.name), "in": "path", "required": true,
        "schema": ["type": "string", "minLength": 1, "maxLength": 128],
      ]
    }
    let fields = try schema.fields(of: route, row)
    for parameter in route.parameters {
      guard let field = fields.first(where: { $0.name == parameter.field }) else { continue }
      let schema: JSONText =
        parameter.isInSeconds ? ["type": "number", "minimum": 0] : schemas.parameter(of: field)
      let isObject = OpenAPISchemas.isObject(field)
      parameters.append([
        "name": .text(parameter.name), "in": "query",
        isObject ? "content" : "schema": isObject ? ["application/json": ["schema": schema]] : schema,
      ])
    }
    if route.hasWindow { parameters += OpenAPISchemas.window }
    return parameters + headers(row, route)
  }

  private func headers(_ row: MethodList.Row, _ route: InterfaceTable.Route) -> [JSONText] {
    let names = Set(messages[row.method.input]?.fields.map(\.name) ?? [])
    func header(_ name: JSONText, _ schema: JSONText) -> JSONText {
      ["name": name, "in": "header", "schema": schema]
    }
    var headers = [header("Request-Timeout", ["type": "number", "exclusiveMinimum": 0])]
    if names.contains("request_id") {
      headers.append(header("Idempotency-Key", ["type": "string", "minLength": 1, "maxLength": 64]))
    }
    if names.contains("if_version"), names.contains("if_history") {
      headers.append(header("If-Match", OpenAPISchemas.entityTag))
    }
    if route.isCreated { headers.append(header("If-None-Match", ["const": "*"])) }
    if hasEntityTag(row, route) { headers.append(header("If-None-Match", OpenAPISchemas.entityTag)) }
    if row.method.isServerStream, names.contains("resume_token") {
      headers.append(header("Last-Event-ID", ["type": "string"]))
      headers.append(["name": "wait", "in": "query", "schema": ["type": "number", "minimum": 0]])
    }
    return headers
  }

  /// Whether the answer can be that nothing has changed.
  private func hasEntityTag(_ row: MethodList.Row, _ route: InterfaceTable.Route) -> Bool {
    route.verb == "GET" && row.entry.name == "Collections/Fetch"
  }

  private func responses(_ row: MethodList.Row, _ route: InterfaceTable.Route) -> JSONText {
    var responses: JSONText = [:]
    if messages[row.method.output]?.fields.isEmpty ?? true {
      responses["204"] = ["description": "It is done."]
    } else {
      let reference: JSONText = ["$ref": .text("#/components/schemas/\(Names.short(row.method.output))")]
      let content: JSONText =
        row.method.isServerStream
        ? [
          "text/event-stream": ["schema": ["type": "string"]],
          "application/json": [
            "schema": [
              "type": "object", "required": ["messages"],
              "properties": ["messages": ["type": "array", "items": reference]],
            ]
          ],
        ] : ["application/json": ["schema": reference]]
      responses[route.isCreated ? "201" : "200"] = ["description": "The answer.", "content": content]
    }
    if row.method.isServerStream {
      responses["204"] = ["description": "Nothing has changed in the time that was waited."]
    }
    if hasEntityTag(row, route) {
      responses["304"] = ["description": "The list is still at the version of If-None-Match."]
    }
    for status in OpenAPIDocument.failures + ["default"] {
      responses[status] = ["$ref": "#/components/responses/Problem"]
    }
    return responses
  }
}

extension InterfaceTable.Route {
  /// The address by which a method is called by its name.
  init(callOf method: InterfaceTable.Method) {
    (place, verb, path) = (method.place, "POST", "/\(method.name)")
  }
}
