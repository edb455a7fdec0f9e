import LexoRank
import Ordering
import RandomizedFraction
import Testing

/// Requests in short lists whose neighbours lie at every distance, from next to each other to the ends of the
/// room.
@Suite("Random requests")
struct RandomRequestTests {
  private static let count = 20_000 * testScale

  @Test("of fractions are answered between the neighbours")
  func fractional() throws {
    try run(RandomizedFraction(), tags: 1...(1 << 54) - 1)
  }

  @Test("of LexoRank are answered between the neighbours")
  func lexorank() throws {
    try run(LexoRank(), tags: 1...4_738_381_338_321_616_895)
  }

  @Test("of LexoRank with jitter are answered between the neighbours")
  func jittered() throws {
    try run(LexoRank(step: 64, jitterBits: 40), tags: 1...4_738_381_338_321_616_895)
  }

  private func run(_ strategy: some OrderingStrategy & TagScheme, tags: ClosedRange<UInt64>) throws {
    let seed: UInt64 = 14
    var random = OrderingRandom(seed: seed)
    for step in 0..<RandomRequestTests.count {
      var chosen: Set<UInt64> = []
      var tag = random.number(in: tags)
      for _ in 0..<random.position(in: 0..<6) {
        chosen.insert(tag)
        let distance = 1 + random.next() >> UInt64(random.position(in: 2..<64))
        tag = tag < tags.upperBound - min(distance, tags.upperBound - 1) ? tag + distance : tag / 2 + 1
      }
      let list = chosen.sorted().map { strategy.movedKey(in: $0...$0) }
      let gap = random.position(in: 0..<(list.count + 1))
      let request = KeyRequest(count: 1 + random.position(in: 0..<3), gap: gap, in: list)
      var model = KeyListModel(strategy)
      model.apply(KeyAssignment(keys: list), at: 0)
      let answer = try strategy.assignKeys(for: request, in: list, using: &random)
      model.apply(answer, at: gap)
      let keys = model.keys
      guard zip(keys, keys.dropFirst()).allSatisfy({ $0 < $1 }) else {
        Issue.record("seed \(seed), step \(step): \(keys.map { strategy.text(of: $0) }) at \(gap)")
        return
      }
      for key in answer.keys {
        try strategy.validate(key)
        #expect(try strategy.key(fromText: strategy.text(of: key)) == key, "seed \(seed), step \(step)")
      }
    }
  }
}
