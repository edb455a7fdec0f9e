package import ArrangeModel
import HashTreeCollections
package import Ordering

/// An item in the list: its content and its order key, which is empty where keys follow from ranks.
package struct ItemEntry: OrderTreeEntry {
  package var element: Element
  package var key: OrderKey

  package init(element: Element, key: OrderKey) {
    self.element = element
    self.key = key
  }

  package func note(leaf: NodeNumber, in directory: inout NodeDirectory) {
    directory.items[element] = leaf
  }
}

/// A section in the list with its items.
package struct SectionEntry: OrderTreeEntry {
  package var element: Element
  package var key: OrderKey
  package var items: OrderTree<ItemEntry>

  package func note(leaf: NodeNumber, in directory: inout NodeDirectory) {
    directory.sections[element] = leaf
    directory.setParent(of: items.root.number, to: leaf)
  }
}

/// The whole content of a collection at one version: a value whose copies are O(1) and share everything
/// that they have in common, so that old versions stay readable for as long as somebody holds them.
///
/// Positions are found by id, and ids by position, in O(log n).
package struct CollectionState: Sendable {
  /// The number of commits that led here.
  package var version: UInt64 = 0
  package private(set) var itemCount = 0
  private var sections: OrderTree<SectionEntry>
  private var directory: NodeDirectory

  /// A collection without sections.
  package init() {
    var directory = NodeDirectory()
    sections = OrderTree(owner: NodeDirectory.none, in: &directory)
    self.directory = directory
  }

  package var sectionCount: Int { sections.count }

  /// How many node numbers the state has ever made; numbers of gone nodes are used again, so it stays within
  /// the most nodes that were there at a time.
  package var nodeNumberCount: Int { directory.numberCount }

  /// How many nodes there are. O(free numbers).
  package var nodeNumbersInUse: Int { directory.numberCount - directory.freeCount }

  /// The number of items with different ids, which is ``itemCount`` in every state that is sound.
  var distinctItemCount: Int { directory.items.count }

  // MARK: Reading

  package func section(at index: Int) -> SectionEntry { sections[index] }

  package func item(at path: ListPath) -> ItemEntry { sections[path.section].items[path.item] }

  /// Calls a closure with the sections of a range in their order. O(log n + length).
  package func forEachSection<Failure: Error>(
    in range: Range<Int>,
    _ body: (SectionEntry) throws(Failure) -> Void
  ) throws(Failure) { try sections.forEach(in: range, body) }

  /// Where an item is; nil where there is none with this id. O(log n).
  package func path(ofItem id: Identifier) -> ListPath? { path(of: Element(id: id)) }

  /// Where an item with the id of the given one is. O(log n).
  package func path(of item: Element) -> ListPath? {
    guard let leaf = directory.items[item] else { return nil }
    return withChain(from: leaf) { chain in
      var depth = chain.count - 1
      let section = descend(sections, chain, &depth)
      let leaf = section.leaf
      let itemRoot = chain[depth]
      guard let slot = leaf.entries.firstIndex(where: { $0.items.root.number == itemRoot }) else {
        preconditionFailure("the directory knows every section")
      }
      let items = descend(leaf.entries[slot].items, chain, &depth)
      guard let offset = items.leaf.entries.firstIndex(where: { $0.element == item }) else {
        preconditionFailure("the directory knows every item")
      }
      return ListPath(section: section.offset + slot, item: items.offset + offset)
    }
  }

  /// Where a section is; nil where there is none with this id. O(log n).
  package func index(ofSection id: Identifier) -> Int? { index(of: Element(id: id)) }

  /// Where a section with the id of the given one is. O(log n).
  package func index(of section: Element) -> Int? {
    guard let leaf = directory.sections[section] else { return nil }
    return withChain(from: leaf) { chain in
      var depth = chain.count - 1
      let found = descend(sections, chain, &depth)
      guard let slot = found.leaf.entries.firstIndex(where: { $0.element == section }) else {
        preconditionFailure("the directory knows every section")
      }
      return found.offset + slot
    }
  }

  package func hasItem(_ item: Element) -> Bool { directory.items[item] != nil }

  package func hasSection(_ section: Element) -> Bool { directory.sections[section] != nil }

  /// The deepest chain of nodes from an item's leaf to the root of the sections: enough for more entries
  /// than memory can hold.
  private static let maximumDepth = 64

  /// Calls a closure with the numbers of the nodes from a leaf up to the root of the sections.
  private func withChain<Result>(
    from leaf: NodeNumber,
    _ body: (UnsafeMutableBufferPointer<NodeNumber>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: NodeNumber.self, capacity: CollectionState.maximumDepth) { chain in
      var length = 0
      var number = leaf
      while number != NodeDirectory.none {
        chain[length] = number
        length += 1
        number = directory.parent(of: number)
      }
      return body(UnsafeMutableBufferPointer(rebasing: chain[..<length]))
    }
  }

  /// Goes down a tree along a chain of node numbers; `depth` starts at the tree's root and ends below its leaf.
  private func descend<Entry>(
    _ tree: OrderTree<Entry>,
    _ chain: UnsafeMutableBufferPointer<NodeNumber>,
    _ depth: inout Int
  ) -> (leaf: OrderNode<Entry>, offset: Int) {
    var node = tree.root
    var offset = 0
    precondition(node.number == chain[depth], "the directory belongs to this version")
    depth -= 1
    while !node.isLeaf {
      let number = chain[depth]
      depth -= 1
      var index = 0
      while node.children[index].number != number {
        offset += node.children[index].count
        index += 1
      }
      node = node.children[index].node
    }
    return (node, offset)
  }

  // MARK: Editing

  package mutating func insertItem(_ entry: ItemEntry, at path: ListPath) {
    sections.update(at: path.section) { $0.items.insert(entry, at: path.item, in: &directory) }
    itemCount += 1
  }

  package mutating func removeItem(at path: ListPath) -> ItemEntry {
    let entry = sections.update(at: path.section) { $0.items.remove(at: path.item, in: &directory) }
    directory.items[entry.element] = nil
    itemCount -= 1
    return entry
  }

  /// Gives an item other content under the same id.
  package mutating func replaceItem(at path: ListPath, with element: Element) {
    sections.update(at: path.section) { section in
      section.items.update(at: path.item) { entry in
        // The directory's key has to be the new object, or it would keep the old content in memory.
        let leaf = directory.items.removeValue(forKey: entry.element)
        directory.items[element] = leaf
        entry.element = element
      }
    }
  }

  package mutating func rekeyItems(section: Int, at start: Int, to keys: [OrderKey]) {
    sections.update(at: section) { section in
      for (offset, key) in keys.enumerated() {
        section.items.update(at: start + offset) { $0.key = key }
      }
    }
  }

  /// Inserts a section together with items. O(count of items).
  package mutating func insertSection(
    _ element: Element,
    key: OrderKey,
    items: some Sequence<ItemEntry>,
    at index: Int
  ) {
    let items = OrderTree(items, owner: NodeDirectory.none, in: &directory)
    itemCount += items.count
    sections.insert(SectionEntry(element: element, key: key, items: items), at: index, in: &directory)
  }

  /// Takes a section with its items out. O(count of items).
  package mutating func removeSection(at index: Int) -> SectionEntry {
    let entry = liftSection(at: index)
    entry.items.forEach(in: 0..<entry.items.count) { directory.items[$0.element] = nil }
    entry.items.freeNumbers(in: &directory)
    itemCount -= entry.items.count
    return entry
  }

  /// Takes a section out that ``dropSection(_:at:)`` puts back elsewhere. O(log n), whatever it holds.
  ///
  /// Until then its items must not be looked up.
  package mutating func liftSection(at index: Int) -> SectionEntry {
    let entry = sections.remove(at: index, in: &directory)
    directory.sections[entry.element] = nil
    return entry
  }

  /// Puts a section back that ``liftSection(at:)`` took out. O(log n).
  package mutating func dropSection(_ entry: SectionEntry, at index: Int) {
    sections.insert(entry, at: index, in: &directory)
  }

  /// Gives a section other content under the same id.
  package mutating func replaceSection(at index: Int, with element: Element) {
    sections.update(at: index) { entry in
      let leaf = directory.sections.removeValue(forKey: entry.element)
      directory.sections[element] = leaf
      entry.element = element
    }
  }

  package mutating func rekeySections(at start: Int, to keys: [OrderKey]) {
    for (offset, key) in keys.enumerated() { sections.update(at: start + offset) { $0.key = key } }
  }
}
