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
    try await apply([operation], options, in: context)
  }

  /// Applies a transaction of several operations of one kind and prints its result.
  func apply(_ operations: [ListOperation], _ options: WriteOptions, in context: CommandContext) async throws
  {
    let request = ApplyRequest(
      collection: collection,
      operations: operations,
      requestID: options.requestID,
      ifVersion: options.ifState?.version,
      ifHistory: options.ifState?.history ?? 0,
      step: options.stack.step
    )
    let result = try await context.client.apply(request)
    try await report(result, of: operations.namedIDs, in: context)
  }

  /// Hands items of another collection over to this one, and prints the result.
  func transfer(
    _ transfer: ItemTransfer,
    from source: Identifier,
    _ options: WriteOptions,
    in context: CommandContext
  ) async throws {
    let condition = options.ifState.map {
      VersionCondition(source, ifVersion: $0.version, ifHistory: $0.history)
    }
    let request = TransactRequest(
      [TransactionStep(source, .transfer(transfer))],
      conditions: condition.map { [$0] } ?? [],
      requestID: options.requestID,
      step: options.stack.step
    )
    let result = try await context.client.transact(request)
    func state(of name: Identifier) throws -> TransactResult.Collection {
      guard let found = result.collections.first(where: { $0.name == name }) else {
        throw ArrangeError(
          .internal,
          "the server has not answered what became of \"\(name)\"",
          processed: .done
        )
      }
      return found
    }
    let target = try state(of: collection)
    let own = ApplyResult(
      version: target.version,
      changed: target.changed,
      repeated: result.repeated,
      rekeyed: target.rekeyed,
      operations: result.steps,
      history: target.history
    )
    try await report(own, of: Set(transfer.items.map(\.id)), from: try state(of: source), in: context)
  }

  /// Prints the result of a transaction.
  ///
  /// - Parameters:
  ///   - asked: the ids of the elements that it was to name; nil if the server chooses some.
  ///   - source: the collection from which the elements came; nil if they did not come from another one.
  func report(
    _ result: ApplyResult,
    of asked: Set<Identifier>?,
    from source: TransactResult.Collection? = nil,
    in context: CommandContext
  ) async throws {
    if result.repeated, let asked {
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
      return try context.console.print(json(result, strategy: strategy, context.keyTexts, from: source))
    }
    try context.console.print(
      lines(result, context.console.style, from: source).joined(separator: "\n").replacing("\t", with: " ")
    )
  }

  private func lines(
    _ result: ApplyResult,
    _ style: Style,
    from source: TransactResult.Collection?
  ) -> [String] {
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
          case .item(let path):
            " at index \(path.item) of "
              + (element.parent.map { "the children of \($0.text.printable)" } ?? "section \(path.section)")
          case .section(let index): " at index \(index)"
          case nil: ""
          }
        if element.isSkipped {
          lines.append("left \(noun) \(element.id.text.printable) where it is: it would be below itself")
          continue
        }
        lines.append(
          "\(verb) \(noun) \(element.id.text.isEmpty ? "\"\"" : element.id.text.printable)"
            + (source == nil ? place : "\(place) of \(name)")
        )
      }
    }
    var state = "\(name) is at version \(result.version)"
    if let source { state += ", \(source.name.text.printable) at version \(source.version)" }
    if result.rekeyed > 0 { state += ", \(result.rekeyed.counted("other key")) rewritten" }
    if result.repeated { state += "; the request with this id was made before, nothing was changed now" }
    return lines + [style.dim(state)]
  }

  private func json(
    _ result: ApplyResult,
    strategy: String,
    _ keyTexts: KeyTexts,
    from source: TransactResult.Collection?
  ) -> JSON {
    let elements = result.operations.joined().map { element -> JSON in
      var members: JSON.Members = ["id": .string(element.id.text)]
      switch element.place {
      case .item(let path):
        members.append("section", .count(path.section))
        members.append("index", .count(path.item))
        if let parent = element.parent { members.append("parent", .string(parent.text)) }
        if element.isSkipped { members.append("skipped", .bool(true)) }
      case .section(let index): members.append("index", .count(index))
      case nil: return .object(members)
      }
      members.append("key", .string(keyTexts.text(of: element.key, strategy: strategy)))
      return .object(members)
    }
    var members: JSON.Members = [
      "collection": .string(collection.text), "version": .unsigned(result.version),
      "state": .string("\(result.state)"),
      "changed": .bool(result.changed), "repeated": .bool(result.repeated), "rekeyed": .count(result.rekeyed),
      "elements": .array(elements),
    ]
    if let source {
      let state = StateID(version: source.version, history: source.history)
      members.append(
        "from",
        .object([
          "collection": .string(source.name.text), "version": .unsigned(source.version),
          "state": .string("\(state)"),
        ])
      )
    }
    return .object(members)
  }
}

extension [ListOperation] {
  /// The ids that all of the operations name together; nil if the server chooses some.
  var namedIDs: Set<Identifier>? {
    let named = map(\.namedIDs)
    return named.contains(nil) ? nil : Set(named.compactMap(\.self).joined())
  }
}
