import Ordering
import StrategyLoading
import TestSupport
import Testing

/// `base62` keeps the rules of strategies, and its keys stay short at little cost.
@Suite("The keys of base62")
struct Base62CostTests {
  private static let count = 100_000

  /// The longest key in a list, in characters.
  private static let longest = 32

  @Test("break no rule, and neither does the library", arguments: [0, 1, 40, 62] as [Int64])
  func conformance(jitter: Int64) throws {
    let library = try StrategyLibrary(loading: Libraries.base62)
    var trial = LibraryTrial(library, seed: 1, rounds: 2_000)
    #expect(trial.run() == [])
    let strategy = try library.kindOnTrial.strategy(["jitter": jitter])
    let violations = OrderingConformance(strategy, seed: 2, steps: 200, bulkCounts: [1, 3, 1_000]).run()
    #expect(violations.isEmpty, "seed 2: \(violations.prefix(3).map(\.description))")
  }

  @Test("are one for each append and prepend", arguments: [OrderingWorkload.append, .prepend])
  func ends(workload: OrderingWorkload) throws {
    let outcome = try run(workload, initial: 0, steps: Base62CostTests.count)
    #expect(outcome.keysPerInsert == 1)
    #expect(outcome.longestKey <= 9)
  }

  @Test(
    "are at most 1.1 for each insert into one gap among many elements",
    arguments: [OrderingWorkload.hotFront, .hotMiddle, .hotEnd, .following]
  )
  func hotGap(workload: OrderingWorkload) throws {
    let outcome = try run(workload, initial: 10_000, steps: 10_000)
    #expect(outcome.keysPerInsert <= 1.1)
    #expect(outcome.maximumKeys <= 64)
  }

  @Test(
    "are at most 3.5 where all elements go into one gap, in whatever order",
    arguments: [OrderingWorkload.hotMiddle, .following, .zigzag, .wavering, .crowded]
  )
  func oneGap(workload: OrderingWorkload) throws {
    let steps = workload == .crowded ? 10_000 : Base62CostTests.count
    for initial in [2, 10_000] {
      #expect(try run(workload, initial: initial, steps: steps).keysPerInsert <= 3.5, "among \(initial)")
    }
  }

  @Test("carry the requested amount of randomness")
  func jitter() throws {
    let writers = 1_000
    let strategy = try Libraries.base62Strategy(jitter: 40)
    let neighbours = try ["a0", "a1"].map { try strategy.key(fromText: $0) }
    var keys = Set<OrderKey>()
    for seed in 0..<UInt64(writers) {
      var random = OrderingRandom(seed: seed)
      let request = KeyRequest(count: 1, gap: 0, lower: neighbours[0], upper: neighbours[1])
      let answer = try strategy.assignKeys(for: request, in: [OrderKey](), using: &random)
      #expect(answer.keys.allSatisfy { neighbours[0] < $0 && $0 < neighbours[1] })
      keys.formUnion(answer.keys)
    }
    #expect(keys.count == writers)
    #expect(try run(.zigzag, initial: 2, steps: 5_000, jitter: 40).longestKey <= Base62CostTests.longest + 7)
  }

  private func run(
    _ workload: OrderingWorkload,
    initial: Int,
    steps: Int,
    jitter: Int64 = 0
  ) throws -> WorkloadOutcome {
    let outcome = OrderingConformance(try Libraries.base62Strategy(jitter: jitter), seed: 1)
      .run(workload, initialCount: initial, steps: steps, checksText: false)
    #expect(outcome.violations.isEmpty, "seed 1: \(outcome.violations.map(\.description))")
    if jitter == 0 { #expect(outcome.longestKey <= Base62CostTests.longest) }
    return outcome
  }
}
