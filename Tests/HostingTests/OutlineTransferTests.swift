import ArrangeModel
import EngineTestSupport
import Foundation
import ListModel
import Ordering
import Testing

@testable import Engine

@Suite("Transfers from and to outlines", .timeLimit(.minutes(10)))
struct OutlineTransferTests {
  private static let strategies = ["lexorank", "dense", "fractional"]
  private static let scale = Int(ProcessInfo.processInfo.environment["ARRANGE_TEST_SCALE"] ?? "") ?? 1

  private let journal = MemoryJournal()

  /// Two outlines, `plan` and `book`, and a flat list, `todo`, on several shards.
  private func engine(
    _ plan: String = "a(b(cd)e)f",
    _ book: String = "x(y)",
    _ todo: String = "t",
    strategies: [String] = OutlineTransferTests.strategies,
    depth: Int = 64,
    children: Int = 100
  ) async throws -> TestEngine {
    let engine = try TestEngine(journal, shards: 3)
    let settings = OutlineSettings(maximumDepth: depth, maximumChildren: children)
    try await engine.create("plan", strategies[0], outline: OutlineSettings())
    try await engine.create("book", strategies[1], outline: settings)
    try await engine.create("todo", strategies[2])
    for (name, text) in [("plan", plan), ("book", book), ("todo", todo)] as [(Identifier, String)] {
      try await engine.draw(text, in: name)
    }
    return engine
  }

  /// - Parameter items: ids of one letter.
  private func step(
    _ items: String,
    _ destination: ItemDestination = ItemDestination(section: "s"),
    from source: Identifier = "plan",
    to target: Identifier = "book",
    _ descendants: DescendantPolicy? = nil
  ) -> TransactionStep {
    let references = items.map { ElementReference(Identifier(stringLiteral: String($0))) }
    let transfer = ItemTransfer(references, to: target, destination, descendants: descendants)
    return TransactionStep(source, .transfer(transfer))
  }

  private func below(_ parent: Identifier, _ place: Placement = .last) -> ItemDestination {
    ItemDestination(place, below: ParentChoice(parent))
  }

  @Test(
    "take along what is below an item, unless it is said what becomes of that",
    arguments: [strategies, ["dense", "fractional", "lexorank"]]
  )
  func examples(strategies: [String]) async throws {
    let cases: [(TransactionStep, [String])] = [
      (step("b", below("y")), ["a(e)f", "x(y(b(cd)))", "t"]),
      (step("b", below("x", .first)), ["a(e)f", "x(b(cd)y)", "t"]),
      (step("b", ItemDestination(.before("y"))), ["a(e)f", "x(b(cd)y)", "t"]),
      (step("fb", ItemDestination(section: "s", .first)), ["a(e)", "fb(cd)x(y)", "t"]),
      (step("a"), ["f", "x(y)a(b(cd)e)", "t"]),
      (step("a", below("x"), .promote), ["b(cd)ef", "x(ya)", "t"]),
      (step("b", below("x"), .remove), ["a(e)f", "x(yb)", "t"]),
      (step("b", to: "todo", .promote), ["a(cde)f", "x(y)", "tb"]),
      (step("b", ItemDestination(.before("t")), to: "todo", .remove), ["a(e)f", "x(y)", "bt"]),
      (step("bcd", to: "todo"), ["a(e)f", "x(y)", "tbcd"]),
      (step("cb", to: "todo", .promote), ["a(de)f", "x(y)", "tcb"]),
      (step("cb", to: "todo", .remove), ["a(e)f", "x(y)", "tcb"]),
      (step("e", to: "todo", .refuse), ["a(b(cd))f", "x(y)", "te"]),
      (step("t", below("c"), from: "todo", to: "plan"), ["a(b(c(t)d)e)f", "x(y)", ""]),
      (step("t", from: "todo", to: "plan"), ["a(b(cd)e)ft", "x(y)", ""]),
      (step("t", ItemDestination(.after("b")), from: "todo", to: "plan"), ["a(b(cd)te)f", "x(y)", ""]),
    ]
    for (step, expected) in cases {
      let engine = try await engine(strategies: strategies)
      let before = try await engine.drawings
      let result = try await engine.step([step])
      #expect(try await engine.drawings == expected, "\(step)")
      guard case .transfer(let transfer) = step.action else { continue }
      #expect(result.steps.map { $0.map(\.id) } == [transfer.items.map(\.id)])
      // All of it is undone, from any of the two, and made again.
      for name in [step.collection, transfer.target] {
        let undone = try await engine.undo(name)
        #expect(undone.changed && undone.kept.isEmpty, "\(step): \(undone.reasons)")
        #expect(try await engine.drawings == before, "\(step)")
        #expect(try await engine.undo(name, redo: true).kept.isEmpty)
        #expect(try await engine.drawings == expected, "\(step)")
      }
      try await engine.verify()
      for name in TestEngine.drawn { try await engine.call(name) { $0.delete(name, reply: $1) } }
    }
  }

