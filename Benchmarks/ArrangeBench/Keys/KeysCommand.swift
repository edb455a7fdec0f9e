import ArgumentParser
import Foundation
import LexoRank
import Ordering
import RandomizedFraction

/// Looks for the pattern of edits in which a strategy writes the most keys per insert, by hill climbing: it
/// changes a random pattern as long as that makes it more expensive, and then begins with another one.
struct Keys: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Look for the pattern of edits in which strategies write the most keys per insert.",
    discussion:
      "Prints each pattern that is worse than all before, and the worst one with five seeds at the end."
  )

  @Option(help: "For how many minutes to look.")
  var minutes = 60.0

  @Option(help: "What everything random follows from.")
  var seed: UInt64 = 1

  @Option(help: "Run one pattern, as the search has printed it, with all strategies and five seeds.")
  var pattern: KeyPattern?

  /// The inserts of a run while searching; what was found is measured with ``inserts``.
  private static let quickInserts = 20_000

  private static let inserts = 100_000

  /// After this many changes without a gain, another pattern is begun.
  private static let patience = 15

  private static let strategies: [any OrderingStrategy] = [RandomizedFraction(), LexoRank()]

  func run() throws {
    guard let pattern else {
      return try Keys.search(until: Date(timeIntervalSinceNow: minutes * 60), seed: seed)
    }
    for strategy in Keys.strategies {
      for seed in 1...UInt64(5) { try Keys.report(pattern, strategy, seed) }
    }
  }

  private static func search(until end: Date, seed: UInt64) throws {
    var random = OrderingRandom(seed: seed)
    var worst: (cost: Double, pattern: KeyPattern, strategy: any OrderingStrategy)?
    while Date() < end {
      let strategy = strategies[random.position(in: 0..<strategies.count)]
      func cost(_ pattern: KeyPattern) throws -> Double {
        try pattern.run(strategy, inserts: quickInserts, seed: seed).keysPerInsert
      }
      let initial = random.next() % 2 == 0 ? 100 : 10_000
      var best = KeyPattern.random(initial: initial, using: &random)
      var most = try cost(best)
      var failures = 0
      while failures < patience, Date() < end {
        let changed = best.changed(using: &random)
        let value = try cost(changed)
        failures += 1
        if value > most { (best, most, failures) = (changed, value, 0) }
      }
      let full = try best.run(strategy, inserts: inserts, seed: seed).keysPerInsert
      guard full > worst?.cost ?? 0 else { continue }
      worst = (full, best, strategy)
      try report(best, strategy, seed)
    }
    guard let worst else { return }
    print("the worst, with other seeds:")
    for other in seed..<(seed + 5) { try report(worst.pattern, worst.strategy, other) }
  }

  private static func report(_ pattern: KeyPattern, _ strategy: any OrderingStrategy, _ seed: UInt64) throws {
    let outcome = try pattern.run(strategy, inserts: inserts, seed: seed)
    let cost = String(format: "%.2f keys per insert, at most %d", outcome.keysPerInsert, outcome.most)
    print("\(cost), \(strategy.name), seed \(seed): \(pattern)")
    fflush(nil)
  }
}

extension KeyPattern: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}
