import ArrangeClient
import ArrangeModel
import Changes

/// The summary of an update in one line, such as `version 12, 2 commits: items +2 -1 >1, sections ~1`.
struct UpdateSummary {
  let update: WatchedUpdate

  /// The line; nil if the update shows no change.
  var line: String? {
    switch update {
    case .list(let update):
      switch update.content {
      case .progress: nil
      case .list(let list, let reason): line("list", reason, list.size) + place(update.window)
      case .batch(let batch, let from, let commits):
        line(from, commits, update.authors, UpdateSummary.text(batch), batch.after) + place(update.window)
      }
    case .outline(let update):
      switch update.content {
      case .progress: nil
      case .outline(let tree, let reason): line("outline", reason, tree.list.size)
      case .batch(let batch, let from, let commits):
        line(from, commits, update.notes.authors, UpdateSummary.text(batch), batch.after)
      }
    }
  }

  private func line(_ kind: String, _ reason: SnapshotReason, _ size: ListSize) -> String {
    "version \(update.version): the whole \(kind), \(reason); \(UpdateSummary.text(size))"
  }

  private func line(
    _ from: UInt64,
    _ commits: UInt64,
    _ authors: [CommitAuthor],
    _ changes: String,
    _ size: ListSize
  ) -> String {
    "version \(commits == 1 ? "" : "\(from) to ")\(update.version), "
      + "\(Int(clamping: commits).counted("commit"))\(names(authors)): \(changes); \(UpdateSummary.text(size))"
  }

  /// The position of the window, such as `, from 401 of 1,000,000 around "write"`; empty without one.
  private func place(_ window: WindowPlace?) -> String {
    guard let window else { return "" }
    let anchor = window.anchor.map { " around \"\($0.text.printable)\"" } ?? ""
    guard window.sectionItems > 0 else { return anchor.isEmpty ? "" : "," + anchor }
    return ", from \((window.firstItem + 1).grouped) of \(window.sectionItems.grouped)\(anchor)"
  }

  /// The authors of the commits, such as ` by ann and bob`; empty if there are none.
  private func names(_ authors: [CommitAuthor]) -> String {
    let names = authors.map { $0.principal?.name.printable ?? "somebody" }
    guard let last = names.last else { return "" }
    return " by " + (names.count > 1 ? "\(names.dropLast().joined(separator: ", ")) and \(last)" : last)
  }

  static func text(_ size: ListSize) -> String {
    "\(size.items.counted("item")) in \(size.sections.counted("section"))"
  }

  static func text(_ batch: ChangeBatch) -> String {
    text(items: text(batch.items), sections: text(batch.sections))
  }

  static func text(_ batch: TreeBatch) -> String {
    text(items: text(batch.items), sections: text(batch.sections))
  }

  private static func text(items: String, sections: String) -> String {
    [items.isEmpty ? "" : "items\(items)", sections.isEmpty ? "" : "sections\(sections)"]
      .filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static func text<Place, Insert>(_ lists: ChangeLists<Place, Insert>) -> String {
    var text = ""
    for (sign, count) in [
      ("+", lists.inserts.count), ("-", lists.deletes.count), (">", lists.moves.count),
      ("~", lists.updates.count),
    ] where count > 0 { text += " \(sign)\(count.grouped)" }
    return text
  }
}
