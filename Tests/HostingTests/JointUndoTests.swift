import ArrangeModel
import EngineTestSupport
import ListModel
import Ordering
import Testing

@testable import Engine

@Suite("Undo of a transaction over several collections", .timeLimit(.minutes(10)))
struct JointUndoTests {
  private let journal = MemoryJournal()

  /// Lists with items, on several shards.
  private func engine() async throws -> TestEngine {
    let engine = try TestEngine(journal, shards: 3)
    for (name, items) in [("board", ["a", "b", "c"]), ("archive", ["x"]), ("other", ["o"])]
      as [(Identifier, [String])]
    {
      try await engine.create(name)
      for item in items { try await engine.apply(name, .add(item)) }
    }
    return engine
  }

  private func transfer(_ items: Identifier..., to target: Identifier) -> TransactionStep {
    TransactionStep("board", .transfer(ItemTransfer(items.map { ElementReference($0) }, to: target)))
  }

  private func set(_ item: Identifier, of name: Identifier, _ value: Int64) -> TransactionStep {
    TransactionStep(name, .operation(.set(item, "n", to: .int(value))))
  }

  @Test("takes all of it back, from any of its collections, and makes all of it again")
  func wholes() async throws {
    let engine = try await engine()
    try await engine.step([transfer("c", "a", to: "archive"), set("o", of: "other", 1)])
    for name in ["board", "archive", "other"] as [Identifier] {
      let result = try await engine.undo(name)
      #expect(result.changed && result.kept.isEmpty && result.undoneCount == 5)
      #expect(result.collections.map(\.name) == ["archive", "board", "other"])
      #expect(result.collections.allSatisfy(\.changed) && result.undoes.count == 1)
      #expect(result.version == result.collections.first { $0.name == name }?.version)
      #expect(try await engine.ids("board") == [["a", "b", "c"]])
      #expect(try await engine.ids("archive") == [["x"]])
      let page = try await engine.fetch(FetchRequest(collection: "board"))
      #expect(page.sections[0].items.map(\.fields["title"]) == ["a", "b", "c"].map { .string($0) })
      #expect(page.sections[0].items.map(\.contentVersion) == [1, 2, 3])
      #expect(try await engine.undo("board").collections.isEmpty)
      #expect(try await engine.undo(name, redo: true).changed)
      #expect(try await engine.ids("board") == [["b"]])
      #expect(try await engine.ids("archive") == [["x", "c", "a"]])
    }
    let history = try await engine.call("board") {
      $0.history(HistoryRequest(collection: "board", from: 5), reply: $1)
    }
    #expect(history.commits[0].changes.allSatisfy { $0.transferred == "archive" })
    #expect(history.commits.allSatisfy { $0.transaction != nil && $0.undoes.count == 1 })
  }

  @Test("keeps a transfer whole if one half of it was touched, and undoes the rest")
  func halves() async throws {
    // What others do, and which of `a` and `c` come back.
    let cases: [(Identifier, ListOperation, [String], [UndoneChange.Reason])] = [
      ("archive", .set("a", "n", to: .int(1)), ["b", "c"], [.changed, .changed]),
      ("archive", .relocate("a", at: .first), ["b", "c"], [.placed, .placed]),
      ("archive", .remove("a"), ["b", "c"], [.gone, .gone]),
      ("board", .add("a"), ["b", "a", "c"], [.idTaken, .idTaken]),
    ]
    for (name, operation, items, reasons) in cases {
      let engine = try await engine()
      try await engine.step([transfer("a", "c", to: "archive"), set("o", of: "other", 1)])
      try await engine.apply(name, operation)
      let result = try await engine.undo("board")
      #expect(result.changed && result.kept.map(\.id) == ["a", "a"] && result.kept.map(\.reason) == reasons)
      #expect(Set(result.kept.compactMap(\.collection)) == ["archive", "board"])
      #expect(result.undoneCount == 3)
      #expect(try await Set(engine.ids("board")[0]) == Set(items), "\(operation)")
      for name in ["board", "archive", "other"] as [Identifier] {
        let version = try await engine.call(name) { $0.info(name, reply: $1) }.version
        #expect(result.collections.first { $0.name == name }?.version == version)
        try await engine.call(name) { $0.delete(name, reply: $1) }
      }
    }
  }

