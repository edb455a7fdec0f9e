import ArrangeModel

/// A section in a list: an entry with the tree of its items.
package protocol SectionTreeEntry: OrderTreeEntry {
  associatedtype Item: OrderTreeEntry
  var items: OrderTree<Item> { get }
}

/// Finds elements by their ids, in a tree of sections whose nodes the directory knows.
extension NodeDirectory {
  /// The maximum length of the chain of nodes from an item's leaf to the root of the sections: enough for
  /// more entries than memory can hold.
  private static let maximumDepth = 64

  /// The path of an item; nil if there is none with this id. O(log n).
  func path<Section: SectionTreeEntry>(
    ofItem id: ElementID,
    in sections: OrderTree<Section>
  ) -> ListPath? {
    guard let leaf = items.leaf(of: id) else { return nil }
    return withChain(from: leaf) { chain in
      guard sections.root.number == chain[chain.count - 1] else { return nil }
      return sections.root.withLeaf(along: chain) { leaf, firstSection, chain in
        let itemRoot = chain[chain.count - 1]
        guard let slot = leaf.offset(where: { $0.items.root.number == itemRoot }) else {
          preconditionFailure("the directory knows every section")
        }
        return leaf.entries[slot].items.root.withLeaf(along: chain) { leaf, firstItem, _ in
          leaf.offset(of: id).map { ListPath(section: firstSection + slot, item: firstItem + $0) }
        }
      }
    }
  }

  /// The index of a section; nil if there is none with this id. O(log n).
  func index<Section: SectionTreeEntry>(
    ofSection id: ElementID,
    in sections: OrderTree<Section>
  ) -> Int? {
    guard let leaf = self.sections.leaf(of: id) else { return nil }
    return withChain(from: leaf) { chain in
      guard sections.root.number == chain[chain.count - 1] else { return nil }
      return sections.root.withLeaf(along: chain) { leaf, first, _ in
        leaf.offset(of: id).map { first + $0 }
      }
    }
  }

  /// Calls a closure with the numbers of the nodes from a leaf up to the root of the sections.
  @inline(__always)
  private func withChain<Result>(
    from leaf: NodeNumber,
    _ body: (NodeChain) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: NodeNumber.self, capacity: NodeDirectory.maximumDepth) { chain in
      var length = 0
      var number = leaf
      while number != NodeDirectory.none {
        chain[length] = number
        length += 1
        number = parent(of: number)
      }
      return body(NodeChain(rebasing: chain[..<length]))
    }
  }
}
