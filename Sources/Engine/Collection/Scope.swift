package import ArrangeModel
package import Ordering

/// One of the ordered lists of a collection: its sections, or the items of one section.
package enum Scope: Sendable, Hashable {
  case sections
  /// The items of the section at an index.
  case items(section: Int)

  /// The place of the element at an index.
  package func place(at index: Int) -> PlacedElement.Place {
    switch self {
    case .sections: .section(index)
    case .items(let section): .item(ListPath(section: section, item: index))
    }
  }

  /// The path as history tells it: for sections the item part is 0.
  package func path(at index: Int) -> ListPath {
    switch self {
    case .sections: ListPath(section: index, item: 0)
    case .items(let section): ListPath(section: section, item: index)
    }
  }
}

extension CollectionState {
  /// The number of elements in a list.
  package func count(in scope: Scope) -> Int {
    switch scope {
    case .sections: sectionCount
    case .items(let section): itemCount(section: section)
    }
  }

  /// The element and the stored key at an index of a list. O(log n).
  package func entry(in scope: Scope, at index: Int) -> (element: Element, key: OrderKey) {
    switch scope {
    case .sections:
      let section = section(at: index)
      return (section.element, section.key)
    case .items(let section):
      let item = item(at: ListPath(section: section, item: index))
      return (item.element, item.key)
    }
  }

  /// The stored key at an index of a list. O(log n).
  func storedKey(in scope: Scope, at index: Int) -> OrderKey {
    switch scope {
    case .sections: key(ofSection: index)
    case .items(let section): key(at: ListPath(section: section, item: index))
    }
  }

  /// The order key of the element at an index of a list: the stored one, or where none is stored the rank. O(log n).
  package func key(in scope: Scope, at index: Int) -> OrderKey {
    storedKey(in: scope, at: index).orRank(index)
  }

  /// Gives elements of a list other keys.
  package mutating func rekey(in scope: Scope, at start: Int, to keys: [OrderKey]) {
    switch scope {
    case .sections: rekeySections(at: start, to: keys)
    case .items(let section): rekeyItems(section: section, at: start, to: keys)
    }
  }

  /// Gives the element at an index other content under the same id.
  package mutating func replace(in scope: Scope, at index: Int, with element: Element) {
    switch scope {
    case .sections: replaceSection(at: index, with: element)
    case .items(let section): replaceItem(at: ListPath(section: section, item: index), with: element)
    }
  }
}

extension OrderKey {
  /// The key of an element at a rank: this one, or where it is empty, as all are under a strategy whose keys are
  /// ranks, the rank.
  func orRank(_ rank: Int) -> OrderKey { isEmpty ? OrderKey(rank: rank) : self }
}

/// The keys of one list of a state, as a strategy sees them. It is small enough to be handed over without an
/// allocation.
struct ScopeKeys: KeyList {
  private enum List {
    case sections(OrderTree<SectionEntry>)
    case items(OrderTree<ItemEntry>)
  }

  private let list: List

  init(_ state: CollectionState, _ scope: Scope) {
    list =
      switch scope {
      case .sections: .sections(state.sections)
      case .items(let section): .items(state.items(ofSection: section))
      }
  }

  var count: Int {
    switch list {
    case .sections(let tree): tree.count
    case .items(let tree): tree.count
    }
  }

  func key(at position: Int) -> OrderKey {
    switch list {
    case .sections(let tree): tree.read(at: position) { $0.key }
    case .items(let tree): tree.read(at: position) { $0.key }
    }
  }

  func neighbours(of gap: Int) -> KeyNeighbours {
    switch list {
    case .sections(let tree): tree.neighbours(of: gap) { $0.key }
    case .items(let tree): tree.neighbours(of: gap) { $0.key }
    }
  }

  func keys(in range: Range<Int>) -> [OrderKey] {
    var keys: [OrderKey] = []
    keys.reserveCapacity(range.count)
    switch list {
    case .sections(let tree): tree.forEach(in: range) { keys.append($0.key) }
    case .items(let tree): tree.forEach(in: range) { keys.append($0.key) }
    }
    return keys
  }
}

extension OrderTree {
  /// The keys around a gap. They are mostly in one leaf, to which one way down leads.
  @inline(__always)
  fileprivate func neighbours(of gap: Int, _ key: (borrowing Entry) -> OrderKey) -> KeyNeighbours {
    let count = count
    guard count > 0 else { return KeyNeighbours(orEmpty: .empty, .empty, .empty, .empty) }
    let anchor = max(gap - 1, 0)
    return root.withLeaf(at: anchor) { leaf, offset in
      func found(_ position: Int) -> OrderKey {
        guard position >= 0, position < count else { return .empty }
        let place = offset + (position - anchor)
        return place >= 0 && place < leaf.size ? key(leaf.entries[place]) : read(at: position) { key($0) }
      }
      return KeyNeighbours(orEmpty: found(gap - 2), found(gap - 1), found(gap), found(gap + 1))
    }
  }
}
