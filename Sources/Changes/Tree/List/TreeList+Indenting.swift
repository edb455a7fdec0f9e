public import ArrangeModel

extension TreeList {
  /// The operations that make items the last children of the siblings directly before them, as Tab does in an outliner.
  ///
  /// Siblings that follow each other go below the same one. An item that is the first among its siblings stays, as does one that
  /// goes along with another named one. The operations fail if somebody else has given an item another parent meanwhile.
  ///
  /// O(named items + siblings).
  ///
  /// - Returns: the operations, to be applied in one transaction; empty if all stay.
  public func indenting(_ items: some Sequence<Identifier>) -> [ListOperation] {
    families(of: items).flatMap { family in
      let siblings = children(of: family.parent)
      var operations: [ListOperation] = []
      var run: [Identifier] = []
      var before: Identifier?
      func finish() {
        if let before, !run.isEmpty {
          operations.append(move(run, of: family.parent, to: .last, below: before))
        }
        run = []
      }
      for sibling in siblings {
        guard family.items.contains(sibling.id) else {
          finish()
          before = sibling.id
          continue
        }
        run.append(sibling.id)
      }
      finish()
      return operations
    }
  }

  /// The operations that move items directly behind their parents, as Shift-Tab does in an outliner.
  ///
  /// An item at the top of its section stays, as does one that goes along with another named one. The operations fail if somebody
  /// else has given an item another parent meanwhile.
  ///
  /// O(named items + siblings).
  ///
  /// - Returns: the operations, to be applied in one transaction; empty if all stay.
  public func outdenting(_ items: some Sequence<Identifier>) -> [ListOperation] {
    families(of: items).compactMap { family in
      guard case .item(let parent)? = family.parent else { return nil }
      let moved = children(of: family.parent).map(\.id).filter(family.items.contains)
      return move(moved, of: family.parent, to: .after(parent), below: nil)
    }
  }

  /// Named items that have the same parent.
  private struct Family {
    var parent: TreeNode?
    var items: Set<Identifier> = []
  }

  /// The items without those that are below others of them, by their parents, in the order in which those are named first.
  private func families(of items: some Sequence<Identifier>) -> [Family] {
    var named = Set<Identifier>()
    for item in items where contains(.item(item)) { named.insert(item) }
    var families: [Family] = []
    var indices: [TreeNode?: Int] = [:]
    for item in items where named.contains(item) && !isBelow(any: named, item) {
      let parent = parent(of: .item(item))
      let index = indices[parent] ?? families.count
      if index == families.count {
        indices[parent] = index
        families.append(Family(parent: parent))
      }
      families[index].items.insert(item)
    }
    return families
  }

  private func isBelow(any named: Set<Identifier>, _ item: Identifier) -> Bool {
    var node = parent(of: .item(item))
    while case .item(let id)? = node {
      if named.contains(id) { return true }
      node = parent(of: .item(id))
    }
    return false
  }

  private func move(
    _ items: [Identifier],
    of parent: TreeNode?,
    to placement: Placement,
    below target: Identifier?
  ) -> ListOperation {
    let own: Identifier = if case .item(let id)? = parent { id } else { .empty }
    return .moveItems(
      items.map { ElementReference($0, ifParent: own) },
      to: ItemDestination(placement, below: ParentChoice(target))
    )
  }
}
