import ArrangeModel
import Dispatch
import EngineTestSupport
import Synchronization
import Testing

@testable import Engine

/// Undo of steps whose commits are no longer in memory, while others write without a pause: whenever commits are read from the
/// journal, others make more before the read returns, and the log drops as many.
@Suite("An undo that has to read", .timeLimit(.minutes(10)))
struct UndoReadTests {
  private static let items = (0..<2_000).map { Identifier(stringLiteral: "n\($0)") }
  /// So many commits of others are more than the log keeps.
  private static let commits = UndoLog.capacity.edits / items.count + 4

  private static let inserted = ListOperation.insertItems(
    items.map { NewElement(id: $0) },
    to: ItemDestination()
  )

  /// A change of all items, which does not place them.
  private static func update(_ number: Int) -> ListOperation {
    .updateItems(items.map { FieldsUpdate(ElementReference($0), set: ["n": .int(Int64(number))]) })
  }

  private func board(_ pool: WorkPool = WorkPool(.atOnce)) throws -> Stage {
    let stage = try Stage(pool: pool)
    try stage.step(UndoReadTests.inserted, by: "owner", stack: nil)
    return stage
  }

  private func others(_ count: Int, on stage: Stage) throws {
    for _ in 0..<count {
      let number = Int(stage.hosted?.working.version ?? 0)
      try stage.step(UndoReadTests.update(number), by: "bob", stack: nil)
    }
  }

  /// Runs until calls are answered; whenever commits are read, others write first.
  ///
  /// - Parameter body: writes; gets the number of the read.
  /// - Returns: how often commits were read.
  private func end<Value>(
    _ calls: [Box<Result<Value, ArrangeError>?>],
    on stage: Stage,
    whileReading body: (Int) throws -> Void
  ) throws -> Int {
    let reads = stage.journal.reads
    var rounds = 0
    while true {
      while reads.waiting == 0, calls.contains(where: { $0.value == nil }) { stage.executor.runWaiting() }
      guard calls.contains(where: { $0.value == nil }) else { break }
      rounds += 1
      try body(rounds)
      let count = stage.journal.commitReads.load(ordering: .relaxed)
      reads.open()
      // The next one waits again.
      while reads.waiting > 0, stage.journal.commitReads.load(ordering: .relaxed) == count {}
      reads.close()
    }
    reads.open()
    return rounds
  }

  private func start(_ stack: String, on stage: Stage) throws -> Box<Result<UndoResult, ArrangeError>?> {
    let request = UndoRequest(collection: stage.name, stack: try StackID(stack))
    let caller = stage.caller(try Principal("ann"))
    return stage.start { Undoing(on: $0).undo(request, for: caller, reply: $1) }
  }

