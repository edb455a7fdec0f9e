import Foundation

/// The operations that a transaction consists of: the Swift enum, its conversion, and what tests need of each operation.
struct OperationCode {
  let values: SwiftValues
  let table: InterfaceTable.Operations
  let operations: [Operation]

  /// An operation: a member of the oneof.
  struct Operation {
    var field: DescriptorSet.Field
    var message: DescriptorSet.Message
    /// The Swift case.
    var name: String
    var permission: String
    var parameters: [Parameter]
    var comment: String?
    /// What belongs to another parameter in Swift, and is a parameter of its own elsewhere: the section of a place, the parent, and
    /// the policies that are about them.
    var companions: [Parameter]

    /// The elements that the operation names.
    var elements: Parameter? { parameters.first { $0.form.named != nil } }

    /// The section of a place.
    var section: Parameter? { companions.first { $0.field.name == "section" } }

    /// All but the elements, each by itself.
    var others: [Parameter] {
      (section.map { [$0] } ?? []) + parameters.filter { $0.form.named == nil }
        + companions.filter { $0.field.name != "section" }
    }

    func isChoice(_ parameter: Parameter) -> Bool { parameter.field.choice != nil }
  }

  /// A parameter of an operation.
  struct Parameter {
    /// The label; empty for none.
    var label: String
    var field: DescriptorSet.Field
    var form: Form
    /// Whether the elements that it names, or among which it is a place, are sections.
    var isOfSections: Bool
    var comment: String?

    /// The name of the parameter's value.
    var name: String { InterfaceTable.property(field.name) }
    var kind: String { isOfSections ? ".section" : ".item" }
  }

  /// What a parameter is in Swift. It follows from the type of the field.
  enum Form {
    case elements, references, updates, adopted, ids
    /// A section, or the parent of items.
    case section
    case flag
    /// A place; `choice` is the oneof of the section in which it is, if there is one.
    case place(choice: String?)
    /// A parent that may be left out, with what is said about it.
    case below
    /// A value of an enum, which is optional if the enum has a value for what was not said.
    case policy(type: String, isOptional: Bool)

    var type: String {
      switch self {
      case .elements: "[NewElement]"
      case .references: "[ElementReference]"
      case .updates: "[FieldsUpdate]"
      case .adopted: "[AdoptedItem]"
      case .ids: "[Identifier]"
      case .section: "Identifier"
      case .flag: "Bool"
      case .place(nil): "SectionDestination"
      case .place: "ItemDestination"
      case .below: "ParentChoice"
      case .policy(let type, let isOptional): type + (isOptional ? "?" : "")
      }
    }

    /// The default of the parameter in Swift, if it has one.
    func standard(isElsewhere: Bool) -> String? {
      switch self {
      case .below: "ParentChoice()"
      case .policy(_, true): "nil"
      case .section where isElsewhere: ".empty"
      default: nil
      }
    }

    /// The case of `NamedElements`, if the parameter names elements.
    var named: String? {
      switch self {
      case .elements: "new"
      case .references: "existing"
      case .updates: "updated"
      case .adopted: "adopted"
      case .ids: "ids"
      case .section, .flag, .place, .below, .policy: nil
      }
    }
  }

  /// - Throws: an error with the line of the table, if it does not fit the specification.
  init(values: SwiftValues, table: InterfaceTable) throws {
    guard let entry = table.operations else {
      throw GenerationError("\(table.file): there are no operations")
    }
    (self.values, self.table) = (values, entry)
    let name = Names.package + entry.message
    guard let file = values.files.first(where: { $0.messages.contains { $0.name == name } }),
      let union = values.messages[name]
    else { throw entry.place.error("there is no message \(entry.message)") }
    let missing = union.fields.first { field in !entry.rows.contains { $0.field == field.name } }
    if let missing { throw entry.place.error("\(missing.name) is not here") }
    operations = try entry.rows.map { row in
      guard let field = union.fields.first(where: { $0.name == row.field }),
        let message = values.messages[field.typeName]
      else { throw row.place.error("\(entry.message) has no member \(row.field)") }
      return try OperationCode.operation(row, field, message, Comments(file), values)
    }
  }

