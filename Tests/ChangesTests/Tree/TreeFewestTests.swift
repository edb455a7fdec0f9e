import ArrangeModel
import Changes
import Testing

/// The moves of batches against the shortest ways by single moves of subtrees.
@Suite("Fewest moves in outlines")
struct TreeFewestTests {
  private static let mostItems = 4

  @Test("No way between two small outlines has fewer moves than their batch")
  func fewest() throws {
    for count in 0...TreeFewestTests.mostItems {
      for start in forests(of: count) { try checkWays(from: start) }
    }
  }

  /// All outlines of so many items in one section, but for the names of items.
  private func forests(of count: Int) -> [NaiveTree] {
    func texts(_ count: Int) -> [String] {
      if count == 0 { return [""] }
      return (0..<count).flatMap { below in
        texts(below).flatMap { inner in
          texts(count - 1 - below).map { "." + (inner.isEmpty ? "" : "(\(inner))") + $0 }
        }
      }
    }
    return texts(count).map { text in
      var tree = NaiveTree()
      tree.insert(.section("S"), at: NodePlace(below: nil, at: 0))
      var above: [TreeNode] = [.section("S")]
      var (last, next) = (above[0], 0)
      for letter in text {
        switch letter {
        case "(": above.append(last)
        case ")": above.removeLast()
        default:
          last = TreeText.nodes("abcdefgh")[next]
          next += 1
          let parent = above[above.count - 1]
          tree.insert(last, at: NodePlace(below: parent, at: tree.children[parent, default: []].count))
        }
      }
      return tree
    }
  }

  private func checkWays(from start: NaiveTree) throws {
    let old = try start.list()
    var seen = [start.children]
    var known: Set<[TreeNode?: [TreeNode]]> = [start.children]
    var (level, distance) = ([start], 0)
    while !level.isEmpty {
      for tree in level {
        let new = try tree.list()
        let batch = old.difference(to: new)
        try #require(
          batch.items.moves.count == distance && batch.count == distance,
          "\(old) to \(new): \(batch)"
        )
      }
      var following: [NaiveTree] = []
      for tree in level {
        for moved in movedOnce(tree) where known.insert(moved.children).inserted {
          seen.append(moved.children)
          following.append(moved)
        }
      }
      (level, distance) = (following, distance + 1)
    }
    // n! · Catalan(n) outlines have these items.
    let items = start.nodes.count - 1
    let forests = [1, 1, 2, 5, 14][items] * (1...max(items, 1)).reduce(1, *)
    #expect(seen.count == forests)
  }

  private func movedOnce(_ tree: NaiveTree) -> [NaiveTree] {
    tree.nodes.dropFirst().flatMap { node in
      let below = Set(tree.subtree(of: node))
      var taken = tree
      taken.take(node)
      return tree.nodes.filter { !below.contains($0) }.flatMap { home in
        (0...taken.children[home, default: []].count).map { index in
          var moved = taken
          moved.insert(node, at: NodePlace(below: home, at: index))
          return moved
        }
      }
    }
  }
}
