import ArrangeModel
import Changes
import Ordering
import Testing

@testable import Engine

@Suite("Changes of strategy", .timeLimit(.minutes(5)))
struct StrategyChangeTests {
  private func change(
    _ name: Identifier,
    _ strategy: String,
    renewing: Bool = false,
    ifVersion: UInt64? = nil,
    in engine: TestEngine
  ) async throws -> ChangeStrategyResult {
    let request = ChangeStrategyRequest(
      collection: name,
      strategy: strategy,
      renewsKeys: renewing,
      ifVersion: ifVersion
    )
    return try await engine.call(name) { $0.changeStrategy(request, reply: $1) }
  }

  @Test("keep the order, between all strategies, and survive a restart")
  func between() async throws {
    let store = MemoryJournal.Store()
    var strategy = "lexorank"
    var expected: [[String]] = []
    do {
      let engine = try TestEngine(MemoryJournal(store: store))
      try await engine.create("board", strategy)
      for index in 0..<30 { try await engine.apply("board", .add("i\(index)", to: .init(.at(index / 2)))) }
      expected = try await engine.ids("board")
      engine.engine.close()
    }
    for (step, next) in ["dense", "fractional", "dense", "lexorank:jitter=40", "lexorank", "fractional"]
      .enumerated()
    {
      let engine = try TestEngine(MemoryJournal(store: store))
      let before: CollectionInfo = try await engine.call("board") { $0.info("board", reply: $1) }
      #expect(before.strategy == strategy)
      let result = try await change("board", next, in: engine)
      #expect(
        result
          == ChangeStrategyResult(
            strategy: next,
            version: before.version + 1,
            changed: true,
            rekeyed: expected[0].count + 1
          )
      )
      strategy = next
      #expect(try await engine.ids("board") == expected)
      let id = "new\(step)"
      try await engine.apply("board", .add(id, to: .init(.at(3))))
      expected[0].insert(id, at: 3)
      #expect(try await engine.ids("board") == expected)
      let report: KeyReport = try await engine.call("board") {
        $0.verifyKeys(VerifyKeysRequest(collection: "board"), reply: $1)
      }
      #expect(report.strategy == next && report.problemCount == 0 && report.checked == expected[0].count + 1)
      engine.engine.close()
      #expect(engine.storageFailure == nil)
    }
  }

  @Test("to the current strategy do nothing, unless the keys are to be renewed")
  func same() async throws {
    let engine = try TestEngine(MemoryJournal())
    try await engine.create("board", "lexorank")
    try await engine.apply("board", .add("a", "b"))
    #expect(try await change("board", "lexorank:step=128", in: engine).changed == false)
    let renewed = try await change("board", "lexorank", renewing: true, in: engine)
    #expect(renewed.version <= 2)
    try await engine.create("empty", "lexorank")
    let result = try await change("empty", "dense", in: engine)
    #expect(result == ChangeStrategyResult(strategy: "dense", version: 0, changed: true, rekeyed: 0))
    let info: CollectionInfo = try await engine.call("empty") { $0.info("empty", reply: $1) }
    #expect(info.strategy == "dense" && info.version == 0)
  }

  @Test("are refused if the strategy, the collection or the version does not exist")
  func refusals() async throws {
    let engine = try TestEngine(MemoryJournal())
    try await engine.create("board", "lexorank")
    try await engine.apply("board", .add("a"))
    await #expect(
      throws: ArrangeError(
        .invalidArgument,
        "there is no ordering strategy ‘x’; there are dense, fractional, lexorank",
        field: "strategy"
      )
    ) {
      try await change("board", "x", in: engine)
    }
    let version = await #expect(throws: ArrangeError.self) {
      try await change("board", "dense", ifVersion: 7, in: engine)
    }
    #expect(version?.code == .aborted && version?.field == "if_version")
    let missing = await #expect(throws: ArrangeError.self) { try await change("x", "dense", in: engine) }
    #expect(missing?.code == .notFound)
    #expect(try await engine.ids("board") == [["a"]])
  }

  @Test("are not visible to subscribers")
  func unseen() throws {
    let stage = try Stage()
    for index in 0..<20 { try stage.apply(.add("i\(index)")) }
    var options = SubscribeRequest.Options()
    options.sendsKeys = false
    let watcher = Watcher(options)
    try stage.subscribe(watcher)
    try stage.catchUp(watcher)
    let before = stage.version
    for strategy in ["dense", "fractional", "lexorank"] {
      stage.beginChange(to: strategy)
      try stage.settle()
      #expect(try stage.ask(watcher) == nil, "\(strategy) is seen")
    }
    #expect(stage.version == before + 3)
    try stage.apply(.move("i3", to: .init(.first)))
    let message = try #require(try stage.ask(watcher))
    guard case .batch(let batch, _, _) = message.content else {
      Issue.record("\(message)")
      return
    }
    #expect(batch.count == 1 && batch.items.moves.count == 1)
  }

  @Test("of buckets continue during writes, and keep the order")
  func rotation() async throws {
    let store = MemoryJournal.Store()
    let engine = try TestEngine(MemoryJournal(store: store))
    try await engine.create("board", "lexorank")
    for index in 0..<40 { try await engine.apply("board", .add("i\(index)")) }
    var request = RotateKeysRequest(collection: "board", limit: 7)
    var (rekeyed, added) = (0, 0)
    while true {
      let asked = request
      let step: RotateKeysResult = try await engine.call("board") { $0.rotateKeys(asked, reply: $1) }
      rekeyed += step.rekeyed
      #expect(step.rekeyed <= 14)
      guard step.remaining > 0 else { break }
      request.generation = step.generation
      try await engine.apply("board", .add("n\(added)", to: .init(.at(added * 3))))
      added += 1
    }
    #expect(added > 3 && rekeyed >= 41)
    var expected = (0..<40).map { "i\($0)" }
    for index in 0..<added { expected.insert("n\(index)", at: index * 3) }
    #expect(try await engine.ids("board") == [expected])
    let report: KeyReport = try await engine.call("board") {
      $0.verifyKeys(VerifyKeysRequest(collection: "board"), reply: $1)
    }
    #expect(report.problemCount == 0)
    let wrong = await #expect(throws: ArrangeError.self) {
      let _: RotateKeysResult = try await engine.call("board") {
        $0.rotateKeys(RotateKeysRequest(collection: "board", generation: 3), reply: $1)
      }
    }
    #expect(wrong?.code == .invalidArgument && wrong?.field == "generation")
    engine.engine.close()
    let reopened = try TestEngine(MemoryJournal(store: store))
    #expect(try await reopened.ids("board") == [expected])
    try await reopened.create("ranks", "dense")
    try await reopened.apply("ranks", .add("a"))
    let refused = await #expect(throws: ArrangeError.self) {
      let _: RotateKeysResult = try await reopened.call("ranks") {
        $0.rotateKeys(RotateKeysRequest(collection: "ranks"), reply: $1)
      }
    }
    #expect(refused?.code == .failedPrecondition)
    reopened.engine.close()
  }

  @Test("reopen a collection whose strategy no longer exists")
  func missing() async throws {
    let store = MemoryJournal.Store()
    do {
      let engine = try TestEngine(MemoryJournal(store: store))
      try await engine.create("board", "fractional")
      try await engine.apply("board", .add("a", "b"))
      engine.engine.close()
    }
    let engine = try TestEngine(MemoryJournal(store: store), without: "fractional")
    #expect(try await engine.ids("board") == [["a", "b"]])
    let refused = await #expect(throws: ArrangeError.self) { try await engine.apply("board", .add("c")) }
    #expect(refused?.code == .failedPrecondition)
    _ = try await change("board", "lexorank", in: engine)
    try await engine.apply("board", .add("c"))
    #expect(try await engine.ids("board") == [["a", "b", "c"]])
    engine.engine.close()
  }

  @Test("are explained without being carried out")
  func explained() async throws {
    let engine = try TestEngine(MemoryJournal())
    try await engine.create("board", "lexorank")
    try await engine.apply("board", .add("a", "b", "c"))
    let move = ListOperation.move("c", to: .init(.first))
    let explanation: Explanation = try await engine.call("board") {
      $0.explain(ExplainRequest(collection: "board", operations: [move]), reply: $1)
    }
    #expect(explanation.version == 1 && explanation.journalBytes > 0 && explanation.rekeyed == 0)
    #expect(explanation.writeCount == 1 && explanation.writes.map(\.id) == ["c"])
    #expect(
      explanation.writes[0].reason == .moved && explanation.writes[0].before != explanation.writes[0].after
    )
    #expect(explanation.gaps.map(\.id) == ["c"] && explanation.gaps[0].after.nested > 0)
    #expect(explanation.statistics.keyCount == 4)
    #expect(try await engine.ids("board") == [["a", "b", "c"]])
    let result = try await engine.apply("board", move)
    #expect(result.operations[0][0].key != .empty && result.version == 2)
    let nothing: Explanation = try await engine.call("board") {
      $0.explain(ExplainRequest(collection: "board", operations: [move]), reply: $1)
    }
    #expect(nothing.journalBytes == 0 && nothing.writeCount == 0)
  }
}
