import ArrangeModel
import Ordering

/// Removes elements; sections with their items.
struct RemoveVerb: TransactionVerb {
  let kind: TransactionEditor.Kind
  let elements: [ElementReference]
  /// Whether sections must have no items.
  var onlyIfEmpty = false
  /// What becomes of the children of items.
  var descendants: DescendantPolicy?

  var fingerprintNumber: UInt64 { kind == .item ? 8 : 4 }

  func addValues(to content: inout RequestFingerprint.Content) {
    content.add(elements) { $0.add($1) }
    if kind == .section { content.add(onlyIfEmpty) }
    // Requests that say nothing of children have the fingerprints that earlier servers gave them.
    if let descendants { content.add(UInt64(descendants.rawValue)) }
  }

  /// Items are removed along with their sections.
  func elementCount(in state: CollectionState) -> Int {
    guard kind == .section else {
      return state.branches == nil ? elements.count : itemCount(in: state)
    }
    return elements.reduce(elements.count) { count, section in
      guard let index = state.index(ofSection: section.id) else { return count }
      let nested = state.branches?.nestedCount(in: state.section(at: index).element) ?? 0
      return count + state.itemCount(section: index) + nested
    }
  }

  func perform(in editor: inout TransactionEditor) throws(ArrangeError) -> TransactionEditor.Names {
    let slots = try editor.locateAll(elements, kind)
    if editor.state.branches != nil {
      return kind == .item
        ? try removeFromOutline(slots, in: &editor) : try removeSectionsOfOutline(slots, in: &editor)
    }
    for index in slots.indices { try charge(index, at: slots[index], in: &editor) }
    let named = slots.map { slot in
      TransactionEditor.Named(editor.state.entry(in: slot.scope, at: slot.index).element, kind)
    }
    RemoveVerb.remove(slots, in: &editor)
    return .many(named)
  }

  /// Removes the elements at some places, sections with their items.
  static func remove(_ slots: [TransactionEditor.Slot], in editor: inout TransactionEditor) {
    // From last to first, so that the positions of the others stay valid.
    for slot in slots.sorted(by: >) { remove(at: slot, in: &editor) }
    countRankShifts(slots, in: &editor)
  }

  /// Charges what the removal of one element writes, and checks that a section is empty if it must be.
  func charge(
    _ index: Int,
    at slot: TransactionEditor.Slot,
    in editor: inout TransactionEditor
  ) throws(ArrangeError) {
    let own = WriteCost.ofEdit + elements[index].id.text.utf8.count
    guard kind == .section else { return try editor.charge(own) }
    let items = editor.state.items(ofSection: slot.index)
    let count = items.count
    guard count == 0 || !onlyIfEmpty else {
      throw ArrangeError(
        .failedPrecondition,
        "section \"\(elements[index].id)\" has \(count) items; move them first, or remove the section "
          + "with its items",
        field: "sections[\(index)].id"
      )
    }
    // Contents may be left out, see `Commit.maximumRemovedBytes`.
    try editor.charge(own + count * WriteCost.ofItem)
    var idBytes = 0
    items.forEach(in: 0..<count) { idBytes += $0.element.withIDBytes { $0.count } }
    try editor.charge(idBytes)
  }

  static func remove(at slot: TransactionEditor.Slot, in editor: inout TransactionEditor) {
    let (element, key, placed, items): (Element, OrderKey, UInt64, [ItemEntry])
    switch slot.scope {
    case .items, .children:
      let entry = editor.state.removeItem(at: slot)
      (element, key, placed, items) = (entry.element, entry.key, entry.placementVersion, [])
    case .sections:
      let entry = editor.state.removeSection(at: slot.index)
      let entries = entry.items.entries(in: 0..<entry.items.count)
      (element, key, placed, items) = (entry.element, entry.key, entry.placementVersion, entries)
    }
    editor.edits.append(
      .detach(
        element: element,
        key: key,
        placed: placed,
        items: items,
        from: slot.scope,
        at: slot.index,
        purpose: .removal
      )
    )
  }

  /// If ranks are the keys, counts the elements that move up to close the gaps of removed ones: in each list
  /// all after the first gap.
  private static func countRankShifts(_ removed: [TransactionEditor.Slot], in editor: inout TransactionEditor)
  {
    guard editor.strategy.keyForm == .rank else { return }
    var firstGap: [Scope: Int] = [:]
    for slot in removed { firstGap[slot.scope] = min(slot.index, firstGap[slot.scope] ?? slot.index) }
    for (scope, gap) in firstGap { editor.rekeyed += editor.state.count(in: scope) - gap }
  }
}