  @Test("are refused as a whole with one error")
  func refusals() async throws {
    let engine = try await engine("a(b(cd)e)f", "x(yc)z", depth: 3, children: 2)
    let cases: [(TransactionStep, StatusCode, String, String?, String)] = [
      (step("bc", below("z")), .invalidArgument, "items[1].id", nil, "b / c"),
      (step("fb", below("z")), .alreadyExists, "items[1].id", nil, "x / c"),
      (step("f", below("x")), .failedPrecondition, "parent", "too_many_items", "x"),
      (step("f", below("q")), .notFound, "parent", nil, ""),
      (step("q", below("z")), .notFound, "items[0].id", nil, ""),
      (step("e", below("t"), to: "todo"), .failedPrecondition, "parent", "no_outline", ""),
      (step("b", to: "todo"), .failedPrecondition, "descendants", "has_children", "a / b / c"),
      (step("eb", to: "todo", .refuse), .failedPrecondition, "items[1].id", "has_children", "a / b / c"),
      (step("b", below("z"), .refuse), .failedPrecondition, "items[0].id", "has_children", "a / b / c"),
    ]
    let before = try await engine.drawings
    for (step, code, field, reason, path) in cases {
      let error = await #expect(throws: ArrangeError.self) { try await engine.step([step]) }
      #expect(error?.code == code && error?.reason == reason, "\(step): \(error as Any)")
      #expect(error?.field == "steps[0].transfer_items.\(field)", "\(step): \(error as Any)")
      #expect(path.isEmpty || error?.message.hasSuffix(": \(path)") ?? false, "\(error?.message ?? "")")
    }
    try await engine.apply("book", .removeItems(["c"]))
    let deep = await #expect(throws: ArrangeError.self) {
      try await engine.step([step("fb", below("y"))])
    }
    #expect(deep?.field == "steps[0].transfer_items.items[1].id" && deep?.reason == "too_deep")
    #expect(deep?.message.hasSuffix(": x / y / b / c") ?? false, "\(deep?.message ?? "")")
    #expect(try await engine.drawings == [before[0], "x(y)z", before[2]])
    let full = await #expect(throws: ArrangeError.self) {
      try await engine.step([
        TransactionStep("plan", .operation(.new("g", "h", below: "b"))), step("b", below("z")),
      ])
    }
    #expect(full?.field == "steps[1].transfer_items.parent" && full?.reason == "too_many_items")
    #expect(full?.message.hasSuffix(": z / b") ?? false, "\(full?.message ?? "")")
    #expect(try await engine.drawings == [before[0], "x(y)z", before[2]])
    // Nothing waits for them any more.
    for name in TestEngine.drawn { try await engine.apply(name, .add("new")) }
  }

  @Test("are told by both histories, and not by the bin but for what was removed")
  func histories() async throws {
    var engine = try await engine()
    try await engine.apply("plan", .set("d", "n", to: .int(1)))
    let first = try await engine.step([step("b", below("x", .first))], requestID: RequestID([1]))
    func changes(_ name: Identifier) async throws -> [String] {
      let page = try await engine.call(name) { $0.history(HistoryRequest(collection: name), reply: $1) }
      return page.commits.last!.changes.map { change in
        let parent = change.fromParent ?? change.toParent
        return "\(change.kind) \(change.id) \(parent ?? "-") \(change.transferred ?? "-")"
      }
    }
    #expect(
      try await changes("plan") == [
        "itemRemoved d b book", "itemRemoved c b book", "itemRemoved b a book",
      ]
    )
    #expect(
      try await changes("book") == [
        "itemInserted b x plan", "itemInserted c b plan", "itemInserted d b plan",
      ]
    )
    let page = try await engine.fetch(FetchRequest(collection: "book"))
    let item = try #require(page.sections[0].items.first { $0.id == "d" })
    #expect(item.fields["n"] == .int(1) && item.contentVersion == 2 && item.placementVersion == 2)
    #expect(first.collections.map(\.version) == [2, 3] && first.steps[0][0].parent == "x")
    func bin(_ name: Identifier) async throws -> [Identifier] {
      let request = ListBinRequest(collection: name)
      return try await engine.call(name) { $0.bin.list(request, reply: $1) }.elements.map(\.id)
    }
    #expect(try await bin("plan").isEmpty)
    // A retry gets the first answer, also after a restart.
    for _ in 0..<2 {
      var again = try await engine.step([step("b", below("x", .first))], requestID: RequestID([1]))
      #expect(again.repeated)
      again.repeated = false
      #expect(again == first)
      let other = await #expect(throws: ArrangeError.self) {
        try await engine.step([step("b", below("x", .first), .promote)], requestID: RequestID([1]))
      }
      #expect(other?.code == .invalidArgument)
      engine = try TestEngine(journal, shards: 3)
    }
    #expect(try await engine.drawings == ["a(e)f", "x(b(cd)y)", "t"])
    try await engine.step([step("b", from: "book", to: "todo", .remove)])
    #expect(try await Set(bin("book")) == ["c", "d"])
    #expect(try await changes("book") == ["itemRemoved d b -", "itemRemoved c b -", "itemRemoved b x todo"])
  }

  @Test("are kept, as far as others have touched what was transferred, and the rest comes back")
  func kept() async throws {
    // What others do to a collection, and what undo leads to.
    let cases: [(Identifier, ListOperation, [String])] = [
      ("book", .put("c", below: "y"), ["a(b(d)e)f", "x(y(c))"]),
      ("book", .put("b"), ["a(e)f", "x(y)b(cd)"]),
      ("book", .new("n", below: "d"), ["a(e)f", "x(yb(cd(n)))"]),
      ("book", .put("y", below: "x"), ["a(b(cd)e)f", "x(y)"]),
      ("book", .set("d", "n", to: .int(1)), ["a(e)f", "x(yb(cd))"]),
      ("plan", .put("e", below: "f"), ["a(b(cd))f(e)", "x(y)"]),
      ("plan", .remove("a", .promote), ["ef", "x(yb(cd))"]),
      ("plan", .new("c"), ["a(e)fc", "x(yb(cd))"]),
      ("plan", .new("b"), ["a(e)fb", "x(yb(cd))"]),
    ]
    for (name, operation, expected) in cases {
      let engine = try await engine()
      try await engine.step([step("b", below("x"))])
      try await engine.apply(name, operation)
      let before = try await engine.drawings
      let result = try await engine.undo("plan")
      let drawings = try await engine.drawings
      #expect(Array(drawings.prefix(2)) == expected, "\(operation): \(result.reasons)")
      // Each item is in one of them.
      let items = { (texts: [String]) in texts.joined().filter { $0.isLetter }.sorted() }
      #expect(items(drawings) == items(before), "\(operation)")
      if result.changed {
        #expect(try await engine.undo("plan", redo: true).kept.isEmpty)
        #expect(try await engine.drawings == before, "\(operation)")
      }
      for name in TestEngine.drawn { try await engine.call(name) { $0.delete(name, reply: $1) } }
    }
  }

  // MARK: At random

  /// Two outlines with limits and a flat list, naively.
  private typealias World = [Identifier: NaiveOutline]

  @Test("leave what naive outlines have, and are undone and made again", arguments: 1...UInt64(6 * scale))
  func random(seed: UInt64) async throws {
    var random = OrderingRandom(seed: seed)
    let names = TestEngine.drawn
    var engine = try TestEngine(journal, shards: 3, seed: seed)
    var world: World = [:]
    for (number, name) in names.enumerated() {
      let limits = [(3, 4), (5, 6), (64, 100)][(Int(seed) + number) % 3]
      let settings = OutlineSettings(maximumDepth: limits.0, maximumChildren: limits.1)
      let strategy = OutlineTransferTests.strategies[(Int(seed / 2) + number) % 3]
      let isFlat = number == 2
      try await engine.create(name, strategy, outline: isFlat ? nil : settings)
      try await engine.apply(name, .add("first"))
      try await engine.apply(name, .removeItems(["first"]), .sections("s"))
      world[name] = NaiveOutline(
        sections: ["", "s"],
        settings: isFlat ? OutlineSettings() : settings,
        isFlat: isFlat
      )
    }
    var done: [(world: World, changed: Identifier)] = []
    var (refused, transferred) = ([String: Int](), 0)
    for round in 0..<400 {
      let steps = OutlineTransferTests.steps(for: world, using: &random)
      let comment = "seed \(seed), round \(round): \(steps)"
      let expected = Result { () throws(NaiveOutline.Refusal) in
        try OutlineTransferTests.perform(steps, on: world)
      }
      do {
        let result = try await engine.step(steps)
        guard case .success(let next) = expected else {
          Issue.record("\(comment): it should be refused: \(expected)")
          return
        }
        if let changed = result.collections.first(where: \.changed) { done.append((world, changed.name)) }
        world = next
        if case .transfer = steps.last?.action { transferred += 1 }
      } catch let error as ArrangeError {
        guard case .failure(let refusal) = expected else {
          Issue.record("\(comment): \(error)")
          return
        }
        #expect(error.code == refusal.code && error.reason == refusal.reason, "\(comment): \(error)")
        #expect(error.field?.hasSuffix(".\(refusal.field)") ?? false, "\(comment): \(error), \(refusal)")
        refused["\(refusal.code) \(refusal.reason ?? "")", default: 0] += 1
      }
      for name in names {
        let rows = try await engine.rows(name)
        try #require(rows == world[name]?.rows, "\(comment): \(name)")
      }
      if round % 50 == 49 { engine = try TestEngine(journal, shards: 3, seed: seed &+ UInt64(round)) }
    }
    #expect(transferred > 20 && refused.count > 4, "seed \(seed): \(transferred), \(refused)")
    try await engine.verify()
    let worlds = done.map(\.world) + [world]
    for turn in 0..<2 {
      for (number, step) in done.enumerated().reversed() {
        let result = try await engine.undo(step.changed)
        #expect(result.kept.isEmpty, "seed \(seed), step \(number): \(result.reasons)")
        for name in names {
          let rows = try await engine.rows(name)
          try #require(rows == worlds[number][name]?.rows, "seed \(seed), undo \(number): \(name)")
        }
      }
      engine = try TestEngine(journal, shards: 3, seed: seed &+ UInt64(1_000 + turn))
      for (number, step) in done.enumerated() {
        let result = try await engine.undo(step.changed, redo: true)
        #expect(result.kept.isEmpty, "seed \(seed), step \(number): \(result.reasons)")
        for name in names {
          let rows = try await engine.rows(name)
          try #require(rows == worlds[number + 1][name]?.rows, "seed \(seed), redo \(number): \(name)")
        }
      }
    }
    try await engine.verify()
  }

  /// An operation, or a transfer, perhaps with an operation on the collection that has no part in it.
  private static func steps(for world: World, using random: inout OrderingRandom) -> [TransactionStep] {
    let names = TestEngine.drawn.shuffled(using: &random)
    func operation(on name: Identifier) -> TransactionStep {
      TransactionStep(name, .operation(world[name]!.randomOperation(using: &random)))
    }
    if Bool.random(using: &random) {
      let transfer = world[names[0]]!.randomTransfer(to: world[names[1]]!, names[1], using: &random)
      let step = TransactionStep(names[0], .transfer(transfer))
      return Bool.random(using: &random) ? [step] : [operation(on: names[2]), step]
    }
    return [operation(on: names[0])]
  }

  private static func perform(
    _ steps: [TransactionStep],
    on world: World
  ) throws(NaiveOutline.Refusal) -> World {
    var world = world
    for step in steps {
      switch step.action {
      case .operation(let operation): _ = try world[step.collection]!.perform(operation)
      case .transfer(let transfer):
        var target = world[transfer.target]!
        try world[step.collection]!.transfer(transfer, to: &target)
        world[transfer.target] = target
      }
    }
    return world
  }

  @Test("by many at once, and undone, leave each item in exactly one place", arguments: [1, 2] as [UInt64])
  func concurrent(seed: UInt64) async throws {
    let names = TestEngine.drawn
    let items = (0..<20).map { Identifier(unchecked: "i\($0)") }
    let engine = try await engine("", "", "", depth: 6, children: 8)
    let new = items.map { NewElement(id: $0) }
    try await engine.apply("plan", .insertItems(new, to: ItemDestination(section: "s")))
    let moved = try await withThrowingTaskGroup(of: Int.self) { group in
      for worker in 0..<6 as Range<UInt64> {
        group.addTask {
          var random = OrderingRandom(seed: seed &* 100 &+ worker)
          var moved = 0
          for _ in 0..<150 {
            let (from, to) = (names.randomElement(using: &random)!, names.randomElement(using: &random)!)
            let item = ElementReference(items.randomElement(using: &random)!)
            let parent = items.randomElement(using: &random)!
            let place = ItemDestination(
              section: "s",
              .first,
              below: to == "todo" ? ParentChoice() : ParentChoice(parent, ifMissing: .last, ifCycle: .skip)
            )
            switch Int.random(in: 0..<8, using: &random) {
            case 0: _ = try? await engine.undo(from, stack: "\(worker)")
            case 1: _ = try? await engine.undo(from, stack: "\(worker)", redo: true)
            case _ where from == to:
              _ = try? await engine.apply(from, .moveItems([item], to: place))
            default:
              let transfer = ItemTransfer([item], to: to, place, descendants: to == "todo" ? .promote : nil)
              let step = TransactionStep(from, .transfer(transfer))
              if (try? await engine.step([step], stack: "\(worker)")) != nil { moved += 1 }
            }
          }
          return moved
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(moved > 50)
    var found: [String] = []
    for name in names {
      found += try await engine.rows(name).joined().map { String($0.split(separator: " ")[1]) }
    }
    #expect(found.sorted() == items.map(\.text).sorted())
    try await engine.verify()
  }
}

extension TestEngine {
  fileprivate static let drawn: [Identifier] = ["plan", "book", "todo"]

  /// Makes what a text draws, in the section `s`.
  fileprivate func draw(_ text: String, in name: Identifier) async throws {
    var operations = [ListOperation.sections("s")]
    var parents: [Identifier] = []
    var last: Identifier = ""
    for letter in text {
      switch letter {
      case "(": parents.append(last)
      case ")": parents.removeLast()
      default:
        last = Identifier(stringLiteral: String(letter))
        let parent = parents.last.map { ParentChoice($0) } ?? ParentChoice()
        let to = ItemDestination(section: parents.isEmpty ? "s" : nil, below: parent)
        operations.append(.insertItems([NewElement(id: last)], to: to))
      }
    }
    let request = ApplyRequest(collection: name, operations: operations)
    let _: ApplyResult = try await call(name) { $0.apply(request, reply: $1) }
  }

  /// The items of each section, with their depths.
  fileprivate func rows(_ name: Identifier) async throws -> [[String]] {
    let page = try await fetch(FetchRequest(collection: name, pageSize: 1_000))
    return page.sections.map { $0.items.map { "\($0.outline?.depth ?? 1) \($0.id)" } }
  }

  /// What the collections have, as texts.
  fileprivate var drawings: [String] {
    get async throws {
      var drawings: [String] = []
      for name in TestEngine.drawn {
        var (text, depth) = ("", 1)
        for row in try await rows(name).joined() {
          let parts = row.split(separator: " ")
          let own = Int(parts[0])!
          text += own > depth ? "(" : String(repeating: ")", count: depth - own)
          text += parts[1]
          depth = own
        }
        drawings.append(text + String(repeating: ")", count: depth - 1))
      }
      return drawings
    }
  }

  /// Checks the order keys of all collections.
  fileprivate func verify() async throws {
    for name in TestEngine.drawn {
      let report: KeyReport = try await call(name) {
        $0.verifyKeys(VerifyKeysRequest(collection: name), reply: $1)
      }
      #expect(report.problemCount == 0, "\(name): \(report)")
    }
  }

  @discardableResult
  fileprivate func step(_ steps: [TransactionStep], requestID: RequestID) async throws -> TransactResult {
    let request = TransactRequest(steps, requestID: requestID, step: UndoStep(try StackID("tab")))
    let engine = engine
    return try await call(request.collections[0]) { engine.joint(on: $0).transact(request, reply: $1) }
  }
}
