import ArrangeModel
import Ordering

extension TransactionEditor {
  // MARK: Insert

  mutating func insertItems(
    _ items: [NewElement],
    to destination: ItemDestination
  ) throws(ArrangeError) -> [Named] {
    guard !items.isEmpty else { return [] }
    let (section, anchor) = try section(for: destination, fallback: nil)
    let gap = try gap(
      for: destination.placement,
      ifAnchorMissing: destination.anchorPolicy,
      in: .items(section: section),
      kind: .item,
      anchor: anchor
    )
    let elements = try makeElements(items, .item)
    try insert(elements, in: .items(section: section), gap: gap)
    return named(elements, .item, in: .items(section: section), from: gap)
  }

  mutating func insertSections(
    _ sections: [NewElement],
    to destination: SectionDestination
  ) throws(ArrangeError) -> [Named] {
    guard !sections.isEmpty else { return [] }
    let gap = try gap(
      for: destination.placement,
      ifAnchorMissing: destination.anchorPolicy,
      in: .sections,
      kind: .section
    )
    let elements = try makeElements(sections, .section)
    try insert(elements, in: .sections, gap: gap)
    return named(elements, .section, in: .sections, from: gap)
  }

  /// Elements that an operation has placed next to each other.
  private func named(_ elements: [Element], _ kind: Kind, in scope: Scope, from gap: Int) -> [Named] {
    elements.indices.map { Named(elements[$0], kind, at: Slot(scope: scope, index: gap + $0)) }
  }

  private mutating func makeElements(_ new: [NewElement], _ kind: Kind) throws(ArrangeError) -> [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(new.count)
    var seen = Set<Element>()
    let count = new.count
    for (index, new) in new.enumerated() {
      let element = Element(id: new.id ?? makeID(), fields: new.fields, contentVersion: newVersion)
      try charge(WriteCost.ofEdit + element.byteCount)
      let exists = kind == .item ? state.hasItem(element) : state.hasSection(element)
      guard !exists, count == 1 || seen.insert(element).inserted else {
        throw ArrangeError(
          .alreadyExists,
          "there is already \(kind == .item ? "an item" : "a section") \"\(element.id)\"",
          field: "\(kind.listField)[\(index)].id"
        )
      }
      elements.append(element)
    }
    return elements
  }

  /// Inserts new elements into one gap.
  mutating func insert(_ elements: [Element], in scope: Scope, gap: Int) throws(ArrangeError) {
    insert(elements, keys: try assignKeys(elements.count, in: scope, gap: gap), in: scope, gap: gap)
  }

  /// Inserts new elements with given keys, which must fit.
  mutating func insert(_ elements: [Element], keys: [OrderKey], in scope: Scope, gap: Int) {
    noteShift(state.count(in: scope) - gap)
    edits.reserveCapacity(edits.count + elements.count)
    for (offset, element) in elements.enumerated() {
      switch scope {
      case .sections:
        state.insertSection(element, key: keys[offset], items: EmptyCollection(), at: gap + offset)
      case .items(let section):
        state.insertItem(
          ItemEntry(element: element, key: keys[offset]),
          at: ListPath(section: section, item: gap + offset)
        )
      }
      edits.append(
        .attach(element: element, key: keys[offset], to: scope, at: gap + offset, origin: .inserted)
      )
    }
  }

  /// If ranks are the keys, counts elements whose rank changed.
  private mutating func noteShift(_ count: Int) {
    if strategy.keyForm == .rank { rekeyed += count }
  }

  // MARK: Update

  mutating func update(_ updates: [FieldsUpdate], kind: Kind) throws(ArrangeError) -> [Named] {
    let slots = try locateAll(updates.map(\.element), kind)
    var named: [Named] = []
    named.reserveCapacity(updates.count)
    for (index, (update, slot)) in zip(updates, slots).enumerated() {
      let before = state.entry(in: slot.scope, at: slot.index).element
      try charge(WriteCost.ofEdit + before.byteCount + update.set.encoded.count)
      let fields: Fields
      do {
        fields = try before.withFieldBytes { (bytes) throws(ArrangeError) in
          try update.applied(to: UnsafeRawBufferPointer(bytes))
        }
      } catch {
        throw error.within("\(kind.listField)[\(index)]")
      }
      let after = Element(id: update.element.id, fields: fields, contentVersion: newVersion)
      if !after.hasSameFields(as: before) {
        state.replace(in: slot.scope, at: slot.index, with: after)
        edits.append(.update(in: slot.scope, at: slot.index, before: before, after: after))
      }
      named.append(Named(after, kind, at: slot))
    }
    return named
  }

  // MARK: Remove

