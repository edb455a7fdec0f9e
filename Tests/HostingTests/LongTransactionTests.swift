import ArrangeModel
import DenseInteger
import LexoRank
import Ordering
import RandomizedFraction
import Testing

@testable import Engine

/// An engine whose long work runs when the test says so. For one thread.
private final class SlowStage: @unchecked Sendable {
  let executor = ManualExecutor()
  let pool: WorkPool
  let engine: Engine
  var shard: Shard { engine.shards[0] }

  init(_ place: WorkPool.Place = .byHand) throws {
    pool = WorkPool(place)
    engine = try Engine(
      journal: MemoryJournal(store: MemoryJournal.Store()),
      executors: [executor],
      pool: pool,
      strategies: StrategyCatalog([DenseInteger.kind, RandomizedFraction.kind, LexoRank.kind]),
      options: EngineOptions(),
      clock: EngineClock(
        wallTime: { Timestamp(microseconds: 0) },
        monotonicNanoseconds: { 1_000_000_000_000 }
      ),
      seed: 9
    ) { Issue.record("the storage failed: \($0)") }
  }

  func start<Value>(
    _ body: (Shard, @escaping Reply<Value>) -> Void
  ) -> Box<Result<Value, ArrangeError>?> {
    let box = Box<Result<Value, ArrangeError>?>(nil)
    body(shard) { box.value = $0 }
    return box
  }

  /// Runs until a call has its answer, without doing long work.
  func value<Value>(of box: Box<Result<Value, ArrangeError>?>) throws -> Value {
    try executor.run { box.value != nil }
    return try #require(box.value).get()
  }

  func call<Value>(_ body: (Shard, @escaping Reply<Value>) -> Void) throws -> Value {
    try value(of: start(body))
  }

  func create(_ name: Identifier, _ strategy: String = "lexorank") throws {
    let _: CollectionInfo = try call { $0.create(name, strategy: strategy, fields: [:], reply: $1) }
    // It is then in memory, so that requests for it begin at once.
    _ = try fetch(name)
  }

  func beginApply(
    _ name: Identifier,
    _ operations: [ListOperation],
    requestID: RequestID? = nil,
    for caller: Caller = .server
  ) -> Box<Result<ApplyResult, ArrangeError>?> {
    start {
      let request = ApplyRequest(collection: name, operations: operations, requestID: requestID)
      $0.apply(request, for: caller, reply: $1)
    }
  }

  func fetch(_ name: Identifier) throws -> FetchPage {
    try call { $0.fetch(FetchRequest(collection: name, pageSize: 5_000), reply: $1) }
  }

  func work() { while pool.runSlice() {} }
}

@Suite("Long transactions") struct LongTransactionTests {
  private static let ids = (0..<2_000).map { Identifier(unchecked: "i\($0)") }
  private static let insertion = [
    ListOperation.insertItems(
      ids.map { NewElement(id: $0, fields: ["n": .string($0.text)]) },
      to: ItemDestination()
    )
  ]

  private static func moves(_ count: Int, seed: UInt64) -> [ListOperation] {
    var random = OrderingRandom(seed: seed)
    return (0..<count).map { _ in
      ListOperation.moveItems(
        [ElementReference(ids[Int(random.next() % 2_000)])],
        to: ItemDestination(.at(Int(random.next() % 1_999)))
      )
    }
  }

  private func stage(_ place: WorkPool.Place = .byHand, strategy: String = "lexorank") throws -> SlowStage {
    let stage = try SlowStage(place)
    try stage.create("a", strategy)
    try stage.create("b")
    let answer = stage.beginApply("a", LongTransactionTests.insertion)
    stage.work()
    #expect(try stage.value(of: answer).version == 1)
    return stage
  }

  @Test("do not delay reads and other collections, and later writes of their collection wait in order")
  func othersGoOn() throws {
    let stage = try stage()
    let before = try stage.fetch("a")
    let long = stage.beginApply("a", LongTransactionTests.moves(1_500, seed: 1))
    let next = stage.beginApply("a", [.add("x")])
    let last = stage.beginApply("a", [.removeItems([ElementReference("x")])])
    // No slice of it is done yet.
    #expect(try stage.value(of: stage.beginApply("b", [.add("y")])).version == 1)
    #expect(try stage.fetch("a") == before)
    #expect(stage.pool.runSlice())
    #expect(try stage.fetch("a") == before)
    #expect(long.value == nil && next.value == nil && last.value == nil)
    stage.work()
    #expect(try stage.value(of: long).version == 2)
    #expect(try stage.value(of: next).version == 3)
    #expect(try stage.value(of: last).version == 4)
    #expect(try stage.fetch("a").collection.itemCount == 2_000)
  }

