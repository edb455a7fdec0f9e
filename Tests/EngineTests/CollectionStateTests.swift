import ArrangeModel
import Engine
import Ordering
import Testing

@Suite("Collection state against arrays")
struct CollectionStateTests {
  /// How full a node is when its tree is built at once, and the most that it holds: where things happen.
  private static let edges = [0, 1, 2, 9, 10, 11, 24, 27, 28, 29, 31, 32, 33, 56, 57, 783, 784, 785, 1_100]

  @Test(
    "random edits of growing, steady and shrinking lists",
    arguments: [0.9, 0.5, 0.1],
    [1, 2, 3] as [UInt64]
  )
  func randomEdits(growth: Double, seed: UInt64) {
    var random = OrderingRandom(seed: seed)
    var mirror = StateMirror()
    for step in 0..<3_000 {
      let edit = mirror.editAtRandom(growth: growth, using: &random)
      let comment = "seed \(seed), growth \(growth), step \(step): \(edit)"
      mirror.expectSomeEqual(using: &random, comment)
      if step % 250 == 0 { mirror.expectEqual(comment) }
    }
    mirror.expectEqual("seed \(seed), growth \(growth), end")
  }

  @Test("random edits of hundreds of sections", arguments: [11, 12] as [UInt64])
  func manySections(seed: UInt64) {
    var random = OrderingRandom(seed: seed)
    var mirror = StateMirror()
    for _ in 0..<500 {
      mirror.insertSection(at: Int.random(in: 0...mirror.sections.count, using: &random), items: 1)
    }
    for step in 0..<3_000 {
      let comment: String
      let section = Int.random(in: 0..<mirror.sections.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let to = Int.random(in: 0..<mirror.sections.count, using: &random)
        mirror.moveSection(at: section, to: to)
        comment = "seed \(seed), step \(step): move \(section) to \(to)"
      case 1 where mirror.sections.count > 20:
        mirror.removeSection(at: section)
        comment = "seed \(seed), step \(step): remove \(section)"
      default:
        let edit = mirror.editAtRandom(growth: 0.5, maximumSections: 900, using: &random)
        comment = "seed \(seed), step \(step): \(edit)"
      }
      mirror.expectSomeEqual(using: &random, comment)
      if step % 200 == 0 { mirror.expectEqual(comment) }
    }
    mirror.expectEqual("seed \(seed), end")
  }

  @Test("every one-item edit at every place of lists around the sizes of nodes", arguments: edges)
  func everyPlace(count: Int) {
    var start = StateMirror()
    start.insertSection(at: 0, items: count)
    let step = max(1, count / 70)
    for place in stride(from: 0, through: count, by: step) {
      var inserted = start
      inserted.insertItem(section: 0, at: place)
      inserted.expectEqual("insert at \(place) of \(count)")
      guard place < count else { continue }
      var removed = start
      removed.removeItem(section: 0, at: place)
      removed.expectEqual("remove at \(place) of \(count)")
      var moved = start
      moved.moveItem(section: 0, at: place, toSection: 0, at: (place * 7) % count)
      moved.expectEqual("move from \(place) of \(count)")
    }
    start.expectEqual("the list of \(count) that all others were copied from")
  }

  @Test("lists emptied from either end, from the middle, and filled again", arguments: edges, 0..<3)
  func emptied(count: Int, from end: Int) {
    var mirror = StateMirror()
    mirror.insertSection(at: 0, items: count)
    mirror.insertSection(at: 1, items: 3)
    for left in stride(from: count, to: 0, by: -1) {
      mirror.removeItem(section: 0, at: [0, left - 1, left / 2][end])
      if left % 97 == 0 || left < 3 { mirror.expectEqual("\(left - 1) left of \(count), end \(end)") }
    }
    for done in 0..<count {
      mirror.insertItem(section: 0, at: [0, done, done / 2][end])
      if done % 97 == 0 { mirror.expectEqual("\(done + 1) back of \(count), end \(end)") }
    }
    mirror.expectEqual("\(count) back, end \(end)")
  }

  @Test("all sequences of four edits on lists of up to three items")
  func allShortSequences() {
    for count in 0...3 {
      var start = StateMirror()
      start.insertSection(at: 0, items: count)
      start.insertSection(at: 1, items: 1)
      extend(start, by: 4, "from \(count)")
    }
  }

  /// Goes through all sequences of so many edits.
  private func extend(_ mirror: StateMirror, by length: Int, _ path: String) {
    mirror.expectEqual(path)
    guard length > 0 else { return }
    for place in 0...min(mirror.sections[0].items.count, 3) {
      var next = mirror
      next.insertItem(section: 0, at: place)
      extend(next, by: length - 1, "\(path), insert \(place)")
      guard place < mirror.sections[0].items.count else { continue }
      next = mirror
      next.removeItem(section: 0, at: place)
      extend(next, by: length - 1, "\(path), remove \(place)")
      next = mirror
      next.moveItem(section: 0, at: place, toSection: 1, at: 0)
      extend(next, by: length - 1, "\(path), move \(place)")
    }
    var next = mirror
    next.moveSection(at: 0, to: 1)
    next.moveSection(at: 0, to: 1)
    next.replaceSection(at: 0)
    extend(next, by: length - 2, "\(path), sections")
  }

  @Test("ids are looked up by their bytes, and unknown ones are not found")
  func lookUps() {
    var state = CollectionState()
    state.insertSection(Element(id: "s"), key: .empty, items: EmptyCollection(), at: 0)
    let ids: [Identifier] = ["\u{E9}", "e\u{301}", "s", "S", "\u{1F469}\u{200D}\u{1F4BB}", "\u{1F469}"]
    for (index, id) in ids.enumerated() {
      state.insertItem(
        ItemEntry(element: Element(id: id), key: .empty),
        at: ListPath(section: 0, item: index)
      )
    }
    for (index, id) in ids.enumerated() {
      #expect(state.path(ofItem: id) == ListPath(section: 0, item: index))
    }
    #expect(state.path(ofItem: "e") == nil)
    #expect(state.path(ofItem: "") == nil)
    #expect(state.index(ofSection: "\u{E9}") == nil)
  }
}
