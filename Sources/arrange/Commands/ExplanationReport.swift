import ArrangeClient
import ArrangeModel
import Ordering

/// Says what operations would write, of which nothing is carried out.
struct ExplanationReport {
  /// The maximum number of keys that are listed; more are only counted.
  private static let maximumKeys = 10

  private let request: ExplainRequest

  init(_ request: ExplainRequest) { self.request = request }

  /// Asks the server, and prints the answer.
  func print(in context: CommandContext) async throws {
    let explanation = try await context.client.explain(request)
    if context.isJSON { return try context.console.print(explanation.json(request.collection)) }
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
    for write in explanation.writes.prefix(ExplanationReport.maximumKeys) {
      let what =
        switch write.reason {
        case .inserted: "new"
        case .moved: "moved"
        case .rekeyed: "makes room"
        }
      let before = write.before.isEmpty ? "" : "\(write.before.printable) → "
      lines.append("  \(write.id.text.printable)  \(before)\(write.after.printable)  \(style.dim(what))")
    }
    let rest = explanation.writeCount - min(explanation.writes.count, ExplanationReport.maximumKeys)
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
      "\(request.collection.text.printable) has strategy \(explanation.strategy) and \(keys.keyCount.counted("key"))"
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
