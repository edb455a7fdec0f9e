import ArrangeClient
import ArrangeModel
import Changes

/// The summary of an update in one line, such as `version 12, 2 commits: items +2 -1 >1, sections ~1`.
struct UpdateSummary {
  let update: ListUpdate

  /// The line; nil if the update shows no change.
  var line: String? {
    switch update.content {
    case .progress: nil
    case .list(let list, let reason):
      "version \(update.version): the whole list, \(reason); \(UpdateSummary.text(list.size))\(place)"
    case .batch(let batch, let from, let commits):
      "version \(commits == 1 ? "" : "\(from) to ")\(update.version), "
        + "\(Int(clamping: commits).counted("commit"))\(names): \(UpdateSummary.text(batch)); "
        + UpdateSummary.text(batch.after) + place
    }
  }

  /// The position of the window, such as `, from 401 of 1,000,000 around "write"`; empty without one.
  private var place: String {
    guard let window = update.window else { return "" }
    let anchor = window.anchor.map { " around \"\($0.text.printable)\"" } ?? ""
    guard window.sectionItems > 0 else { return anchor.isEmpty ? "" : "," + anchor }
    return ", from \((window.firstItem + 1).grouped) of \(window.sectionItems.grouped)\(anchor)"
  }

  /// The authors of the commits, such as ` by ann and bob`; empty if there are none.
  private var names: String {
    let names = update.authors.map { $0.principal?.name.printable ?? "somebody" }
    guard let last = names.last else { return "" }
    return " by " + (names.count > 1 ? "\(names.dropLast().joined(separator: ", ")) and \(last)" : last)
  }

  static func text(_ size: ListSize) -> String {
    "\(size.items.counted("item")) in \(size.sections.counted("section"))"
  }

  static func text(_ batch: ChangeBatch) -> String {
    let items = text(batch.items)
    let sections = text(batch.sections)
    return [items.isEmpty ? "" : "items\(items)", sections.isEmpty ? "" : "sections\(sections)"]
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