  private static func operation(
    _ row: InterfaceTable.Operations.Row,
    _ field: DescriptorSet.Field,
    _ message: DescriptorSet.Message,
    _ comments: Comments,
    _ values: SwiftValues
  ) throws -> Operation {
    let isOfSections = message.fields.contains { $0.name == "sections" }
    func parameter(_ label: String, _ name: String) throws -> Parameter {
      guard let source = message.fields.first(where: { $0.name == name }) else {
        throw row.place.error("\(row.field) has no field \(name)")
      }
      guard let form = form(of: source, in: message, values) else {
        throw row.place.error("what \(row.field).\(name) is in Swift is not known: see OperationCode.Form")
      }
      return Parameter(
        label: label,
        field: source,
        form: form,
        isOfSections: isOfSections,
        comment: comments.comment(ofField: name, of: message.name)
      )
    }
    let parameters = try row.parameters.map(parameter)
    let given = Set(parameters.map(\.field.name))
    // The section and the parent of a place belong to it.
    let companions = try message.fields.filter { field in
      let choice = field.choice.map { message.choices[$0] }
      return !given.contains(field.name)
        && (["section_choice", "parent_choice"].contains(choice)
          || ["if_parent_missing", "if_cycle"].contains(field.name))
    }
    .map { try parameter(InterfaceTable.property($0.name), $0.name) }
    let known = (parameters + companions).map(\.field.name)
    if let missing = message.fields.first(where: { !known.contains($0.name) }) {
      throw row.place.error("\(row.field).\(missing.name) is not here")
    }
    return Operation(
      field: field,
      message: message,
      name: Names.camel(row.field),
      permission: row.permission,
      parameters: parameters,
      comment: comments.comment(ofMessage: message.name),
      companions: companions
    )
  }

  private static func form(
    of field: DescriptorSet.Field,
    in message: DescriptorSet.Message,
    _ values: SwiftValues
  ) -> Form? {
    switch (field.type, field.isRepeated, Names.short(field.typeName)) {
    case (11, true, "NewElement"): .elements
    case (11, true, "ElementReference"): .references
    case (11, true, "ElementUpdate"): .updates
    case (11, true, "AdoptedItem"): .adopted
    case (11, false, "Placement"): .place(choice: message.choices.first { $0 == "section_choice" })
    case (9, true, _): .ids
    case (9, false, _):
      field.choice.map { message.choices[$0] } == "parent_choice" ? .below : .section
    case (8, false, _): .flag
    case (14, false, _):
      values.types[field.typeName].map { type in
        let all = values.files.lazy.flatMap(\.enums).first { $0.name == field.typeName }?.cases ?? []
        return .policy(type: type, isOptional: all.first?.name.hasSuffix("_UNSPECIFIED") ?? false)
      }
    default: nil
    }
  }

  static func head(_ imports: String) -> String {
    """
    // Generated from Protos by the command generate-protos. Do not edit.
    // swift-format-ignore-file


    """ + imports + "\n"
  }

  // MARK: The enum

