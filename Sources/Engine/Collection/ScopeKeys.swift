import Ordering

/// The keys of one list of a state, as a strategy sees them. It is small enough to be passed without an
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
      case .items, .children: .items(state.items(in: scope))
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
  /// The keys around a gap. They are usually in one leaf, which takes one descent.
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
