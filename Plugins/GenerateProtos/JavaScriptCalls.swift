/// The calls of the JavaScript client whose functions need no more than the table says: a table of them, and their types.
struct JavaScriptCalls {
  let values: SwiftValues
  let methods: MethodList

  private var rows: [(MethodList.Row, InterfaceTable.Function)] {
    methods.rows.compactMap { row in row.entry.functions[.javascript].map { (row, $0) } }
  }

  /// The text of each file, by its name.
  func texts() throws -> [(name: String, text: String)] {
    [("calls.js", table()), ("call-types.d.ts", try types())]
  }

  /// The table: the name of each function, with its method, and the fields of the request that come before the options.
  private func table() -> String {
    let lines = rows.map { row, function in
      let fields = function.parameters.map { " " + Names.camel($0.field) }.joined()
      let mark = row.method.isServerStream ? (row.entry.isResumed ? "+" : "*") : ""
      return "\(row.entry.name) \(mark)\(function.name)\(fields)"
    }
    return JavaScriptMessages.head + """
      // Each line is a method, the function of the client that calls it, and the fields of the request that are given before the
      // options. Before the name of a function, "*" marks a stream, and "+" one that goes on after a lost connection.
      export const CALLS = `\(lines.joined(separator: "\n"))`;

      """
  }

  private func types() throws -> String {
    let functions = try rows.map(declaration)
    let names = Set(rows.map { Names.short($0.0.method.output) })
      .filter { name in
        values.messages.contains { Names.short($0.key) == name && !$0.value.fields.isEmpty }
      }
    let given = Set(
      try rows.flatMap { row, function in try function.parameters.compactMap { try messageType(row, $0) } }
    )
    return JavaScriptMessages.head + """
      import type { CallOptions, Init, Options, StreamOptions } from "../../arrange.js";
      import type { \(names.union(given).sorted().joined(separator: ", ")) } from "./types.js";

      /** The calls whose functions need no more than the interface says. */
      export interface Calls {
      \(functions.joined(separator: "\n"))\
      }

      """
  }

  /// The type of a parameter that is a message; nil for any other.
  private func messageType(_ row: MethodList.Row, _ parameter: InterfaceTable.Function.Parameter) throws
    -> String?
  {
    guard let field = try field(row, parameter), field.type == 11 else { return nil }
    return Names.short(field.typeName)
  }

  private func field(
    _ row: MethodList.Row,
    _ parameter: InterfaceTable.Function.Parameter
  ) throws -> DescriptorSet.Field? {
    guard let message = values.messages[row.method.input],
      let field = message.fields.first(where: { $0.name == parameter.field })
    else { throw row.entry.place.error("the request has no field \(parameter.field)") }
    return field
  }

  private func declaration(_ row: MethodList.Row, _ function: InterfaceTable.Function) throws -> String {
    var parameters: [String] = []
    for parameter in function.parameters {
      guard let field = try field(row, parameter) else { continue }
      let type: String
      switch field.type {
      case 9: type = "string"
      case 3, 4: type = "number"
      case 8: type = "boolean"
      case 11: type = "Init<\(Names.short(field.typeName))>"
      default: throw function.place.error("a parameter can't be \(field.name)")
      }
      let name = Names.camel(field.name)
      parameters.append(
        name + (parameter.standard == nil ? "" : "?") + ": "
          + (field.isRepeated ? "readonly \(type)[]" : type)
      )
    }
    let request = Names.short(row.method.input)
    let given = function.parameters.map { "\"\(Names.camel($0.field))\"" }.joined(
      separator: " | "
    )
    let hasMore = (values.messages[row.method.input]?.fields.count ?? 0) > function.parameters.count
    let arguments = "<\"\(request)\"\(given.isEmpty ? "" : ", " + given)>"
    let isStream = row.method.isServerStream
    parameters.append(
      "options?: "
        + (isStream ? "StreamOptions\(arguments)" : hasMore ? "Options\(arguments)" : "CallOptions")
    )
    let isEmpty = values.messages[row.method.output]?.fields.isEmpty ?? true
    let response = isEmpty ? "void" : Names.short(row.method.output)
    let result = isStream ? "AsyncIterableIterator<\(response)>" : "Promise<\(response)>"
    return TypeScriptDeclarations.comment(Comments(row.file).comment(ofMethod: row.entry.name), indent: "  ")
      + "  \(function.name)(\(parameters.joined(separator: ", "))): \(result);\n"
  }
}
