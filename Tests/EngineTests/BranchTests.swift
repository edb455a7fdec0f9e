import ArrangeModel
import Ordering
import Testing

@testable import Engine

@Suite("Outlines against dictionaries of lists")
struct BranchTests {
  @Test(
    "random edits of growing, steady and shrinking outlines, and the versions before them",
    arguments: [0.9, 0.5, 0.2],
    [1, 2, 3] as [UInt64]
  )
  func randomEdits(growth: Double, seed: UInt64) {
    var random = OrderingRandom(seed: seed)
    var mirror = OutlineMirror(sections: 3)
    var older: [OutlineMirror] = []
    for step in 0..<2_000 {
      // Some edits are made in place, others on a state that is also kept.
      if step % 7 == 0 { older.append(mirror) }
      if older.count > 20 { older.removeFirst() }
      let edit = mirror.editAtRandom(growth: growth, using: &random)
      let comment = "seed \(seed), growth \(growth), step \(step): \(edit)"
      if step % 50 == 0 {
        mirror.expectEqual(comment)
        older.randomElement(using: &random)?.expectEqual("an older version, \(comment)")
      }
    }
    mirror.expectEqual("seed \(seed), growth \(growth), end")
  }

  @Test("10,000 moves among 1,000 items", arguments: [5] as [UInt64])
  func manyMoves(seed: UInt64) {
    var random = OrderingRandom(seed: seed)
    var state = CollectionState()
    state.insertSection(Element(id: .empty), key: .empty, items: EmptyCollection(), at: 0)
    let ids = (0..<1_000).map { Identifier(unchecked: "item-\($0)") }
    for (index, id) in ids.enumerated() {
      state.insertItem(
        ItemEntry(element: Element(id: id), key: .empty),
        at: ListPath(section: 0, item: index)
      )
    }
    var parents: [Int: Int] = [:]
    func isBelow(_ item: Int, _ other: Int) -> Bool {
      var next: Int? = item
      while let number = next {
        if number == other { return true }
        next = parents[number]
      }
      return false
    }
    for _ in 0..<10_000 {
      let (item, target) = (random.position(in: 0..<1_000), random.position(in: 0..<1_000))
      let scope = state.makeBranch(of: state.slot(ofItem: ids[target])!)
      let own = state.branches!.number(of: Element(id: ids[item]), hash: Element(id: ids[item]).idHash)
      let isCycle = item == target || own.map { state.branches!.isBelow(scope.branch!, $0) } ?? false
      #expect(isCycle == isBelow(target, item), "seed \(seed): \(item) below \(target)")
      guard !isCycle else { continue }
      let entry = state.liftItem(at: state.slot(ofItem: ids[item])!)
      state.dropItem(entry, at: ListSlot(scope: scope, index: 0))
      parents[item] = target
    }
    #expect(state.itemCount == 1_000)
    for (item, id) in ids.enumerated() {
      let slot = state.slot(ofItem: id)!
      let parent = slot.scope.branch.map { state.branches!.branch($0).owner.id }
      #expect(parent == parents[item].map { ids[$0] }, "seed \(seed)")
    }
  }

  @Test("a chain of 300 items grows, moves and is taken apart")
  func deep() {
    var mirror = OutlineMirror(sections: 2)
    mirror.insert("0", in: .section("section 0"), at: 0)
    for depth in 1..<300 {
      mirror.insert(
        Identifier(unchecked: "\(depth)"),
        in: .item(Identifier(unchecked: "\(depth - 1)")),
        at: 0
      )
    }
    mirror.expectEqual("a chain")
    mirror.insert("other", in: .section("section 1"), at: 0)
    mirror.move("0", to: .item("other"), at: 0)
    mirror.expectEqual("a chain that moved")
    for depth in stride(from: 299, through: 0, by: -1) { mirror.remove(Identifier(unchecked: "\(depth)")) }
    mirror.dropOrphans()
    mirror.expectEqual("a chain that was removed")
    #expect(mirror.state.branches?.count == 1)
  }

  @Test("numbers of nodes and branches are used again")
  func numbers() {
    var mirror = OutlineMirror(sections: 1)
    func round(_ mirror: inout OutlineMirror) {
      mirror.insert("a", in: .section("section 0"), at: 0)
      for number in 0..<100 { mirror.insert(Identifier(unchecked: "\(number)"), in: .item("a"), at: 0) }
      for number in 0..<100 { mirror.remove(Identifier(unchecked: "\(number)")) }
      mirror.remove("a")
      mirror.dropOrphans()
    }
    round(&mirror)
    let count = mirror.state.nodeNumberCount
    for _ in 0..<10 { round(&mirror) }
    #expect(mirror.state.nodeNumberCount == count)
    #expect(mirror.state.branches?.count == 0)
  }

  @Test("a flat collection has no branches, and its states are as large as before")
  func flat() {
    var state = CollectionState()
    state.insertSection(Element(id: .empty), key: .empty, items: EmptyCollection(), at: 0)
    state.insertItem(ItemEntry(element: Element(id: "a"), key: .empty), at: ListPath(section: 0, item: 0))
    state.replaceItem(at: ListPath(section: 0, item: 0), with: Element(id: "a", contentVersion: 2))
    _ = state.removeItem(at: ListPath(section: 0, item: 0))
    #expect(state.branches == nil)
    #expect(MemoryLayout<ItemEntry>.size <= 8 + 8 + 8 + MemoryLayout<OrderKey>.stride)
    #expect(MemoryLayout<Scope>.size == MemoryLayout<Int>.size + 1)
  }
}
