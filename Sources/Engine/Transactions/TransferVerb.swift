import ArrangeModel
import Ordering

/// Takes items out of one collection, and puts them into another, with their ids, fields and content versions, so that they follow
/// each other there. From one outline to another they go with everything below them, unless it is said what becomes of that.
///
/// It is no ``TransactionVerb``, since it edits two collections. In each of them it is a change as any other: to its subscribers
/// and to readers of its journal, the items are removed from the one and inserted into the other.
struct TransferVerb {
  let items: [ElementReference]
  let destination: ItemDestination
  /// What becomes of the children of the items, without which they then go; nil if they go along.
  let descendants: DescendantPolicy?

  init(_ transfer: ItemTransfer) {
    items = transfer.items
    destination = transfer.destination
    descendants = transfer.descendants
  }

  /// The number of the verb in fingerprints, beside those of ``TransactionVerb/fingerprintNumber``.
  static let fingerprintNumber: UInt64 = 64

  /// The number of elements that are looked at in both collections.
  static func elementCount(of transfer: ItemTransfer, in state: CollectionState?) -> Int {
    guard let state, state.branches != nil else { return 2 * transfer.items.count }
    return transfer.items.reduce(0) { count, item in
      guard let slot = state.slot(ofItem: item.id) else { return count + 2 }
      return count + 2 + 2 * (slot.itemBranch(in: state)?.descendants ?? 0)
    }
  }

  /// - Returns: the items that have left the one collection and come into the other.
  /// - Throws: an error whose field is relative to the transfer: ``StatusCode/notFound``, ``StatusCode/aborted`` if a condition
  ///   of a reference does not hold, ``StatusCode/alreadyExists`` if the target has an item with the same id, and
  ///   ``StatusCode/failedPrecondition`` if an item has children that can't go along, or there is no room.
  func perform(
    from source: inout TransactionEditor,
    to target: inout TransactionEditor
  ) throws(ArrangeError) -> Set<Element> {
    let slots = try source.locateAll(items, .item)
    let takesAll = descendants == nil && target.state.branches != nil
    let removal = RemoveVerb(kind: .item, elements: items, descendants: takesAll ? .remove : descendants)
    if source.state.branches != nil {
      if takesAll {
        try ListSlot.checkAreApart(slots, in: source.state)
      } else {
        let reason = target.state.branches == nil ? "the collection to which it goes is flat: " : ""
        try removal.checkChildren(
          of: slots,
          in: source,
          orElse: "\(reason)say what becomes of what is below it, or transfer that as well"
        )
      }
    }
    let load = TransferLoad(slots, of: source.state, takesAll: takesAll)
    for (number, elements) in load.trees.enumerated() {
      for element in elements { try check(element, number, from: &source, to: &target) }
    }
    let place = try load.insert(at: destination, in: &target)
    target.named.add(.many(load.roots.named(.item, at: place)))
    if source.state.branches == nil {
      for _ in slots { try source.charge(WriteCost.ofEdit) }
      RemoveVerb.remove(slots, in: &source)
    } else {
      try remove(slots, by: removal, from: &source)
    }
    // What the last operation there has placed may be elsewhere now.
    source.named.forgetPlaces()
    (source.mayHaveNoEffect, target.mayHaveNoEffect) = (true, true)
    return Set(load.trees.joined())
  }

  /// Removes items from an outline. If their children move up to where there is no room, that is what is said to become of them.
  private func remove(
    _ slots: [ListSlot],
    by removal: RemoveVerb,
    from source: inout TransactionEditor
  ) throws(ArrangeError) {
    do throws(ArrangeError) { _ = try removal.removeFromOutline(slots, in: &source) } catch {
      guard error.reason == OutlineReason.tooManyItems else { throw error }
      throw ArrangeError(error.code, error.message, field: "descendants", reason: error.reason)
    }
  }

  /// Checks that the target does not have an item that comes, and charges what both write of it.
  private func check(
    _ element: Element,
    _ number: Int,
    from source: inout TransactionEditor,
    to target: inout TransactionEditor
  ) throws(ArrangeError) {
    if let slot = target.state.slot(of: element) {
      throw ArrangeError(
        .alreadyExists,
        "there is already an item \"\(element.id)\" in the collection to which it goes\(slot.pathText(in: target.state))",
        field: "items[\(number)].id"
      )
    }
    try source.charge(element.byteCount)
    try target.charge(WriteCost.ofEdit + element.byteCount)
  }
}

/// The items that go from one collection to another, with what goes along.
private struct TransferLoad {
  /// The named items.
  var roots: [Element] = []
  /// For each of them it and what goes along, parents before their children.
  var trees: [[Element]] = []
  /// The lists of children that go along, each after that in which its owner is.
  private var lists: [(owner: Element, children: [Element])] = []

  /// O(items that go · log n).
  init(_ slots: [ListSlot], of state: CollectionState, takesAll: Bool) {
    for slot in slots {
      let root = state.item(at: slot)
      roots.append(root.element)
      guard takesAll, let branches = state.branches else {
        trees.append([root.element])
        continue
      }
      var tree = [root]
      if let below = slot.itemBranch(in: state)?.children {
        var walk = RowWalk(branches, from: below)
        while let (item, _) = walk.next() { tree.append(item) }
      }
      for owner in tree {
        guard let own = branches.branch(of: owner.element, hash: owner.idHash)?.children, own.count > 0
        else { continue }
        lists.append((owner.element, own.entries(in: 0..<own.count).map(\.element)))
      }
      trees.append(tree.map(\.element))
    }
  }

  /// Inserts them. O(items that come · log n).
  ///
  /// - Returns: the place of the first named one.
  func insert(
    at destination: ItemDestination,
    in editor: inout TransactionEditor
  ) throws(ArrangeError) -> ListSlot {
    guard editor.state.branches != nil else {
      let place = try editor.place(for: .items(destination))
      try SectionRoom.check(for: roots.count, in: place.scope, of: editor.state)
      try editor.insert(roots, in: place.scope, gap: place.index)
      return place
    }
    let target = try OutlineTarget(for: destination, of: nil, in: &editor)
    let gap = try target.gap(for: destination, leaving: EmptyCollection(), in: editor)
    let place = ListSlot(scope: target.scope, index: gap)
    var limits = OutlineLimits()
    limits.note(place.scope, in: editor.state)
    try editor.insert(roots, in: place.scope, gap: gap)
    for list in lists {
      guard let owner = editor.state.slot(of: list.owner) else { preconditionFailure("it was just inserted") }
      let scope = editor.state.makeBranch(of: owner)
      limits.note(scope, in: editor.state)
      try editor.insert(list.children, in: scope, gap: 0)
    }
    try limits.check(in: editor.state)
    try OutlineLimits.checkDepth(
      of: roots.indices.map { ListSlot(scope: place.scope, index: gap + $0) },
      in: place.scope,
      named: roots,
      positions: roots.indices.map { [$0] },
      editor.state
    )
    return place
  }
}
