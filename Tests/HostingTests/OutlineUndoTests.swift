import ArrangeModel
import EngineTestSupport
import Foundation
import Ordering
import Testing

@testable import Engine

@Suite("Undo in outlines", .timeLimit(.minutes(10)))
struct OutlineUndoTests {
  private static let strategies = ["lexorank", "dense", "fractional"]
  private static let scale = Int(ProcessInfo.processInfo.environment["ARRANGE_TEST_SCALE"] ?? "") ?? 1

  /// An outline.
  private func stage(
    _ text: String,
    _ strategy: String = "lexorank",
    depth: Int = 64,
    children: Int = 100
  ) throws -> Stage {
    let settings = OutlineSettings(maximumDepth: depth, maximumChildren: children)
    let stage = try Stage(strategy: strategy, outline: settings)
    try stage.draw(text)
    #expect(stage.drawing == text)
    return stage
  }

  /// A step, what others do, what undo leads to, and what it keeps.
  private struct Case {
    var start: String
    var step: [ListOperation]
    var others: [ListOperation] = []
    var end: String
    var kept: [String] = []
    var limits = (depth: 64, children: 100)
  }

  private func check(_ cases: [Case], strategy: String) throws {
    for each in cases {
      let (depth, children) = each.limits
      let stage = try stage(each.start, strategy, depth: depth, children: children)
      try stage.step(each.step)
      for operation in each.others { try stage.step(operation, by: "bob", stack: nil) }
      let before = stage.drawing
      let result = try stage.undo()
      #expect(stage.drawing == each.end, "\(each.step), \(each.others)")
      #expect(result.reasons.sorted() == each.kept, "\(each.step), \(each.others)")
      guard result.changed else { continue }
      let again = try stage.redo()
      #expect(stage.drawing == before && again.kept.isEmpty, "\(each.step), \(each.others)")
    }
  }

  @Test("brings subtrees back to the parents that they were below, as they are by now", arguments: strategies)
  func subtrees(strategy: String) throws {
    let moving = [ListOperation.put("b", below: "d")]
    let swapping = [ListOperation.put("b"), .put("a", below: "b")]
    try check(
      [
        Case(start: "a(b(c)e)d", step: moving, others: [.new("x", below: "b")], end: "a(b(cx)e)d"),
        Case(start: "a(b(c)e)d", step: moving, others: [.put("d", at: .first), .put("d")], end: "a(b(c)e)d"),
        Case(start: "a(b)cd", step: moving, others: [.put("a", below: "c")], end: "c(a(b))d"),
        Case(start: "a(b(c))", step: swapping, end: "a(b(c))"),
        Case(start: "a(bcd)e|f", step: [.put("c", "b", in: "t")], end: "a(bcd)e|f"),
        Case(start: "a(b)|", step: [.removeSection("s")], end: "a(b)|"),
        Case(start: "a(b(cd)e)", step: [.remove("b", .remove)], end: "a(b(cd)e)"),
        Case(start: "a(xb(cd)e)", step: [.remove("b", .promote)], end: "a(xb(cd)e)"),
        Case(
          start: "a(b(cd)e)",
          step: [.remove("b", .promote)],
          others: [.new("y", below: "a", at: .after("d"))],
          end: "a(yb(cd)e)"
        ),
        Case(start: "a(b)", step: [.new("x", below: "a", at: .first), .put("b", below: "x")], end: "a(b)"),
        Case(start: "a", step: [.sections("t"), .new("x", "y", in: "t"), .new("z", below: "x")], end: "a"),
      ],
      strategy: strategy
    )
  }