  /// The declaration of the enum.
  func declaration() -> String {
    let type = table.type
    let cases = operations.map { operation in
      let parameters = operation.parameters.map { parameter in
        let standard = parameter.form.standard(isElsewhere: parameter.field.name == "parent")
        return (parameter.label.isEmpty ? "" : "\(parameter.label): ") + parameter.form.type
          + (standard.map { " = \($0)" } ?? "")
      }
      let comments = operation.parameters.map { parameter in
        let lines = Comments.lines(parameter.comment.map(Comments.camel)).map { "  ///     \($0)\n" }.joined()
        return "  ///   - \(parameter.name): " + lines.drop { $0 == " " || $0 == "/" }
      }
      return Comments.swift(operation.comment, indent: "  ") + "  ///\n  /// - Parameters:\n"
        + comments.joined()
        + "  case \(operation.name)(\(parameters.joined(separator: ", ")))\n"
    }
    let comment = values.files.lazy.compactMap {
      Comments($0).comment(ofMessage: Names.package + table.message)
    }
    .first
    return Self.head("") + Comments.swift(comment, indent: "") + """
      public enum \(type): Sendable, Hashable {
      \(cases.joined(separator: "\n"))}

      extension \(type) {
        /// The kinds of operations, with the names of their fields in a request, which stand in the paths of errors.
        package enum Kind: String, Sendable, CaseIterable {
      \(operations.map { "    case \($0.name) = \"\($0.field.name)\"\n" }.joined())\
        }

        package var kind: Kind {
          switch self {
      \(operations.map { "    case .\($0.name): .\($0.name)\n" }.joined())\
          }
        }

        /// The elements that the operation names.
        var named: NamedElements {
          switch self {
      \(operations.map { operation in
        let names = operation.parameters.map { $0.form.named == nil ? "_" : "let all" }.joined(separator: ", ")
        return "    case .\(operation.name)(\(names)): .\(operation.elements?.form.named ?? "ids")"
          + "(\(operation.elements == nil ? "[]" : "all"))\n"
      }.joined())\
          }
        }
      }

      extension \(type).Kind {
        /// The permission that an operation requires. ``Permission/write`` includes ``Permission/move``.
        package var permission: Permission {
          switch self {
      \(operations.map { "    case .\($0.name): .\($0.permission)\n" }.joined())\
          }
        }
      }

      """
  }

  // MARK: The conversion

  /// The conversion between the enum and its message.
  func conversion() -> String {
    let union = Names.package + table.message
    let type = CNames.type(union)
    return Self.head("internal import ArrangeModel\ninternal import CArrangeProtos\n") + """
      extension \(table.type) {
        init(_ message: UnsafePointer<\(type)>) throws(ArrangeError) {
          switch message.pointee.kind_case {
      \(operations.map { reading($0, union) }.joined())\
          default:
            throw Boundary.noChoice("kind")
          }
        }

        /// Fills in a message with default values.
        func fill(_ message: UnsafeMutablePointer<\(type)>, in arena: Arena) {
          switch self {
      \(operations.map { writing($0, union) }.joined())\
          }
        }
      }

      """
  }

  private func reading(_ operation: Operation, _ union: String) -> String {
    let parameters = operation.parameters.map { parameter in
      let (source, quoted) = (
        "body.pointee.\(CNames.property(parameter.field.name))", "\"\(parameter.field.name)\""
      )
      let count = "body.pointee.n_\(parameter.field.name)"
      let reading =
        switch parameter.form {
        case .elements: "NewElement.list(\(source), \(count), \(quoted))"
        case .references: "ElementReference.list(\(source), \(count), of: \(parameter.kind), \(quoted))"
        case .updates: "FieldsUpdate.list(\(source), \(count), of: \(parameter.kind), \(quoted))"
        case .adopted: "AdoptedItem.list(\(source), \(count), \(quoted))"
        case .ids: "Identifier.list(\(source), \(count), of: \(parameter.kind), \(quoted))"
        case .section: "Boundary.identifier(\(source), \(quoted), allowingEmpty: true)"
        case .flag: "\(source) != 0"
        case .place(nil): "SectionDestination(\(source), among: .section, \(quoted))"
        case .place(let choice?):
          "ItemDestination(section: body.pointee.\(choice)_case == "
            + "\(CNames.constant("section", in: choice, of: operation.message.name)) ? body.pointee.section : nil, \(source)"
            + ", below: \(below(operation)))"
        case .below: below(operation)
        case .policy(let type, true): "\(source).rawValue == 0 ? nil : try \(type)(\(source), \(quoted))"
        case .policy(let type, false): "\(type)(\(source), \(quoted))"
        }
      let isChecked =
        switch parameter.form {
        case .flag, .policy(_, true): false
        default: true
        }
      return
        "          \(parameter.label.isEmpty ? "" : "\(parameter.label): ")\(isChecked ? "try " : "")\(reading)"
    }
    return """
          case \(CNames.constant(operation.field.name, in: "kind", of: union)):
            let body = message.pointee.\(operation.field.name).unsafelyUnwrapped
            self = try Boundary.within("\(operation.field.name)") { () throws(ArrangeError) in
              .\(operation.name)(
      \(parameters.joined(separator: ",\n"))
              )
            }

      """
  }

