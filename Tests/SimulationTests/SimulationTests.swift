import DenseInteger
import EngineTestSupport
import Foundation
import LexoRank
import Ordering
import RandomizedFraction
import Testing

@Suite("Simulation: the engine against a naive model")
struct SimulationTests {
  /// How many transactions each strategy has to get right where the scale is 1.
  static let transactionsPerStrategy = 200_000

  /// Runs of one strategy, each with seeds of its own, so that all processors have work.
  static let shards = 8

  /// `ARRANGE_TEST_SCALE`; without it less than half, and in builds for debugging a tenth. `Scripts/prove simulation` does all.
  static let scale: Double = {
    if let text = ProcessInfo.processInfo.environment["ARRANGE_TEST_SCALE"], let scale = Double(text) {
      return scale
    }
    #if DEBUG
      return 0.1
    #else
      return 0.4
    #endif
  }()

  /// The first seed: `ARRANGE_TEST_SEED`, or always the same.
  static let firstSeed = ProcessInfo.processInfo.environment["ARRANGE_TEST_SEED"].flatMap(UInt64.init) ?? 1

  @Test("random transactions under dense", arguments: 0..<shards)
  func dense(shard: Int) throws { try run(DenseInteger(), shard) }

  @Test("random transactions under fractional", arguments: 0..<shards)
  func fractional(shard: Int) throws { try run(RandomizedFraction(), shard) }

  @Test("random transactions under lexorank", arguments: 0..<shards)
  func lexorank(shard: Int) throws { try run(LexoRank(), shard) }

  /// Gaps without room are met rarely, and quickly tried: the number of transactions does not fall with the scale.
  @Test("random transactions under a strategy that rekeys all the time", arguments: 0..<2)
  func tight(shard: Int) throws {
    try run(TightTestStrategy(), shard, share: max(0.4, 0.2 / SimulationTests.scale))
  }

  /// Sizes of lists: many small ones, where everything meets everything, up to 10,000 items.
  private func size(_ episode: Int, using random: inout OrderingRandom) -> (size: Int, transactions: Int) {
    switch episode % 20 {
    case 0..<8: (Int.random(in: 0...8, using: &random), 250)
    case 8..<13: (Int.random(in: 0...70, using: &random), 250)
    case 13..<17: (Int.random(in: 70...600, using: &random), 250)
    case 17..<19: (Int.random(in: 600...3_000, using: &random), 250)
    default: (10_000, 250)
    }
  }

  private func run(_ strategy: any OrderingStrategy, _ shard: Int, share: Double = 1) throws {
    let total = Double(SimulationTests.transactionsPerStrategy) * SimulationTests.scale * share
    let count = max(1, Int(total.rounded(.up)) / SimulationTests.shards + 1)
    let seed = SimulationTests.firstSeed &* 1_000 &+ UInt64(shard)
    print("simulation: \(strategy.name), \(count) transactions from seed \(seed)")
    var random = OrderingRandom(seed: seed)
    var counts = Simulation.Counts()
    // Each shard starts at another size, so that short runs together still have all of them.
    var (done, episode) = (0, shard * 7)
    while done < count {
      var (size, transactions) = size(episode, using: &random)
      transactions = min(transactions, count - done)
      var simulation = Simulation(strategy: strategy, size: size, seed: random.next())
      try simulation.run(transactions: transactions)
      counts.add(simulation.counts)
      done += transactions
      episode += 1
    }
    let refused = counts.refused.values.reduce(0, +)
    print(
      "simulation: \(strategy.name), seed \(seed): \(counts.changed) commits, \(counts.unchanged) without "
        + "effect, \(refused) refused, \(counts.rekeyed) rekeyed, up to \(counts.largest) items"
    )
    #expect(counts.changed > done / 2 && counts.changed + counts.unchanged + refused == done, "seed \(seed)")
    if done > 1_000 { #expect(counts.unchanged > 0 && refused > 0, "seed \(seed)") }
  }
}
