import ArrangeModel
import InputText
import arrange

/// A schema of JSON values, as far as Documentation/json.md uses the language. Objects are closed, so that a member that the page
/// does not describe is found.
struct JSONSchema {
  private let node: JSONNode
  private let definitions: JSONNode?

  init(_ node: JSONNode, definitions: JSONNode?) {
    self.node = node
    self.definitions = definitions
  }

  /// What is wrong with a value; nil where it fits.
  func problem(of value: JSONNode, at path: String = "$") -> String? {
    if let name = node["$ref"]?.string {
      guard let target = definitions?["$defs"]?[String(name.dropFirst("#/$defs/".count))] else {
        return "\(path): there is no \(name)"
      }
      return JSONSchema(target, definitions: definitions).problem(of: value, at: path)
    }
    if let choices = node["anyOf"]?.elements {
      let problems = choices.map { JSONSchema($0, definitions: definitions).problem(of: value, at: path) }
      return problems.contains(nil) ? nil : problems.compactMap { $0 }.joined(separator: "; or ")
    }
    if let choices = node["enum"]?.elements, !choices.contains(where: { $0.json == value.json }) {
      return "\(path): \(value.json.text) is none of \(choices.map(\.json.text))"
    }
    if let type = node["type"] {
      let names = type.elements?.compactMap(\.string) ?? [type.string ?? ""]
      if !names.contains(where: { JSONSchema.is(value, $0) }) {
        return "\(path): \(value.json.text) is no \(names)"
      }
    }
    if let text = value.string, let pattern = node["pattern"]?.string {
      guard let expression = try? Regex(pattern), text.contains(expression) else {
        return "\(path): \(text) does not match \(pattern)"
      }
    }
    if let number = value.double {
      if let least = node["minimum"]?.double, number < least { return "\(path): \(number) is below \(least)" }
      if let most = node["maximum"]?.double, number > most { return "\(path): \(number) is above \(most)" }
    }
    for (index, element) in (value.elements ?? []).enumerated() {
      guard let items = node["items"] else { return "\(path): elements are not described" }
      let schema = JSONSchema(items, definitions: definitions)
      if let problem = schema.problem(of: element, at: "\(path)[\(index)]") { return problem }
    }
    return members(of: value, at: path)
  }

  private func members(of value: JSONNode, at path: String) -> String? {
    guard let members = value.members else { return nil }
    for name in (node["required"]?.elements ?? []).compactMap(\.string) where value[name] == nil {
      return "\(path): \(name) is missing"
    }
    for member in members {
      guard let schema = node["properties"]?[member.name] ?? node["additionalProperties"] else {
        return "\(path): \(member.name) is not described"
      }
      if schema.bool == true { continue }
      let problem = JSONSchema(schema, definitions: definitions)
        .problem(of: member.value, at: "\(path).\(member.name)")
      if let problem { return problem }
    }
    return nil
  }

  private static func `is`(_ value: JSONNode, _ type: String) -> Bool {
    switch (value.content, type) {
    case (.null, "null"), (.bool, "boolean"), (.integer, "integer"), (.integer, "number"),
      (.number, "number"),
      (.string, "string"), (.array, "array"), (.object, "object"):
      true
    default: false
    }
  }
}
