import ArrangeModel

extension MoveVerb {
  /// Moves items of an outline with what is below them. O(items · (log n + depth)), whatever is below.
  func moveInOutline(
    to items: ItemDestination,
    in editor: inout TransactionEditor
  ) throws(ArrangeError) -> TransactionEditor.Names {
    let slots = try editor.locateAll(elements, .item)
    try ListSlot.checkAreApart(slots, in: editor.state)
    let target = try OutlineTarget(for: items, of: slots[0], in: &editor)
    let around = target.scope.containing(among: slots, in: editor.state)
    if let first = around.first, items.below.ifCycle == .fail {
      let field = items.below.parent?.isEmpty ?? true ? "to.\(items.placement.fieldName)" : "parent"
      throw slots[first].belowItself(target.scope, field: field, in: editor.state)
    }
    let (named, isAround) = (slots.map { editor.state.item(at: $0).element }, Set(around))
    let moving = around.isEmpty ? slots : slots.indices.filter { !isAround.contains($0) }.map { slots[$0] }
    let gap = try target.gap(for: items, leaving: moving, in: editor)
    let beside =
      items.below.ifCycle == .beside ? around.filter { slots[$0].scope.branch != nil }.map { named[$0] } : []
    var limits = OutlineLimits()
    limits.note(target.scope, in: editor.state)
    for item in beside {
      limits.note(MoveVerb.place(behindParentOf: item, in: editor.state).scope, in: editor.state)
    }
    let positions = OutlineLimits.positionsIfTooDeep(moving, in: target.scope, of: editor.state)
    let place = TransactionEditor.Slot(scope: target.scope, index: gap)
    try move(moving, to: place, in: &editor)
    for item in beside {
      guard let slot = editor.state.slot(of: item) else { preconditionFailure("it is still there") }
      try move([slot], to: MoveVerb.place(behindParentOf: item, in: editor.state), in: &editor)
    }
    try limits.check(in: editor.state)
    if let positions {
      let places = moving.indices.map { TransactionEditor.Slot(scope: target.scope, index: gap + $0) }
      try OutlineLimits.checkDepth(
        of: places,
        in: target.scope,
        named: named,
        positions: positions,
        editor.state
      )
    }
    if around.isEmpty { return .many(named.named(.item, at: place)) }
    let isBeside = Set(beside)
    return .many(
      named.enumerated().map { index, item in
        var name = TransactionEditor.Named(item, .item)
        name.isSkipped = isAround.contains(index) && !isBeside.contains(item)
        return name
      }
    )
  }

  /// The place directly behind the parent of an item.
  private static func place(
    behindParentOf item: Element,
    in state: CollectionState
  ) -> TransactionEditor.Slot {
    guard let parent = state.slot(of: item)?.scope.parent(in: state), let slot = state.slot(of: parent) else {
      preconditionFailure("it has a parent")
    }
    return TransactionEditor.Slot(scope: slot.scope, index: slot.index + 1)
  }
}

extension Placement {
  /// The name of the field of the choice.
  fileprivate var fieldName: String {
    switch self {
    case .first: "first"
    case .last: "last"
    case .before: "before"
    case .after: "after"
    case .at: "at"
    }
  }
}
