import ArrangeModel
import DenseInteger
import LexoRank
import Ordering
import RandomizedFraction
import Synchronization
import Testing

@testable import Engine

/// Long work that notes what happens to it.
private final class NotedWork: LongWork {
  let name: String
  let weight: Int
  private let log: NoteLog
  private let state: Mutex<(left: Int, isWanted: Bool)>

  init(_ name: String, slices: Int, weight: Int = 0, _ log: NoteLog) {
    self.name = name
    self.weight = weight
    self.log = log
    state = Mutex((slices, true))
  }

  var isWanted: Bool { state.withLock { $0.isWanted } }

  func cancel() { state.withLock { $0.isWanted = false } }

  func proceed(_ slice: inout WorkSlice) -> Bool {
    log.record(name)
    slice.count(WorkSlice.steps)
    return state.withLock { state in
      state.left -= 1
      return state.left == 0
    }
  }

  func end(_ outcome: WorkOutcome) { log.record("\(name) \(outcome)") }
}

private final class NoteLog: Sendable {
  private let lines = Mutex<[String]>([])

  func record(_ line: String) { lines.withLock { $0.append(line) } }

  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}

private final class Owner {}

@Suite("Long work", .timeLimit(.minutes(5))) struct WorkPoolTests {
  private let log = NoteLog()
  private let pool = WorkPool(.byHand)
  private let first = Owner()
  private let second = Owner()

  private func submit(
    _ name: String,
    slices: Int,
    weight: Int = 0,
    for owner: Owner,
    in pool: WorkPool? = nil
  ) -> NotedWork {
    let work = NotedWork(name, slices: slices, weight: weight, log)
    (pool ?? self.pool).submit(work, for: WorkOwner(owner))
    return work
  }

  @Test("owners take turns, slice by slice, with one piece of work in progress each")
  func turns() {
    _ = submit("a1", slices: 3, for: first)
    _ = submit("a2", slices: 1, for: first)
    _ = submit("b", slices: 2, for: second)
    while pool.runSlice() {}
    #expect(log.take() == ["a1", "b", "a1", "b", "b done", "a1", "a1 done", "a2", "a2 done"])
    #expect(pool.count == 0)
  }

  @Test("unwanted work is neither begun nor continued")
  func unwanted() {
    let running = submit("a", slices: 3, for: first)
    let waiting = submit("b", slices: 3, for: second)
    pool.runSlice()
    running.cancel()
    waiting.cancel()
    while pool.runSlice() {}
    #expect(log.take() == ["a", "b unwanted", "a unwanted"])
    #expect(pool.count == 0)
  }

  @Test("large work waits for other large work, and small work overtakes it")
  func weight() {
    let most = WorkPool.maximumWeight
    _ = submit("large", slices: 2, weight: most, for: first)
    let (other, small) = (Owner(), Owner())
    _ = submit("other", slices: 1, weight: most, for: other)
    _ = submit("small", slices: 1, for: small)
    _ = submit("small too", slices: 1, weight: 0, for: second)
    while pool.runSlice() {}
    #expect(
      log.take() == [
        "large", "small", "small done", "small too", "small too done", "large", "large done", "other",
        "other done",
      ]
    )
  }

  @Test("large work that waits for memory is not overtaken by other work that needs memory")
  func weightInOrder() {
    let most = WorkPool.maximumWeight
    _ = submit("large", slices: 2, weight: most / 2, for: first)
    _ = submit("larger", slices: 1, weight: most, for: second)
    let (third, fourth) = (Owner(), Owner())
    _ = submit("late", slices: 1, weight: 1, for: third)
    pool.runSlice()
    _ = submit("latest", slices: 1, weight: 0, for: fourth)
    while pool.runSlice() {}
    #expect(
      log.take() == [
        "large", "large", "large done", "latest", "latest done", "larger", "larger done", "late", "late done",
      ]
    )
  }

  @Test("the work of an owner that has gone is dropped, even if it never had its turn")
  func manyUnwanted() {
    let stuck = submit("stuck", slices: 1_000, for: first)
    let left = (0..<200).map { submit("left \($0)", slices: 1, for: first) }
    pool.runSlice()
    #expect(log.take() == ["stuck"])
    for work in left { work.cancel() }
    let others = (0..<200).map { submit("other \($0)", slices: 1, for: first) }
    #expect(log.take().count == 200, "all of them were told, while the work before them is under way")
    #expect(pool.count == 201)
    for work in others { work.cancel() }
    _ = submit("second", slices: 1, for: second)
    stuck.cancel()
    while pool.runSlice() {}
    // Those that follow do not wait for turns of their own.
    #expect(
      log.take() == ["stuck unwanted"] + (0..<200).map { "other \($0) unwanted" } + ["second", "second done"]
    )
    #expect(pool.count == 0)
  }

  @Test("work larger than the memory limit is done alone")
  func overweight() {
    _ = submit("huge", slices: 1, weight: 2 * WorkPool.maximumWeight, for: first)
    while pool.runSlice() {}
    #expect(log.take() == ["huge", "huge done"])
  }

  @Test("when the server stops, waiting work is dropped and no more is accepted")
  func stop() {
    _ = submit("a", slices: 3, for: first)
    _ = submit("b", slices: 1, for: first)
    pool.runSlice()
    pool.stop()
    _ = submit("c", slices: 1, for: second)
    while pool.runSlice() {}
    #expect(Set(log.take()) == ["a", "a stopped", "b stopped", "c stopped"])
  }

  @Test("threads do all work, each piece once and in the order of its owner")
  func threads() async throws {
    let pool = WorkPool(.threads(3))
    let owners = (0..<4).map { _ in Owner() }
    for number in 0..<40 {
      _ = submit("\(number % 4) \(number / 4)", slices: 2, for: owners[number % 4], in: pool)
    }
    while pool.count > 0 { try await Task.sleep(for: .milliseconds(1)) }
    let ended = log.take().filter { $0.hasSuffix("done") }
    for owner in 0..<4 {
      #expect(ended.filter { $0.hasPrefix("\(owner) ") } == (0..<10).map { "\(owner) \($0) done" })
    }
    pool.stop()
  }

  @Test("an explanation in slices equals one made at once", arguments: ["dense", "fractional", "lexorank"])
  func slicedExplanation(strategy: String) throws {
    let choice = try StrategyCatalog([DenseInteger.kind, RandomizedFraction.kind, LexoRank.kind])
      .choose(strategy)
    let ids = (0..<3_000).map { Identifier(unchecked: "\($0)") }
    var editor = TransactionEditor(
      CollectionState(),
      strategy: choice.strategy,
      random: OrderingRandom(seed: 1)
    ) { .empty }
    try editor.perform([.insertItems(ids.map { NewElement(id: $0) }, to: .init())])
    let state = editor.finish().state
    var random = OrderingRandom(seed: 2)
    let operations = (0..<2_000).map { _ in
      ListOperation.moveItems(
        [ElementReference(ids[Int(random.next() % 3_000)])],
        to: ItemDestination(.at(Int(random.next() % 2_999)))
      )
    }
    func explain(steps: Int) throws -> (Explanation, slices: Int) {
      let trial = Trial(
        operations,
        on: state,
        strategy: choice.strategy,
        strategyText: strategy,
        random: OrderingRandom(seed: 3),
        key: CollectionKey(1),
        time: Timestamp(microseconds: 0)
      )
      var slices = 0
      while true {
        slices += 1
        var slice = WorkSlice(steps: steps)
        if let explanation = try trial.proceed(&slice) { return (explanation, slices) }
      }
    }
    let (whole, _) = try explain(steps: .max)
    let (sliced, slices) = try explain(steps: WorkSlice.steps)
    #expect(sliced == whole)
    #expect(slices > 10)
    #expect(sliced.gaps.count == Explanation.mostGaps)
  }
}
