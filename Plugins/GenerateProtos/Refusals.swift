import Foundation

/// Illegal requests for the tests of the wire: one for each way in which a field of a request breaks its rule.
struct Refusals {
  let values: SwiftValues

  /// A way to break the rule of a field.
  private struct Refusal {
    var name: String
    /// What follows the field's name in the path of the error.
    var rest = ""
    /// Whether a number is out of its range.
    var isRange = false
    /// The statements that write the field.
    var writing: String
  }

  /// The text of the file.
  func text() throws -> String {
    let inputs = Set(values.files.flatMap(\.services).flatMap(\.methods).map(\.input))
    let requests = values.files.flatMap(\.messages).filter {
      inputs.contains($0.name) && values.conversions[$0.name]?.isByHand == false
    }
    return """
      // Generated from Protos by the command generate-protos. Do not edit.
      // swift-format-ignore-file

      import ArrangeModel
      import Ordering

      extension IllegalInput {
        /// Requests whose conversion is generated, with one field that breaks its rule.
        static let fieldsOfRequests: [IllegalInput] = [
      \(try requests.flatMap(refusals).joined())\
        ]
      }

      """
  }

  private func refusals(of request: DescriptorSet.Message) throws -> [String] {
    guard let conversion = values.conversions[request.name] else { return [] }
    let entries = try values.entries(of: request, conversion)
    // What has to be there so that only the one field is wrong.
    let needed = entries.compactMap { field, entry in legal(field, entry).map { (field.name, $0) } }
    // A message that has to be there has content of its own, which is not known here.
    guard !entries.contains(where: { $0.1.rule == "required" }) else { return [] }
    return entries.flatMap { field, entry in
      refusals(of: field, entry).map { refusal in
        let others = needed.filter { $0.0 != field.name }.map { $0.1 }
        let statements = (others + [refusal.writing]).filter { !$0.isEmpty }
        let body = statements.isEmpty ? "_ in" : statements.joined(separator: "; ")
        let code = refusal.isRange ? ".outOfRange" : ".invalidArgument"
        return "    .init(\(conversion.type).self, \"\(field.name): \(refusal.name)\", "
          + "\"\(field.name)\(refusal.rest)\", \(code)) { \(body) },\n"
      }
    }
  }

  /// The statement that writes a field which must not be left out.
  private func legal(_ field: DescriptorSet.Field, _ entry: InterfaceTable.Field) -> String? {
    switch entry.rule {
    case "identifier" where !entry.options.contains { $0.hasPrefix("or ") }: "$0.text(\(field.number), \"x\")"
    case "name": "$0.text(\(field.number), \"x\")"
    case "stack id" where entry.options.contains("required"): "$0.text(\(field.number), \"x\")"
    default: nil
    }
  }

  private func refusals(of field: DescriptorSet.Field, _ entry: InterfaceTable.Field) -> [Refusal] {
    let number = field.number
    let limit = entry.option("up to")
    func text(_ name: String, _ value: String) -> Refusal {
      Refusal(name: name, writing: "$0.text(\(number), \(value))")
    }
    func long(_ limit: String) -> Refusal {
      text("too long", "String(repeating: \"x\", count: \(limit) + 1)")
    }
    func varint(_ name: String, _ value: String) -> Refusal {
      Refusal(name: name, isRange: true, writing: "$0.varint(\(number), \(value))")
    }
    func many(_ limit: String, _ one: String = "x") -> Refusal {
      Refusal(name: "too many", writing: "for _ in 0...\(limit) { $0.text(\(number), \"\(one)\") }")
    }
    switch entry.rule {
    case "identifier":
      let isNeeded = legal(field, entry) != nil
      return (isNeeded ? [Refusal(name: "missing", writing: "")] : [])
        + [long(limit ?? "Identifier.maximumLength"), text("a control character", "\"a\\n\"")]
    case "name": return [Refusal(name: "missing", writing: ""), long("Fields.maximumNameLength")]
    case "text": return [long(limit ?? "1_024"), text("U+0000", "\"a\\0\"")]
    case "principal": return [long("Principal.maximumLength")]
    case "token", "bytes": return limit.map { [long($0)] } ?? []
    case "request id": return [long("RequestID.maximumLength")]
    case "stack id":
      let isNeeded = legal(field, entry) != nil
      return (isNeeded ? [Refusal(name: "missing", writing: "")] : []) + [long("StackID.maximumLength")]
    case "key": return [long("OrderKey.maximumLength")]
    case "identifiers":
      return [Refusal(name: "an empty one", rest: "[0]", writing: "$0.text(\(number), \"\")")]
        + (limit.map { [many($0)] } ?? [])
    case "names": return [many("Fields.maximumCount")]
    case "texts": return limit.map { [many($0)] } ?? []
    case "index": return [varint("negative", "Int64(-1)"), varint("too large", "Int64(Int32.max) + 1")]
    case "total": return [varint("negative", "Int64(-1)")]
    case "page":
      return [varint("negative", "Int64(-1)")]
        + (limit.map { [varint("too large", "Int64(\($0) + 1)")] } ?? [])
    case "case":
      return [Refusal(name: "unknown", writing: "$0.varint(\(number), Int64(Int32.max))")]
    // Empty messages.
    case "list": return limit.map { [many($0, "")] } ?? []
    default: return []
    }
  }
}
