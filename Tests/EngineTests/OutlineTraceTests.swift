import ArrangeModel
import Ordering
import Testing

@testable import Changes
@testable import Engine

@Suite("The log of changes of outlines")
struct OutlineTraceTests {
  @Test(
    "restores outlines at every version, and explains every change",
    arguments: 0..<24 as Range<UInt64>
  )
  func histories(seed: UInt64) throws {
    let history = OutlineHistory(seed: seed, commits: 60, size: seed % 3 == 0 ? 3 : 8)
    var log = ChangeLog(base: 0)
    for commit in history.commits { log.append(commit.edits, requestID: nil) }
    try history.check(log, "seed \(seed)")
  }

  @Test(
    "explains what is shown where something is collapsed",
    arguments: 200..<224 as Range<UInt64>,
    [false, true]
  )
  func folded(seed: UInt64, isLazy: Bool) throws {
    let history = OutlineHistory(seed: seed, commits: 50, size: 6)
    var log = ChangeLog(base: 0)
    for commit in history.commits { log.append(commit.edits, requestID: nil) }
    var random = OrderingRandom(seed: seed)
    let trees = try history.states.map { try TreeList($0.treeRows) }
    for to in 1..<trees.count {
      let from = Int.random(in: 0..<to, using: &random)
      let nodes = (trees[from].nodes + trees[to].nodes).shuffled(using: &random)
      let most = isLazy ? nodes.count : 6
      let folding = TreeFolding(Set(nodes.prefix(Int.random(in: 0...most, using: &random))), isLazy: isLazy)
      let new = ListAtVersion(state: history.states[to], hasKeys: false)
      let pair = FoldedOutline(TracedOutline(log, after: UInt64(from), to: new), folding)
      let (before, after) = (
        ShownTree(trees[from], folding: folding), ShownTree(trees[to], folding: folding)
      )
      try history.check(pair, before, after, "seed \(seed), from \(from) to \(to), \(folding)")
    }
  }

  @Test("is the same if its commits were read from a journal", arguments: 100..<112 as Range<UInt64>)
  func stored(seed: UInt64) throws {
    let history = OutlineHistory(seed: seed, commits: 40, size: 5)
    var random = OrderingRandom(seed: seed)
    var start = Int.random(in: 0...40, using: &random)
    var log = ChangeLog(base: UInt64(start))
    for commit in history.commits[start...] { log.append(commit.edits, requestID: nil) }
    while start > 0 {
      let from = Int.random(in: 0..<start, using: &random)
      log.prepend(try history.commits[from..<start].map { try Commit($0.record) })
      start = from
    }
    try history.check(log, "seed \(seed)")
  }

  @Test("any part of it stands by itself")
  func parts() throws {
    let history = OutlineHistory(seed: 7, commits: 60, size: 6)
    var log = ChangeLog(base: 0)
    for commit in history.commits { log.append(commit.edits, requestID: nil) }
    for base in stride(from: 1, through: 59, by: 7) as StrideThrough<UInt64> {
      log.trim(before: base)
      try history.check(log, "from \(base)")
    }
  }

  @Test("says of a moved subtree only that it moved, and of what is above only where it is")
  func subtree() throws {
    var mirror = OutlineMirror(sections: 2)
    mirror.insert("a", in: .section("section 0"), at: 0)
    mirror.insert("b", in: .section("section 0"), at: 1)
    mirror.insert("c", in: .item("a"), at: 0)
    for number in 0..<50 { mirror.insert(Identifier(unchecked: "d\(number)"), in: .item("c"), at: number) }
    mirror.insert("e", in: .item("b"), at: 0)
    _ = mirror.commit()
    mirror.move("c", to: .item("e"), at: 0)
    let commit = mirror.commit()
    let pair = TracedOutline(edits: [commit.edits], to: ListAtVersion(state: mirror.state, hasKeys: false))
    #expect(pair.touched.map { pair.id(of: $0.element) } == ["c"])
    guard case .batch(let batch) = TreeBatch.derive(pair, touched: pair.touched) else {
      Issue.record("no batch")
      return
    }
    #expect(batch.items.moves.count == 1 && batch.count == 1)
    #expect(batch.owners.map(\.id) == ["a", "b", "e"])
    let derivation = TreeBatch.derive(pair, touched: pair.touched, threshold: 0)
    #expect(derivation == .tooManyChanges)
  }

