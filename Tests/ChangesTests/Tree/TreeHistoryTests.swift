import ArrangeModel
import Changes
import Ordering
import Testing

@Suite("Random histories of outlines")
struct TreeHistoryTests {
  /// A test has one history for so many of lists.
  private static let share = 30
  private static let lanes = 4

  @Test("Batches, their renderings and compositions", arguments: 0..<lanes)
  func small(lane: Int) {
    run(lane: lane, mostItems: 8, mostChanges: 3, count: HistoryTests.count / Self.share)
  }

  @Test("Larger outlines", arguments: 0..<lanes)
  func large(lane: Int) {
    run(lane: lane, mostItems: 120, mostChanges: 25, count: HistoryTests.count / Self.share / 50)
  }

  private func run(lane: Int, mostItems: Int, mostChanges: Int, count: Int) {
    for number in stride(from: lane, to: count, by: Self.lanes) {
      let seed = HistoryTests.seed &+ UInt64(number)
      var editor = TreeEditor(seed: seed, mostItems: mostItems)
      let first = editor.step(most: 0)
      let states = [first] + (0..<3).map { _ in editor.step(most: mostChanges) }
      do {
        try TreeHistory(trees: states.map(\.tree), touched: states.map(\.touched)).check()
      } catch {
        Issue.record("seed \(seed): \(error)\n\(states.map { (try? $0.tree.list())?.description ?? "" })")
        return
      }
    }
  }
}

/// Versions of an outline, with what was touched since the one before.
struct TreeHistory {
  let trees: [NaiveTree]
  let touched: [Set<TreeNode>]

  /// Everything that has to hold.
  func check() throws {
    for from in trees.indices {
      for to in trees.indices.dropFirst(from + 1) {
        try checkBatch(from, to)
        for middle in from + 1..<max(to, from + 1) { try checkComposition(from, middle, to) }
      }
    }
    let batches = try (1..<trees.count).map { try batch($0 - 1, $0) }
    let left = try batches[0].composed(with: batches[1]).composed(with: batches[2])
    let right = try batches[0].composed(with: batches[1].composed(with: batches[2]))
    try expect(left == right, "composition is not associative:\n\(left)\n\(right)")
  }

  private func batch(_ from: Int, _ to: Int) throws -> TreeBatch {
    let all = touched[(from + 1)...to].reduce(into: Set<TreeNode>()) { $0.formUnion($1) }
    let pair = KeyedTreePair(old: try trees[from].list(), new: try trees[to].list())
    let derivation = TreeBatch.derive(pair, touched: all.map { Touched(.item, $0, .existence) })
    guard case .batch(let batch) = derivation else { throw HistoryFailure(description: "\(derivation)") }
    // What is gone with its parent need not be named.
    let fewer = all.filter { node in
      guard trees[to].children[node] == nil, let parent = trees[from].parent(of: node) else { return true }
      return trees[to].children[parent] != nil
    }
    let again = TreeBatch.derive(pair, touched: fewer.map { Touched(.item, $0, .existence) })
    try expect(again == derivation, "another batch of a smaller touched set")
    let limited = TreeBatch.derive(
      pair,
      touched: all.map { Touched(.item, $0, .existence) },
      threshold: max(batch.count - 1, 0)
    )
    try expect(limited == (batch.count > 0 ? .tooManyChanges : derivation), "\(limited) with one less")
    return batch
  }

  private func checkBatch(_ from: Int, _ to: Int) throws {
    let batch = try batch(from, to)
    try batch.check()
    let (old, new) = (trees[from], trees[to])
    let listed = try new.list()
    var list = try old.list()
    try list.apply(batch)
    try expect(list == listed, "applied, it is \(list) and not \(listed)")
    try checkSteps(of: batch, from: old, to: new)

    let fewest = try old.list().difference(to: listed)
    try fewest.check()
    try expect(moveCount(fewest) <= moveCount(batch), "more moves without a touched set")
    list = try old.list()
    try list.apply(fewest)
    try expect(list.hasSameContent(as: listed), "what two outlines differ in leads elsewhere")
  }

  private func moveCount(_ batch: TreeBatch) -> Int { batch.sections.moves.count + batch.items.moves.count }

