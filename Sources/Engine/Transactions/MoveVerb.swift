import ArrangeModel
import Ordering

/// Moves elements, possibly from several sections, so that they follow each other.
struct MoveVerb: TransactionVerb {
  let elements: [ElementReference]
  let destination: TransactionEditor.Destination

  init(elements: [ElementReference], to destination: TransactionEditor.Destination) {
    self.elements = elements
    self.destination = destination
  }

  var fingerprintNumber: UInt64 { destination.kind == .item ? 6 : 2 }

  func addValues(to content: inout RequestFingerprint.Content) {
    content.add(elements) { $0.add($1) }
    destination.addValues(to: &content)
  }

  func elementCount(in state: CollectionState) -> Int { elements.count }

  func perform(in editor: inout TransactionEditor) throws(ArrangeError) -> TransactionEditor.Names {
    guard !elements.isEmpty else { return .none }
    if editor.state.branches != nil, case .items(let items) = destination {
      return try moveInOutline(to: items, in: &editor)
    }
    if elements.count == 1 { return .one(try moveOne(in: &editor)) }
    let slots = try editor.locateAll(elements, destination.kind)
    let place = try editor.place(for: destination, leaving: slots)
    return .many(try move(slots, to: place, in: &editor).named(destination.kind, at: place))
  }

  /// Moves the only element: what ``move(_:to:in:)`` does, without arrays. Most moves are of one element.
  private func moveOne(in editor: inout TransactionEditor) throws(ArrangeError) -> TransactionEditor.Named {
    let kind = destination.kind
    let slot = try editor.locate(elements[0], kind, number: 0)
    let place = try editor.place(for: destination, leaving: CollectionOfOne(slot))
    let (scope, gap) = (place.scope, place.index)
    if slot == place {
      let (element, key, _) = editor.state.entry(in: scope, at: gap)
      return TransactionEditor.Named(element, kind, at: place, key: key)
    }
    try SectionRoom.check(for: CollectionOfOne(slot), in: scope, of: editor.state)
    countRankShifts(CollectionOfOne(slot), to: scope, gap: gap, in: &editor)
    try editor.charge(WriteCost.ofMove(in: slot.scope, at: slot.index, of: editor.state))
    editor.edits.reserveCapacity(editor.edits.count + 2)
    let lifted = editor.lift(slot)
    let key = try key(for: lifted, in: scope, gap: gap, of: &editor)
    editor.drop(lifted, key: key, in: scope, at: gap)
    return TransactionEditor.Named(lifted.element, kind, at: place, key: key)
  }

  /// A key for one element in a gap: its current one if it fits.
  private func key(
    for lifted: TransactionEditor.Lifted,
    in scope: Scope,
    gap: Int,
    of editor: inout TransactionEditor
  ) throws(ArrangeError) -> OrderKey {
    guard editor.strategy.keyForm == .stored else { return .empty }
    let request = KeyRequest(count: 1, gap: gap, in: ScopeKeys(editor.state, scope))
    let (lower, upper) = (request.neighbours.lowerKey, request.neighbours.upperKey)
    if lower < lifted.key, upper.isEmpty || lifted.key < upper { return lifted.key }
    guard let keys = try editor.assignKeys(for: request, in: scope) else {
      preconditionFailure("every rekey is allowed")
    }
    return keys[0]
  }

  /// Moves the elements at `slots`, in this order, into one gap; the gap counts the list without them.
  @discardableResult
  func move(
    _ slots: [TransactionEditor.Slot],
    to place: TransactionEditor.Slot,
    in editor: inout TransactionEditor
  ) throws(ArrangeError) -> [Element] {
    let (scope, gap) = (place.scope, place.index)
    let isInPlace = slots.indices.allSatisfy { index in
      slots[index] == TransactionEditor.Slot(scope: scope, index: gap + index)
    }
    guard !isInPlace else { return slots.map { editor.state.entry(in: $0.scope, at: $0.index).element } }
    // Those of an outline are checked when all of the operation was carried out.
    if editor.state.branches == nil { try SectionRoom.check(for: slots, in: scope, of: editor.state) }
    scope.name(in: &editor)
    countRankShifts(slots, to: scope, gap: gap, in: &editor)
    try editor.chargeMoves(slots)
    editor.edits.reserveCapacity(editor.edits.count + 2 * slots.count)
    let lifted = editor.lift(slots)
    try editor.drop(lifted, in: scope, gap: gap)
    return lifted.map(\.element)
  }

  /// If ranks are the keys, counts the elements whose rank a move changes, without the moved ones.
  private func countRankShifts(
    _ slots: some Collection<TransactionEditor.Slot>,
    to scope: Scope,
    gap: Int,
    in editor: inout TransactionEditor
  ) {
    guard editor.strategy.keyForm == .rank else { return }
    var byScope: [Scope: [Int]] = [scope: []]
    for slot in slots { byScope[slot.scope, default: []].append(slot.index) }
    for (list, unsorted) in byScope {
      let places = unsorted.sorted()
      let count = editor.state.count(in: list)
      if list == scope, places.count == slots.count, let first = places.first, let last = places.last {
        // Only the elements between the old and the new positions change their ranks.
        editor.rekeyed += max(0, gap - first) + max(0, last - places.count + 1 - gap)
      } else {
        // In the list without the leaving elements, all from the first gap on have new ranks.
        let remaining = count - places.count
        let firstChange = list == scope ? min(places.first ?? gap, gap) : places[0]
        editor.rekeyed += remaining - firstChange
      }
    }
  }
}
