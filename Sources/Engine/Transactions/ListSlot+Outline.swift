import ArrangeModel

extension Scope {
  /// Records which item's children the list is, before the first edit that is about it. Must not be called while anything is on
  /// its way between two places. Does nothing for a list that is no branch.
  @inline(__always)
  func name(in editor: inout TransactionEditor) {
    guard let number = branch, editor.namedBranches.insert(number).inserted else { return }
    guard let owner = parent(in: editor.state) else { preconditionFailure("a branch has an owner") }
    editor.edits.append(.branch(number, of: owner))
  }

  /// The items above those of the list, from the top down. O(depth).
  func owners(in state: CollectionState) -> [Element] {
    branch.flatMap { state.branches?.owners(of: $0) } ?? []
  }

  /// The depth of the items of the list. O(depth).
  func depth(in state: CollectionState) -> Int { branch.flatMap { state.branches?.depth(of: $0) } ?? 1 }

  /// The numbers of the places whose items contain the list, so that they can't go there. O(items + depth).
  func containing(among slots: [ListSlot], in state: CollectionState) -> [Int] {
    guard let branch, let branches = state.branches else { return [] }
    var above: Set<BranchNumber> = []
    branches.climb(from: branch) { number, _ in
      above.insert(number)
      return true
    }
    return slots.indices.filter { index in
      slots[index].branchNumber(in: state).map(above.contains) ?? false
    }
  }
}

/// What is above and below an item of an outline.
extension ListSlot {
  /// The items above a place, and the item, from the top down. O(depth).
  func path(in state: CollectionState) -> [Element] {
    scope.owners(in: state) + [state.item(at: self).element]
  }

  /// The ids of an item of an outline and of what is above it, as the end of a message; empty for anything else.
  func pathText(in state: CollectionState) -> String {
    guard state.branches != nil, scope != .sections else { return "" }
    return OutlinePath(path(in: state)).description
  }

  /// The branch of an item; nil if it never had children. O(log n).
  func itemBranch(in state: CollectionState) -> Branch? {
    let item = state.item(at: self)
    return state.branches?.branch(of: item.element, hash: item.idHash)
  }

  /// The number of the branch of an item; nil if it never had children. O(log n).
  func branchNumber(in state: CollectionState) -> BranchNumber? {
    let item = state.item(at: self)
    return state.branches?.number(of: item.element, hash: item.idHash)
  }

  /// The number of levels of an item and what is below it. O(log n).
  func levels(in state: CollectionState) -> Int { 1 + (itemBranch(in: state)?.height ?? 0) }

  /// The items below one, each before its children. O(result · log n).
  func descendants(in state: CollectionState) -> [Element] {
    guard let branch = itemBranch(in: state), branch.descendants > 0 else { return [] }
    var walk = RowWalk(state.branches, from: branch.children)
    var found: [Element] = []
    found.reserveCapacity(branch.descendants)
    while let (entry, _) = walk.next() { found.append(entry.element) }
    return found
  }

  /// What orders items as they are shown: the indices on the way to them. O(depth · log n).
  func rowPosition(in state: CollectionState) -> [Int] {
    var (position, scope) = ([index], scope)
    while let owner = scope.parent(in: state), let above = state.slot(of: owner) {
      position.append(above.index)
      scope = above.scope
    }
    position.append(scope.sectionIndex(in: state))
    return position.reversed()
  }

  /// The first of the deepest items below one, and what is between them. O(children on the way).
  func pathToDeepest(in state: CollectionState) -> [Element] {
    var path = [state.item(at: self).element]
    var next = itemBranch(in: state)
    while let branch = next, branch.height > 0, let branches = state.branches {
      next = nil
      for item in branch.children.entries(in: 0..<branch.children.count) {
        let own = branches.branch(of: item.element, hash: item.idHash)
        guard (own?.height ?? 0) == branch.height - 1 else { continue }
        path.append(item.element)
        next = own
        break
      }
    }
    return path
  }

  /// Checks that no item that is to be moved is below another one, with which it goes along. O(items · depth).
  static func checkAreApart(_ slots: [ListSlot], in state: CollectionState) throws(ArrangeError) {
    guard slots.count > 1 else { return }
    let own = Set(slots.compactMap { $0.branchNumber(in: state) })
    guard !own.isEmpty, let branches = state.branches else { return }
    for (index, slot) in slots.enumerated() {
      guard let number = slot.scope.branch, branches.isBelow(number, any: own) else { continue }
      let (path, named) = (slot.path(in: state), Set(slots.map { state.item(at: $0).element }))
      let start = path.firstIndex { named.contains($0) } ?? 0
      throw ArrangeError(
        .invalidArgument,
        "an item goes along with another one that is named as well; leave it out\(OutlinePath(path[start...]))",
        field: "items[\(index)].id"
      )
    }
  }

  /// The error for an item that would be below itself, in a list.
  func belowItself(_ scope: Scope, field: String, in state: CollectionState) -> ArrangeError {
    let (item, owners) = (state.item(at: self).element, scope.owners(in: state))
    let path = owners[(owners.firstIndex(of: item) ?? 0)...]
    return ArrangeError(
      .failedPrecondition,
      "an item can't be below itself; move what is below it first, or say what happens then\(OutlinePath(path))",
      field: field,
      reason: OutlineReason.belowItself
    )
  }
}

/// Ids of items from the top down, at the end of a message.
struct OutlinePath: CustomStringConvertible {
  let description: String

  init(_ items: some Sequence<Element>) {
    let ids = items.map(\.id.text)
    description = ids.isEmpty ? "" : ": " + ids.joined(separator: " / ")
  }
}
