import ArrangeModel
import EngineTestSupport
import Ordering
import Testing

@testable import Engine

@Suite("The bin of an outline, and what is erased from it", .timeLimit(.minutes(10)))
struct OutlineBinTests {
  private func stage(_ text: String, depth: Int = 64, children: Int = 100) throws -> Stage {
    let settings = OutlineSettings(maximumDepth: depth, maximumChildren: children)
    let stage = try Stage(outline: settings)
    try stage.draw(text)
    return stage
  }

  @Test("has what was removed, with what is below it, where it was")
  func listed() throws {
    let stage = try stage("a(b(cd)e)|f")
    try stage.step(.remove("b", .remove), stack: nil)
    try stage.step(.removeSection("t"), stack: nil)
    let bin = try stage.bin()
    #expect(bin.map(\.id) == ["t", "b"] && bin.map(\.itemCount) == [1, 2])
    #expect(bin[1].parent == "a" && bin[1].section == "s" && bin[0].parent == nil)
    #expect(try stage.bin(pageSize: 1) == bin)
    // What a new item has the place of is listed by itself.
    try stage.step(.new("b", below: "a"), stack: nil)
    #expect(try Set(stage.bin().map(\.id)) == ["t", "c", "d"])
    #expect(try stage.bin().first { $0.id == "c" }?.parent == "b")
    try stage.step(.remove("a", .promote), stack: nil)
    #expect(try stage.bin().first?.id == "a" && stage.bin().first?.itemCount == 0)
  }

  @Test("gives subtrees back below the items that they were below, at the old neighbours")
  func putBack() throws {
    // What others do, and where `b` is then.
    let cases: [([ListOperation], String)] = [
      ([], "a(xb(cd)e)f"),
      ([.put("a", below: "f")], "f(a(xb(cd)e))"),
      ([.remove("x", .remove)], "a(b(cd)e)f"),
      ([.put("x", below: "a")], "a(exb(cd))f"),
      ([.put("x", below: "f")], "a(b(cd)e)f(x)"),
      ([.new("c")], "a(xb(d)e)fc"),
    ]
    for (others, expected) in cases {
      let stage = try stage("a(xb(cd)e)f")
      try stage.step(.remove("b", .remove), stack: nil)
      for operation in others { try stage.step(operation, by: "bob", stack: nil) }
      let result = try stage.putBack(.init(id: "b", removedBy: 2))
      #expect(stage.drawing == expected, "\(others)")
      #expect(result.operations[0].map(\.id) == ["b"])
      #expect(result.operations[0][0].parent == "a")
      #expect(try stage.bin().allSatisfy { $0.id != "b" && $0.id != "d" })
    }
  }

  @Test("gives a section back with everything in it, and items that were removed one after the other")
  func several() throws {
    let stage = try stage("a(b(c)d)e|f")
    try stage.step(.removeSection("s"), stack: nil)
    #expect(stage.drawing == "f")
    #expect(try stage.bin().map(\.itemCount) == [5])
    try stage.putBack(.init(id: "s", isSection: true, removedBy: 2))
    #expect(stage.drawing == "a(b(c)d)e|f")
    try stage.step(.remove("c", .remove), stack: nil)
    try stage.step(.remove("b", .remove), stack: nil)
    try stage.step(.remove("a", .remove), stack: nil)
    try stage.putBack(
      .init(id: "c", removedBy: 4),
      .init(id: "a", removedBy: 6),
      .init(id: "b", removedBy: 5)
    )
    #expect(stage.drawing == "a(b(c)d)e|f")
  }

  @Test("says what has to be there, and keeps the limits")
  func refused() throws {
    let stage = try stage("a(b(cd))e", depth: 3, children: 2)
    try stage.step(.remove("c", .remove), stack: nil)
    try stage.step(.remove("b", .remove), stack: nil)
    let removed = RemovedElement(id: "c", removedBy: 2)
    var error = #expect(throws: ArrangeError.self) { try stage.putBack(removed) }
    #expect(error?.code == .failedPrecondition && error?.field == "elements[0].id")
    #expect(error?.message.contains("\"b\"") ?? false)
    try stage.putBack(.init(id: "b", removedBy: 3))
    try stage.step(.new("x", below: "b"), stack: nil)
    error = #expect(throws: ArrangeError.self) { try stage.putBack(removed) }
    #expect(error?.reason == "too_many_items")
    #expect(stage.drawing == "a(b(dx))e")
  }

