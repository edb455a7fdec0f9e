import ArrangeModel
import Ordering

/// What verbs have in common: new elements are inserted, and others are lifted from their places and dropped elsewhere.
extension TransactionEditor {
  // MARK: Insert

  /// Inserts new elements into one gap.
  mutating func insert(_ elements: [Element], in scope: Scope, gap: Int) throws(ArrangeError) {
    scope.name(in: &self)
    insert(elements, keys: try assignKeys(elements.count, in: scope, gap: gap), in: scope, gap: gap)
  }

  /// Inserts new elements with given keys, which must fit.
  mutating func insert(_ elements: [Element], keys: [OrderKey], in scope: Scope, gap: Int) {
    if strategy.keyForm == .rank { rekeyed += state.count(in: scope) - gap }
    edits.reserveCapacity(edits.count + elements.count)
    for (offset, element) in elements.enumerated() {
      attach(element, key: keys[offset], in: scope, at: gap + offset)
    }
  }

  /// Inserts a new element with a key, which must fit.
  mutating func attach(_ element: Element, key: OrderKey, in scope: Scope, at place: Int) {
    switch scope {
    case .sections:
      state.insertSection(
        element,
        key: key,
        placementVersion: newVersion,
        items: EmptyCollection(),
        at: place
      )
    case .items, .children:
      let entry = ItemEntry(element: element, key: key, placementVersion: newVersion)
      state.insertItem(entry, at: Slot(scope: scope, index: place))
    }
    edits.append(.attach(element: element, key: key, to: scope, at: place, origin: .inserted))
  }

  // MARK: Move

  /// Counts the bytes of moves: each element leaves a position, and gets another one with a key.
  mutating func chargeMoves(_ slots: [Slot]) throws(ArrangeError) {
    for slot in slots { try charge(WriteCost.ofMove(in: slot.scope, at: slot.index, of: state)) }
  }

  /// An element between its old and its new position.
  struct Lifted {
    var element: Element
    var idHash: UInt64
    var key: OrderKey
    /// The placement version that it had.
    var placed: UInt64
    /// Its number among the moved elements of the commit.
    var number: Int
  }

  /// Detaches elements, the last position first; the result is in the order of `slots`.
  ///
  /// Of an outline, what is below others that are detached as well is detached before these: nothing can be found below an item
  /// that is on its way.
  mutating func lift(_ slots: [Slot]) -> [Lifted] {
    if slots.count == 1 { return [lift(slots[0])] }
    var depths: [Int] = []
    if state.branches != nil {
      for slot in slots { slot.scope.name(in: &self) }
      depths = slots.map { $0.scope == .sections ? 0 : $0.scope.depth(in: state) }
    }
    let isDeeper = { (a: Int, b: Int) in
      depths.isEmpty || depths[a] == depths[b] ? slots[a] > slots[b] : depths[a] > depths[b]
    }
    var lifted = [Lifted?](repeating: nil, count: slots.count)
    for index in slots.indices.sorted(by: isDeeper) { lifted[index] = lift(slots[index]) }
    return lifted.map { $0! }
  }

  /// Detaches an element.
  mutating func lift(_ slot: Slot) -> Lifted {
    slot.scope.name(in: &self)
    let entry: Lifted
    switch slot.scope {
    case .sections:
      let section = state.liftSection(at: slot.index)
      entry = Lifted(
        element: section.element,
        idHash: section.idHash,
        key: section.key,
        placed: section.placementVersion,
        number: liftedCount
      )
      liftedSections[liftedCount] = section
    case .items, .children:
      let item = state.liftItem(at: slot)
      entry = Lifted(
        element: item.element,
        idHash: item.idHash,
        key: item.key,
        placed: item.placementVersion,
        number: liftedCount
      )
    }
    liftedCount += 1
    edits.append(
      .detach(
        element: entry.element,
        key: entry.key,
        placed: entry.placed,
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

  /// Inserts elements into one gap, with given keys, which must fit.
  mutating func drop(_ lifted: [Lifted], keys: [OrderKey], in scope: Scope, gap: Int) {
    for (offset, entry) in lifted.enumerated() {
      drop(entry, key: keys[offset], in: scope, at: gap + offset)
    }
  }

  /// Inserts one element, with a given key, which must fit.
  mutating func drop(_ entry: Lifted, key: OrderKey, in scope: Scope, at place: Int) {
    switch scope {
    case .sections:
      guard var section = liftedSections.removeValue(forKey: entry.number) else {
        preconditionFailure("only sections are among sections")
      }
      section.key = key
      section.placementVersion = newVersion
      state.dropSection(section, at: place)
    case .items, .children:
      let item = ItemEntry(
        element: entry.element,
        idHash: entry.idHash,
        key: key,
        placementVersion: newVersion
      )
      state.dropItem(item, at: Slot(scope: scope, index: place))
    }
    edits.append(
      .attach(element: entry.element, key: key, to: scope, at: place, origin: .moved(entry.number))
    )
  }

  /// The current keys of the elements, if they are in order between the neighbours of the gap.
  func fittingKeys(_ lifted: [Lifted], in scope: Scope, gap: Int) -> [OrderKey]? {
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
