import ArrangeModel

/// A section in a list: an entry with the tree of its items.
package protocol SectionTreeEntry: OrderTreeEntry {
  associatedtype Item: OrderTreeEntry
  var items: OrderTree<Item> { get }
}

/// Finds elements by their ids, with the directory that knows the nodes of the tree.
extension OrderTree where Entry: SectionTreeEntry {
  /// The path of an item; nil if there is none with this id. O(log n).
  func path(ofItem id: ElementID, in directory: NodeDirectory) -> ListPath? {
    directory.withChain(ofItem: id) { path(ofItem: id, along: $0) }
  }

  /// The path of an item by the numbers of the nodes above it; nil if it is not in this tree.
  @inline(__always)
  func path(ofItem id: ElementID, along chain: NodeChain) -> ListPath? {
    guard root.number == chain.last else { return nil }
    return root.withLeaf(along: chain) { leaf, firstSection, chain in
      let itemRoot = chain.last
      guard let slot = leaf.offset(where: { $0.items.root.number == itemRoot }) else {
        preconditionFailure("the directory knows every section")
      }
      return leaf.entries[slot].items.root.withLeaf(along: chain) { leaf, firstItem, _ in
        leaf.offset(of: id).map { ListPath(section: firstSection + slot, item: firstItem + $0) }
      }
    }
  }

  /// The index of a section; nil if there is none with this id. O(log n).
  func index(ofSection id: ElementID, in directory: NodeDirectory) -> Int? {
    guard let leaf = directory.sections.leaf(of: id) else { return nil }
    return directory.withChain(from: leaf) { chain in
      guard root.number == chain.last else { return nil }
      return root.withLeaf(along: chain) { leaf, first, _ in
        leaf.offset(of: id).map { first + $0 }
      }
    }
  }
}

extension BranchTable {
  /// The index of an item in its branch, whose number is the last one of those above the item; nil if there is no such branch.
  func index(ofChild id: ElementID, along chain: NodeChain) -> Int? {
    guard let branch = self[chain.last] else { return nil }
    return branch.children.root.withLeaf(along: chain.withoutLast) { leaf, first, _ in
      leaf.offset(of: id).map { first + $0 }
    }
  }
}

extension NodeDirectory {
  /// Calls a closure with the numbers of the nodes from the leaf of an item up to the topmost one; nil if there is no item
  /// with this id.
  @inline(__always)
  func withChain<Result>(ofItem id: ElementID, _ body: (NodeChain) -> Result?) -> Result? {
    guard let leaf = items.leaf(of: id) else { return nil }
    return withChain(from: leaf, body)
  }

  /// The maximum length of the chain of nodes from an item's leaf to the root of the sections: enough for
  /// more entries than memory can hold.
  private static let maximumDepth = 64

  /// Calls a closure with the numbers of the nodes from a leaf up to the root of the sections.
  @inline(__always)
  fileprivate func withChain<Result>(
    from leaf: NodeNumber,
    _ body: (NodeChain) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: NodeNumber.self, capacity: NodeDirectory.maximumDepth) { chain in
      guard let numbers = chain.baseAddress else { preconditionFailure("the chain has room") }
      var length = 0
      forEachNode(from: leaf) { number in
        precondition(length < NodeDirectory.maximumDepth, "no tree is as deep")
        numbers[length] = number
        length += 1
      }
      return body(NodeChain(numbers: numbers, count: length))
    }
  }
}
