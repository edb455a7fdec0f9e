import ArrangeModel
import NIOCore
import ProtobufCodec
import Wire

/// A text of the language of views.
package enum ViewTarget {
  /// The maximum number of items made from the values in a definition, to evaluate it on.
  private static let maximumItems = 32

  static func run(_ input: UnsafeRawBufferPointer) throws(FuzzFinding) {
    guard let text = String(validating: input, as: UTF8.self) else { return }
    let view: ViewDefinition
    do throws(ArrangeError) { view = try ViewDefinition(parsing: text) } catch {
      try expect(error.code == .invalidArgument, "refused with \(error.code)")
      try expect(!error.message.isEmpty, "refused without a word")
      return try expect(error.field?.hasPrefix("view") == true, "refused at \(error.field ?? "no field")")
    }
    try checkText(of: view)
    try checkMessage(of: view)
    for case .collection(let query) in view.resolved(for: .anonymous).parts.map(\.content) {
      try evaluate(query)
    }
  }

  /// The text of a definition parses to the same definition.
  private static func checkText(of view: ViewDefinition) throws(FuzzFinding) {
    for view in [view, view.named()] {
      let text = view.text
      try expect(text.utf8.count <= ViewDefinition.maximumTextLength, "\(text.utf8.count) bytes of text")
      let again: ViewDefinition
      do throws(ArrangeError) { again = try ViewDefinition(parsing: text) } catch {
        throw FuzzFinding(description: "its own text is refused: \(error)\n\(text)")
      }
      try expect(again == view, "\(view)\nis read of its text as\n\(again)")
      try expect(again.text == text, "\(text)\nis written again as\n\(again.text)")
    }
  }

  /// An accepted text is also accepted as a message, and is the same definition.
  private static func checkMessage(of view: ViewDefinition) throws(FuzzFinding) {
    let arena = Arena(codec: .protobufC, keptBytes: 4096)
    let request = DefineViewRequest(name: "view", view: view.named())
    var buffer = ByteBuffer()
    request.encode(into: &buffer, using: arena)
    let again: DefineViewRequest
    do throws(ArrangeError) { again = try DefineViewRequest.decode(buffer, using: arena) } catch {
      throw FuzzFinding(description: "the message of a text is refused: \(error)\n\(view.text)")
    }
    try expect(again == request, "\(request.view)\nis read of its message as\n\(again.view)")
  }

  // MARK: Evaluating

  /// Filters give the same result however they are evaluated, and sorting agrees with comparing.
  private static func evaluate(_ query: ViewDefinition.Query) throws(FuzzFinding) {
    let items = items(for: query)
    if let filter = query.filter {
      let compiled = CompiledFilter(filter)
      // The same filter, unless it is as long or as deep as a filter can be.
      var other = query
      other.filter = Filter(steps: [.any(0)] + filter.steps + [.any(2)])
      let isValid = (try? ViewDefinition([.init(.collection(other))]).validate()) != nil
      let wider = CompiledFilter(isValid ? other.filter ?? filter : filter)
      for item in items {
        let holds = item.encoded.withUnsafeBufferPointer { compiled.matches($0) }
        let again = item.encoded.withUnsafeBufferPointer { wider.matches($0) }
        try expect(holds == again, "a condition or nothing is the condition: \(query)")
      }
    }
    let order = CompiledOrder(query.sort)
    if order.isEmpty { return }
    let sorted = order.sorted(items.count) { place, body in items[place].encoded.withUnsafeBufferPointer(body)
    }
    .map { items[Int($0)] }
    try expect(sorted.count == items.count, "items are lost in sorting")
    for (a, b) in zip(sorted, sorted.dropFirst()) {
      let result = a.encoded.withUnsafeBufferPointer { a in
        b.encoded.withUnsafeBufferPointer { b in order.compare(a, b) }
      }
      try expect(result <= 0, "items are sorted in another order than they compare: \(query.sort)")
    }
  }

  /// Items with the values that a query names, in the fields that it uses.
  private static func items(for query: ViewDefinition.Query) -> [Fields] {
    var names = query.sort.map(\.field)
    var values: [FieldValue] = [.null, .bool(true), .int(0), .string("item 10"), .string("Item 9")]
    for step in query.filter?.steps ?? [] {
      switch step {
      case .exists(let field): names.append(field)
      case .comparison(let field, _, let value, ignoresCase: _):
        names.append(field)
        values.append(value)
      case .hasPrefix(let field, let text, ignoresCase: _), .contains(let field, let text, ignoresCase: _):
        names.append(field)
        values.append(.string(text))
      case .isOneOf(let field, let members):
        names.append(field)
        values += members
      case .principal(let field, _): names.append(field)
      case .all, .any, .not: break
      }
    }
    let items = values.prefix(maximumItems).enumerated().map { place, value in
      // A value that is too long for a field is left out.
      (try? Fields(names.prefix(place + 1).reversed().reduce(into: [:]) { $0[$1] = value }.map { ($0, $1) }))
        ?? Fields()
    }
    return items
  }
}
