/// A node of an ``OrderTree``: a leaf with entries or an interior node with children.
///
/// Nodes are changed only while one version alone holds them, which the tree checks on its way down; that
/// is what makes them sendable, and what makes checks of exclusive access at run time needless: the access to
/// the version is exclusive.
final class OrderNode<Entry: OrderTreeEntry>: @unchecked Sendable {
  /// The most entries of a leaf and children of an interior node.
  static var capacity: Int { 32 }
  /// How full nodes are made when a tree is built at once, which leaves room for a few inserts.
  static var bulkFill: Int { 28 }
  /// A node that falls below this size is merged with a neighbour …
  static var mergeBelow: Int { 10 }
  /// … where both together are not larger than this.
  static var mergeLimit: Int { 24 }

  /// A child with what has to be known of it on the way down, so that the scan touches one array only.
  struct Child {
    var node: OrderNode
    var count: Int
    let number: NodeNumber

    init(_ node: OrderNode) {
      self.node = node
      count = node.count
      number = node.number
    }
  }

  let number: NodeNumber
  let isLeaf: Bool
  @exclusivity(unchecked) var entries: ContiguousArray<Entry>
  @exclusivity(unchecked) var children: ContiguousArray<Child>
  /// The number of entries at or below the node.
  @exclusivity(unchecked) var count: Int

  init(leaf number: NodeNumber, entries: ContiguousArray<Entry>) {
    self.number = number
    isLeaf = true
    self.entries = entries
    children = []
    count = entries.count
  }

  init(interior number: NodeNumber, children: ContiguousArray<Child>) {
    self.number = number
    isLeaf = false
    entries = []
    self.children = children
    count = children.reduce(0) { $0 + $1.count }
  }

  private init(copying node: OrderNode) {
    number = node.number
    isLeaf = node.isLeaf
    entries = node.entries
    children = node.children
    count = node.count
  }

  func copy() -> OrderNode { OrderNode(copying: self) }

  private var size: Int { isLeaf ? entries.count : children.count }

  /// The child in which an offset lies; the offset becomes one within the child.
  func child(at offset: inout Int) -> Int {
    var index = 0
    while offset >= children[index].count {
      offset -= children[index].count
      index += 1
    }
    return index
  }

  /// Calls a closure with the leaf in which a position lies, and the offset in it. O(log n), and without counting
  /// references to the nodes on the way, which the caller's version holds.
  @inline(__always)
  func withLeaf<Result>(at position: Int, _ body: (OrderNode, Int) -> Result) -> Result {
    var node = Unmanaged.passUnretained(self)
    var offset = position
    while true {
      let next: Unmanaged<OrderNode>? = node._withUnsafeGuaranteedRef { node in
        if node.isLeaf { return nil }
        return node.children.withUnsafeBufferPointer { children in
          var index = 0
          while offset >= children[index].count {
            offset -= children[index].count
            index += 1
          }
          return Unmanaged.passUnretained(children[index].node)
        }
      }
      guard let next else { return node._withUnsafeGuaranteedRef { body($0, offset) } }
      node = next
    }
  }

  /// Where in a leaf the element with an id is.
  func offset(of id: ElementID) -> Int? {
    entries.withUnsafeBufferPointer { entries in
      entries.firstIndex { $0.idHash == id.hash && $0.element.hasID(id.bytes) }
    }
  }

  func forEach<Failure: Error>(
    in range: Range<Int>,
    _ body: (Entry) throws(Failure) -> Void
  ) throws(Failure) {
    if isLeaf {
      for position in range { try body(entries[position]) }
      return
    }
    var start = 0
    for child in children {
      let lower = max(range.lowerBound - start, 0)
      let upper = min(range.upperBound - start, child.count)
      if lower < upper { try child.node.forEach(in: lower..<upper, body) }
      start += child.count
      if start >= range.upperBound { return }
    }
  }

  func update<Result>(at position: Int, _ body: (inout Entry) -> Result) -> Result {
    if isLeaf { return body(&entries[position]) }
    var offset = position
    let index = child(at: &offset)
    makeChildUnique(index)
    return children[index].node.update(at: offset, body)
  }

  func freeNumbers(in directory: inout NodeDirectory) {
    for child in children { child.node.freeNumbers(in: &directory) }
    directory.free(number)
  }

  private func makeChildUnique(_ index: Int) {
    if !isKnownUniquelyReferenced(&children[index].node) {
      children[index].node = children[index].node.copy()
    }
  }
}

