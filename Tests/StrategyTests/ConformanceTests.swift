import DenseInteger
import LexoRank
import Ordering
import RandomizedFraction
import Testing

/// The strategies that are tried, with parameters at their ends as well.
let strategies: [any OrderingStrategy] = [
  DenseInteger(), RandomizedFraction(), LexoRank(), RandomizedFraction(runBits: 8, smallestBits: 4),
  RandomizedFraction(runBits: 29, smallestBits: 29), LexoRank(step: 1), LexoRank(step: 65_536),
  LexoRank(step: 128, jitterBits: 40), LexoRank(step: 1, jitterBits: 62),
]

@Suite("The conformance of strategies")
struct ConformanceTests {
  @Test("holds in every workload", arguments: strategies.indices)
  func conforms(index: Int) {
    for seed in 1...2 as ClosedRange<UInt64> {
      let violations = OrderingConformance(strategies[index], seed: seed, steps: 300 * testScale).run()
      #expect(violations.isEmpty, "seed \(seed): \(violations.prefix(3).map(\.description))")
    }
  }
}
