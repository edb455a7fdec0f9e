import ArrangeModel
import Changes
import Ordering
import Testing

@Suite("Collapsed subtrees")
struct TreeFoldingTests {
  private func shown(_ text: String, _ collapsed: String, isLazy: Bool = false) throws -> ShownTree {
    ShownTree(try TreeText.list(text), folding: TreeFolding(Set(TreeText.nodes(collapsed)), isLazy: isLazy))
  }

  private func counts(_ change: FoldedBatch) -> [String: [Int]] {
    Dictionary(
      uniqueKeysWithValues: change.counts.map { ($0.key.id.text, [$0.value.children, $0.value.descendants]) }
    )
  }

  @Test("Below what is collapsed only counts change")
  func countsAlone() throws {
    let change = try shown("S(a(b(c))d)", "a").difference(to: shown("S(a(b(cx)y)d)", "a"))
    #expect(change.batch.isEmpty)
    #expect(counts(change) == ["a": [2, 4]])
  }

  @Test("To expand sends what is below, and to collapse removes it and sends the counts")
  func toggling() throws {
    let (closed, open) = (try shown("S(a(b(c))d)", "ab"), try shown("S(a(b(c))d)", "b"))
    let expanding = closed.difference(to: open)
    #expect(expanding.batch.items.inserts.map { $0.rows.map(\.element.id.text) } == [["b"]])
    #expect(counts(expanding) == ["b": [1, 1]])
    let collapsing = open.difference(to: closed)
    #expect(collapsing.batch.items.deletes.count == 1 && collapsing.batch.count == 1)
    #expect(counts(collapsing) == ["a": [1, 2]])
  }

  @Test("What moves into something collapsed is deleted, and what moves out of it inserted")
  func movingAcross() throws {
    let change = try shown("S(a(b)c)", "a").difference(to: shown("S(a(c)b)", "a"))
    #expect(change.batch.items.deletes.count == 1 && change.batch.items.inserts.count == 1)
    #expect(change.batch.items.moves.isEmpty && change.counts.isEmpty)
    // The last child goes.
    #expect(try counts(shown("S(a(b)c)", "a").difference(to: shown("S(abc)", "a"))) == ["a": [0, 0]])
  }

  @Test("Lazy outlines begin collapsed")
  func lazy() throws {
    let tree = try shown("S(a(b(c)))T(d)", "S", isLazy: true)
    #expect(tree.list.description == "S(a) T")
    #expect(
      tree.counts == [
        .item("a"): BranchCounts(children: 1, descendants: 2),
        .section("T"): BranchCounts(children: 1, descendants: 1),
      ]
    )
  }

  @Test("A subscriber who folds and unfolds sees what there is, and knows how much is below")
  func random() throws {
    for number in 0..<400 {
      let seed = HistoryTests.seed &+ UInt64(number)
      var editor = TreeEditor(seed: seed, mostItems: 12)
      var random = OrderingRandom(seed: seed)
      func folding(_ tree: NaiveTree) -> TreeFolding {
        TreeFolding(
          Set(tree.nodes.filter { _ in Int.random(in: 0...3, using: &random) == 0 }),
          isLazy: Int.random(in: 0...3, using: &random) == 0
        )
      }
      var tree = editor.step(most: 0).tree
      tree.keys = [:]
      var seen = ShownTree(try tree.list(), folding: folding(tree))
      for _ in 0..<4 {
        tree = editor.step(most: 4).tree
        tree.keys = [:]
        let new = ShownTree(
          try tree.list(),
          folding: Bool.random(using: &random) ? seen.folding : folding(tree)
        )
        let change = seen.difference(to: new)
        try change.batch.check()
        try seen.apply(change, folding: new.folding)
        try #require(seen == new, "seed \(seed)")
        for (node, _) in tree.preorder() where seen.list.contains(node) {
          let below = tree.preorder(below: node).count
          try #require(seen.descendantCount(of: node) == below, "seed \(seed): \(node)")
          let isCollapsed = seen.folding.collapses(node)
          try #require(
            seen.list.childCount(of: node) == (isCollapsed ? 0 : tree.children[node]?.count),
            "seed \(seed)"
          )
        }
      }
    }
  }
}