  mutating func removeItems(_ items: [ElementReference]) throws(ArrangeError) -> [Named] {
    let slots = try locateAll(items, .item)
    try charge(items.reduce(0) { $0 + WriteCost.ofEdit + $1.id.text.utf8.count })
    var named: [Named] = slots.map { Named(state.entry(in: $0.scope, at: $0.index).element, .item) }
    // From last to first, so that the positions of the others stay valid.
    for index in slots.indices.sorted(by: { slots[$0] > slots[$1] }) {
      let slot = slots[index]
      let entry = state.removeItem(at: slot.scope.path(at: slot.index))
      named[index].element = entry.element
      edits.append(
        .detach(
          element: entry.element,
          key: entry.key,
          items: [],
          from: slot.scope,
          at: slot.index,
          purpose: .removal
        )
      )
    }
    noteGaps(slots)
    return named
  }

  mutating func removeSections(
    _ sections: [ElementReference],
    onlyIfEmpty: Bool
  ) throws(ArrangeError) -> [Named] {
    let slots = try locateAll(sections, .section)
    let named: [Named] = slots.map { Named(state.section(at: $0.index).element, .section) }
    for index in slots.indices.sorted(by: { slots[$0] > slots[$1] }) {
      let slot = slots[index]
      let items = state.items(ofSection: slot.index)
      let count = items.count
      guard count == 0 || !onlyIfEmpty else {
        throw ArrangeError(
          .failedPrecondition,
          "section \"\(sections[index].id)\" has \(count) items; move them first, or remove the section "
            + "with its items",
          field: "sections[\(index)].id"
        )
      }
      // Contents may be left out, see `Commit.maximumRemovedBytes`.
      try charge(WriteCost.ofEdit + sections[index].id.text.utf8.count + count * WriteCost.ofItem)
      var idBytes = 0
      items.forEach(in: 0..<count) { idBytes += $0.element.withIDBytes { $0.count } }
      try charge(idBytes)
      let entry = state.removeSection(at: slot.index)
      edits.append(
        .detach(
          element: entry.element,
          key: entry.key,
          items: entry.items.entries(in: 0..<entry.items.count),
          from: .sections,
          at: slot.index,
          purpose: .removal
        )
      )
    }
    noteGaps(slots)
    return named
  }

  /// If ranks are the keys, counts the elements that move up to close the gaps of removed ones: in each list
  /// all after the first gap.
  private mutating func noteGaps(_ removed: [Slot]) {
    guard strategy.keyForm == .rank else { return }
    var firstGap: [Scope: Int] = [:]
    for slot in removed { firstGap[slot.scope] = min(slot.index, firstGap[slot.scope] ?? slot.index) }
    for (scope, gap) in firstGap { noteShift(state.count(in: scope) - gap) }
  }

  // MARK: Move

  mutating func moveItems(
    _ items: [ElementReference],
    to destination: ItemDestination
  ) throws(ArrangeError) -> [Named] {
    guard !items.isEmpty else { return [] }
    let slots = try locateAll(items, .item)
    guard case .items(let own) = slots[0].scope else { preconditionFailure("items are in sections") }
    let (section, anchor) = try section(for: destination, fallback: own)
    let scope = Scope.items(section: section)
    let gap = try gap(
      for: destination.placement,
      ifAnchorMissing: destination.anchorPolicy,
      in: scope,
      kind: .item,
      anchor: anchor,
      leaving: slots
    )
    return named(try move(slots, to: scope, gap: gap), .item, in: scope, from: gap)
  }

  mutating func moveSections(
    _ sections: [ElementReference],
    to destination: SectionDestination
  ) throws(ArrangeError) -> [Named] {
    guard !sections.isEmpty else { return [] }
    let slots = try locateAll(sections, .section)
    let gap = try gap(
      for: destination.placement,
      ifAnchorMissing: destination.anchorPolicy,
      in: .sections,
      kind: .section,
      leaving: slots
    )
    return named(try move(slots, to: .sections, gap: gap), .section, in: .sections, from: gap)
  }

  /// Moves the elements at `slots`, in this order, into one gap; the gap counts the list without them.
  private mutating func move(
    _ slots: [Slot],
    to scope: Scope,
    gap: Int
  ) throws(ArrangeError) -> [Element] {
    let isInPlace = slots.indices.allSatisfy { slots[$0] == Slot(scope: scope, index: gap + $0) }
    guard !isInPlace else { return slots.map { state.entry(in: $0.scope, at: $0.index).element } }
    noteRankShifts(slots, to: scope, gap: gap)
    try chargeMoves(slots)
    edits.reserveCapacity(edits.count + 2 * slots.count)
    let lifted = lift(slots)
    try drop(lifted, in: scope, gap: gap)
    return lifted.map(\.element)
  }

  /// Counts the bytes of moves: each element leaves a position, and gets another one with a key.
  mutating func chargeMoves(_ slots: [Slot]) throws(ArrangeError) {
    for slot in slots {
      let (element, key) = state.entry(in: slot.scope, at: slot.index)
      try charge(2 * (WriteCost.ofEdit + element.withIDBytes { $0.count } + key.count))
    }
  }

