import ArrangeModel
import Ordering

/// Puts elements of one list into the given order, at the positions that they occupy together. Elements that are not
/// named keep their positions and keys.
///
/// Consecutive named elements form a run; an element that is not named ends it, and no element can pass it without
/// getting another key. Among the elements that stay in their run, the longest subsequence that is already in order
/// keeps its keys (longest increasing subsequence, by patience sorting: Fredman, On computing the length of longest
/// increasing subsequences, 1975); all others are moved. So as few keys as possible are written. O(k log n) for k
/// elements.
struct ReorderVerb: TransactionVerb {
  /// The list that is put in order.
  enum List {
    case sections
    /// The items at the top of a section, or the children of an item.
    case items(section: Identifier, parent: Identifier)
  }

  let list: List
  let ids: [Identifier]

  private typealias Lifted = TransactionEditor.Lifted
  private typealias Slot = TransactionEditor.Slot

  private var kind: TransactionEditor.Kind {
    switch list {
    case .sections: .section
    case .items: .item
    }
  }

  var fingerprintNumber: UInt64 { kind == .item ? 10 : 11 }

  func addValues(to content: inout RequestFingerprint.Content) {
    if case .items(let section, _) = list { content.add(section) }
    content.add(ids) { $0.add($1) }
    // Requests that name no parent have the fingerprints that earlier servers gave them.
    if case .items(_, let parent) = list, !parent.isEmpty { content.add(parent) }
  }

  func elementCount(in state: CollectionState) -> Int { 2 * ids.count }

  func perform(in editor: inout TransactionEditor) throws(ArrangeError) -> TransactionEditor.Names {
    let scope = try scope(in: &editor)
    let slots = try locate(in: scope, of: editor)
    let named = slots.map {
      TransactionEditor.Named(editor.state.entry(in: $0.scope, at: $0.index).element, kind)
    }
    let places = slots.map(\.index).sorted()
    let runs = Reordering.runs(of: places, from: slots.map(\.index))
    guard runs.contains(where: { !$0.movers.isEmpty }) else { return .many(named) }
    scope.name(in: &editor)
    let hasRanks = editor.strategy.keyForm == .rank
    if hasRanks {
      for run in runs {
        editor.rekeyed += run.sources.indices.count { run.stays[$0] && run.sources[$0] != run.start + $0 }
      }
    }
    // The keys at the positions, for runs without enough room for others.
    let keys = hasRanks ? [] : places.map { editor.state.storedKey(in: scope, at: $0) }
    let moving = runs.flatMap { run in run.movers.map { Slot(scope: scope, index: run.sources[$0]) } }
    let recordsStays =
      ids.count - moving.count <= max(Reordering.maximumStays, Reordering.staysOfMove * moving.count)
    try editor.chargeMoves(moving)
    if recordsStays { try editor.charge(ids.reduce(0) { $0 + WriteCost.ofItem + $1.text.utf8.count }) }
    var lifted = editor.lift(moving)[...]
    var first = 0
    for run in runs {
      let movers = Array(lifted.prefix(run.movers.count))
      lifted = lifted.dropFirst(movers.count)
      let own = keys.isEmpty ? [] : keys[first..<first + run.sources.count]
      try settle(run, movers, in: scope, places: Array(own), of: &editor)
      first += run.sources.count
    }
    if recordsStays { for run in runs { editor.edits += run.unmoved(in: scope, of: editor.state) } }
    return .many(named)
  }

  private func scope(in editor: inout TransactionEditor) throws(ArrangeError) -> Scope {
    guard case .items(let id, let parent) = list else { return .sections }
    guard parent.isEmpty else { return try scope(below: parent, id, in: &editor) }
    guard let section = editor.state.index(ofSection: id) else {
      throw ArrangeError(.notFound, "there is no section \"\(id)\"", field: "section")
    }
    return .items(section: section)
  }

  private func scope(
    below parent: Identifier,
    _ section: Identifier,
    in editor: inout TransactionEditor
  ) throws(ArrangeError) -> Scope {
    guard section.isEmpty else {
      throw ArrangeError(
        .invalidArgument,
        "the section follows from the parent; name only one of the two",
        field: "section"
      )
    }
    guard editor.state.branches != nil else {
      try ItemDestination(below: ParentChoice(parent)).checkIsFlat()
      preconditionFailure("a flat collection has no parents")
    }
    guard let slot = editor.state.slot(ofItem: parent) else {
      throw ArrangeError(.notFound, "there is no item \"\(parent)\"", field: "parent")
    }
    return editor.state.makeBranch(of: slot)
  }

