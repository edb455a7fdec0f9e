import ArrangeModel

/// Reports what was undone, or would be, and what was kept.
struct UndoneReport {
  /// The maximum number of changes that are listed; more are only counted.
  private static let maximumChanges = 20

  let collection: Identifier
  let result: UndoResult
  let request: UndoRequest

  private var name: String { collection.text.printable }

  func lines(_ style: Style) -> [String] {
    guard !result.undoes.isEmpty else {
      return [
        "nothing to \(request.isRedo ? "make again" : "undo"); \(name) stays at version \(result.version)"
      ]
    }
    var lines = list(result.undone, result.undoneCount) { request.isRedo ? "again: \($0)" : "undone: \($0)" }
    lines += list(result.kept, result.keptCount) { "kept: \($0)" }
    let versions = result.undoes.map(String.init).joined(separator: ", ")
    let done =
      request.isRedo ? "again with what was undone at \(versions)" : "without the changes of \(versions)"
    let left =
      request.isRedo
      ? "nothing of what was undone at \(versions) could be made again"
      : "nothing of version \(versions) could be undone"
    var state =
      result.changed
      ? "\(name) is at version \(result.version), \(done)"
      : "\(left); \(name) stays at version \(result.version)"
    if request.isDryRun {
      state = "nothing was changed: --dry-run"
    } else if result.isRepeated {
      state += "; the request with this id was made before, nothing was changed now"
    }
    return lines + [style.dim(state)]
  }

  private func list(_ changes: [UndoneChange], _ count: Int, _ text: (String) -> String) -> [String] {
    let lines = changes.prefix(UndoneReport.maximumChanges).map { text($0.text(isRedo: request.isRedo)) }
    let more = count - lines.count
    return lines + (more > 0 ? [text("\(more.counted("more change"))")] : [])
  }

  var json: JSON {
    .object([
      "collection": .string(collection.text), "version": .unsigned(result.version),
      "state": .string("\(StateID(version: result.version, history: result.history))"),
      "changed": .bool(result.changed), "repeated": .bool(result.isRepeated),
      "undoes": .array(result.undoes.map { .unsigned($0) }),
      "undone": .array(result.undone.map(\.json)), "kept": .array(result.kept.map(\.json)),
      "undone_count": .count(result.undoneCount), "kept_count": .count(result.keptCount),
      "can_undo": .bool(result.canUndo), "can_redo": .bool(result.canRedo),
      "rekeyed": .count(result.rekeyed),
    ])
  }
}

extension UndoneChange {
  private var isSection: Bool { kind.rawValue <= HistoryChange.Kind.sectionRemoved.rawValue }

  private var verb: String {
    switch kind {
    case .sectionInserted, .itemInserted: "added"
    case .sectionMoved, .itemMoved: "moved"
    case .sectionUpdated, .itemUpdated: "updated"
    case .sectionRemoved, .itemRemoved: "removed"
    }
  }

  /// What had been done, and why it was kept. A redo takes an undo back: where that has removed something, it had been added.
  fileprivate func text(isRedo: Bool) -> String {
    let element = "\(isSection ? "section" : "item") \(id.text.isEmpty ? "\"\"" : id.text.printable)"
    let verb =
      switch (verb, isRedo) {
      case ("added", true): "removed"
      case ("removed", true): "added"
      case (let verb, _): verb
      }
    var text = field.isEmpty ? "\(element) was \(verb)" : "\(field.printable) of \(element) was changed"
    if let collection { text = "\(collection.text.printable): \(text)" }
    guard reason != .undone else { return text }
    text += ", \(reason.text)"
    if byVersion > 0 { text += " at version \(byVersion)" }
    if let by { text += " by \(by.name.printable)" }
    return text
  }

  fileprivate var json: JSON {
    var members: JSON.Members = [
      "change": .string(verb), "element": .string(isSection ? "section" : "item"), "id": .string(id.text),
    ]
    if !field.isEmpty { members.append("field", .string(field)) }
    if let collection { members.append("collection", .string(collection.text)) }
    guard reason != .undone else { return .object(members) }
    members.append("reason", .string(reason.word))
    if byVersion > 0 { members.append("by_version", .unsigned(byVersion)) }
    if let by { members.append("by", .string(by.name)) }
    return .object(members)
  }
}

extension UndoneChange.Reason {
  /// The word for it in JSON.
  fileprivate var word: String {
    switch self {
    case .undone: "undone"
    case .changed: "changed"
    case .placed: "placed"
    case .gone: "gone"
    case .idTaken: "id_taken"
    case .sectionGone: "section_gone"
    case .notEmpty: "not_empty"
    case .full: "full"
    case .notStored: "not_stored"
    case .parentGone: "parent_gone"
    case .belowItself: "below_itself"
    case .tooDeep: "too_deep"
    }
  }

  fileprivate var text: String {
    switch self {
    case .undone: "undone"
    case .changed: "changed again"
    case .placed: "moved again"
    case .gone: "is gone"
    case .idTaken: "there is another one with its id"
    case .sectionGone: "its section is gone"
    case .notEmpty: "has items"
    case .full: "there is no room where it was"
    case .notStored: "too large to be kept in the history"
    case .parentGone: "the item that it was below is gone"
    case .belowItself: "the item that it was below is below it now"
    case .tooDeep: "it would be too deep"
    }
  }
}
