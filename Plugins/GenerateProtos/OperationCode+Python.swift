extension OperationCode {
  /// The functions of the Python client that make operations.
  func python() -> String {
    let messages = operations.map { Names.short($0.message.name) }.sorted()
    let policies = Set(operations.flatMap(\.others).compactMap(policy))
    let types = policies.union(["NewElements", "Place", "References"]).sorted()
    return """
      \"""The operations of transactions. Generated from Protos by the command generate-protos. Do not edit.\"""

      from __future__ import annotations

      from collections.abc import Iterable

      from ..elements import \(types.joined(separator: ", ")), to_element, to_reference
      from ..v1.operations_pb2 import (
          AdoptedItem,
          ElementUpdate,
      \(messages.map { "    \($0),\n" }.joined())\
          \(Names.short(Names.package + table.message)),
      )
      from ..values import checked_text, several

      __all__ = [
      \(operations.map(\.field.name).sorted().map { "    \"\($0)\",\n" }.joined())\
      ]

      \(operations.map(function).joined(separator: "\n"))
      """
  }

  private func function(_ operation: Operation) -> String {
    let others = operation.others
    let named = operation.elements.map { "\($0.field.name): \(type(of: $0))" }
    let declarations = others.map { parameter in
      let isChoice = operation.isChoice(parameter)
      switch parameter.form {
      case .flag: return "\(parameter.field.name): bool = False"
      case .policy(let type, true): return "\(parameter.field.name): \(type) | None = None"
      case .policy(let type, false): return "\(parameter.field.name): \(type) = \(type).FAIL"
      case .place: return "\(parameter.field.name): Place | None = None"
      default: return "\(parameter.field.name): str" + (isChoice ? " | None = None" : " = \"\"")
      }
    }
    let parameters =
      (named.map { [$0] } ?? []) + (declarations.isEmpty || named == nil ? [] : ["*"]) + declarations
    let comments = ((operation.elements.map { [$0] } ?? []) + others).map { parameter in
      let lines = Comments.lines(parameter.comment)
      return "\n    ``\(parameter.field.name)``: \(lines.first ?? "")\n"
        + lines.dropFirst().map { "    \($0)\n" }.joined()
    }
    let head = Comments.lines(operation.comment)
    return """

      def \(operation.field.name)(\(parameters.joined(separator: ", "))) -> \(table.message):
          \"""\(head.first ?? "")
      \(head.dropFirst().map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined())\(comments.joined())    \"""
          message = \(Names.short(operation.message.name))(\(arguments(operation).joined(separator: ", ")))
      \(others.map { optional($0, operation) }.joined())\
          return \(table.message)(\(operation.field.name)=message)

      """
  }

  /// The enum of a parameter, if it is a policy.
  private func policy(_ parameter: Parameter) -> String? {
    if case .policy(let type, _) = parameter.form { type } else { nil }
  }

  private func type(of parameter: Parameter) -> String {
    switch parameter.form {
    case .elements: "NewElements"
    case .references: "References"
    case .updates: "Iterable[ElementUpdate]"
    case .adopted: "Iterable[AdoptedItem]"
    default: "Iterable[str]"
    }
  }

  /// The fields that are always there.
  private func arguments(_ operation: Operation) -> [String] {
    operation.parameters.compactMap { parameter in
      let name = parameter.field.name
      switch parameter.form {
      case .elements: return "\(name)=[to_element(each) for each in several(\(name), \"\(name)\")]"
      case .references: return "\(name)=[to_reference(each) for each in several(\(name), \"\(name)\")]"
      case .updates, .adopted: return "\(name)=several(\(name), \"\(name)\")"
      case .ids: return "\(name)=[checked_text(each, \"\(name)\") for each in several(\(name), \"\(name)\")]"
      case .section: return "\(name)=checked_text(\(name), \"\(name)\")"
      case .flag: return "\(name)=\(name)"
      case .place, .below, .policy: return nil
      }
    }
  }

  /// The statement that sets a field which may be left out.
  private func optional(_ parameter: Parameter, _ operation: Operation) -> String {
    let name = parameter.field.name
    if case .place = parameter.form {
      return "    if \(name) is not None:\n        message.\(name).CopyFrom(\(name).message())\n"
    }
    if case .policy(let type, let isChoice) = parameter.form {
      // The types of protobuf do not know that numbers are values of enums.
      let line = "message.\(name) = \(type)(\(name)).value  # type: ignore[assignment]\n"
      return isChoice ? "    if \(name) is not None:\n        \(line)" : "    \(line)"
    }
    guard operation.isChoice(parameter) else { return "" }
    return "    if \(name) is not None:\n        message.\(name) = checked_text(\(name), \"\(name)\")\n"
  }
}
