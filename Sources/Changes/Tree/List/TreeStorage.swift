import ArrangeModel
import Ordering

/// The number of a node in a ``TreeStorage``.
struct TreeSlot: Hashable, Sendable {
  var number: Int32

  static let none = TreeSlot(number: -1)
}

/// The nodes of an outline. The children of each are a treap (Seidel, Aragon: Randomized Search Trees, 1996) that is linked in
/// the nodes themselves, in which each node knows how many siblings and rows are below it. So an index, a row and their
/// changes are O(log n) for each level of the outline.
struct TreeStorage: Sendable {
  struct Node: Sendable {
    var element: ElementSnapshot
    var isSection: Bool
    /// What it is a child of; none while it is in no list.
    var parent = TreeSlot.none
    /// The root of the treap of its children.
    var children = TreeSlot.none
    /// The neighbours in the treap of its siblings.
    var left = TreeSlot.none
    var right = TreeSlot.none
    var up = TreeSlot.none
    /// How many siblings are in its part of that treap, with it.
    var siblings: Int32 = 1
    /// How many rows they and all below them have.
    var rows: Int = 1
  }

  /// What has the sections.
  static let root = TreeSlot(number: 0)

  private var nodes: [Node]
  private var unused: [TreeSlot] = []

  init() {
    let element = ElementSnapshot(id: .empty, fields: Fields(), contentVersion: 0, key: .empty)
    nodes = [Node(element: element, isSection: false)]
  }

  subscript(slot: TreeSlot) -> Node {
    get { nodes[Int(slot.number)] }
    _modify { yield &nodes[Int(slot.number)] }
  }

  // MARK: Nodes

  /// A node that is in no list.
  mutating func add(_ element: ElementSnapshot, isSection: Bool) -> TreeSlot {
    let node = Node(element: element, isSection: isSection)
    if let slot = unused.popLast() {
      self[slot] = node
      return slot
    }
    nodes.append(node)
    return TreeSlot(number: Int32(nodes.count - 1))
  }

  /// Makes a slot free that nothing refers to any more.
  mutating func free(_ slot: TreeSlot) { unused.append(slot) }

  // MARK: Counts

  func childCount(of slot: TreeSlot) -> Int { siblings(self[slot].children) }

  func rowCount(below slot: TreeSlot) -> Int { rows(self[slot].children) }

  /// A node and all below it.
  func weight(_ slot: TreeSlot) -> Int { 1 + rowCount(below: slot) }

  private func siblings(_ slot: TreeSlot) -> Int { slot == .none ? 0 : Int(self[slot].siblings) }

  private func rows(_ slot: TreeSlot) -> Int { slot == .none ? 0 : self[slot].rows }

  // MARK: Positions

  func index(of slot: TreeSlot) -> Int {
    var index = siblings(self[slot].left)
    var slot = slot
    while self[slot].up != .none {
      let up = self[slot].up
      if self[up].right == slot { index += siblings(self[up].left) + 1 }
      slot = up
    }
    return index
  }

  func child(of slot: TreeSlot, at index: Int) -> TreeSlot? {
    guard (0..<childCount(of: slot)).contains(index) else { return nil }
    var (place, index) = (self[slot].children, index)
    while true {
      let before = siblings(self[place].left)
      if index == before { return place }
      if index < before {
        place = self[place].left
      } else {
        index -= before + 1
        place = self[place].right
      }
    }
  }

  func depth(of slot: TreeSlot) -> Int {
    var (depth, place) = (0, self[slot].parent)
    while place != TreeStorage.root, place != .none {
      depth += 1
      place = self[place].parent
    }
    return depth
  }

  func row(of slot: TreeSlot) -> Int {
    var (row, slot) = (0, slot)
    while slot != TreeStorage.root {
      row += rows(self[slot].left)
      while self[slot].up != .none {
        let up = self[slot].up
        if self[up].right == slot { row += rows(self[up].left) + weight(up) }
        slot = up
      }
      slot = self[slot].parent
      if slot != TreeStorage.root { row += 1 }
    }
    return row
  }

  func slot(atRow row: Int) -> TreeSlot? {
    guard (0..<rowCount(below: TreeStorage.root)).contains(row) else { return nil }
    var (place, row) = (self[TreeStorage.root].children, row)
    while true {
      let before = rows(self[place].left)
      if row < before {
        place = self[place].left
        continue
      }
      row -= before
      if row == 0 { return place }
      if row < weight(place) {
        row -= 1
        place = self[place].children
      } else {
        row -= weight(place)
        place = self[place].right
      }
    }
  }

  // MARK: Changes