  /// If ranks are the keys, counts the elements whose rank a move changes, without the moved ones.
  private mutating func noteRankShifts(_ slots: [Slot], to scope: Scope, gap: Int) {
    guard strategy.keyForm == .rank else { return }
    var byScope: [Scope: [Int]] = [scope: []]
    for slot in slots { byScope[slot.scope, default: []].append(slot.index) }
    for (list, unsorted) in byScope {
      let places = unsorted.sorted()
      let count = state.count(in: list)
      if list == scope, places.count == slots.count, let first = places.first, let last = places.last {
        // Only the elements between the old and the new positions change their ranks.
        rekeyed += max(0, gap - first) + max(0, last - places.count + 1 - gap)
      } else {
        // In the list without the leaving elements, all from the first gap on have new ranks.
        let remaining = count - places.count
        let firstChange = list == scope ? min(places.first ?? gap, gap) : places[0]
        rekeyed += remaining - firstChange
      }
    }
  }

  /// An element between its old and its new position.
  struct Lifted {
    var element: Element
    var idHash: UInt64
    var key: OrderKey
    /// Its number among the moved elements of the commit.
    var number: Int
  }

  /// Detaches elements, the last position first; the result is in the order of `slots`.
  mutating func lift(_ slots: [Slot]) -> [Lifted] {
    if slots.count == 1 { return [lift(slots[0])] }
    var lifted = [Lifted?](repeating: nil, count: slots.count)
    for index in slots.indices.sorted(by: { slots[$0] > slots[$1] }) { lifted[index] = lift(slots[index]) }
    return lifted.map { $0! }
  }

  private mutating func lift(_ slot: Slot) -> Lifted {
    let entry: Lifted
    switch slot.scope {
    case .sections:
      let section = state.liftSection(at: slot.index)
      entry = Lifted(
        element: section.element,
        idHash: section.idHash,
        key: section.key,
        number: liftedCount
      )
      liftedSections[liftedCount] = section
    case .items:
      let item = state.liftItem(at: slot.scope.path(at: slot.index))
      entry = Lifted(element: item.element, idHash: item.idHash, key: item.key, number: liftedCount)
    }
    liftedCount += 1
    edits.append(
      .detach(
        element: entry.element,
        key: entry.key,
        items: [],
        from: slot.scope,
        at: slot.index,
        purpose: .move
      )
    )
    return entry
  }

  /// Inserts elements into one gap, with their current keys if these fit.
  mutating func drop(_ lifted: [Lifted], in scope: Scope, gap: Int) throws(ArrangeError) {
    let assigned: [OrderKey]
    if let fitting = fittingKeys(lifted, in: scope, gap: gap) {
      assigned = fitting
    } else {
      assigned = try assignKeys(lifted.count, in: scope, gap: gap)
    }
    drop(lifted, keys: assigned, in: scope, gap: gap)
  }

  /// Keys for elements that a reordering places into one gap: the current ones if they fit; nil if making
  /// room would rekey elements outside the given positions.
  mutating func keysForReordering(
    _ lifted: [Lifted],
    in scope: Scope,
    gap: Int,
    rekeyingOnly positions: Range<Int>
  ) throws(ArrangeError) -> [OrderKey]? {
    if let fitting = fittingKeys(lifted, in: scope, gap: gap) { return fitting }
    return try assignKeys(lifted.count, in: scope, gap: gap, rekeyingOnly: positions)
  }

  /// Inserts elements into one gap, with given keys, which must fit.
  mutating func drop(_ lifted: [Lifted], keys: [OrderKey], in scope: Scope, gap: Int) {
    for (offset, entry) in lifted.enumerated() {
      let (key, place) = (keys[offset], gap + offset)
      switch scope {
      case .sections:
        guard var section = liftedSections.removeValue(forKey: entry.number) else {
          preconditionFailure("only sections are among sections")
        }
        section.key = key
        state.dropSection(section, at: place)
      case .items:
        let item = ItemEntry(element: entry.element, idHash: entry.idHash, key: key)
        state.dropItem(item, at: scope.path(at: place))
      }
      edits.append(
        .attach(element: entry.element, key: key, to: scope, at: place, origin: .moved(entry.number))
      )
    }
  }

  /// The current keys of the elements, if they are in order between the neighbours of the gap.
  private func fittingKeys(_ lifted: [Lifted], in scope: Scope, gap: Int) -> [OrderKey]? {
    guard strategy.keyForm == .stored else { return nil }
    var last = gap > 0 ? state.storedKey(in: scope, at: gap - 1) : OrderKey.empty
    for entry in lifted {
      guard last < entry.key else { return nil }
      last = entry.key
    }
    if gap < state.count(in: scope), !(last < state.storedKey(in: scope, at: gap)) { return nil }
    return lifted.map(\.key)
  }
}
