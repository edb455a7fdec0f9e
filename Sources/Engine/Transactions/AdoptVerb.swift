import ArrangeModel
import Changes
import Ordering

/// Adopts items that were placed elsewhere, with the keys that they got there.
///
/// All positions are determined first, so that the outcome does not depend on the order in which the items are
/// named, nor on keys that others get in the same call; see ``AdoptionPlan``. Then the items that keep their keys are
/// inserted, and between them the others, with one request for keys for consecutive items. O(k log n) for k items,
/// plus the cost of the strategy.
struct AdoptVerb: TransactionVerb {
  let items: [AdoptedItem]
  let section: Identifier
  /// The parent, in an outline.
  let below: ParentChoice

  private typealias Slot = TransactionEditor.Slot

  var fingerprintNumber: UInt64 { 9 }

  func addValues(to content: inout RequestFingerprint.Content) {
    content.add(items) { $0.add($1) }
    content.add(section)
    content.add(below)
  }

  func elementCount(in state: CollectionState) -> Int { 4 * items.count }

  /// Every existing item is detached before its place is known.
  var mayHaveNoEffect: Bool { true }

  func perform(in editor: inout TransactionEditor) throws(ArrangeError) -> TransactionEditor.Names {
    guard !items.isEmpty else { return .none }
    try checkNames()
    if editor.state.branches != nil { return try adoptIntoOutline(in: &editor) }
    try ItemDestination(below: below).checkIsFlat()
    let (index, _) = try editor.section(for: ItemDestination(section: section), fallback: nil)
    return try adopt(into: .items(section: index), in: &editor)
  }

  /// Adopts the items into a list of siblings.
  func adopt(
    into scope: Scope,
    in editor: inout TransactionEditor
  ) throws(ArrangeError) -> TransactionEditor.Names {
    scope.name(in: &editor)
    // Existing items are detached first, so that none collides with its own new key.
    let existing = items.indices.filter { editor.slot(of: items[$0].id, .item) != nil }
    let slots = existing.compactMap { editor.slot(of: items[$0].id, .item) }
    if editor.state.branches == nil {
      try SectionRoom.check(for: items.count - slots.count { $0.scope == scope }, in: scope, of: editor.state)
    }
    try charge(slots, in: &editor)
    let lifted = Dictionary(uniqueKeysWithValues: zip(existing, editor.lift(slots)))
    let plan = plan(in: scope, of: editor)
    countRankShifts(slots, to: scope, plan: plan, in: &editor)
    editor.edits.reserveCapacity(editor.edits.count + items.count)
    let elements = items.indices.map { index in
      lifted[index].map(\.element)
        ?? Element(id: items[index].id, fields: items[index].fields, contentVersion: editor.newVersion)
    }
    func attach(_ index: Int, _ key: OrderKey, at place: Int, to editor: inout TransactionEditor) {
      if let entry = lifted[index] {
        editor.drop([entry], keys: [key], in: scope, gap: place)
      } else {
        editor.attach(elements[index], key: key, in: scope, at: place)
      }
    }
    var before = 0
    for gap in plan.gaps {
      for index in gap.items where plan.keepsKey[index] {
        attach(index, items[index].key, at: gap.place + before, to: &editor)
        before += 1
      }
    }
    before = 0
    for gap in plan.gaps {
      var rest = gap.items[...]
      while let first = rest.first {
        let run = plan.keepsKey[first] ? rest.prefix(1) : rest.prefix { !plan.keepsKey[$0] }
        if !plan.keepsKey[first] {
          let keys = try editor.assignKeys(run.count, in: scope, gap: gap.place + before)
          for (offset, index) in run.enumerated() {
            attach(index, keys[offset], at: gap.place + before + offset, to: &editor)
          }
        }
        before += run.count
        rest = rest.dropFirst(run.count)
      }
    }
    return .many(elements.map { TransactionEditor.Named($0, .item) })
  }

  private func checkNames() throws(ArrangeError) {
    var seen = Set<Identifier>()
    for (index, item) in items.enumerated() where !seen.insert(item.id).inserted {
      throw ArrangeError(
        .invalidArgument,
        "item \"\(item.id)\" is named twice",
        field: "items[\(index)].id"
      )
    }
  }

  private func charge(_ existing: [Slot], in editor: inout TransactionEditor) throws(ArrangeError) {
    try editor.chargeMoves(existing)
    for item in items {
      try editor.charge(
        WriteCost.ofEdit + item.id.text.utf8.count + item.fields.encoded.count + item.key.count
      )
    }
  }

  private func plan(in scope: Scope, of editor: borrowing TransactionEditor) -> AdoptionPlan {
    let state = editor.state
    return AdoptionPlan(of: items, in: ScopeKeys(state, scope), editor.strategy) { id in
      state.slot(ofItem: id).flatMap { slot in slot.scope == scope ? slot.index : nil }
    }
  }

  /// If ranks are the keys, counts the elements that are not adopted and change their rank.
  ///
  /// - Parameter lifted: the previous places of adopted items, in lists with all of them.
  private func countRankShifts(
    _ lifted: [Slot],
    to scope: Scope,
    plan: AdoptionPlan,
    in editor: inout TransactionEditor
  ) {
    guard editor.strategy.keyForm == .rank else { return }
    // For each place in the list without the adopted items, how many more elements than before precede it.
    var steps: [(place: Int, change: Int)] = plan.gaps.map { ($0.place, $0.items.count) }
    var firstGap: [Scope: Int] = [:]
    var own = 0
    for slot in lifted.sorted() {
      if slot.scope == scope {
        steps.append((slot.index - own, -1))
        own += 1
      } else {
        firstGap[slot.scope] = min(slot.index, firstGap[slot.scope] ?? slot.index)
      }
    }
    steps.sort { $0.place < $1.place }
    var (place, shift) = (0, 0)
    for step in steps {
      if shift != 0 { editor.rekeyed += step.place - place }
      place = step.place
      shift += step.change
    }
    if shift != 0 { editor.rekeyed += editor.state.count(in: scope) - place }
    for (list, gap) in firstGap { editor.rekeyed += editor.state.count(in: list) - gap }
  }
}
