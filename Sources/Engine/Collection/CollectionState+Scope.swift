package import ArrangeModel
package import Ordering

extension CollectionState {
  /// The number of elements in a list.
  package func count(in scope: Scope) -> Int {
    switch scope {
    case .sections: sectionCount
    case .items(let section): itemCount(section: section)
    case .children: items(in: scope).count
    }
  }

  /// The element at an index of a list, its stored key, and the version that last placed it, which is 0 if unknown. O(log n).
  package func entry(in scope: Scope, at index: Int) -> (element: Element, key: OrderKey, placed: UInt64) {
    switch scope {
    case .sections:
      let section = section(at: index)
      return (section.element, section.key, section.placementVersion)
    case .items, .children:
      let item = item(at: ListSlot(scope: scope, index: index))
      return (item.element, item.key, item.placementVersion)
    }
  }

  /// The stored key at an index of a list. O(log n).
  func storedKey(in scope: Scope, at index: Int) -> OrderKey {
    switch scope {
    case .sections: sections.read(at: index) { $0.key }
    case .items(let section): sections.read(at: section) { $0.items.read(at: index) { $0.key } }
    case .children: items(in: scope).read(at: index) { $0.key }
    }
  }

  /// The order key of the element at an index of a list: the stored one, or if none is stored the rank. O(log n).
  package func key(in scope: Scope, at index: Int) -> OrderKey {
    storedKey(in: scope, at: index).orRank(index)
  }

  /// Replaces the content of the element at an index, under the same id.
  package mutating func replace(in scope: Scope, at index: Int, with element: Element) {
    switch scope {
    case .sections: replaceSection(at: index, with: element)
    case .items, .children: replaceItem(at: ListSlot(scope: scope, index: index), with: element)
    }
  }
}

extension OutlineSettings {
  /// Makes an empty state that of an outline with these limits, or gives one other limits.
  package func apply(to state: inout CollectionState) {
    state.withBranches { table, _ in table.settings = self }
  }
}

extension CollectionState {
  /// The lists of siblings: those of the sections, of the items at the top of each, and of the children of each item. O(number
  /// of lists).
  package var scopes: [Scope] {
    var scopes = [Scope.sections] + (0..<sectionCount).map { .items(section: $0) }
    guard let branches else { return scopes }
    var next = branches.next(from: 0)
    while let number = next {
      if branches.branch(number).children.count > 0 { scopes.append(.children(number)) }
      next = branches.next(from: number + 1)
    }
    return scopes
  }
}

extension Scope {
  /// The section of a list of items. O(log n + depth).
  package func section(in state: CollectionState) -> Element {
    state.section(at: sectionIndex(in: state)).element
  }

  /// The index of the section of a list of items. O(log n + depth).
  package func sectionIndex(in state: CollectionState) -> Int {
    guard let branches = state.branches, let branch else { return path(at: 0).section }
    guard let path = state.path(of: branches.topmost(of: branch).owner) else {
      preconditionFailure("what is above an item is in the collection")
    }
    return path.section
  }

  /// The item whose children the list has; nil if it is no list of children.
  func parent(in state: CollectionState) -> Element? {
    branch.flatMap { state.branches?.branch($0).owner }
  }

  /// Records that an item of the list is about to be removed from an outline. O(log n).
  func recordRemoval(of item: Element, in state: inout CollectionState) {
    guard state.branches != nil, let home = removedHome(in: state) else { return }
    state.withBranches { table, _ in table.removed.record(item.id, in: home) }
  }

  /// A function of its own, so that nobody else refers to the table while it is changed.
  private func removedHome(in state: CollectionState) -> RemovedPlaces.Home? {
    switch self {
    case .sections: nil
    case .items(let section): .section(state.section(at: section).element.id)
    case .children: parent(in: state).map { .item($0.id) }
    }
  }

  /// The position of an item of the list, by the section and the index among its siblings. O(log n + depth).
  func siblingPath(at index: Int, in state: CollectionState) -> ListPath {
    ListPath(section: sectionIndex(in: state), item: index)
  }

  /// Counts items with a parent that came into the section of the list, or left it.
  func countNested(_ change: Int, in state: inout CollectionState) {
    guard change != 0 else { return }
    let section = section(in: state)
    state.withBranches { table, _ in table.countNested(change, in: section) }
  }
}

extension OrderKey {
  /// The key of an element at a rank: this one, or, if it is empty because keys are ranks, the rank.
  func orRank(_ rank: Int) -> OrderKey { isEmpty ? OrderKey(rank: rank) : self }
}
