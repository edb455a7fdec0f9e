import ArrangeModel
import InputText

/// Reports what became of rows that were placed in a view, or would become of them.
struct PlaceReport {
  let result: PlacedRows
  let isDryRun: Bool

  var lines: [String] {
    var lines = result.effects.map { line($0) }
    if result.isAmbiguous { lines.append("the neighbours were no longer beside each other; this is a guess") }
    if isDryRun {
      lines.append("nothing was changed: --dry-run")
    } else if result.applied.isEmpty {
      lines.append("nothing to change; that is where it is")
    }
    for commit in result.applied {
      let repeated =
        commit.isRepeated ? "; the request with this id was made before, nothing was changed now" : ""
      // A view `as definer` does not say of which collections it is.
      guard !commit.collection.text.isEmpty else {
        lines.append("done\(repeated)")
        continue
      }
      let overlay = result.overlay.map { "the overlay \($0.text.printable) of " } ?? ""
      lines.append("\(overlay)\(commit.collection.text.printable) is at version \(commit.version)\(repeated)")
    }
    return lines
  }

  private func line(_ effect: RowEffect) -> String {
    var facts = [
      effect.to.map { "at index \($0.item) of section \($0.section)" }
        ?? "hidden by the \(String(describing: effect.hidden))"
    ]
    for (name, value) in effect.set { facts.append("sets \(name.printable) = \(value.text)") }
    for name in effect.removed { facts.append("removes \(name.printable)") }
    if let origin = effect.origin {
      facts.append("in section \(origin.section.text.isEmpty ? "\"\"" : origin.section.text.printable)")
    }
    if let parent = effect.parent {
      facts.append(parent.isEmpty ? "goes to the top" : "goes below \(parent.text.printable)")
    }
    if effect.hiddenBetween > 0 { facts.append("\(effect.hiddenBetween.counted("hidden item")) between") }
    return "\(effect.row.text.printable): \(facts.joined(separator: ", "))"
  }

  var json: JSON {
    var members: JSON.Members = [
      "applied": .array(
        result.applied.map { commit in
          .object([
            "collection": .string(commit.collection.text), "version": .unsigned(commit.version),
            "state": .string("\(StateID(version: commit.version, history: commit.history))"),
            "repeated": .bool(commit.isRepeated),
          ])
        }
      ),
      "ambiguous": .bool(result.isAmbiguous),
      "effects": .array(result.effects.map { json($0) }),
    ]
    if let overlay = result.overlay { members.append("overlay", .string(overlay.text)) }
    return .object(members)
  }

  private func json(_ effect: RowEffect) -> JSON {
    func path(_ path: ListPath) -> JSON {
      .object(["section": .count(path.section), "index": .count(path.item)])
    }
    var members: JSON.Members = [
      "row": .string(effect.row.text), "set": effect.set.json,
      "removed": .array(effect.removed.map { .string($0) }), "hidden_between": .count(effect.hiddenBetween),
    ]
    if let from = effect.from { members.append("from", path(from)) }
    if let to = effect.to { members.append("to", path(to)) }
    if effect.hidden != .shown { members.append("hidden", .string("\(effect.hidden)")) }
    if let parent = effect.parent { members.append("parent", .string(parent.text)) }
    if let origin = effect.origin {
      members.append("collection", .string(origin.collection.text))
      members.append("section", .string(origin.section.text))
    }
    return .object(members)
  }
}
