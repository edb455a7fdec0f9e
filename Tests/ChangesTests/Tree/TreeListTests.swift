import ArrangeModel
import Changes
import Ordering
import Testing

@Suite("Outlines as values")
struct TreeListTests {
  @Test("Everything is found as in a naive outline, also after many batches", arguments: [10, 60])
  func lookups(mostItems: Int) throws {
    for number in 0..<25 {
      let seed = HistoryTests.seed &+ UInt64(number)
      var editor = TreeEditor(seed: seed, mostItems: mostItems)
      var list = try editor.step(most: 0).tree.list()
      for _ in 0..<5 {
        let tree = editor.step(most: 20).tree
        let batch = list.difference(to: try tree.list())
        let (copy, rows) = (list, list.rows)
        try list.apply(batch)
        try expectSame(list, tree, seed)
        try #require(copy.rows == rows, "seed \(seed): a copy has changed")
      }
    }
  }

  private func expectSame(_ list: TreeList, _ tree: NaiveTree, _ seed: UInt64) throws {
    let rows = tree.preorder()
    try #require(list.rows.map(\.element.id) == rows.map(\.node.id), "seed \(seed)")
    try #require(list.rowCount == rows.count)
    let sections = tree.children[nil, default: []].count
    try #require(list.size == ListSize(sections: sections, items: rows.count - sections))
    try #require(list.sectionCount == sections)
    for (row, (node, level)) in rows.enumerated() {
      try #require(list.contains(node))
      try #require(list.row(of: node) == row, "seed \(seed): row of \(node)")
      try #require(list.node(atRow: row) == node)
      try #require(list.depth(of: node) == level)
      try #require(list.parent(of: node) == tree.parent(of: node))
      try #require(list.place(of: node) == tree.place(of: node))
      try #require(list.index(of: node) == tree.place(of: node)?.index)
      try #require(list.place(of: node).flatMap { list.node(at: $0) } == node)
      try #require(list.children(of: node) == tree.children[node])
      try #require(list.childCount(of: node) == tree.children[node]?.count)
      try #require(list.descendantCount(of: node) == tree.subtree(of: node).count - 1)
      try #require(list[node]?.id == node.id)
      try #require(list.rows(of: node).map(\.depth) == [0] + tree.preorder(below: node).map { $0.level + 1 })
    }
    try #require(list.node(atRow: rows.count) == nil)
    try #require(list.node(atRow: -1) == nil)
    try #require(list.children(of: nil) == tree.children[nil])
  }

  @Test("What is not there is nowhere")
  func nothing() throws {
    let list = try TreeText.list("S(a)")
    let node = TreeNode.item("x")
    #expect(!list.contains(node) && list[node] == nil && list.parent(of: node) == nil)
    #expect(list.place(of: node) == nil && list.row(of: node) == nil && list.depth(of: node) == nil)
    #expect(list.children(of: node).isEmpty && list.rows(of: node).isEmpty && list.childCount(of: node) == 0)
    #expect(list.node(at: NodePlace(below: node, at: 0)) == nil)
    #expect(list.node(at: NodePlace(below: .item("a"), at: 0)) == nil)
    #expect(list.node(at: NodePlace(below: nil, at: 1)) == nil)
    // Sections and items have ids apart from each other.
    #expect(list[.section("a")] == nil && list[.section("S")] != nil)
    #expect(TreeList().rows.isEmpty && TreeList().size == ListSize(sections: 0, items: 0))
    #expect(list.sectionSnapshot(at: 1).isEmpty)
  }

  @Test("Rows without a parent, and ids that are used twice, are refused")
  func illegalRows() throws {
    func row(_ letter: Character, _ depth: Int) -> TreeRow { TreeRow(TreeText.element(letter), depth: depth) }
    #expect(throws: TreeListError.noParent("a")) { try TreeList([row("a", 1)]) }
    #expect(throws: TreeListError.noParent("a")) { try TreeList([row("S", 0), row("a", 2)]) }
    #expect(throws: TreeListError.noParent("a")) { try TreeList([row("S", 0), row("a", -1)]) }
    #expect(throws: TreeListError.twice(.item("a"))) {
      try TreeList([row("S", 0), row("a", 1), row("a", 2)])
    }
    #expect(throws: TreeListError.twice(.section("S"))) { try TreeList([row("S", 0), row("S", 0)]) }
    #expect(try TreeText.list("S(ab(c))T(d)").description == "S(a b(c)) T(d)")
  }

  @Test("A chain of 2,000 levels is built, changed and compared without recursion")
  func deep() throws {
    let count = 2_000
    func element(_ number: Int) -> ElementSnapshot {
      ElementSnapshot(id: Identifier(unchecked: "\(number)"), fields: [:], contentVersion: 1, key: .empty)
    }
    let rows = (0..<count).map { TreeRow(element($0), depth: $0) }
    var list = try TreeList(rows)
    #expect(list.depth(of: .item("1999")) == count - 1)
    #expect(list.descendantCount(of: .item("1")) == count - 2)
    // The upper half goes below the lower one.
    let lower = rows[1_000...].map { TreeRow($0.element, depth: $0.depth - 999) }
    let upper = rows[1..<1_000].map { TreeRow($0.element, depth: $0.depth + 1_000) }
    let new = try TreeList([rows[0]] + lower + upper)
    let batch = list.difference(to: new)
    #expect(batch.count == 2)
    try batch.check()
    #expect(try list.applyInSteps(batch).count == 2)
    #expect(list == new)
  }
}
