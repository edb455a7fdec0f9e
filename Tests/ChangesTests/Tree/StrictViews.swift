import ArrangeModel
import Changes

/// What a view stops with.
struct Trap: Error, CustomStringConvertible {
  var description: String
}

/// A view of an outline that asks for each index to be legal at its turn, and for a subtree to stay one.
struct StrictOutlineView {
  private(set) var tree: NaiveTree

  init(_ tree: NaiveTree) { self.tree = tree }

  mutating func perform(_ call: OutlineCall) throws {
    switch call {
    case .insert(let rows, let place):
      guard let first = rows.first, first.depth == 0 else {
        throw Trap(description: "the first row is no top row")
      }
      var above: [TreeNode] = []
      for row in rows {
        let isSection = place.parent == nil && row.depth == 0
        let node: TreeNode = isSection ? .section(row.element.id) : .item(row.element.id)
        guard tree.children[node] == nil else { throw Trap(description: "\(node) is there already") }
        guard row.depth <= above.count, row.depth > 0 || above.isEmpty else {
          throw Trap(description: "\(node) is nowhere")
        }
        above.removeSubrange(row.depth...)
        tree.children[node] = []
        if let parent = above.last { tree.children[parent]?.append(node) }
        above.append(node)
      }
      try give(above[0], to: place)
    case .move(let source, let target):
      let node = try take(source)
      if let parent = target.parent, tree.subtree(of: node).contains(parent) {
        throw Trap(description: "\(node) would be below itself")
      }
      try give(node, to: target)
    case .remove(let place):
      let node = try take(place)
      for each in tree.subtree(of: node) { tree.children[each] = nil }
    }
  }

  private mutating func take(_ place: NodePlace<TreeNode>) throws -> TreeNode {
    guard let list = tree.children[place.parent], list.indices.contains(place.index) else {
      throw Trap(description: "there is nothing at \(place)")
    }
    tree.children[place.parent]?.remove(at: place.index)
    return list[place.index]
  }

  private mutating func give(_ node: TreeNode, to place: NodePlace<TreeNode>) throws {
    guard let list = tree.children[place.parent], (0...list.count).contains(place.index) else {
      throw Trap(description: "there is no place \(place)")
    }
    tree.children[place.parent]?.insert(node, at: place.index)
  }
}

/// A list of rows that asks for each change to be one of whole subtrees.
struct StrictRowList {
  private(set) var rows: [TreeRow]

  init(_ rows: [TreeRow]) { self.rows = rows }

  mutating func perform(_ change: RowChange) throws {
    switch change {
    case .insert(let new, let index): try put(new, at: index)
    case .move(let count, let source, let target, let deeper):
      let taken = try take(count, at: source)
      try put(taken.map { TreeRow($0.element, depth: $0.depth + deeper) }, at: target)
    case .remove(let count, let index): _ = try take(count, at: index)
    }
  }

  private mutating func take(_ count: Int, at index: Int) throws -> [TreeRow] {
    guard index >= 0, count > 0, index + count <= rows.count else {
      throw Trap(description: "there are no \(count) rows at \(index)")
    }
    let taken = Array(rows[index..<index + count])
    let isWhole = index + count == rows.count || rows[index + count].depth <= taken[0].depth
    guard isWhole, taken.dropFirst().allSatisfy({ $0.depth > taken[0].depth }) else {
      throw Trap(description: "the \(count) rows at \(index) are not one subtree")
    }
    rows.removeSubrange(index..<index + count)
    return taken
  }

  private mutating func put(_ new: [TreeRow], at index: Int) throws {
    guard (0...rows.count).contains(index), let first = new.first else {
      throw Trap(description: "there is no row \(index)")
    }
    let above = index > 0 ? rows[index - 1].depth : -1
    guard (0...above + 1).contains(first.depth) else {
      throw Trap(description: "the row at \(index) has no parent")
    }
    if index < rows.count, rows[index].depth > first.depth {
      throw Trap(description: "the row at \(index) would be below another one")
    }
    rows.insert(contentsOf: new, at: index)
    guard zip(rows, rows.dropFirst()).allSatisfy({ $1.depth <= $0.depth + 1 }) else {
      throw Trap(description: "a row has no parent")
    }
  }
}