  /// Puts a node that is in no list among the children of another one.
  mutating func insert(_ slot: TreeSlot, below parent: TreeSlot, at index: Int) {
    self[slot].parent = parent
    var place = self[parent].children
    if place == .none {
      self[parent].children = slot
    } else {
      var index = index
      while true {
        let before = siblings(self[place].left)
        let next = index <= before ? self[place].left : self[place].right
        if next == .none { break }
        if index > before { index -= before + 1 }
        place = next
      }
      if index <= siblings(self[place].left) { self[place].left = slot } else { self[place].right = slot }
      self[slot].up = place
      update(slot)
      while self[slot].up != .none, priority(slot) > priority(self[slot].up) { rotateUp(slot) }
    }
    refresh(slot)
  }

  /// Takes a node out of its list, with all that is below it.
  mutating func take(_ slot: TreeSlot) {
    while true {
      let (left, right) = (self[slot].left, self[slot].right)
      if left == .none, right == .none { break }
      if right == .none || (left != .none && priority(left) > priority(right)) {
        rotateUp(left)
      } else {
        rotateUp(right)
      }
    }
    let (up, parent) = (self[slot].up, self[slot].parent)
    if up == .none {
      self[parent].children = .none
    } else if self[up].left == slot {
      self[up].left = .none
    } else {
      self[up].right = .none
    }
    self[slot].up = .none
    self[slot].parent = .none
    update(slot)
    refresh(up == .none ? parent : up)
  }

  /// The priority of a node in its treap, which only its slot decides: numbers that look random (SplitMix64).
  private func priority(_ slot: TreeSlot) -> UInt64 {
    var z = UInt64(UInt32(bitPattern: slot.number)) &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Puts a node above the one that is above it in their treap.
  private mutating func rotateUp(_ slot: TreeSlot) {
    let below = self[slot].up
    let above = self[below].up
    let middle: TreeSlot
    if self[below].left == slot {
      middle = self[slot].right
      self[below].left = middle
      self[slot].right = below
    } else {
      middle = self[slot].left
      self[below].right = middle
      self[slot].left = below
    }
    if middle != .none { self[middle].up = below }
    self[below].up = slot
    self[slot].up = above
    if above == .none {
      self[self[slot].parent].children = slot
    } else if self[above].left == below {
      self[above].left = slot
    } else {
      self[above].right = slot
    }
    update(below)
    update(slot)
  }

  private mutating func update(_ slot: TreeSlot) {
    let (left, right) = (self[slot].left, self[slot].right)
    let siblings = 1 + self.siblings(left) + self.siblings(right)
    let rows = weight(slot) + self.rows(left) + self.rows(right)
    self[slot].siblings = Int32(siblings)
    self[slot].rows = rows
  }

  /// Updates the counts of a node and of all above it.
  private mutating func refresh(_ slot: TreeSlot) {
    var slot = slot
    while slot != .none {
      update(slot)
      slot = self[slot].up != .none ? self[slot].up : self[slot].parent
    }
  }
}

extension TreeStorage {
  /// The children of a node in their order.
  func children(of slot: TreeSlot) -> [TreeSlot] {
    var (children, open): ([TreeSlot], [TreeSlot]) = ([], [])
    var place = self[slot].children
    while place != .none || !open.isEmpty {
      while place != .none {
        open.append(place)
        place = self[place].left
      }
      let next = open.removeLast()
      children.append(next)
      place = self[next].right
    }
    return children
  }

  /// Calls a closure with all that is below a node, each before what is below it, and its number of levels.
  private func forEach(below slot: TreeSlot, _ body: (TreeSlot, Int) -> Void) {
    var open: [(slot: TreeSlot, level: Int)] = []
    func push(_ slot: TreeSlot, _ level: Int) {
      var slot = slot
      while slot != .none {
        open.append((slot, level))
        slot = self[slot].left
      }
    }
    push(self[slot].children, 0)
    while let (next, level) = open.popLast() {
      body(next, level)
      push(self[next].right, level)
      push(self[next].children, level + 1)
    }
  }

  /// The rows of all that is below a node; its children have the given depth.
  func rows(below slot: TreeSlot, depth: Int) -> [TreeRow] {
    var rows: [TreeRow] = []
    rows.reserveCapacity(rowCount(below: slot))
    forEach(below: slot) { rows.append(TreeRow(self[$0].element, depth: depth + $1)) }
    return rows
  }

  /// A node and all that is below it.
  func subtree(of slot: TreeSlot) -> [TreeSlot] {
    var slots = [slot]
    forEach(below: slot) { each, _ in slots.append(each) }
    return slots
  }
}
