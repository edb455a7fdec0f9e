import ArrangeModel
import Ordering

/// Removing items that may have children.
extension RemoveVerb {
  /// The number of items that are removed from an outline, or move up.
  func itemCount(in state: CollectionState) -> Int {
    elements.reduce(elements.count) { count, item in
      guard let slot = state.slot(ofItem: item.id) else { return count }
      let entry = state.item(at: slot)
      guard let branch = state.branches?.branch(of: entry.element, hash: entry.idHash) else { return count }
      return count + (descendants == .promote ? branch.children.count : branch.descendants)
    }
  }

  /// Removes items, and what is below them unless it moves up. O(removed and moved items · (log n + depth)).
  func removeFromOutline(
    _ slots: [TransactionEditor.Slot],
    in editor: inout TransactionEditor
  ) throws(ArrangeError) -> TransactionEditor.Names {
    let items = slots.map { editor.state.item(at: $0).element }
    try checkChildren(of: slots, in: editor)
    var limits = OutlineLimits()
    if descendants == .promote {
      for slot in slots { limits.note(slot.scope, in: editor.state) }
    }
    for item in items {
      // It may have gone with one that it was below.
      guard let slot = editor.state.slot(of: item) else { continue }
      if descendants == .promote {
        try promoteChildren(of: slot, in: &editor)
      } else {
        let below = slot.descendants(in: editor.state)
        for item in below.reversed() { try RemoveVerb.removeOne(item, in: &editor) }
      }
      try RemoveVerb.removeOne(item, in: &editor)
    }
    try limits.check(in: editor.state)
    return .many(items.map { TransactionEditor.Named($0, .item) })
  }

  /// Removes sections with everything in them. O(removed items · (log n + depth)).
  func removeSectionsOfOutline(
    _ slots: [TransactionEditor.Slot],
    in editor: inout TransactionEditor
  ) throws(ArrangeError) -> TransactionEditor.Names {
    for index in slots.indices { try charge(index, at: slots[index], in: &editor) }
    let sections = slots.map { editor.state.entry(in: $0.scope, at: $0.index).element }
    for slot in slots {
      for place in 0..<editor.state.itemCount(section: slot.index) {
        let item = TransactionEditor.Slot(scope: .items(section: slot.index), index: place)
        let below = item.descendants(in: editor.state)
        for item in below.reversed() { try RemoveVerb.removeOne(item, in: &editor) }
        let element = editor.state.item(at: item).element
        item.scope.recordRemoval(of: element, in: &editor.state)
      }
    }
    RemoveVerb.remove(slots, in: &editor)
    return .many(sections.map { TransactionEditor.Named($0, .section) })
  }

  /// Checks that no item has children of which the operation does not say what becomes.
  ///
  /// - Parameter advice: what to do otherwise, for the message.
  func checkChildren(
    of slots: [TransactionEditor.Slot],
    in editor: borrowing TransactionEditor,
    orElse advice: String = "say what becomes of what is below it, or remove it first"
  ) throws(ArrangeError) {
    guard descendants != .remove, descendants != .promote else { return }
    let items = slots.map { editor.state.item(at: $0).element }
    let named = Set(items)
    for (index, slot) in slots.enumerated() {
      guard let number = slot.branchNumber(in: editor.state),
        let branch = editor.state.branches?.branch(number)
      else { continue }
      let count = branch.children.count
      for child in 0..<count where !named.contains(branch.children[child].element) {
        let path = TransactionEditor.Slot(scope: .children(number), index: child).path(in: editor.state)
        throw ArrangeError(
          .failedPrecondition,
          "item \"\(items[index].id)\" has \(count == 1 ? "a child" : "\(count) children"); \(advice)\(OutlinePath(path))",
          field: descendants == nil ? "descendants" : "items[\(index)].id",
          reason: OutlineReason.hasChildren
        )
      }
    }
  }

  /// Puts the children of an item to its place, before it.
  private func promoteChildren(
    of slot: TransactionEditor.Slot,
    in editor: inout TransactionEditor
  ) throws(ArrangeError) {
    guard let number = slot.branchNumber(in: editor.state) else { return }
    let children = (0..<editor.state.count(in: .children(number))).map {
      TransactionEditor.Slot(scope: .children(number), index: $0)
    }
    guard !children.isEmpty else { return }
    try editor.chargeMoves(children)
    slot.scope.name(in: &editor)
    let lifted = editor.lift(children)
    if editor.strategy.keyForm == .rank { editor.rekeyed += editor.state.count(in: slot.scope) - slot.index }
    try editor.drop(lifted, in: slot.scope, gap: slot.index)
  }

  /// Removes an item that has no children.
  static func removeOne(_ item: Element, in editor: inout TransactionEditor) throws(ArrangeError) {
    guard let slot = editor.state.slot(of: item) else { preconditionFailure("it is still there") }
    try editor.charge(WriteCost.ofEdit + item.withIDBytes { $0.count })
    slot.scope.name(in: &editor)
    slot.scope.recordRemoval(of: item, in: &editor.state)
    RemoveVerb.remove(at: slot, in: &editor)
    if editor.strategy.keyForm == .rank { editor.rekeyed += editor.state.count(in: slot.scope) - slot.index }
  }
}