  private func locate(in scope: Scope, of editor: borrowing TransactionEditor) throws(ArrangeError) -> [Slot]
  {
    let slots: [Slot]
    do {
      slots = try editor.locateAll(ids.map { ElementReference($0) }, kind)
    } catch {
      // A reordering names its elements by a plain list of ids, which have no fields.
      var error = error
      error.field = error.field.map { $0.hasSuffix(".id") ? String($0.dropLast(3)) : $0 }
      throw error
    }
    for (index, slot) in slots.enumerated() where slot.scope != scope {
      throw ArrangeError(
        .invalidArgument,
        "item \"\(ids[index])\" is in another \(editor.state.branches == nil ? "section" : "list")\(slot.pathText(in: editor.state))",
        field: "items[\(index)]"
      )
    }
    return slots
  }

  /// Moves the elements of a run to their positions. Everything to the left is already in place.
  ///
  /// - Parameter keys: the previous keys at the positions of the run; empty if keys are ranks.
  private func settle(
    _ run: Reordering.Run,
    _ movers: [Lifted],
    in scope: Scope,
    places keys: [OrderKey],
    of editor: inout TransactionEditor
  ) throws(ArrangeError) {
    var present = run.sources.count - movers.count
    var start = 0
    // Movers that end up next to each other share one gap.
    while start < movers.count {
      var end = start + 1
      while end < movers.count, run.movers[end] == run.movers[end - 1] + 1 { end += 1 }
      let group = Array(movers[start..<end])
      let gap = run.start + run.movers[start]
      let bounds = run.start..<run.start + present
      guard let assigned = try self.keys(for: group, in: scope, gap: gap, rekeyingOnly: bounds, of: &editor)
      else {
        return try takePlaces(
          run,
          movers[start...],
          from: start,
          present: present,
          in: scope,
          keys,
          of: &editor
        )
      }
      editor.drop(group, keys: assigned, in: scope, gap: gap)
      present += group.count
      start = end
    }
  }

  /// Keys for elements that are placed into one gap: the current ones if they fit; nil if making room would rekey
  /// elements outside the given positions.
  private func keys(
    for lifted: [Lifted],
    in scope: Scope,
    gap: Int,
    rekeyingOnly positions: Range<Int>,
    of editor: inout TransactionEditor
  ) throws(ArrangeError) -> [OrderKey]? {
    if let fitting = editor.fittingKeys(lifted, in: scope, gap: gap) { return fitting }
    return try editor.assignKeys(lifted.count, in: scope, gap: gap, rekeyingOnly: positions)
  }

  /// Gives all elements of a run the previous keys of their positions: these always fit, and no element that
  /// was not named is rekeyed.
  ///
  /// - Parameters:
  ///   - movers: the elements that are not in place yet.
  ///   - start: the number of the first one among the movers of the run.
  ///   - present: the number of elements of the run that are in the list.
  private func takePlaces(
    _ run: Reordering.Run,
    _ movers: ArraySlice<Lifted>,
    from start: Int,
    present: Int,
    in scope: Scope,
    _ keys: [OrderKey],
    of editor: inout TransactionEditor
  ) throws(ArrangeError) {
    let missing = Set(run.movers[start...])
    let kept = keys.indices.filter { !missing.contains($0) }.map { keys[$0] }
    let before = ScopeKeys(editor.state, scope).keys(in: run.start..<run.start + present)
    // Unchanged keys at both ends are not written.
    var low = 0
    while low < present, before[low] == kept[low] { low += 1 }
    var high = present
    while high > low, before[high - 1] == kept[high - 1] { high -= 1 }
    if low < high {
      try editor.charge(kept[low..<high].reduce(0) { $0 + WriteCost.ofKey + $1.count })
      editor.replaceKeys(
        in: scope,
        at: run.start + low,
        from: Array(before[low..<high]),
        to: Array(kept[low..<high])
      )
    }
    for (number, mover) in zip(run.movers[start...], movers) {
      editor.drop([mover], keys: [keys[number]], in: scope, gap: run.start + number)
    }
  }
}