  @Test("keeps what others have done, and says why and whose it is", arguments: strategies)
  func kept(strategy: String) throws {
    let moving = [ListOperation.put("b", below: "d")]
    let removing = [ListOperation.remove("b", .remove)]
    try check(
      [
        Case(
          start: "a(b)cd",
          step: moving,
          others: [.put("b", below: "c")],
          end: "ac(b)d",
          kept: ["itemMoved b placed 3 bob"]
        ),
        Case(
          start: "a(b)cd",
          step: moving,
          others: [.remove("a", .remove)],
          end: "cd(b)",
          kept: ["itemMoved b parentGone 3 bob"]
        ),
        Case(
          start: "a(b)c",
          step: [.put("b")],
          others: [.put("a", below: "b")],
          end: "cb(a)",
          kept: ["itemMoved b belowItself 3 bob"]
        ),
        Case(
          start: "a(b(cd)e)",
          step: removing,
          others: [.new("b")],
          end: "a(e)b",
          kept: [
            "itemRemoved b idTaken 3 bob", "itemRemoved c parentGone 3 bob", "itemRemoved d parentGone 3 bob",
          ]
        ),
        Case(
          start: "a(b(cd))",
          step: removing,
          others: [.new("c")],
          end: "a(b(d))c",
          kept: ["itemRemoved c idTaken 3 bob"]
        ),
        Case(
          start: "a",
          step: [.new("x")],
          others: [.new("y", below: "x")],
          end: "ax(y)",
          kept: ["itemInserted x notEmpty 3 bob"]
        ),
        Case(
          start: "a(b)|c",
          step: [.put("b", in: "t")],
          others: [.removeSection("s")],
          end: "cb",
          kept: ["itemMoved b parentGone 3 bob"]
        ),
        Case(
          start: "a|b",
          step: [.put("a", in: "t")],
          others: [.removeSection("s")],
          end: "ba",
          kept: ["itemMoved a sectionGone 3 bob"]
        ),
        Case(
          start: "a(bc)d(e)",
          step: moving,
          others: [.new("x", below: "a")],
          end: "a(cx)d(eb)",
          kept: ["itemMoved b full"],
          limits: (3, 2)
        ),
        Case(
          start: "a(bc)d(e)",
          step: [.put("b")],
          others: [.put("a", below: "d"), .new("x", below: "b")],
          end: "d(ea(c))b(x)",
          kept: ["itemMoved b tooDeep"],
          limits: (3, 2)
        ),
      ],
      strategy: strategy
    )
  }

  @Test("keeps the limits of the outline without being in its own way", arguments: strategies)
  func limits(strategy: String) throws {
    try check(
      [
        Case(
          start: "a(b(x))c(d)",
          step: [.put("x"), .put("c", below: "x")],
          end: "a(b(x))c(d)",
          limits: (3, 9)
        ),
        Case(
          start: "a(bc)d",
          step: [.put("b", below: "d"), .new("x", below: "a")],
          end: "a(bc)d",
          limits: (9, 2)
        ),
        Case(
          start: "a(bc)d",
          step: [.remove("a", .promote), .new("x", below: "d"), .put("b", below: "x")],
          end: "a(bc)d",
          limits: (9, 2)
        ),
      ],
      strategy: strategy
    )
  }

  @Test("restores fields below other items, and counts what it has rekeyed")
  func fields() throws {
    let stage = try stage("a(b(cd))", "dense")
    try stage.step([.set("c", "n", to: .int(1)), .put("d", below: "a", at: .first)])
    try stage.step(.set("c", "m", to: .int(2)), by: "bob", stack: nil)
    let result = try stage.undo()
    #expect(stage.drawing == "a(b(cd))" && result.undoneCount == 2 && result.kept.isEmpty)
    // The rank of `b` is another one.
    #expect(result.rekeyed == 1)
    let state = try #require(stage.hosted?.working)
    let slot = try #require(state.slot(ofItem: "c"))
    #expect(state.item(at: slot).element.fields == ["m": .int(2)])
  }

  @Test("needs only the right to move for moves, and can be tried out")
  func rights() throws {
    let stage = try stage("a(b)c")
    try stage.step(.put("b", below: "c"))
    let dry = try stage.undo(dryRun: true, mayWrite: false)
    #expect(dry.changed && dry.undone.map(\.id) == ["b"] && stage.drawing == "ac(b)")
    #expect(try stage.undo(mayWrite: false).changed)
    try stage.step(.remove("b", .remove))
    #expect(throws: ArrangeError.self) { try stage.undo(mayWrite: false) }
    #expect(stage.drawing == "ac")
  }

  @Test("finds a step behind many others, and after a restart")
  func far() throws {
    let stage = try stage("a(b(cd)e)f")
    try stage.step(.remove("b", .remove))
    for round in 0..<700 {
      try stage.step(.put("e", below: round % 2 == 0 ? "f" : "a"), by: "bob", stack: nil)
    }
    #expect(try stage.undo().kept.isEmpty)
    #expect(stage.drawing == "a(b(cd)e)f")
    try stage.restart()
    try stage.load()
    try stage.redo()
    #expect(stage.drawing == "a(e)f")
    try stage.restart()
    try stage.load()
    try stage.undo()
    #expect(stage.drawing == "a(b(cd)e)f")
    let report: KeyReport = try stage.call {
      $0.verifyKeys(VerifyKeysRequest(collection: stage.name), reply: $1)
    }
    #expect(report.problemCount == 0)
  }

  @Test("brings a large subtree back with short keys")
  func large() throws {
    let stage = try stage("a(b)c", children: 10_000)
    for start in stride(from: 0, to: 2_000, by: 500) {
      let new = (start..<start + 500).map { NewElement(id: Identifier(unchecked: "n\($0)")) }
      try stage.step(.insertItems(new, to: ItemDestination(below: .init("b"))), stack: nil)
    }
    let before = stage.drawing
    try stage.step(.remove("a", .remove))
    try stage.undo()
    #expect(stage.drawing == before)
    let state = try #require(stage.hosted?.working)
    let slot = try #require(state.slot(ofItem: "n1000"))
    #expect(state.item(at: slot).key.count < 16)
  }