  /// What makes the parent that an operation names, with what it says about it.
  private func below(_ operation: Operation) -> String {
    let constant = CNames.constant("parent", in: "parent_choice", of: operation.message.name)
    let cycle = operation.message.fields.contains { $0.name == "if_cycle" } ? ", body.pointee.if_cycle" : ""
    return "ParentChoice(body.pointee.parent_choice_case == \(constant) ? body.pointee.parent : nil, "
      + "body.pointee.if_parent_missing\(cycle))"
  }

  /// The statements that write such a parent.
  private func writing(below value: String, _ operation: Operation) -> [String] {
    let constant = CNames.constant("parent", in: "parent_choice", of: operation.message.name)
    let hasCycle = operation.message.fields.contains { $0.name == "if_cycle" }
    return [
      "if let parent = \(value).parent {",
      "  body.pointee.parent_choice_case = \(constant)",
      "  body.pointee.parent = arena.bytes(of: parent)",
      "}",
      "body.pointee.if_parent_missing = \(value).ifMissing.message",
    ] + (hasCycle ? ["body.pointee.if_cycle = \(value).ifCycle.message"] : [])
  }

  private func writing(_ operation: Operation, _ union: String) -> String {
    let statements = operation.parameters.flatMap { parameter -> [String] in
      let (target, value) = ("body.pointee.\(CNames.property(parameter.field.name))", parameter.name)
      let count = "body.pointee.n_\(parameter.field.name) = \(value).count"
      switch parameter.form {
      case .elements: return [count, "\(target) = NewElement.messages(\(value), in: arena)"]
      case .references: return [count, "\(target) = ElementReference.messages(\(value), in: arena)"]
      case .updates: return [count, "\(target) = FieldsUpdate.messages(\(value), in: arena)"]
      case .adopted: return [count, "\(target) = AdoptedItem.messages(\(value), in: arena)"]
      case .ids: return [count, "\(target) = arena.list(of: \(value))"]
      case .section: return ["\(target) = arena.bytes(of: \(value))"]
      case .flag: return ["\(target) = \(value) ? 1 : 0"]
      case .place(nil): return ["\(target) = \(value).message(in: arena)"]
      case .place(let choice?):
        return [
          "if let section = \(value).section {",
          "  body.pointee.\(choice)_case = \(CNames.constant("section", in: choice, of: operation.message.name))",
          "  body.pointee.section = arena.bytes(of: section)",
          "}",
          "\(target) = \(value).message(in: arena)",
        ] + writing(below: "\(value).below", operation)
      case .below: return writing(below: value, operation)
      case .policy(_, true): return ["if let value = \(value) { \(target) = value.message }"]
      case .policy(_, false): return ["\(target) = \(value).message"]
      }
    }
    return """
          case .\(operation.name)(\(operation.parameters.map { "let \($0.name)" }.joined(separator: ", "))):
            let body = arena.make(\(CNames.lower(operation.message.name))__init)
      \(statements.map { "      \($0)\n" }.joined())\
            message.pointee.kind_case = \(CNames.constant(operation.field.name, in: "kind", of: union))
            message.pointee.\(operation.field.name) = body

      """
  }
}