  @Test("logs of a flat list what it logged before outlines")
  func flat() {
    let (a, b) = (Element(id: "a"), Element(id: "b"))
    let scope = Scope.items(section: 0)
    let edits: [Edit] = [
      .attach(element: a, key: .empty, to: .sections, at: 0, origin: .inserted),
      .attach(element: b, key: .empty, to: scope, at: 3, origin: .inserted),
      .detach(element: b, key: .empty, placed: 0, items: [], from: scope, at: 3, purpose: .move),
      .attach(element: b, key: .empty, to: scope, at: 1, origin: .moved(0)),
      .stay([a, b], in: scope, at: 4),
    ]
    let logged = Array(LoggedEdits(edits))
    #expect(logged.map(\.kind.rawValue) == [5, 0, 2, 3, 10, 10])
    #expect(logged.map(\.index) == [0, 3, 3, 1, 4, 5] && logged.allSatisfy { $0.section == 0 })
    #expect(MemoryLayout<LoggedEdit>.size <= 24)
  }

  @Test("logs for a child how far before it its parent is, also of several that take turns")
  func distances() {
    let (a, b, c) = (Element(id: "a"), Element(id: "b"), Element(id: "c"))
    let edits: [Edit] = [
      .branch(7, of: a), .branch(2, of: b),
      .detach(element: c, key: .empty, placed: 0, items: [], from: .children(7), at: 0, purpose: .move),
      .attach(element: c, key: .empty, to: .children(2), at: 1, origin: .moved(0)),
      .rekey(in: .children(7), at: 0, before: [], after: []),
      .detach(
        element: Element(id: "s"),
        key: .empty,
        placed: 0,
        items: [ItemEntry(element: Element(id: "t"), key: .empty)],
        from: .sections,
        at: 1,
        purpose: .removal
      ),
      .stay([c], in: .children(2), at: 1),
    ]
    let logged = Array(LoggedEdits(edits))
    #expect(
      logged.map(\.kind) == [
        .parent, .parent, .childDetached, .childAttached, .itemOfRemovedSection, .sectionRemoved,
        .childStayed,
      ]
    )
    #expect(logged.map(\.section) == [0, 0, 2, 2, 0, 1, 5])
    #expect(logged.prefix(2).map(\.element.id) == ["a", "b"])
  }
}

/// A history of one outline: every state and every commit.
struct OutlineHistory {
  private(set) var states: [CollectionState]
  private(set) var commits: [Commit] = []

  /// - Parameter size: the largest number of edits of a commit.
  init(seed: UInt64, commits count: Int, size: Int) {
    var random = OrderingRandom(seed: seed)
    var mirror = OutlineMirror(sections: 2)
    states = [mirror.state]
    for step in 0..<count {
      for _ in 0..<Int.random(in: 1...size, using: &random) {
        mirror.changeAtRandom(growth: step < count / 2 ? 0.9 : 0.5, using: &random)
      }
      commits.append(mirror.commit())
      mirror.dropOrphans()
      mirror.expectEqual("seed \(seed), commit \(step)")
      states.append(mirror.state)
    }
  }

  /// From every version that a log covers to many later ones.
  func check(_ log: ChangeLog, _ comment: String) throws {
    try #require(log.newest == UInt64(commits.count))
    let trees = try states.map { try TreeList($0.treeRows) }
    for to in Int(log.base)..<states.count {
      for from in Int(log.base)...to where from % 5 == 0 || to - from < 3 || to == states.count - 1 {
        let comment = "\(comment): from \(from) to \(to)"
        var state = states[to]
        log.undo(&state, to: UInt64(from))
        try #require(state.treeRows == states[from].treeRows, "\(comment), undone")
        try #require(state.itemCount == states[from].itemCount && state.branches?.orphans.isEmpty != false)
        guard to > from, (from + to) % 2 == 0 else { continue }
        let new = ListAtVersion(state: states[to], hasKeys: false)
        let pair = TracedOutline(log, after: UInt64(from), to: new)
        try check(pair, trees[from], trees[to], comment)
      }
    }
  }

