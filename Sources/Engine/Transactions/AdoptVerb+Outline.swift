import ArrangeModel

extension AdoptVerb {
  /// Adopts items into the children of an item, or into the top of a section. Those that contain the place are left out.
  func adoptIntoOutline(in editor: inout TransactionEditor) throws(ArrangeError) -> TransactionEditor.Names {
    // The section always has a value in the request; it counts as not named where a parent is.
    let destination = ItemDestination(section: section.isEmpty ? nil : section, below: below)
    let target = try OutlineTarget(for: destination, of: nil, in: &editor)
    let existing = items.indices.compactMap { index in
      editor.state.slot(ofItem: items[index].id).map { (index: index, slot: $0) }
    }
    let around = target.scope.containing(among: existing.map(\.slot), in: editor.state).map { existing[$0] }
    if let first = around.first, below.ifCycle == .fail {
      throw first.slot.belowItself(target.scope, field: "parent", in: editor.state)
    }
    let isAround = Set(around.map(\.index))
    let adopted = items.indices.filter { !isAround.contains($0) }
    let moving = existing.filter { !isAround.contains($0.index) }
    var limits = OutlineLimits()
    limits.note(target.scope, in: editor.state)
    let positions = OutlineLimits.positionsIfTooDeep(moving.map(\.slot), in: target.scope, of: editor.state)
    let places = Dictionary(uniqueKeysWithValues: zip(moving.map(\.index), positions ?? []))
    let names = try AdoptVerb(items: adopted.map { items[$0] }, section: section, below: below)
      .adopt(into: target.scope, in: &editor)
    guard case .many(let named) = names else { return names }
    try limits.check(in: editor.state)
    let most = editor.state.branches?.settings.maximumDepth ?? 0
    if positions != nil || target.scope.depth(in: editor.state) > most {
      let slots = named.compactMap { editor.state.slot(of: $0.element) }
      try OutlineLimits.checkDepth(
        of: slots,
        in: target.scope,
        named: all(named, adopted, around, in: editor).map(\.element),
        // New ones come after all others.
        positions: adopted.map { places[$0] ?? [.max, $0] },
        editor.state
      )
    }
    return .many(all(named, adopted, around, in: editor))
  }

  /// What was adopted and what was left out, in the order of the request.
  private func all(
    _ named: [TransactionEditor.Named],
    _ adopted: [Int],
    _ around: [(index: Int, slot: TransactionEditor.Slot)],
    in editor: borrowing TransactionEditor
  ) -> [TransactionEditor.Named] {
    var names = Dictionary(uniqueKeysWithValues: zip(adopted, named))
    for (index, _) in around {
      guard let slot = editor.state.slot(ofItem: items[index].id) else { continue }
      var name = TransactionEditor.Named(editor.state.item(at: slot).element, .item)
      name.isSkipped = true
      names[index] = name
    }
    return items.indices.compactMap { names[$0] }
  }
}
