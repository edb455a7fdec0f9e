extension OperationCode {
  /// Random operations, and illegal ones, for the tests of the wire.
  func randomOperations() -> String {
    let cases = operations.enumerated().map { index, operation in
      let parameters = operation.parameters.map { parameter in
        let making =
          switch parameter.form {
          case .elements: "list(1...4) { $0.newElement() }"
          case .references: "list(1...4) { $0.reference(empty: \(parameter.isOfSections)) }"
          case .updates: "list(1...3) { $0.update(empty: \(parameter.isOfSections)) }"
          case .adopted: "list(1...3) { $0.adoptedItem() }"
          case .ids: "list(1...5) { $0.identifier(allowingEmpty: \(parameter.isOfSections)) }"
          case .section: "identifier(allowingEmpty: true)"
          case .flag: "flag()"
          case .place(nil): "sectionDestination()"
          case .place:
            "itemDestination(hasCycles: \(operation.companions.contains { $0.field.name == "if_cycle" }))"
          case .below: "parentChoice(hasCycles: true)"
          case .policy(let type, true): "maybe { $0.one(of: Array(\(type).allCases)) }"
          case .policy(let type, false): "one(of: Array(\(type).allCases))"
          }
        return (parameter.label.isEmpty ? "" : "\(parameter.label): ") + making
      }
      let label = index == operations.count - 1 ? "default" : "case \(index)"
      return "    \(label): .\(operation.name)(\(parameters.joined(separator: ", ")))\n"
    }
    return OperationCode.head("import ArrangeModel\n") + """
      extension RandomValues {
        mutating func operation() -> \(table.type) {
          switch number(0...\(operations.count - 1)) {
      \(cases.joined())\
          }
        }
      }

      extension IllegalInput {
        /// Operations without elements, and with an id that can't be one in each place where one can be.
        static let namesInOperations: [IllegalInput] = [
      \(operations.flatMap(refusals).joined())\
        ]
      }

      """
  }

  private func refusals(_ operation: Operation) -> [String] {
    func refusal(_ name: String, _ field: String, _ body: String) -> String {
      "    .operation(\"\(operation.field.name): \(name)\", \"\(operation.field.name).\(field)\") "
        + "{ $0.message(\(operation.field.number)) { \(body) } },\n"
    }
    func element(_ parameter: Parameter, _ id: String) -> String {
      if case .ids = parameter.form { return "$0.text(\(parameter.field.number), \(id))" }
      return "$0.message(\(parameter.field.number)) { $0.text(1, \(id)) }"
    }
    let long = "String(repeating: \"x\", count: Identifier.maximumLength + 1)"
    return operation.parameters.flatMap { parameter -> [String] in
      let (name, elements) = (parameter.field.name, operation.elements)
      let others = elements.map { $0.field.name == name ? "" : element($0, "\"a\"") + "; " } ?? ""
      if parameter.form.named != nil {
        let isList = if case .ids = parameter.form { true } else { false }
        let id = isList ? "\(name)[0]" : "\(name)[0].id"
        return [
          refusal("no elements", name, "_ in"), refusal("a long id", id, element(parameter, long)),
          refusal("a control character", id, element(parameter, "\"a\\n\"")),
        ]
      }
      if case .section = parameter.form {
        return [refusal("a long \(name)", name, others + "$0.text(\(parameter.field.number), \(long))")]
      }
      if case .below = parameter.form {
        return [refusal("a long \(name)", name, others + "$0.text(\(parameter.field.number), \(long))")]
      }
      if case .place = parameter.form {
        let body = others + "$0.message(\(parameter.field.number)) { _ in }"
        let ids = operation.companions.filter { $0.field.type == 9 }.map { id in
          refusal("a long \(id.field.name)", id.field.name, others + "$0.text(\(id.field.number), \(long))")
        }
        return [refusal("no place", "\(name).place", body)] + ids
      }
      return []
    }
  }

  /// A transaction of each operation for the tests of access.
  func samples() -> String {
    let rows = operations.map { operation in
      let parameters = operation.parameters.map { parameter in
        let id = parameter.isOfSections ? "\"s\"" : "\"i\""
        let value =
          switch parameter.form {
          case .elements: "[NewElement(id: \"n\")]"
          case .references: "[ElementReference(\(id))]"
          case .updates: "[FieldsUpdate(ElementReference(\(id)), set: [\"a\": .bool(true)])]"
          case .adopted: "[AdoptedItem(id: \"n\", key: OrderKey([0x41]))]"
          case .ids: "[\(id)]"
          case .section: ".empty"
          case .flag: "true"
          case .place(nil): "SectionDestination()"
          case .place: "ItemDestination()"
          case .below: "ParentChoice()"
          case .policy: ".remove"
          }
        return (parameter.label.isEmpty ? "" : "\(parameter.label): ") + value
      }
      return "    (.\(operation.name)(\(parameters.joined(separator: ", "))), .\(operation.permission)),\n"
    }
    return OperationCode.head("import ArrangeModel\nimport Ordering\n") + """
      extension MethodSample {
        /// An operation of each kind in a list with the section `s` and the item `i`, and the permission that it needs.
        static let eachOperation: [(operation: \(table.type), needs: PermissionSet)] = [
      \(rows.joined())\
        ]
      }

      """
  }
}
