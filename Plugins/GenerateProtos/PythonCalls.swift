import Foundation

/// The calls of the Python client whose functions need no more than the table says, with and without an event loop.
struct PythonCalls {
  let values: SwiftValues
  let methods: MethodList

  /// Messages that the client turns into types of its own: the type and the function, both of `arrange.results`.
  private static let results = ["CollectionInfo": ("CollectionInfo", "from_info")]

  /// A parameter with its type and its default, and how it becomes a field of the request.
  private struct Parameter {
    var declaration: String
    var argument: String
  }

  /// The text of each file, by its name.
  func texts() throws -> [(name: String, text: String)] {
    let rows = methods.rows.filter { $0.entry.functions[.python] != nil }
    let functions = try rows.map(function)
    return [
      ("__init__.py", Self.head("The calls that follow from the interface.")),
      ("calls.py", head(functions.joined()) + functions.joined(separator: "\n")),
      ("blocking.py", blocking(rows)),
    ]
  }

  private static func head(_ text: String) -> String {
    "\"\"\"\(text) Generated from Protos by the command generate-protos. Do not edit.\"\"\"\n"
  }

  /// The beginning of the file: what the functions use is imported.
  private func head(_ text: String) -> String {
    func uses(_ name: String) -> Bool {
      text.range(of: "\\b\(name)\\b", options: .regularExpression) != nil
    }
    func imports(_ module: String, _ names: [String]) -> String {
      let used = names.filter(uses)
      return used.isEmpty ? "" : "from \(module) import \(used.joined(separator: ", "))\n"
    }
    let modules = values.files.map { file in
      ((file.path as NSString).lastPathComponent as NSString).deletingPathExtension + "_pb2"
    }
    return Self.head("The calls of a client with an event loop.") + """

      from __future__ import annotations

      from collections.abc import AsyncIterator, Iterable
      from typing import Any, TypeVar

      from google.protobuf.message import Message

      from .._session import Session
      from .._streams import ServerStream
      \(imports("..results", Self.results.values.flatMap { [$0.0, $0.1] }))\
      \(imports("..v1", modules + ["methods"]))\
      from ..v1.methods import Method
      \(imports("..v1.operations_pb2", ["Operation"]))\
      \(imports("..values", ["FieldsInput", "checked_count", "checked_text", "several", "to_fields"]))\

      Response = TypeVar("Response", bound=Message)


      class Calls:
          \"""The calls whose functions need no more than the interface says.\"""

          _session: Session
          _timeout: float | None

          async def _call(self, method: Method, request: Message, response: type[Response], **options: Any) -> Response:
              return await self._session.call(method, request, response, timeout=self._timeout, **options)


      """
  }

  private func function(_ row: MethodList.Row) throws -> String {
    guard let function = row.entry.functions[.python], let request = values.messages[row.method.input] else {
      return ""
    }
    var parameters = ["self"]
    var arguments: [String] = []
    for (index, parameter) in function.parameters.enumerated() {
      let isSeveral = parameter.field.hasPrefix("*")
      if index == function.positional, !isSeveral { parameters.append("*") }
      let name = isSeveral ? String(parameter.field.dropFirst()) : parameter.field
      guard let field = request.fields.first(where: { $0.name == name }) else {
        throw function.place.error("\(Names.short(request.name)) has no field \(name)")
      }
      let made = try self.parameter(field, parameter, isSeveral: isSeveral, function.place)
      parameters.append(made.declaration)
      arguments.append(made.argument)
    }
    let (requestType, response) = (try type(row.method.input), try type(row.method.output))
    let isEmpty = values.messages[row.method.output]?.fields.isEmpty ?? true
    let own = Self.results[Names.short(row.method.output)]
    let result =
      row.method.isServerStream ? "AsyncIterator[\(response)]" : isEmpty ? "None" : own?.0 ?? response
    var text = "    async def \(function.name)(\(parameters.joined(separator: ", "))) -> \(result):\n"
    text += Self.comment(Comments(row.file).comment(ofMethod: row.entry.name))
    text += "        request = \(requestType)(\(arguments.joined(separator: ", ")))\n"
    let constant = MethodList.constant(row.entry.identifier)
    guard row.method.isServerStream else {
      let call = "await self._call(methods.\(constant), request, \(response))"
      return text
        + (isEmpty ? "        \(call)\n" : "        return \(own.map { "\($0.1)(\(call))" } ?? call)\n")
    }
    let reopens = row.entry.isResumed ? "" : ", reopens=False"
    return text + """
              stream = ServerStream(self._session, methods.\(constant), lambda: request, \(response)\(reopens))
              try:
                  while (message := await stream.next()) is not None:
                      yield message
              finally:
                  stream.end()

      """
  }

  private func parameter(
    _ field: DescriptorSet.Field,
    _ parameter: InterfaceTable.Function.Parameter,
    isSeveral: Bool,
    _ place: InterfaceTable.Place
  ) throws -> Parameter {
    let name = field.name
    var (type, value): (String, String)
    switch (field.type, field.isRepeated) {
    case (9, false): (type, value) = ("str", "checked_text(\(name), \"\(name)\")")
    case (3, false), (4, false): (type, value) = ("int", "checked_count(\(name), \"\(name)\")")
    case (8, false): (type, value) = ("bool", name)
    case (9, true): (type, value) = ("Iterable[str]", "several(\(name), \"\(name)\")")
    case (11, true) where field.typeName == SwiftValues.fieldMessage:
      (type, value) = ("FieldsInput", "to_fields(\(name), \"\(name)\")")
    case (11, true) where isSeveral: (type, value) = (Names.short(field.typeName), name)
    case (11, false): (type, value) = (try self.type(field.typeName), name)
    default: throw place.error("a parameter can't be \(name)")
    }
    if parameter.standard == "None" {
      type += " | None"
      if value.hasPrefix("checked_") { value = "None if \(name) is None else \(value)" }
    }
    let standard = parameter.standard.map { " = \($0)" } ?? ""
    return Parameter(
      declaration: "\(isSeveral ? "*" : "")\(name): \(type)\(standard)",
      argument: "\(name)=\(value)"
    )
  }

  /// A message with the module that has it.
  private func type(_ name: String) throws -> String {
    guard let file = values.files.first(where: { $0.messages.contains { $0.name == name } }) else {
      throw GenerationError("there is no message \(name)")
    }
    let module = ((file.path as NSString).lastPathComponent as NSString).deletingPathExtension
    return "\(module)_pb2.\(Names.short(name))"
  }

  private static func comment(_ text: String?) -> String {
    let lines = Comments.lines(text)
    guard lines.count > 1 else { return "        \"\"\"\(lines.first ?? "")\"\"\"\n" }
    let rest = lines.dropFirst().map { $0.isEmpty ? "\n" : "        \($0)\n" }
    return "        \"\"\"\(lines[0])\n\(rest.joined())        \"\"\"\n"
  }

  private func blocking(_ rows: [MethodList.Row]) -> String {
    let lines = rows.compactMap { row in
      row.entry.functions[.python].map { function in
        "    \(function.name) = \(row.method.isServerStream ? "iterates" : "waits")(Calls.\(function.name))\n"
      }
    }
    return Self.head("The calls of a client without an event loop.") + """

      from __future__ import annotations

      from .._waiting import Waiting, iterates, waits
      from .calls import Calls


      class BlockingCalls(Waiting):
          \"""The calls of ``Calls``; each blocks its thread until it is answered.\"""

      \(lines.joined())
      """
  }
}