  @Test("leaves later steps of the stack in the other collections, whose changes count")
  func laterSteps() async throws {
    let engine = try await engine()
    try await engine.step([transfer("a", to: "archive"), set("o", of: "other", 1)])
    try await engine.step("archive", .set("x", "n", to: .int(1)))
    try await engine.step("other", .set("o", "n", to: .int(2)))
    let result = try await engine.undo("board")
    #expect(result.changed && result.kept.map(\.id) == ["o"] && result.kept[0].collection == "other")
    #expect(result.collections.map(\.changed) == [true, true, false])
    #expect(try await engine.ids("archive") == [["x"]])
    #expect(try await engine.undo("archive").undone.map(\.id) == ["x"])
    let other = try await engine.undo("other")
    #expect(other.undone.map(\.id) == ["o"] && other.collections.isEmpty)
    // Its part of the transaction was passed.
    #expect(try await !engine.undo("other").changed)
    #expect(
      try await engine.fetch(FetchRequest(collection: "other")).sections[0].items[0].fields["n"] == .int(1)
    )
  }

  @Test("keeps what a collection has that is gone, and does the rest")
  func gone() async throws {
    let engine = try await engine()
    try await engine.step([transfer("a", to: "archive"), set("b", of: "board", 1), set("o", of: "other", 1)])
    try await engine.call("archive") { $0.delete("archive", reply: $1) }
    let result = try await engine.undo("other")
    #expect(result.changed && result.collections.map(\.name) == ["board", "other"])
    #expect(result.kept.map(\.id) == ["a"] && result.kept[0].reason == .gone)
    #expect(try await engine.ids("board") == [["b", "c"]])
  }

  @Test(
    "with a request id is done once, also after a restart; a dry run does nothing; nothing left is passed"
  )
  func retries() async throws {
    var engine = try await engine()
    try await engine.step([set("b", of: "board", 1), set("o", of: "other", 1)])
    try await engine.step([transfer("a", to: "archive")])
    try await engine.apply("archive", .set("a", "n", to: .int(1)))
    let dry = try await engine.undo("board", dryRun: true)
    #expect(!dry.changed && dry.keptCount == 2)
    let id = try RequestID([1])
    var kept = try await engine.undo("board", requestID: id)
    #expect(!kept.changed && kept.kept == dry.kept && kept.canUndo)
    var done = try await engine.undo("board", requestID: RequestID([2]))
    #expect(done.changed && done.undoneCount == 2)
    (kept.isRepeated, done.isRepeated) = (true, true)
    (kept.canUndo, kept.canRedo) = (false, true)
    for _ in 0..<2 {
      #expect(try await engine.undo("board", requestID: id) == kept)
      #expect(try await engine.undo("board", requestID: RequestID([2])) == done)
      engine = try TestEngine(journal, shards: 3)
    }
    #expect(try await !engine.undo("archive").changed)
  }

  @Test("needs the rights in all collections, and changes nothing without them")
  func rights() async throws {
    let engine = try await engine()
    try await engine.step([transfer("a", to: "archive")])
    let error = await #expect(throws: ArrangeError.self) {
      try await engine.undo("board", mayWriteIn: ["board"])
    }
    #expect(error?.code == .permissionDenied)
    #expect(try await engine.ids("board") == [["b", "c"]])
    // Nothing waits for it any more.
    try await engine.apply("archive", .add("new"))
  }

  @Test(
    "without others leads back to the beginning and to the end again",
    arguments: 1...4 as ClosedRange<UInt64>
  )
  func identity(seed: UInt64) async throws {
    let names: [Identifier] = ["p", "q", "r"]
    var engine = try TestEngine(journal, shards: 3, seed: seed)
    var random = OrderingRandom(seed: seed)
    for (index, name) in names.enumerated() {
      try await engine.create(name, ["lexorank", "dense", "fractional"][index])
      try await engine.apply(
        name,
        .insertItems((0..<5).map { NewElement(id: Identifier(unchecked: "\(name)\($0)")) }, to: .init())
      )
    }
    func lists() async throws -> [[[String]]] {
      var lists: [[[String]]] = []
      for name in names { lists.append(try await engine.ids(name)) }
      return lists
    }
    var states = [try await lists()]
    while states.count < 25 {
      let now = states[states.count - 1]
      var steps: [TransactionStep] = []
      var moved: Set<String> = []
      for (index, name) in names.enumerated() {
        guard let item = now[index].joined().randomElement(using: &random), !moved.contains(item) else {
          continue
        }
        moved.insert(item)
        let target = names[(index + 1 + Int.random(in: 0...1, using: &random)) % 3]
        let reference = ElementReference(Identifier(unchecked: item))
        let place = ItemDestination(Bool.random(using: &random) ? .first : .last)
        // All of them have the first list, so that its stack has all steps.
        if index == 0 || Bool.random(using: &random) {
          steps.append(TransactionStep(name, .transfer(ItemTransfer([reference], to: target, place))))
        } else {
          steps.append(TransactionStep(name, .operation(.moveItems([reference], to: place))))
        }
      }
      guard steps.contains(where: { $0.collection == "p" }) else { break }
      try await engine.step(steps)
      states.append(try await lists())
    }
    for _ in 0..<2 {
      for state in states.dropLast().reversed() {
        let result = try await engine.undo("p")
        #expect(result.changed && result.kept.isEmpty, "seed \(seed)")
        #expect(try await lists() == state, "seed \(seed)")
      }
      engine = try TestEngine(journal, shards: 3, seed: seed + 100)
      for state in states.dropFirst() {
        #expect(try await engine.undo("p", redo: true).kept.isEmpty, "seed \(seed)")
        #expect(try await lists() == state, "seed \(seed)")
      }
    }
  }

  @Test("beside others leaves each item in exactly one list", arguments: [1, 2] as [UInt64])
  func concurrent(seed: UInt64) async throws {
    let names: [Identifier] = ["p", "q", "r"]
    let items = (0..<12).map { Identifier(unchecked: "i\($0)") }
    let engine = try TestEngine(journal, shards: 3, seed: seed)
    for name in names { try await engine.create(name) }
    try await engine.apply("p", .insertItems(items.map { NewElement(id: $0) }, to: ItemDestination()))
    let undone = try await withThrowingTaskGroup(of: Int.self) { group in
      for worker in 0..<4 as Range<UInt64> {
        group.addTask {
          var random = OrderingRandom(seed: seed &* 100 &+ worker)
          let stack = "\(worker)"
          var undone = 0
          for _ in 0..<120 {
            let (from, to) = (names.randomElement(using: &random)!, names.randomElement(using: &random)!)
            let item = items.randomElement(using: &random)!
            switch Int.random(in: 0..<4, using: &random) {
            case 0: if try await engine.undo(from, stack: stack).changed { undone += 1 }
            case 1: if try await engine.undo(from, stack: stack, redo: true).changed { undone += 1 }
            case _ where from != to:
              let step = TransactionStep(from, .transfer(ItemTransfer([ElementReference(item)], to: to)))
              _ = try? await engine.step([step], stack: stack)
            default:
              _ = try? await engine.step(
                from,
                .moveItems([ElementReference(item)], to: .init(.first)),
                stack: stack
              )
            }
          }
          return undone
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(undone > 20)
    var found: [String] = []
    for name in names { found += try await engine.ids(name).joined() }
    #expect(found.sorted() == items.map(\.text).sorted())
  }
}

extension TestEngine {
  @discardableResult
  func step(_ steps: [TransactionStep], stack: String = "tab") async throws -> TransactResult {
    let request = TransactRequest(steps, step: UndoStep(try StackID(stack)))
    let engine = engine
    return try await call(request.collections[0]) { engine.joint(on: $0).transact(request, reply: $1) }
  }

  @discardableResult
  fileprivate func step(_ name: Identifier, _ operation: ListOperation, stack: String = "tab") async throws
    -> ApplyResult
  {
    let request = ApplyRequest(collection: name, operations: [operation], step: UndoStep(try StackID(stack)))
    return try await call(name) { $0.apply(request, reply: $1) }
  }

  func undo(
    _ name: Identifier,
    stack: String = "tab",
    redo: Bool = false,
    dryRun: Bool = false,
    requestID: RequestID? = nil,
    mayWriteIn writable: Set<Identifier>? = nil
  ) async throws -> UndoResult {
    let request = UndoRequest(
      collection: name,
      stack: try StackID(stack),
      isRedo: redo,
      isDryRun: dryRun,
      requestID: requestID
    )
    let engine = engine
    return try await call(name) { shard, reply in
      Undoing(on: shard).undo(
        request,
        mayWrite: writable?.contains(name) ?? true,
        whenJoint: { step in
          let rights = step.names.map { ($0, writable?.contains($0) ?? true) }
          engine.joint(on: shard).undo(
            request,
            step,
            rights: Dictionary(uniqueKeysWithValues: rights),
            reply: reply
          )
        },
        reply: reply
      )
    }
  }
}
