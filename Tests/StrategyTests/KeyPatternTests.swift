import LexoRank
import Ordering
import RandomizedFraction
import Testing

/// How many keys strategies write in composed patterns. These are counts with fixed seeds, so they repeat
/// exactly.
@Suite("The keys written in composed patterns")
struct KeyPatternTests {
  private static let strategies: [any OrderingStrategy] = [RandomizedFraction(), LexoRank()]

  /// The elements of one run.
  private static let inserts = min(10_000 * testScale, 100_000)

  /// Windows around fixed and moving places, cursors, blocks, removals and several writers.
  private static let writers = [
    "anchor=start width=2", "anchor=start width=3", "anchor=start width=5", "anchor=start width=9",
    "anchor=start width=25", "anchor=start width=3 shape=ends", "anchor=start width=9 shape=up",
    "anchor=start width=9 shape=down", "anchor=end width=5", "anchor=part width=5",
    "anchor=part width=33 shape=bell", "anchor=start drift=1000 width=5", "anchor=start drift=500 width=5",
    "anchor=own width=3", "anchor=own width=5 drift=-1000", "anchor=part width=1000",
    "anchor=part width=9 remove=1", "anchor=part width=200 remove=2", "anchor=start width=9 remove=2",
    "anchor=part width=17 remove=1 removal=far", "anchor=part width=9 block=10",
    "anchor=start width=9 block=5",
    "anchor=part block=50 remove=1 removal=far", "anchor=start width=5 jump=1000",
    "anchor=own width=5 jump=300",
    "anchor=own width=5 jump=30 reach=100", "anchor=start jump=1", "anchor=start width=5; anchor=end width=5",
    "anchor=start place=250 width=5; anchor=start place=750 width=9 turn=3; anchor=part width=3",
    "anchor=own width=3; anchor=own width=3 place=510",
    // The most expensive ones that searches have found.
    "anchor=part removal=far width=25 jump=300 turn=10", "anchor=own drift=10 width=6 jump=300 remove=10",
    "anchor=start shape=down drift=500 width=10 jump=300 turn=100", "anchor=part jump=300",
    "anchor=start shape=ends place=750 drift=1500 width=3 block=20 jump=5 reach=1000 remove=5 removal=far",
  ]

  @Test("are at most 3.5 per element", arguments: writers)
  func bar(writers: String) throws {
    for initial in [100, 10_000] {
      let pattern = try #require(KeyPattern("initial=\(initial); \(writers)"))
      for strategy in KeyPatternTests.strategies {
        for seed in 1...UInt64(testScale >= 10 ? 5 : 1) {
          let outcome = try pattern.run(strategy, inserts: KeyPatternTests.inserts, seed: seed)
          let found = "\(strategy.name), \(pattern), seed \(seed): \(outcome.keysPerInsert)"
          #expect(outcome.keysPerInsert <= 3.5, "\(found)")
        }
      }
    }
  }

  @Test("are few in any pattern, and keys stay in order", arguments: 1...5 as ClosedRange<UInt64>)
  func random(seed: UInt64) throws {
    var random = OrderingRandom(seed: seed)
    for round in 0..<(8 * testScale) {
      let pattern = KeyPattern.random(initial: round % 2 == 0 ? 100 : 10_000, using: &random)
      for strategy in KeyPatternTests.strategies {
        let outcome = try pattern.run(strategy, inserts: 5_000, seed: seed)
        #expect(outcome.keysPerInsert <= 6, "\(strategy.name), \(pattern), seed \(seed)")
      }
    }
  }

  @Test("are repeated from the text of a pattern")
  func text() throws {
    var random = OrderingRandom(seed: 1)
    for _ in 0..<100 {
      let pattern = KeyPattern.random(initial: 100, using: &random).changed(using: &random)
      #expect(KeyPattern(pattern.description) == pattern)
    }
    for text in ["", "initial=1", "initial=x; anchor=start", "initial=1; anchor=here", "initial=1; width=0"] {
      #expect(KeyPattern(text) == nil)
    }
  }
}