  private func checkSteps(of batch: TreeBatch, from old: NaiveTree, to new: NaiveTree) throws {
    var list = try old.list()
    let steps = try list.applyInSteps(batch)
    try expect(try list == new.list(), "in steps it leads elsewhere")
    let changes =
      moveCount(batch) + batch.sections.deletes.count + batch.items.deletes.count
      + batch.sections.inserts.count
      + batch.items.inserts.count
    try expect(steps.count == changes, "\(steps.count) steps for \(changes) changes")
    try show(steps, from: old, to: new)
    let snapshots = try batch.changedSections()
    for (index, section) in new.children[nil, default: []].enumerated() where !snapshots.contains(index) {
      try expect(
        old.preorder(below: section).elementsEqual(new.preorder(below: section)) { $0 == $1 },
        "section \(index) has changed"
      )
    }
    for (index, section) in new.children[nil, default: []].enumerated() {
      var below: [TreeNode?: [TreeNode]] = [section: []]
      for part in try new.list().sectionSnapshot(at: index) {
        let parent = part.parent.map { TreeNode.item($0) } ?? section
        try expect(below[parent]?.isEmpty == true, "items are appended below what is not there, or twice")
        below[parent] = part.items.map { .item($0) }
        for item in part.items { below[.item(item)] = [] }
      }
      try expect(
        below.allSatisfy { new.children[$0] == $1 },
        "the snapshot of section \(index) is another one"
      )
      try expect(
        below.count == new.subtree(of: section).count,
        "the snapshot of section \(index) is not whole"
      )
    }
  }

  private func show(_ steps: [TreeStep], from old: NaiveTree, to new: NaiveTree) throws {
    var (view, rows) = (StrictOutlineView(old), StrictRowList(old.rows()))
    for step in steps {
      try view.perform(step.call)
      try rows.perform(step.change)
    }
    try expect(view.tree.children == new.children, "a view of the outline shows something else")
    let shown = rows.rows.map { TreeRow(ElementSnapshot(id: $0.element.id), depth: $0.depth) }
    let expected = new.preorder().map { TreeRow(ElementSnapshot(id: $0.node.id), depth: $0.level) }
    try expect(shown == expected, "a list of rows shows something else")
  }

  private func checkComposition(_ from: Int, _ middle: Int, _ to: Int) throws {
    let composed = try batch(from, middle).composed(with: batch(middle, to))
    try composed.check()
    var list = try trees[from].list()
    try list.apply(composed)
    try expect(try list == trees[to].list(), "composed batches lead elsewhere")
    let isAgain = trees[to].nodes.contains { node in
      trees[from].children[node] != nil && trees[middle].children[node] == nil
    }
    if isAgain {
      list = try trees[from].list()
      try show(list.applyInSteps(composed), from: trees[from], to: trees[to])
      try expect(try list == trees[to].list(), "composed batches lead elsewhere in steps")
    } else if !hasReturns(from, to) {
      let derived = try batch(from, to)
      try expect(composed == derived, "composed:\n\(composed)\nderived:\n\(derived)")
    }
  }

  /// Whether something is gone in one version and there in an earlier and in a later one.
  private func hasReturns(_ from: Int, _ to: Int) -> Bool {
    let all = Set(trees[from...to].flatMap(\.nodes))
    return all.contains { node in
      let presence = trees[from...to].map { $0.children[node] != nil }
      guard let first = presence.firstIndex(of: true), let last = presence.lastIndex(of: true) else {
        return false
      }
      return presence[first...last].contains(false)
    }
  }

  private func expect(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    if !condition { throw HistoryFailure(description: message()) }
  }
}

extension TreeList {
  /// Whether two outlines differ in nothing but order keys.
  fileprivate func hasSameContent(as other: TreeList) -> Bool {
    rows.map { KeylessRow($0) } == other.rows.map { KeylessRow($0) }
  }
}

private struct KeylessRow: Equatable {
  var id: Identifier
  var fields: Fields
  var depth: Int

  init(_ row: TreeRow) {
    id = row.element.id
    fields = row.element.fields
    depth = row.depth
  }
}

extension ElementSnapshot {
  fileprivate init(id: Identifier) { self.init(id: id, fields: [:], contentVersion: 0, key: OrderKey([1])) }
}

/// Two outlines, for batches with order keys.
private struct KeyedTreePair: TreeVersionPair {
  let old: TreeList
  let new: TreeList

  var hasKeys: Bool { true }
  var before: ListSize { old.size }
  var after: ListSize { new.size }

  func oldPlace(of node: TreeNode) -> NodePlace<TreeNode>? { old.place(of: node) }
  func newPlace(of node: TreeNode) -> NodePlace<TreeNode>? { new.place(of: node) }
  func id(of node: TreeNode) -> Identifier { node.id }
  func oldCount(below node: TreeNode?) -> Int { node.map { old.childCount(of: $0) } ?? old.sectionCount }
  func newCount(below node: TreeNode?) -> Int { node.map { new.childCount(of: $0) } ?? new.sectionCount }
  func snapshot(of node: TreeNode) -> ElementSnapshot { new[node]! }
  func hasSameContent(_ node: TreeNode) -> Bool { old[node]!.fields == new[node]!.fields }
  func oldContent(of node: TreeNode) -> FieldsFingerprint { FieldsFingerprint(old[node]!) }
}