  @Test("of a transaction over several collections takes all of it back")
  func joint() async throws {
    let engine = try TestEngine(MemoryJournal(), shards: 2)
    try await engine.create("plan", outline: OutlineSettings())
    try await engine.create("board")
    try await engine.apply("plan", .add("a", "b"))
    try await engine.apply("board", .add("x"))
    try await engine.step([
      TransactionStep("plan", .operation(.move("b", to: .init(below: .init("a"))))),
      TransactionStep("board", .operation(.add("y"))),
    ])
    for name in ["plan", "board"] as [Identifier] {
      let result = try await engine.undo(name)
      #expect(result.collections.map(\.changed) == [true, true] && result.undoneCount == 2)
      let page = try await engine.fetch(FetchRequest(collection: "plan"))
      #expect(page.sections[0].items.map { $0.outline?.depth } == [1, 1])
      #expect(try await engine.ids("board") == [["x"]])
      #expect(try await engine.undo(name, redo: true).changed)
    }
  }

  @Test(
    "without others leads back to the beginning, and to the end again",
    arguments: 1...UInt64(6 * scale)
  )
  func identity(seed: UInt64) throws {
    var random = OrderingRandom(seed: seed)
    let (depth, children) = [(4, 4), (5, 6), (64, 100)][Int(seed % 3)]
    let strategy = OutlineUndoTests.strategies[Int(seed / 3 % 3)]
    let stage = try stage("a(b(c)d)e|f", strategy, depth: depth, children: children)
    var operations = RandomOutlineOperations()
    var drawings = [stage.drawing]
    while drawings.count < 60 {
      let count = Int.random(in: 1...3, using: &random)
      let step = (0..<count).map { _ in
        operations.next(stage.hosted?.working ?? CollectionState(), using: &random)
      }
      guard let result = try? stage.step(step), result.changed else { continue }
      drawings.append(stage.drawing)
    }
    for _ in 0..<3 {
      let count = Int.random(in: 1..<drawings.count, using: &random)
      for drawing in drawings.dropLast().suffix(count).reversed() {
        let result = try stage.undo()
        #expect(result.kept.isEmpty && result.changed, "seed \(seed): \(result.reasons)")
        try #require(stage.drawing == drawing, "seed \(seed)")
      }
      if count % 2 == 0 {
        try stage.restart()
        try stage.load()
      }
      for drawing in drawings.suffix(count) {
        #expect(try stage.redo().kept.isEmpty, "seed \(seed)")
        try #require(stage.drawing == drawing, "seed \(seed)")
      }
    }
    let report: KeyReport = try stage.call {
      $0.verifyKeys(VerifyKeysRequest(collection: stage.name), reply: $1)
    }
    #expect(report.problemCount == 0, "seed \(seed): \(report)")
  }
}

/// Operations on small outlines, some of which are refused.
struct RandomOutlineOperations {
  private var made = 0

  mutating func next(_ state: CollectionState, using random: inout OrderingRandom) -> ListOperation {
    func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    var items: [Identifier] = []
    for section in 0..<state.sectionCount {
      var walk = RowWalk(state, section: section)
      while let (entry, _) = walk.next() { items.append(entry.element.id) }
    }
    let parent = below(4) == 0 ? nil : items.randomElement(using: &random)
    let section = state.section(at: below(state.sectionCount)).element.id
    let to = ItemDestination(
      section: parent == nil ? section : nil,
      below(2) == 0 ? .first : .last,
      below: ParentChoice(parent ?? "", ifCycle: below(3) == 0 ? .skip : .fail)
    )
    let chosen = items.shuffled(using: &random).prefix(1 + below(3)).map { ElementReference($0) }
    switch below(10) {
    case 0..<3 where items.count < 20, 0..<10 where items.isEmpty:
      made += 1
      let new = (0...below(3)).map { NewElement(id: Identifier(unchecked: "n\(made).\($0)")) }
      return .insertItems(new, to: to)
    case 0..<7: return .moveItems(chosen, to: to)
    case 7:
      let fields: Fields = ["n": .int(Int64(below(3)))]
      return .updateItems(chosen.map { FieldsUpdate($0, set: fields) })
    case 8 where below(6) == 0 && state.sectionCount > 1:
      return .removeSections([ElementReference(section)], onlyIfEmpty: false)
    case 8 where below(4) == 0 && state.sectionCount < 4:
      made += 1
      return .insertSections([NewElement(id: Identifier(unchecked: "s\(made)"))], to: .init(.first))
    default: return .removeItems(chosen, descendants: below(2) == 0 ? .remove : .promote)
    }
  }
}
