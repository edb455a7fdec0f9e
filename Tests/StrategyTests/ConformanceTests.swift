import DenseInteger
import LexoRank
import Ordering
import RandomizedFraction
import Testing

/// The built-in strategies as collections use them.
let builtIn: [any OrderingStrategy] = [DenseInteger(), RandomizedFraction(), LexoRank()]

/// The built-in strategies with parameters at their ends.
let variants: [any OrderingStrategy] = [
  RandomizedFraction(runBits: 8), RandomizedFraction(runBits: 29), LexoRank(step: 1), LexoRank(step: 65_536),
  LexoRank(step: 128, jitterBits: 40), LexoRank(step: 1, jitterBits: 62),
]

@Suite("The conformance of strategies")
struct ConformanceTests {
  @Test("of the built-in ones holds in every workload", arguments: builtIn.indices)
  func builtInConform(index: Int) {
    for seed in 1...UInt64(testScale) {
      expectNoViolation(
        OrderingConformance(builtIn[index], seed: seed, steps: 400, bulkCounts: [1, 3, 1_000])
      )
    }
  }

  @Test("holds for parameters at their ends", arguments: variants.indices)
  func variantsConform(index: Int) {
    for seed in 1...UInt64(testScale) {
      expectNoViolation(
        OrderingConformance(
          variants[index],
          seed: seed,
          steps: 200,
          initialCounts: [0, 2, 40],
          bulkCounts: [1, 200]
        )
      )
    }
  }

  @Test("holds for a million elements in one request", arguments: builtIn.indices)
  func imports(index: Int) {
    let strategy = builtIn[index]
    for initial in [0, 2] {
      var random = OrderingRandom(seed: 1)
      var model = KeyListModel(strategy)
      for (count, gap) in [(initial, 0), (1_000_000, initial / 2)] where count > 0 {
        let request = KeyRequest(count: count, gap: gap, in: model)
        guard let answer = try? strategy.assignKeys(for: request, in: model, using: &random) else {
          Issue.record("\(strategy.name) refuses \(count) elements among \(initial)")
          return
        }
        #expect(answer.keys.count == count)
        model.apply(answer, at: gap)
      }
      let keys = model.keys
      #expect(keys.count == 1_000_000 + initial)
      #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }, "\(strategy.name) among \(initial)")
    }
  }

  private func expectNoViolation(_ conformance: OrderingConformance) {
    let violations = conformance.run()
    #expect(violations.isEmpty, "seed \(conformance.seed): \(violations.prefix(3).map(\.description))")
  }
}
