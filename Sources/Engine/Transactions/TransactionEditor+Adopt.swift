import ArrangeModel
import Changes
import Ordering

extension TransactionEditor {
  /// Adopts items that were placed elsewhere, with the keys that they got there.
  ///
  /// All positions are determined first, so that the outcome does not depend on the order in which the items
  /// are named, nor on keys that others get in the same call; see ``AdoptionPlan``. Then the items that keep
  /// their keys are inserted, and between them the others, with one request for keys for consecutive items.
  /// O(k log n) for k items, plus the cost of the strategy.
  mutating func adoptItems(
    _ items: [AdoptedItem],
    section id: Identifier
  ) throws(ArrangeError) -> [Named] {
    guard !items.isEmpty else { return [] }
    var seen = Set<Identifier>()
    for (index, item) in items.enumerated() where !seen.insert(item.id).inserted {
      throw ArrangeError(
        .invalidArgument,
        "item \"\(item.id)\" is named twice",
        field: "items[\(index)].id"
      )
    }
    let (section, _) = try section(for: ItemDestination(section: id), fallback: nil)
    let scope = Scope.items(section: section)
    // Existing items are detached first, so that none collides with its own new key.
    let existing = items.indices.filter { slot(of: items[$0].id, .item) != nil }
    let slots = existing.compactMap { slot(of: items[$0].id, .item) }
    try chargeMoves(slots)
    for item in items {
      try charge(WriteCost.ofEdit + item.id.text.utf8.count + item.fields.encoded.count + item.key.count)
    }
    let lifted = Dictionary(uniqueKeysWithValues: zip(existing, lift(slots)))
    let plan = AdoptionPlan(of: items, in: ScopeKeys(state, scope), strategy) { id in
      slot(of: id, .item).flatMap { $0.scope == scope ? $0.index : nil }
    }
    noteRankShifts(slots, to: scope, plan: plan)

    edits.reserveCapacity(edits.count + items.count)
    var elements = items.indices.map { index in
      lifted[index].map(\.element)
        ?? Element(id: items[index].id, fields: items[index].fields, contentVersion: newVersion)
    }
    func attach(_ index: Int, _ key: OrderKey, at place: Int, to editor: inout TransactionEditor) {
      if let entry = lifted[index] {
        editor.drop([entry], keys: [key], in: scope, gap: place)
      } else {
        let item = ItemEntry(element: elements[index], key: key)
        elements[index] = item.element
        editor.state.insertItem(item, at: scope.path(at: place))
        editor.edits.append(
          .attach(element: item.element, key: key, to: scope, at: place, origin: .inserted)
        )
      }
    }
    var before = 0
    for gap in plan.gaps {
      for index in gap.items where plan.keepsKey[index] {
        attach(index, items[index].key, at: gap.place + before, to: &self)
        before += 1
      }
    }
    before = 0
    for gap in plan.gaps {
      var rest = gap.items[...]
      while let first = rest.first {
        let run = plan.keepsKey[first] ? rest.prefix(1) : rest.prefix { !plan.keepsKey[$0] }
        if !plan.keepsKey[first] {
          let keys = try assignKeys(run.count, in: scope, gap: gap.place + before)
          for (offset, index) in run.enumerated() {
            attach(index, keys[offset], at: gap.place + before + offset, to: &self)
          }
        }
        before += run.count
        rest = rest.dropFirst(run.count)
      }
    }
    return elements.map { Named($0, .item) }
  }

  /// If ranks are the keys, counts the elements that are not adopted and change their rank.
  ///
  /// - Parameter lifted: the previous places of adopted items, in lists with all of them.
  private mutating func noteRankShifts(_ lifted: [Slot], to scope: Scope, plan: AdoptionPlan) {
    guard strategy.keyForm == .rank else { return }
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
      if shift != 0 { rekeyed += step.place - place }
      place = step.place
      shift += step.change
    }
    if shift != 0 { rekeyed += state.count(in: scope) - place }
    for (list, gap) in firstGap { rekeyed += state.count(in: list) - gap }
  }
}
