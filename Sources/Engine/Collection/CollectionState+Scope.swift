import ArrangeModel
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