// MARK: - Insertion

extension OrderNode {
  /// Inserts an entry; where the node had to be split, its new right sibling comes back, whose parent the
  /// caller sets.
  func insert(
    _ entry: Entry,
    at position: Int,
    isNew: Bool,
    in directory: inout NodeDirectory
  ) -> OrderNode? {
    if isLeaf { return insertIntoLeaf(entry, at: position, isNew: isNew, in: &directory) }
    // At a boundary between children the entry goes to the end of the left one.
    var offset = position
    var index = 0
    while offset > children[index].count {
      offset -= children[index].count
      index += 1
    }
    makeChildUnique(index)
    let sibling = children[index].node.insert(entry, at: offset, isNew: isNew, in: &directory)
    children[index].count = children[index].node.count
    count += 1
    guard let sibling else { return nil }
    directory.setParent(of: sibling.number, to: number)
    children.insert(Child(sibling), at: index + 1)
    return children.count > OrderNode.capacity ? splitInterior(after: index + 1, in: &directory) : nil
  }

  private func insertIntoLeaf(
    _ entry: Entry,
    at position: Int,
    isNew: Bool,
    in directory: inout NodeDirectory
  ) -> OrderNode? {
    if entries.count < OrderNode.capacity {
      entries.insert(entry, at: position)
      count += 1
      entry.note(leaf: number, isNew: isNew, in: &directory)
      return nil
    }
    // A list that grows at its end keeps full leaves: only the new entry goes to the sibling.
    let cut = position == entries.count ? entries.count : entries.count / 2
    let sibling = OrderNode(
      leaf: directory.makeNumber(parent: NodeDirectory.none),
      entries: ContiguousArray(entries[cut...])
    )
    for moved in sibling.entries { moved.note(leaf: sibling.number, isNew: false, in: &directory) }
    entries.removeSubrange(cut...)
    count = entries.count
    let target = position > cut || cut == OrderNode.capacity ? sibling : self
    target.entries.insert(entry, at: target === self ? position : position - cut)
    target.count += 1
    entry.note(leaf: target.number, isNew: isNew, in: &directory)
    return sibling
  }

  private func splitInterior(after newest: Int, in directory: inout NodeDirectory) -> OrderNode {
    let cut = newest == children.count - 1 ? children.count - 1 : children.count / 2
    let sibling = OrderNode(
      interior: directory.makeNumber(parent: NodeDirectory.none),
      children: ContiguousArray(children[cut...])
    )
    for child in sibling.children { directory.setParent(of: child.number, to: sibling.number) }
    children.removeSubrange(cut...)
    count -= sibling.count
    return sibling
  }
}

// MARK: - Removal

extension OrderNode {
  func remove(at position: Int, in directory: inout NodeDirectory) -> Entry {
    count -= 1
    if isLeaf { return entries.remove(at: position) }
    var offset = position
    let index = child(at: &offset)
    makeChildUnique(index)
    let entry = children[index].node.remove(at: offset, in: &directory)
    children[index].count -= 1
    mend(index, in: &directory)
    return entry
  }

  /// Takes an empty child out, and merges a small one with a neighbour where both fit into one.
  private func mend(_ index: Int, in directory: inout NodeDirectory) {
    guard children.count > 1 else { return }
    let node = children[index].node
    if node.count == 0 {
      node.freeNumbers(in: &directory)
      children.remove(at: index)
    } else if node.size < OrderNode.mergeBelow {
      if index + 1 < children.count, node.size + children[index + 1].node.size <= OrderNode.mergeLimit {
        merge(index, in: &directory)
      } else if index > 0, node.size + children[index - 1].node.size <= OrderNode.mergeLimit {
        merge(index - 1, in: &directory)
      }
    }
  }

  /// Moves everything from the right neighbour of a child into the child.
  private func merge(_ index: Int, in directory: inout NodeDirectory) {
    makeChildUnique(index)
    let left = children[index].node
    let right = children.remove(at: index + 1).node
    if left.isLeaf {
      for entry in right.entries { entry.note(leaf: left.number, isNew: false, in: &directory) }
      left.entries.append(contentsOf: right.entries)
    } else {
      for child in right.children { directory.setParent(of: child.number, to: left.number) }
      left.children.append(contentsOf: right.children)
    }
    left.count += right.count
    children[index].count = left.count
    directory.free(right.number)
  }
}