  @Test("does not put below an item what would be too deep there")
  func tooDeep() throws {
    let stage = try stage("a(b)cd", depth: 3)
    try stage.step(.remove("b", .remove), stack: nil)
    try stage.step(.put("c", below: "d"), .put("a", below: "c"), stack: nil)
    let error = #expect(throws: ArrangeError.self) { try stage.putBack(.init(id: "b", removedBy: 2)) }
    #expect(error?.reason == "too_deep" && error?.field == "elements[0].id")
    #expect(stage.drawing == "d(c(a))")
  }

  @Test("gives back all that random steps have removed", arguments: 1...UInt64(20))
  func random(seed: UInt64) throws {
    var random = OrderingRandom(seed: seed)
    let stage = try stage("a(b(c)d)e|f")
    var operations = RandomOutlineOperations()
    for _ in 0..<40 {
      _ = try? stage.step(operations.next(stage.hosted?.working ?? CollectionState(), using: &random))
    }
    // Everything that is missing comes back as soon as that is there which it was below.
    var missing = try stage.bin().count
    while missing > 0 {
      let bin = try stage.bin()
      for element in bin {
        let removed = RemovedElement(
          id: element.id,
          isSection: element.isSection,
          removedBy: element.removedBy
        )
        _ = try? stage.putBack(removed)
      }
      let left = try stage.bin()
      #expect(left.count < missing, "seed \(seed): \(left.map(\.id))")
      guard left.count < missing else { break }
      missing = left.count
    }
    let state = try #require(stage.hosted?.working)
    let history: HistoryPage = try stage.call {
      $0.history(HistoryRequest(collection: stage.name), reply: $1)
    }
    for change in history.commits.flatMap(\.changes) where change.kind == .itemInserted {
      #expect(state.slot(ofItem: change.id) != nil, "seed \(seed): \(change.id)")
    }
  }

  @Test("is empty when it was emptied, and nobody remembers where items were")
  func emptied() throws {
    let stage = try stage("a(b(c))d")
    try stage.step(.remove("b", .remove), stack: nil)
    try stage.emptyBin()
    #expect(try stage.bin().isEmpty)
    for _ in 0..<2 {
      #expect(stage.hosted?.working.branches?.removed.isEmpty == true)
      try stage.restart()
      try stage.load()
    }
  }

  @Test(
    "nothing is left of erased items, neither of their fields nor of their ids",
    arguments: [false, true]
  )
  func erased(isRemoved: Bool) throws {
    let stage = try stage("a(b)c")
    let secret: Identifier = "a-secret-name"
    try stage.step(.insertItems([NewElement(id: secret)], to: .init(below: .init("b"))), stack: nil)
    func isStored() throws -> Bool {
      let snapshot = try JournalSnapshot(of: stage.journal)
      return "\(snapshot)".contains("\(Array(secret.text.utf8))".dropFirst().dropLast())
    }
    #expect(try isStored())
    if isRemoved { try stage.step(.remove(secret, .remove), stack: nil) }
    let erasure = try stage.erase(secret)
    #expect(erasure.removed == (isRemoved ? [] : [secret]) && erasure.files == .clean)
    #expect(stage.drawing == "a(b)c")
    #expect(try !isStored())
    try stage.restart()
    try stage.load()
    #expect(stage.drawing == "a(b)c" && stage.hosted?.working.branches?.removed.isEmpty == true)
  }

  @Test("what is below erased items has to be erased as well, or to be elsewhere")
  func children() throws {
    let stage = try stage("a(b(c)d)e")
    let error = #expect(throws: ArrangeError.self) { try stage.erase("b") }
    #expect(error?.code == .failedPrecondition && error?.reason == "has_children" && error?.field == "items")
    #expect(stage.drawing == "a(b(c)d)e")
    try stage.erase("b", "c")
    #expect(stage.drawing == "a(d)e")
    #expect(try stage.bin().isEmpty)
  }
}
