import ArrangeModel

/// Puts removed items of an outline back below the items that they were below, with what was removed with them and is not there
/// again.
extension PutBackPlan {
  func putBackInOutline(_ part: Part, in editor: inout TransactionEditor) throws(ArrangeError) {
    let element = part.removed.element
    try PutBackPlan.checkIsGone(editor.state.hasItem(element), element, "item")
    guard part.before.slot(of: element) != nil else { throw .notInBin(element.id) }
    var siblings = OldSiblings(in: part.before)
    let below = PutBackPlan.itemsBelow([element], part)
    siblings.pending = Set([element] + below)
    try place(element, &siblings, in: &editor)
    guard let slot = editor.state.slot(of: element) else { preconditionFailure("it was just put back") }
    editor.named.add(.one(TransactionEditor.Named(editor.state.item(at: slot).element, .item)))
    try putBack(below, below: [element], &siblings, in: &editor)
  }

  /// Puts back what was removed with a section, which is there again.
  func putBackItems(
    ofSection index: Int,
    _ part: Part,
    in editor: inout TransactionEditor
  ) throws(ArrangeError) {
    let removed = Set(part.removed.items)
    let all = part.before.items(ofSection: index)
    let top = all.entries(in: 0..<all.count).map(\.element).filter {
      removed.contains($0) && !editor.state.hasItem($0)
    }
    var siblings = OldSiblings(in: part.before)
    siblings.pending = Set(top + PutBackPlan.itemsBelow(top, part))
    for item in top {
      try place(item, &siblings, in: &editor)
      try putBack(PutBackPlan.itemsBelow([item], part), below: [item], &siblings, in: &editor)
    }
  }

  /// What was below items and was removed with them, parents before their children.
  private static func itemsBelow(_ items: [Element], _ part: Part) -> [Element] {
    let removed = Set(part.removed.items)
    return items.flatMap { part.before.slot(of: $0)?.descendants(in: part.before) ?? [] }
      .filter { removed.contains($0) }
  }

  /// Puts back those items that are not there, and whose parents were put back as well.
  private func putBack(
    _ items: [Element],
    below parents: Set<Element>,
    _ siblings: inout OldSiblings,
    in editor: inout TransactionEditor
  ) throws(ArrangeError) {
    var parents = parents
    for item in items {
      guard let parent = siblings.slot(of: item).scope.parent(in: siblings.version),
        parents.contains(parent), !editor.state.hasItem(item)
      else { continue }
      try place(item, &siblings, in: &editor)
      parents.insert(item)
    }
  }

  /// Puts one item back.
  private func place(
    _ item: Element,
    _ siblings: inout OldSiblings,
    in editor: inout TransactionEditor
  ) throws(ArrangeError) {
    siblings.pending.remove(item)
    let old = siblings.slot(of: item)
    let scope: Scope
    if let parent = old.scope.parent(in: siblings.version) {
      guard let slot = editor.state.slot(of: parent) else {
        throw ArrangeError(
          .failedPrecondition,
          "the item \"\(parent.id)\" that \"\(item.id)\" was below is not there; put it back, too",
          field: "id"
        )
      }
      scope = editor.state.makeBranch(of: slot)
    } else {
      let section = old.scope.section(in: siblings.version)
      guard let index = editor.state.index(of: section) else { throw .sectionGone(section, of: item) }
      scope = .items(section: index)
    }
    var limits = OutlineLimits()
    limits.note(scope, in: editor.state)
    let element = siblings.version.item(at: old).element.newlyWritten(at: editor.newVersion)
    try siblings.place(
      item,
      content: element,
      in: scope,
      gap: siblings.gap(for: item, in: scope, of: editor.state),
      &editor
    )
    try limits.check(in: editor.state)
    guard let most = editor.state.branches?.settings.maximumDepth else { return }
    let depth = scope.depth(in: editor.state)
    guard depth > most else { return }
    throw ArrangeError(
      .failedPrecondition,
      "the item \"\(item.id)\" would have the depth \(depth), and \(most) is the largest"
        + OutlinePath(scope.owners(in: editor.state) + [item]).description,
      field: "id",
      reason: OutlineReason.tooDeep
    )
  }
}
