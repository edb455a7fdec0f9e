/// How the server finds what a call is about, and the function that carries it out.
struct SwiftDispatch {
  let values: SwiftValues
  let methods: MethodList

  /// The text of the file.
  func text() throws -> String {
    """
    // Generated from Protos by the command generate-protos. Do not edit.
    // swift-format-ignore-file

    import ArrangeModel
    import Changes
    import Engine
    import Wire

    extension ConnectionCalls {
      /// Reads the request of a call, checks whether the caller may make it, and carries it out. The functions are those of
      /// ``IncomingCall`` with the name of the method, and for streams those of ``ConnectionCalls``.
      @inline(__always)
      func dispatch(
        _ method: Method,
        _ call: inout IncomingCall,
        _ body: UnsafeRawBufferPointer
      ) throws(ArrangeError) {
        switch method {
    \(try methods.rows.map(row).joined())\
        }
      }
    }

    extension IncomingCall {
    \(try methods.rows.compactMap(shardFunction).joined(separator: "\n"))\
    }

    \(try methods.rows.compactMap(conformance).joined(separator: "\n"))
    """
  }

  private func row(_ row: MethodList.Row) throws -> String {
    let name = row.entry.identifier
    let head = "    case .\(name): "
    guard let request = values.conversions[row.method.input]?.type else {
      // Permissions are checked with the request.
      guard ["anybody", "listed"].contains(row.entry.kind) else {
        throw row.entry.place.error("what needs a permission has a request with fields")
      }
      return "\(head)try call.\(name)()\n"
    }
    let isStream = row.method.isServerStream
    switch row.entry.kind {
    case "on", "operations", "overlays", "sink":
      let function = isStream ? "try self.\(name)(request, call)" : "try call.\(name)(request)"
      return head
        + "try run(&call, method, body) { (call, request: \(request)) throws(ArrangeError) in \(function) }\n"
    case "steps":
      return "\(head)try \(name)(try \(request).decode(body, using: connection.arena), &call, method, body)\n"
    case "server": return "\(head)try \(name)(try readForServer(body, method, &call), call)\n"
    case "node": return "\(head)try \(name)(\(request).decode(body, using: connection.arena), call)\n"
    default:
      let isOfConnection = isStream || row.entry.kind == "sink here"
      let function = isOfConnection ? "\(name)(request, call)" : "call.\(name)(request)"
      let condition =
        row.entry.readsCatalog
        ? "if !awaitCatalog(call, method, body) { try \(function) }" : "try \(function)"
      return
        "\(head.dropLast())\n      let request: \(request) = try readOpen(body, method)\n      \(condition)\n"
    }
  }

  /// The function that hands a request to the shard of its name.
  private func shardFunction(_ row: MethodList.Row) throws -> String? {
    guard let arguments = row.entry.shardArguments else { return nil }
    guard let request = values.conversions[row.method.input]?.type,
      let name = try accessedField(row),
      let response = values.conversions[row.method.output]?.type
    else { throw row.entry.place.error("a shard is handed a request with a name, and answers with a value") }
    var (lines, passed): ([String], [String]) = (["let reply: Reply<\(response)> = reply()"], [])
    for argument in arguments {
      switch argument {
      case "request": passed.append("request")
      case "largest answer":
        lines.append("let largest = largestAnswer")
        passed.append("largestAnswer: largest")
      case "caller":
        lines.append("let caller = caller")
        passed.append("for: caller")
      default: throw row.entry.place.error("a shard is passed 'request', 'largest answer' and 'caller'")
      }
    }
    passed.append("reply: reply")
    let function = row.entry.identifier
    return """
        func \(function)(_ request: \(request)) throws(ArrangeError) {
      \(lines.map { "    \($0)\n" }.joined())\
          onShard(of: request.\(name)) { $0.\(row.entry.shardFunction ?? function)(\(passed.joined(separator: ", "))) }
        }

      """
  }

  /// The field of a request with the name that it is about; nil if it is about none.
  private func accessedField(_ row: MethodList.Row) throws -> String? {
    guard ["on", "operations", "overlays", "sink"].contains(row.entry.kind) else { return nil }
    let fields = values.messages[row.method.input]?.fields.map(\.name) ?? []
    guard let field = ["name", "collection"].first(where: fields.contains) else {
      throw row.entry.place.error(
        "the request has no field 'name' or 'collection' that the permission is for"
      )
    }
    return field
  }

  /// What the access check has to know of a request.
  private func conformance(_ row: MethodList.Row) throws -> String? {
    guard let name = try accessedField(row), let message = values.messages[row.method.input],
      let conversion = values.conversions[row.method.input]
    else { return nil }
    var text = """
      extension \(conversion.type): AccessedRequest {
        var accessedName: Identifier {
          get { \(name) }
          set { \(name) = newValue }
        }

      """
    if row.entry.kind == "overlays" {
      text += "  var accessedPermissions: PermissionSet { isAboutOthers ? .manage : [] }\n"
    }
    if row.entry.kind == "operations" { text += "  var accessedOperations: [ListOperation] { operations }\n" }
    if message.fields.contains(where: { $0.name == "view" }) {
      let isOptional =
        try conversion.isByHand
        || values.fields(of: message, conversion).contains { $0.property == "view" && $0.type.hasSuffix("?") }
      text += """
          var accessedView: ViewDefinition? {
            get { view }
            set { \(isOptional ? "view = newValue" : "if let newValue { view = newValue }") }
          }

        """
    }
    if row.entry.showsViews { text += "  static var showsStoredView: Bool { true }\n" }
    if row.entry.makesName { text += "  static var makesName: Bool { true }\n" }
    return text + "}\n"
  }
}