  private func check(_ pair: TracedOutline, _ old: TreeList, _ new: TreeList, _ comment: String) throws {
    try #require(pair.before == old.size && pair.after == new.size, "\(comment): \(pair.before)")
    let derivation = TreeBatch.derive(pair, touched: pair.touched)
    guard case .batch(let batch) = derivation else {
      Issue.record("\(comment) is \(derivation)")
      return
    }
    do { try batch.check() } catch { Issue.record("\(comment): \(error)\n\(batch)") }
    let touched = pair.touched.map { touched -> TreeNode in
      let id = pair.id(of: touched.element)
      return touched.kind == .section ? .section(id) : .item(id)
    }
    try #require(Set(touched).count == touched.count, "\(comment): touched twice")
    var list = old
    try list.apply(batch)
    try #require(list.withoutVersions == new.withoutVersions, "\(comment)\n\(old)\n\(new)\n\(list)")
    // Without a touched set others may move in place of those that did.
    let fewest = old.difference(to: new)
    #expect(fewest.items.moves.count <= batch.items.moves.count, "\(comment)\n\(batch)\n\(fewest)")
    let all = Set(touched).union(old.nodes.filter { new.contains($0) })
    let widest = old.treeBatch(to: new, touched: Array(all))
    #expect(widest?.items.moves.count == fewest.items.moves.count, "\(comment)")
    #expect(widest?.sections.moves.count == fewest.sections.moves.count, "\(comment)")
    // The same as with both outlines at hand.
    let known = zip(touched, pair.touched).map { Touched(.item, $0, $1.touch) }
    let expected = TreeBatch.derive(TreeListPair(old: old, new: new), touched: known)
    #expect(derivation == expected, "\(comment)")
  }
}

extension OutlineHistory {
  func check(_ pair: FoldedOutline, _ old: ShownTree, _ new: ShownTree, _ comment: String) throws {
    #expect(pair.before == old.list.size && pair.after == new.list.size, "\(comment)")
    let derivation = TreeBatch.derive(pair, touched: pair.touched, counted: pair.counted)
    guard case .batch(let batch) = derivation else {
      Issue.record("\(comment) is \(derivation)")
      return
    }
    do { try batch.check() } catch { Issue.record("\(comment): \(error)\n\(batch)") }
    var shown = old
    do { try shown.apply(batch) } catch {
      Issue.record("\(comment): \(error)\n\(old.list)\n\(new.list)\n\(batch)")
      return
    }
    try #require(
      shown.list.withoutVersions == new.list.withoutVersions,
      "\(comment)\n\(old.list)\n\(new.list)"
    )
    #expect(shown.counts == new.counts, "\(comment)\n\(old.list)\n\(new.list)\n\(batch)")
    let fewest = old.difference(to: new)
    #expect(fewest.batch.items.moves.count <= batch.items.moves.count, "\(comment)")
    #expect(Set(batch.counts.map(\.at)).count == fewest.counts.count, "\(comment)\n\(batch)\n\(fewest)")
  }
}

extension CollectionState {
  /// The rows of an outline as subscribers see it, without order keys.
  var treeRows: [TreeRow] {
    let list = ListAtVersion(state: self, hasKeys: false)
    var rows: [TreeRow] = []
    for section in 0..<sectionCount {
      rows.append(TreeRow(list.snapshot(ofSection: section), depth: 0))
      var walk = RowWalk(self, section: section)
      while let (entry, depth) = walk.next() {
        rows.append(TreeRow(list.snapshot(entry, rank: 0), depth: depth))
      }
    }
    return rows
  }
}

extension TreeList {
  var nodes: [TreeNode] { rows.map { $0.depth == 0 ? .section($0.element.id) : .item($0.element.id) } }

  /// The rows without content versions, which a batch does not report if the fields are unchanged.
  var withoutVersions: [TreeRow] {
    rows.map { row in
      var row = row
      row.element.contentVersion = 0
      return row
    }
  }
}