  @Test("run in several slices, between which others have their turn")
  func slices() throws {
    let stage = try stage()
    let (greedy, other) = (Caller(WorkOwner(stage)) { true }, Caller(WorkOwner(stage.executor)) { true })
    try stage.create("c")
    let filled = stage.beginApply("c", LongTransactionTests.insertion)
    stage.work()
    _ = try stage.value(of: filled)
    let long = stage.beginApply("a", LongTransactionTests.moves(9_000, seed: 2), for: greedy)
    let short = stage.beginApply("c", LongTransactionTests.moves(500, seed: 3), for: other)
    var slices = 0
    while short.value == nil {
      try #require(stage.pool.runSlice())
      slices += 1
      stage.executor.runWaiting()
      if stage.pool.count == 1 { break }
    }
    #expect(try stage.value(of: short).version == 2)
    #expect(long.value == nil, "the longer one is not done before the shorter one, which came later")
    #expect(slices > 2)
    stage.work()
    #expect(try stage.value(of: long).version == 2)
  }

  @Test("whose callers have gone change nothing, and waiting writes continue")
  func cancelled() throws {
    let stage = try stage()
    let before = try stage.fetch("a").sections
    let isWanted = Box(true)
    let caller = Caller(WorkOwner(stage)) { isWanted.value }
    let long = stage.beginApply("a", LongTransactionTests.moves(9_000, seed: 4), for: caller)
    let next = stage.beginApply("a", [.update("i0")])
    #expect(stage.pool.runSlice())
    isWanted.value = false
    stage.work()
    try stage.executor.run { long.value != nil && next.value != nil }
    #expect(throws: ArrangeError.self) { try stage.value(of: long) }
    #expect(try stage.value(of: next).version == 2)
    let after = try stage.fetch("a").sections
    #expect(after[0].items.map(\.id) == before[0].items.map(\.id))
  }

  @Test("that fail change nothing, and name the operation")
  func failed() throws {
    let stage = try stage()
    let before = try stage.fetch("a")
    let operations = LongTransactionTests.moves(1_000, seed: 5) + [.move("nobody", to: ItemDestination())]
    let long = stage.beginApply("a", operations)
    stage.work()
    let error = #expect(throws: ArrangeError.self) { try stage.value(of: long) }
    #expect(error?.code == .notFound)
    #expect(error?.field?.hasPrefix("operations[1000]") == true)
    #expect(try stage.fetch("a") == before)
  }

  @Test("with one request id are carried out once")
  func retried() throws {
    let stage = try stage()
    let id = try RequestID([1, 2, 3])
    let operations = LongTransactionTests.moves(1_000, seed: 6)
    let first = stage.beginApply("a", operations, requestID: id)
    let second = stage.beginApply("a", operations, requestID: id)
    stage.work()
    let result = try stage.value(of: first)
    let repeated = try stage.value(of: second)
    #expect(result.version == 2 && repeated.version == 2)
    #expect(!result.repeated && repeated.repeated)
  }

  @Test("come before a deletion requested meanwhile")
  func deleted() throws {
    let stage = try stage()
    let long = stage.beginApply("a", LongTransactionTests.moves(1_000, seed: 7))
    let deletion: Box<Result<Void, ArrangeError>?> = stage.start { $0.delete("a", reply: $1) }
    let late = stage.beginApply("a", [.add("z")])
    stage.executor.runWaiting()
    #expect(deletion.value == nil)
    stage.work()
    #expect(try stage.value(of: long).version == 2)
    try stage.value(of: deletion)
    let error = #expect(throws: ArrangeError.self) { try stage.value(of: late) }
    #expect(error?.code == .notFound)
  }

  @Test(
    "make what they make in one go, keys included",
    arguments: ["dense", "fractional", "lexorank"],
    1...3 as ClosedRange<UInt64>
  )
  func sameOutcome(strategy: String, seed: UInt64) throws {
    func run(_ place: WorkPool.Place) throws -> [FetchPage] {
      let stage = try stage(place, strategy: strategy)
      var pages: [FetchPage] = []
      for step in 0..<4 {
        let count = step % 2 == 0 ? 700 : 2
        let answer = stage.beginApply("a", LongTransactionTests.moves(count, seed: seed * 100 + UInt64(step)))
        stage.work()
        _ = try stage.value(of: answer)
        pages.append(try stage.fetch("a"))
      }
      let change: Box<Result<ChangeStrategyResult, ArrangeError>?> = stage.start {
        let other = strategy == "dense" ? "lexorank" : "dense"
        $0.changeStrategy(ChangeStrategyRequest(collection: "a", strategy: other), reply: $1)
      }
      stage.work()
      #expect(try stage.value(of: change).changed)
      pages.append(try stage.fetch("a"))
      return pages
    }
    #expect(try run(.byHand) == run(.atOnce), "seed \(seed)")
  }
}

extension ListOperation {
  fileprivate static func update(_ id: Identifier) -> ListOperation {
    .updateItems([FieldsUpdate(ElementReference(id), set: ["n": .string("other")])])
  }
}