  @Test("reads its commits once, and drops from memory afterwards what is too much")
  func once() throws {
    let stage = try board()
    try stage.step(.relocate("n7", at: .first))
    try others(UndoReadTests.commits, on: stage)
    let log = { stage.hosted?.undo.log?.edits }
    #expect(try #require(log()).base > 2)
    stage.journal.reads.close()
    let call = try start("tab", on: stage)
    // The stacks are read first.
    let rounds = try end([call], on: stage) { round in
      try others(4, on: stage)
      if round > 1 { #expect(try !#require(log()).size.fits(UndoLog.capacity)) }
    }
    let result = try #require(call.value).get()
    #expect(rounds == 2 && result.changed && result.kept.isEmpty && result.undoes == [2])
    #expect(try #require(log()).size.fits(UndoLog.capacity))
    #expect(stage.ids == [":" + UndoReadTests.items.map(\.text).joined(separator: " ")])
  }

  @Test("succeeds on every stack, however many read at the same time")
  func several() throws {
    let stage = try board()
    for number in 0..<6 {
      try stage.step(.relocate("n\(100 * number + 50)", at: .first), stack: "tab\(number)")
      try others(3, on: stage)
    }
    try others(UndoReadTests.commits - 8, on: stage)
    stage.journal.reads.close()
    let calls = try (0..<6).map { try start("tab\($0)", on: stage) }
    _ = try end(calls, on: stage) { _ in try others(1, on: stage) }
    for call in calls {
      let result = try #require(call.value).get()
      #expect(result.changed && result.kept.isEmpty)
    }
    #expect(stage.ids == [":" + UndoReadTests.items.map(\.text).joined(separator: " ")])
    #expect(try #require(stage.hosted?.undo.log).edits.size.fits(UndoLog.capacity))
  }

  @Test("ends where so much is written meanwhile that the step is too far back")
  func tooFar() throws {
    let stage = try board()
    try stage.step(.relocate("n7", at: .first))
    try others(UndoReadTests.commits, on: stage)
    stage.journal.reads.close()
    let call = try start("tab", on: stage)
    _ = try end([call], on: stage) { round in
      try others(round == 2 ? ChangeLog.capacity.edits / UndoReadTests.items.count + 1 : 1, on: stage)
    }
    let error = #expect(throws: ArrangeError.self) { try call.value?.get() }
    #expect(error?.code == .outOfRange)
    #expect(try #require(stage.hosted?.undo.log).edits.size.fits(UndoLog.capacity))
  }

  @Test("holds no copy of the commits in memory when the undo is added to them")
  func holdsNoCopy() throws {
    let stage = try board(WorkPool(.threads(1)))
    let address = { stage.hosted?.undo.log?.edits.address }
    try stage.step(.relocate("n7", at: .first))
    for number in 1...100 { try stage.step(.relocate("n\(10 * number)", at: .first), stack: "more") }
    var addresses: [UnsafeRawPointer] = []
    for _ in 0..<100 {
      #expect(try stage.undo(stack: "more").changed)
      addresses.append(try #require(address()))
    }
    // It moves when it outgrows its memory. A copy for each undo would move it each time.
    let moves = zip(addresses, addresses.dropFirst()).filter { $0 != $1 }.count
    #expect(moves <= 2)
    // Undone off the shard, because there are many edits since.
    try others(5, on: stage)
    let before = try #require(address())
    let result = try stage.undo()
    #expect(result.changed && result.undoes == [2])
    #expect(address() == before)
  }

  @Test("keeps the commits of all collections of a transaction in memory until they are taken")
  func joint() async throws {
    let journal = FailingJournal()
    let engine = try TestEngine(journal)
    let names: [Identifier] = ["archive", "board"]
    for name in names {
      try await engine.create(name)
      try await engine.apply(name, UndoReadTests.inserted)
    }
    try await engine.step(names.map { TransactionStep($0, .operation(.relocate("n7", at: .first))) })
    var number = 0
    func others(_ count: Int) async throws {
      for _ in 0..<count {
        number += 1
        for name in names { try await engine.apply(name, UndoReadTests.update(number)) }
      }
    }
    try await others(UndoReadTests.commits)
    journal.reads.close()
    let outcome = Outcome()
    let call = Task {
      let result: Result<UndoResult, any Error>
      do { result = .success(try await engine.undo("board")) } catch { result = .failure(error) }
      outcome.result.withLock { $0 = result }
    }
    while true {
      while journal.reads.waiting == 0, !outcome.isKnown { await Task.yield() }
      if outcome.isKnown { break }
      try await others(2)
      let count = journal.commitReads.load(ordering: .relaxed)
      journal.reads.open()
      while journal.reads.waiting > 0, journal.commitReads.load(ordering: .relaxed) == count {}
      journal.reads.close()
    }
    journal.reads.open()
    await call.value
    let result = try #require(outcome.result.withLock { $0 }).get()
    #expect(result.changed && result.kept.isEmpty && result.collections.count == 2)
    await engine.onShards { shard in
      let logs = shard.collections.values.compactMap { $0.undo.log?.edits }
      outcome.logs.wrappingAdd(logs.count { $0.size.fits(UndoLog.capacity) }, ordering: .relaxed)
    }
    #expect(outcome.logs.load(ordering: .relaxed) == 2)
    for name in names { #expect(try await engine.ids(name)[0] == UndoReadTests.items.map(\.text)) }
  }

  private final class Outcome: Sendable {
    let result = Mutex<Result<UndoResult, any Error>?>(nil)
    /// How many logs are not too large.
    let logs = Atomic<Int>(0)
    var isKnown: Bool { result.withLock { $0 != nil } }
  }
}
