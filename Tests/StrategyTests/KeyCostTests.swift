import LexoRank
import Ordering
import RandomizedFraction
import Testing

/// How many keys strategies write. These are counts of whole runs with fixed seeds, so they repeat exactly.
@Suite("The keys written")
struct KeyCostTests {
  private static let strategies: [any OrderingStrategy] = [RandomizedFraction(), LexoRank()]

  /// The elements of one run; 100,000 at a scale of 10.
  private static let count = min(10_000 * testScale, 100_000)

  @Test("by appending and prepending are one per element", arguments: strategies.indices)
  func ends(index: Int) {
    for workload in [OrderingWorkload.append, .prepend] {
      let outcome = run(index, workload, initial: 0, steps: KeyCostTests.count)
      #expect(outcome.keysPerInsert == 1)
      #expect(outcome.longestKey <= 9)
    }
  }

  @Test("in a hot gap of 10,000 even elements are close to one per element", arguments: strategies.indices)
  func hotGap(index: Int) {
    let workloads: [OrderingWorkload] = [.hotFront, .hotMiddle, .hotEnd, .following]
    for workload in workloads {
      let outcome = run(index, workload, initial: 10_000, steps: 10_000)
      #expect(outcome.keysPerInsert <= 1.1, "\(workload)")
      #expect(outcome.maximumKeys <= 64, "\(workload)")
    }
  }

  @Test(
    "where all elements go into one gap, in whatever order, are at most 3.5",
    arguments: strategies.indices
  )
  func oneGap(index: Int) {
    let workloads: [OrderingWorkload] = [.hotMiddle, .following, .zigzag, .wavering, .crowded]
    for workload in workloads {
      for initial in [2, 10_000] {
        let steps = workload == .crowded ? 10_000 : KeyCostTests.count
        let outcome = run(index, workload, initial: initial, steps: steps)
        #expect(outcome.keysPerInsert <= 3.5, "\(workload) among \(initial)")
      }
    }
  }

  @Test(
    "where several elements come at once or around a place are at most 3.5 per element",
    arguments: strategies.indices,
    [OrderingWorkload.places, .bell, .blocks, .gathering]
  )
  func aroundAPlace(index: Int, workload: OrderingWorkload) {
    let atOnce = workload == .blocks ? 10 : workload == .gathering ? 50 : 1
    for initial in [2_000, 10_000] {
      let outcome = run(index, workload, initial: initial, steps: KeyCostTests.count / atOnce)
      #expect(outcome.keysPerInsert <= 3.5, "among \(initial)")
      #expect(outcome.maximumKeys <= 64 * atOnce, "among \(initial)")
    }
  }

  @Test("of a block inserted into the middle of the previous one are close to one per element")
  func blockInBlock() {
    for index in KeyCostTests.strategies.indices {
      // The room stays in one piece between the halves of the block.
      #expect(run(index, .blocks, initial: 10_000, steps: KeyCostTests.count / 10).keysPerInsert <= 1.25)
    }
  }

  @Test("anywhere in a list are close to one per element", arguments: strategies.indices)
  func random(index: Int) {
    #expect(run(index, .random, initial: 10_000, steps: 5_000).keysPerInsert <= 1.05)
    #expect(run(index, .random, initial: 0, steps: 5_000).keysPerInsert <= 3.5)
  }

  @Test("by a server have at most 15 characters in LexoRank", arguments: OrderingWorkload.allCases)
  func lengths(workload: OrderingWorkload) {
    guard workload != .isolated else { return }
    #expect(run(1, workload, initial: 2, steps: 3_000).longestKey <= 15)
  }

  private func run(
    _ index: Int,
    _ workload: OrderingWorkload,
    initial: Int,
    steps: Int
  ) -> WorkloadOutcome {
    let outcome = OrderingConformance(KeyCostTests.strategies[index], seed: 1)
      .run(workload, initialCount: initial, steps: steps, checksText: false)
    #expect(outcome.violations.isEmpty, "seed 1: \(outcome.violations.map(\.description))")
    return outcome
  }
}
