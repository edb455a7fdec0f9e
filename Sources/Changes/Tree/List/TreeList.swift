public import ArrangeModel

/// An outline: sections with items that can have children, found by id, by position and by row. The list that a subscriber
/// holds and applies batches to.
///
/// ```text
/// var list = try TreeList(rows)
/// try list.apply(batch)
/// list.index(of: .item("a"))
/// ```
///
/// Siblings are in a balanced tree, so that each look-up is O(log n) for each level, and O(log n) at all where nothing else is
/// said. A copy shares everything until one of the two is changed.
public struct TreeList: Sendable {
  var storage = TreeStorage()
  private(set) var slots: [TreeNode: TreeSlot] = [:]

  public init() {}

  /// An outline of the given rows, in the order in which it is shown. Sections have the depth 0.
  ///
  /// O(n log n).
  ///
  /// - Throws: ``TreeListError`` if a row has no row above it, or the id of another one.
  public init(_ rows: some Sequence<TreeRow>) throws(TreeListError) {
    var nodes: [(slot: TreeSlot, parent: TreeSlot)] = []
    var above: [TreeSlot] = []
    for row in rows {
      let id = row.element.id
      guard (0...above.count).contains(row.depth) else { throw .noParent(id) }
      above.removeSubrange(row.depth...)
      let node: TreeNode = row.depth == 0 ? .section(id) : .item(id)
      guard slots[node] == nil else { throw .twice(node) }
      let slot = add(row.element, isSection: row.depth == 0)
      nodes.append((slot, above.last ?? TreeStorage.root))
      above.append(slot)
    }
    attach(nodes)
  }

  // MARK: Sizes

  /// The number of sections, and of items of all depths. O(1).
  public var size: ListSize {
    let sections = sectionCount
    return ListSize(sections: sections, items: storage.rowCount(below: TreeStorage.root) - sections)
  }

  /// O(1).
  public var sectionCount: Int { storage.childCount(of: TreeStorage.root) }

  /// How many rows there are: sections and items. O(1).
  public var rowCount: Int { storage.rowCount(below: TreeStorage.root) }

  /// How many children a section or an item has; 0 if there is none. O(1).
  public func childCount(of node: TreeNode) -> Int { slots[node].map { storage.childCount(of: $0) } ?? 0 }

  /// How many items are below a section or an item; 0 if there is none. O(1).
  public func descendantCount(of node: TreeNode) -> Int {
    slots[node].map { storage.rowCount(below: $0) } ?? 0
  }

  // MARK: Elements

  /// O(1).
  public func contains(_ node: TreeNode) -> Bool { slots[node] != nil }

  /// A section or an item; nil if there is none. O(1).
  public subscript(node: TreeNode) -> ElementSnapshot? { slots[node].map { storage[$0].element } }

  /// What a section or an item is below: nil for a section, and if there is none. O(1).
  public func parent(of node: TreeNode) -> TreeNode? {
    guard let slot = slots[node], storage[slot].parent != TreeStorage.root else { return nil }
    return name(of: storage[slot].parent)
  }

  /// The position among siblings; nil if there is none.
  public func place(of node: TreeNode) -> NodePlace<TreeNode>? { slots[node].map(place) }

  /// The index among siblings; nil if there is none.
  public func index(of node: TreeNode) -> Int? { slots[node].map { storage.index(of: $0) } }

  /// The number of those above: 0 for a section. Nil if there is none. O(depth).
  public func depth(of node: TreeNode) -> Int? { slots[node].map { storage.depth(of: $0) } }

  /// What is at a position; nil if there is nothing.
  public func node(at place: NodePlace<TreeNode>) -> TreeNode? {
    guard let list = place.parent.map({ slots[$0] }) ?? TreeStorage.root else { return nil }
    return storage.child(of: list, at: place.index).map(name)
  }

  /// The children of a section or an item, or the sections, in their order. O(children).
  public func children(of node: TreeNode?) -> [TreeNode] {
    guard let list = node.map({ slots[$0] }) ?? TreeStorage.root else { return [] }
    return storage.children(of: list).map(name)
  }

  // MARK: Rows

  /// The number of rows above that of a section or an item; nil if there is none. O(log n) for each level.
  public func row(of node: TreeNode) -> Int? { slots[node].map { storage.row(of: $0) } }

  /// What is shown at a row; nil if there are not so many. O(log n) for each level.
  public func node(atRow row: Int) -> TreeNode? { storage.slot(atRow: row).map(name) }

  /// All rows in the order in which they are shown. O(n).
  public var rows: [TreeRow] { storage.rows(below: TreeStorage.root, depth: 0) }

  /// A section or an item with what is below it; its own row has the depth 0. Empty if there is none. O(rows).
  public func rows(of node: TreeNode) -> [TreeRow] {
    guard let slot = slots[node] else { return [] }
    return [TreeRow(storage[slot].element, depth: 0)] + storage.rows(below: slot, depth: 1)
  }
}

extension TreeList {
  /// Adds an element that is in no list yet.
  mutating func add(_ element: ElementSnapshot, isSection: Bool) -> TreeSlot {
    let slot = storage.add(element, isSection: isSection)
    slots[name(of: slot)] = slot
    return slot
  }

  /// Makes nodes children, each before the children of another one that there are already. From last to first: all that is
  /// below a node is there before the node is anywhere, so that counts change in one list at a time.
  ///
  /// O(n log n).
  mutating func attach(_ nodes: [(slot: TreeSlot, parent: TreeSlot)]) {
    for (slot, parent) in nodes.reversed() { storage.insert(slot, below: parent, at: 0) }
  }

  /// Removes something that is in no list any more, and all that is below it.
  mutating func forget(_ slot: TreeSlot) {
    for each in storage.subtree(of: slot) {
      slots[name(of: each)] = nil
      storage.free(each)
    }
  }

  func name(of slot: TreeSlot) -> TreeNode {
    let node = storage[slot]
    return node.isSection ? .section(node.element.id) : .item(node.element.id)
  }

  func place(of slot: TreeSlot) -> NodePlace<TreeNode> {
    let parent = storage[slot].parent
    return NodePlace(below: parent == TreeStorage.root ? nil : name(of: parent), at: storage.index(of: slot))
  }
}

/// Two outlines are equal if they show the same rows. O(n).
extension TreeList: Equatable {
  public static func == (a: TreeList, b: TreeList) -> Bool { a.rowCount == b.rowCount && a.rows == b.rows }
}

extension TreeList: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(rows) }
}

extension TreeList: CustomStringConvertible {
  /// The ids, with what is below one in brackets: `todo(a(b c) d) done()`.
  public var description: String {
    var text = ""
    var depth = 0
    for row in rows {
      if row.depth > depth {
        text += "("
      } else {
        text += String(repeating: ")", count: depth - row.depth) + (text.isEmpty ? "" : " ")
      }
      text += row.element.id.text
      depth = row.depth
    }
    return text + String(repeating: ")", count: depth)
  }
}

/// Why rows are no outline.
public enum TreeListError: Error, Sendable, Hashable {
  /// The row with this id is more than one level deeper than the one before it.
  case noParent(Identifier)
  /// Two rows are the same section or item.
  case twice(TreeNode)
}

extension TreeListError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noParent(let id): "the row of \(id.text) is more than one level deeper than the one before it"
    case .twice(let node): "two rows are \(node.id.text)"
    }
  }
}
