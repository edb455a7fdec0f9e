/// An entry of an ``OrderTree``.
package protocol OrderTreeEntry: LeafIndexEntry {
  /// Records in the directory that the entry is now in a leaf.
  ///
  /// - Parameter isNew: whether the directory does not know the entry yet.
  func record(leaf: NodeNumber, isNew: Bool, in directory: inout NodeDirectory)

  /// Retains everything that the entry refers to.
  ///
  /// Leaves are copied with each edit of a shared tree, byte by byte, and then each entry is retained: that takes a
  /// quarter of the time of a copy of an array, for which the runtime visits the fields of each entry.
  func retainReferences()

  /// Destroys consecutive entries. It is a requirement because a node that ends does not know the type of its entries.
  static func destroy(_ entries: UnsafeMutablePointer<Self>, count: Int)
}

extension OrderTreeEntry {
  package static func destroy(_ entries: UnsafeMutablePointer<Self>, count: Int) {
    for index in 0..<count { _ = (entries + index).move() }
  }
}

/// A persistent sequence with positions: a B+ tree whose nodes know how many entries are below them.
///
/// A copy is O(1) and shares all nodes; an edit copies the shared nodes on one path and changes the others in
/// place. Reading and editing at a position is O(log n).
///
/// Edits also update the directory, which records every entry's leaf and every node's parent.
///
/// A node that another tree may see, on whatever thread, is never changed: each edit checks that it has the
/// only reference.
package struct OrderTree<Entry: OrderTreeEntry>: @unchecked Sendable {
  /// Sendable because a node shared by two versions is never changed.
  var root: OrderNode<Entry>

  /// An empty tree. `owner` is the number of the node that holds the tree itself.
  package init(owner: NodeNumber, in directory: inout NodeDirectory) {
    root = .make(leaf: directory.makeNumber(parent: owner), capacity: OrderNode<Entry>.smallestLeafCapacity)
  }

  /// A tree of many entries that the directory does not know yet. O(n).
  package init(
    _ entries: some Sequence<Entry>,
    owner: NodeNumber,
    in directory: inout NodeDirectory
  ) {
    typealias Node = OrderNode<Entry>
    self.init(owner: owner, in: &directory)
    var level = [root]
    for entry in entries {
      if level[level.count - 1].size == Node.bulkFill(of: Node.leafCapacity) {
        level.append(.make(leaf: directory.makeNumber(parent: owner), capacity: Node.leafCapacity))
      }
      Node.makeEditable(&level[level.count - 1], addsEntry: true)
      let leaf = level[level.count - 1]
      entry.record(leaf: leaf.number, isNew: true, in: &directory)
      leaf.append(entry)
    }
    while level.count > 1 {
      let fill = Node.bulkFill(of: Node.fanOut)
      level = stride(from: 0, to: level.count, by: fill).map { start in
        let node = Node.make(interior: directory.makeNumber(parent: owner))
        for child in level[start..<min(start + fill, level.count)] {
          node.append(child)
          directory.setParent(of: child.number, to: node.number)
        }
        return node
      }
    }
    root = level[0]
  }

  /// The number of entries.
  package var count: Int { root.count }

  /// The entry at a position. O(log n).
  package subscript(position: Int) -> Entry { read(at: position) { $0 } }

  /// Calls a closure with the entry at a position, which is cheaper than copying it. O(log n).
  @inline(__always)
  func read<Result>(at position: Int, _ body: (borrowing Entry) -> Result) -> Result {
    precondition(position >= 0 && position < count, "position outside the tree")
    return root.withLeaf(at: position) { leaf, offset in body(leaf.entries[offset]) }
  }

  /// The position of the first entry that satisfies a condition, which must hold for all later ones; the
  /// number of entries if there is none. O(log n), with O(log n) evaluations of the condition.
  @inline(__always)
  func firstPosition(where holds: (borrowing Entry) -> Bool) -> Int { root.firstPosition(where: holds) }

  /// Calls a closure with the entries of a range in their order. O(log n + length).
  package func forEach<Failure: Error>(
    in range: Range<Int>,
    _ body: (Entry) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "range outside the tree")
    if !range.isEmpty { try root.forEach(in: range, body) }
  }

  /// The entries of a range. O(log n + length).
  package func entries(in range: Range<Int>) -> [Entry] {
    var entries: [Entry] = []
    entries.reserveCapacity(range.count)
    forEach(in: range) { entries.append($0) }
    return entries
  }

  /// Inserts an entry before the one at a position. O(log n).
  ///
  /// - Parameter isNew: whether the directory does not know the entry yet.
  package mutating func insert(
    _ entry: Entry,
    at position: Int,
    isNew: Bool,
    in directory: inout NodeDirectory
  ) {
    precondition(position >= 0 && position <= count, "position outside the tree")
    OrderNode.makeEditable(&root, addsEntry: true)
    guard let sibling = root.insert(entry, at: position, isNew: isNew, in: &directory) else { return }
    let top = directory.makeNumber(parent: directory.parent(of: root.number))
    directory.setParent(of: root.number, to: top)
    directory.setParent(of: sibling.number, to: top)
    let node = OrderNode<Entry>.make(interior: top)
    node.append(root)
    node.append(sibling)
    root = node
  }

  /// Removes the entry at a position. O(log n).
  package mutating func remove(at position: Int, in directory: inout NodeDirectory) -> Entry {
    precondition(position >= 0 && position < count, "position outside the tree")
    OrderNode.makeEditable(&root)
    let entry = root.remove(at: position, in: &directory)
    while let child = root.onlyChild {
      directory.setParent(of: child.number, to: directory.parent(of: root.number))
      directory.free(root.number)
      root = child
    }
    return entry
  }

  /// Changes the entry at a position in place. O(log n).
  package mutating func update<Result>(at position: Int, _ body: (inout Entry) -> Result) -> Result {
    precondition(position >= 0 && position < count, "position outside the tree")
    OrderNode.makeEditable(&root)
    return root.update(at: position, body)
  }

  /// Changes the entries of a range in place, in their order. O(log n + length).
  package mutating func updateEach(in range: Range<Int>, _ body: (inout Entry) -> Void) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "range outside the tree")
    if range.isEmpty { return }
    OrderNode.makeEditable(&root)
    root.updateEach(in: range, body)
  }

  /// Retains the root, for a copy of the tree's bytes.
  func retainReferences() { _ = Unmanaged.passUnretained(root).retain() }

  /// Frees the numbers of all nodes of a tree that is dropped. O(n / leaf).
  func freeNumbers(in directory: inout NodeDirectory) { root.freeNumbers(in: &directory) }
}
