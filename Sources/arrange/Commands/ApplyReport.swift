import ArrangeClient
import ArrangeModel

/// Reports what a change of content did.
struct ApplyReport {
  /// The maximum number of elements that are listed; more are only counted.
  private static let maximumElements = 10

  var collection: Identifier
  /// The verb, such as `added`.
  var verb: String
  /// The noun: `item` or `section`.
  var noun: String

  /// Applies a transaction of one operation and prints its result.
  func apply(_ operation: ListOperation, _ options: WriteOptions, in context: CommandContext) async throws {
    let request = ApplyRequest(
      collection: collection,
      operations: [operation],
      requestID: options.requestID,
      ifVersion: options.ifState?.version,
      ifHistory: options.ifState?.history ?? 0
    )
    let result = try await context.client.apply(request)
    if result.repeated, let asked = operation.namedIDs {
      let made = Set(result.operations.joined().map(\.id))
      guard made == asked || made.isEmpty else {
        throw CommandFailure(
          .conflict,
          "this --request-id was used before, for another change, at version \(result.version); "
            + "nothing was changed now. Give this change another name"
        )
      }
    }
    if context.isJSON {
      // Only the strategy can format a key.
      let strategy = try await context.client.info(collection).strategy
      return try context.console.print(json(result, strategy: strategy, context.keyTexts))
    }
    try context.console.print(
      lines(result, context.console.style).joined(separator: "\n").replacing("\t", with: " ")
    )
  }

  private func lines(_ result: ApplyResult, _ style: Style) -> [String] {
    let elements = result.operations.joined()
    let name = collection.text.printable
    guard result.changed else {
      return ["nothing to change; \(name) stays at version \(result.version)"]
    }
    var lines: [String] = []
    if elements.count > ApplyReport.maximumElements {
      lines.append("\(verb) \(elements.count.counted(noun))")
    } else {
      for element in elements {
        let place =
          switch element.place {
          case .item(let path): " at index \(path.item) of section \(path.section)"
          case .section(let index): " at index \(index)"
          case nil: ""
          }
        lines.append(
          "\(verb) \(noun) \(element.id.text.isEmpty ? "\"\"" : element.id.text.printable)\(place)"
        )
      }
    }
    var state = "\(name) is at version \(result.version)"
    if result.rekeyed > 0 { state += ", \(result.rekeyed.counted("other key")) rewritten" }
    if result.repeated { state += "; the request with this id was made before, nothing was changed now" }
    return lines + [style.dim(state)]
  }

  private func json(_ result: ApplyResult, strategy: String, _ keyTexts: KeyTexts) -> JSON {
    let elements = result.operations.joined().map { element -> JSON in
      var members: JSON.Members = ["id": .string(element.id.text)]
      switch element.place {
      case .item(let path):
        members.append("section", .count(path.section))
        members.append("index", .count(path.item))
      case .section(let index): members.append("index", .count(index))
      case nil: return .object(members)
      }
      members.append("key", .string(keyTexts.text(of: element.key, strategy: strategy)))
      return .object(members)
    }
    return .object([
      "collection": .string(collection.text), "version": .unsigned(result.version),
      "state": .string("\(result.state)"),
      "changed": .bool(result.changed), "repeated": .bool(result.repeated), "rekeyed": .count(result.rekeyed),
      "elements": .array(elements),
    ])
  }
}
