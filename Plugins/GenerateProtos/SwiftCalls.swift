/// The calls of the Swift client whose functions need no more than the table says.
struct SwiftCalls {
  let values: SwiftValues
  let methods: MethodList

  /// The text of the file.
  func text() throws -> String {
    """
    // Generated from Protos by the command generate-protos. Do not edit.
    // swift-format-ignore-file

    internal import Wire

    extension ArrangeClient {
    \(try methods.rows.compactMap(function).joined(separator: "\n"))\
    }

    """
  }

  private func function(_ row: MethodList.Row) throws -> String? {
    guard let function = row.entry.functions[.swift] else { return nil }
    let response = values.conversions[row.method.output]?.type
    var text = try comment(row, function)
    if !row.entry.isRepeatable, response != nil { text += "  @discardableResult\n" }
    let request = try request(row, function)
    let parameters = request.parameters.joined(separator: ", ")
    text += "  public func \(function.name)(\(parameters)) async throws(ArrangeError)"
    text += response.map { " -> \($0)" } ?? ""
    text += " {\n    \(response == nil ? "let _: EmptyMessage = " : "")"
    return text + "try await session.call(.\(row.entry.identifier), \(request.value))\n  }\n"
  }

  /// The parameters of the function, and the request that is made of them.
  private func request(
    _ row: MethodList.Row,
    _ function: InterfaceTable.Function
  ) throws -> (parameters: [String], value: String) {
    guard let conversion = values.conversions[row.method.input] else {
      guard function.parameters.isEmpty else { throw function.place.error("the request has no fields") }
      return ([], "EmptyMessage()")
    }
    if function.parameters.map(\.field) == ["request"] {
      return (["_ request: \(conversion.type)"], "request")
    }
    guard let message = values.messages[row.method.input], !conversion.isByHand else {
      throw function.place.error("a request that is converted by hand is a parameter as a whole: _ request")
    }
    let fields = try zip(values.entries(of: message, conversion), values.fields(of: message, conversion))
      .map { (name: $0.0.name, field: $1) }
    var parameters: [String] = []
    for parameter in function.parameters {
      guard let field = fields.first(where: { $0.name == parameter.field })?.field else {
        throw function.place.error("\(conversion.message) has no field \(parameter.field)")
      }
      let label = parameter.label == parameter.field ? "" : parameter.label + " "
      let standard = (parameter.standard ?? field.standard).map { " = \($0)" } ?? ""
      parameters.append("\(label)\(field.property): \(field.type)\(standard)")
    }
    let given = fields.filter { field in function.parameters.contains { $0.field == field.name } }
    let arguments = given.map { ($0.field.isLabelled ? "\($0.field.property): " : "") + $0.field.property }
    return (parameters, "\(conversion.type)(\(arguments.joined(separator: ", ")))")
  }

  /// The documentation comment: that of the method, with those of the fields that are parameters.
  private func comment(_ row: MethodList.Row, _ function: InterfaceTable.Function) throws -> String {
    let comments = Comments(row.file)
    var text = Comments.swift(comments.comment(ofMethod: row.entry.name), indent: "  ")
    let fields = try fields(of: row)
    let parameters = function.parameters.compactMap { parameter in
      comments.comment(ofField: parameter.field, of: row.method.input).map { (parameter.field, $0) }
    }
    guard !parameters.isEmpty else { return text }
    text += "  ///\n  /// - Parameters:\n"
    for (field, comment) in parameters {
      let isOptional = fields[field]?.type.hasSuffix("?") ?? false
      let lines = Comments.swift(comment, indent: "", isOptional: isOptional).split(separator: "\n")
        .map { $0.dropFirst(4) }
      let name = fields[field]?.property ?? InterfaceTable.property(field)
      text += "  ///   - \(name): \(lines.joined(separator: "\n  ///     "))\n"
    }
    return text
  }

  /// The fields of a request by their names, unless it is converted by hand.
  private func fields(of row: MethodList.Row) throws -> [String: FieldConversion] {
    guard let message = values.messages[row.method.input], let conversion = values.conversions[message.name],
      !conversion.isByHand
    else { return [:] }
    let fields = try zip(values.entries(of: message, conversion), values.fields(of: message, conversion))
    return Dictionary(uniqueKeysWithValues: fields.map { ($0.0.name, $1) })
  }
}
