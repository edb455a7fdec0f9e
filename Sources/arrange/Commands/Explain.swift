import ArgumentParser
import ArrangeClient
import ArrangeModel
import Ordering

struct Explain: ServiceCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what a move or an insert would write.",
    discussion: """
      Nothing is changed. With items it is about moving them, with --new about inserting so many, and without
      either about the order keys that the collection has.

      EXAMPLES
        arrange explain board
        arrange explain board write --section doing --first
        arrange explain board --new 1 --after write
      """
  )

  /// The maximum number of keys that are listed; more are only counted.
  private static let maximumKeys = 10

  @OptionGroup var collection: CollectionArgument

  @Argument(
    help: ArgumentHelp("The ids of the items to move.", valueName: "item"),
    completion: .from(.items),
    transform: Arguments.identifier
  )
  var items: [Identifier] = []

  @Option(name: .customLong("new"), help: ArgumentHelp("How many items to insert.", valueName: "n"))
  var inserted: Int?

  @Option(
    name: .long,
    help: ArgumentHelp("The section; otherwise the anchor's, or that of the first item.", valueName: "id"),
    completion: .from(.sections),
    transform: Arguments.section
  )
  var section: Identifier?

  @OptionGroup(title: "Place") var place: PlacementOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    if let inserted {
      guard items.isEmpty else { throw ValidationError("Give items to move, or --new, not both.") }
      guard 1...ApplyRequest.maximumElements ~= inserted else {
        throw ValidationError("--new is 1 to \(ApplyRequest.maximumElements).")
      }
    }
    guard !items.isEmpty || inserted != nil || section == nil && place.placement == nil else {
      throw ValidationError("A place needs items to move, or --new.")
    }
  }

  private var operations: [ListOperation] {
    let destination = ItemDestination(
      section: section,
      place.placement ?? .last,
      ifAnchorMissing: place.policy
    )
    if !items.isEmpty { return [.moveItems(items.map { ElementReference($0) }, to: destination)] }
    guard let inserted else { return [] }
    return [.insertItems(Array(repeating: NewElement(), count: inserted), to: destination)]
  }

  func run(in context: CommandContext) async throws {
    let request = ExplainRequest(collection: collection.name, operations: operations)
    let explanation = try await context.client.explain(request)
    if context.isJSON { return try context.console.print(explanation.json(collection.name)) }
    let lines = request.operations.isEmpty ? [] : lines(explanation, context.console.style)
    try context.console.print((lines + [statistics(explanation)]).joined(separator: "\n"))
  }

  private func lines(_ explanation: Explanation, _ style: Style) -> [String] {
    guard explanation.journalBytes > 0 else { return ["it would change nothing and write nothing"] }
    var lines = [
      "it would write \(explanation.journalBytes.counted("byte")) to the journal, "
        + "\(explanation.writeCount.counted("order key"))"
    ]
    if explanation.writeCount == 0, explanation.rekeyed > 0 {
      lines[0] += "; \(explanation.rekeyed.counted("rank")) of others would shift, which needs no key"
    } else if explanation.rekeyed > 0 {
      lines[0] += ", of which \(explanation.rekeyed) make room"
    }
    for write in explanation.writes.prefix(Explain.maximumKeys) {
      let what =
        switch write.reason {
        case .inserted: "new"
        case .moved: "moved"
        case .rekeyed: "makes room"
        }
      let before = write.before.isEmpty ? "" : "\(write.before.printable) → "
      lines.append("  \(write.id.text.printable)  \(before)\(write.after.printable)  \(style.dim(what))")
    }
    let rest = explanation.writeCount - min(explanation.writes.count, Explain.maximumKeys)
    if rest > 0 { lines.append("  and \(rest) more") }
    for gap in explanation.gaps where explanation.writeCount > 0 {
      lines.append("room in front of \(gap.id.text.printable): \(gap.before.text)")
      lines.append("room behind \(gap.id.text.printable): \(gap.after.text)")
    }
    return lines
  }

  private func statistics(_ explanation: Explanation) -> String {
    let keys = explanation.statistics
    let head =
      "\(collection.name.text.printable) has strategy \(explanation.strategy) and \(keys.keyCount.counted("key"))"
    guard keys.totalBytes > 0 else { return "\(head), none of them stored" }
    let tenths = (keys.totalBytes * 10 + keys.keyCount / 2) / keys.keyCount
    return "\(head) of \(tenths / 10).\(tenths % 10) bytes on average, the longest of \(keys.longestBytes)"
  }
}

extension GapRoom {
  fileprivate var text: String {
    func count(_ number: Int) -> String {
      number >= GapRoom.limit ? "\(GapRoom.limit) or more" : "\(number)"
    }
    return
      "\(count(following)) in a row, \(count(nested)) one inside the other, before neighbours get other keys"
  }

  fileprivate var json: JSON { .object(["following": .count(following), "nested": .count(nested)]) }
}

extension Explanation {
  fileprivate func json(_ collection: Identifier) -> JSON {
    .object([
      "collection": .string(collection.text), "strategy": .string(strategy), "version": .unsigned(version),
      "journal_bytes": .count(journalBytes), "rekeyed": .count(rekeyed), "keys_written": .count(writeCount),
      "writes": .array(
        writes.map { write in
          .object([
            "id": .string(write.id.text), "reason": .string("\(write.reason)"),
            "before": .string(write.before), "after": .string(write.after),
          ])
        }
      ),
      "room": .array(
        gaps.map { gap in
          .object(["id": .string(gap.id.text), "before": gap.before.json, "after": gap.after.json])
        }
      ),
      "keys": .object([
        "count": .count(statistics.keyCount), "bytes": .count(statistics.totalBytes),
        "longest": .count(statistics.longestBytes),
      ]),
    ])
  }
}
