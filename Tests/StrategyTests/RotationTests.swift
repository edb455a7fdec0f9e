import DenseInteger
import LexoRank
import Ordering
import RandomizedFraction
import Testing

@Suite("The rotation of LexoRank's buckets")
struct RotationTests {
  private func bucket(_ key: OrderKey) -> UInt8 { key.bytes[0] - UInt8(ascii: "0") }

  private func replace(_ rekey: Rekey, in keys: inout [OrderKey]) throws {
    guard case .keys(let start, let new) = rekey else {
      Issue.record("\(rekey)")
      return
    }
    try #require(start >= 0 && start + new.count <= keys.count)
    keys.replaceSubrange(start..<start + new.count, with: new)
  }

  @Test("takes a list once round, in order at every step, during edits", arguments: [0, 40])
  func underWrites(jitterBits: Int) throws {
    let strategy = LexoRank(step: LexoRank.standardStep, jitterBits: jitterBits)
    for seed in 1...20 as ClosedRange<UInt64> {
      var random = OrderingRandom(seed: seed)
      var keys: [OrderKey] = []
      func insert(_ count: Int, at gap: Int) throws {
        let answer = try strategy.assignKeys(
          for: KeyRequest(count: count, gap: gap, in: keys),
          in: keys,
          using: &random
        )
        for rekey in answer.rekeys { try replace(rekey, in: &keys) }
        keys.insert(contentsOf: answer.keys, at: gap)
      }
      try insert(300, at: 0)
      for round in 1...4 {
        let target = round % 3
        var generation: Int?
        var steps = 0
        while true {
          let step = try #require(try strategy.rotation(of: keys, into: generation, limit: 17))
          #expect(step.generation == target, "seed \(seed), round \(round)")
          generation = step.generation
          if let rekey = step.rekey {
            try replace(rekey, in: &keys)
          }
          try #require(
            zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 },
            "seed \(seed), round \(round), step \(steps)"
          )
          if step.remaining == 0 { break }
          steps += 1
          // Others work on it: at random places, at the ends, and where the buckets meet.
          let border = keys.firstIndex { bucket($0) != bucket(keys[0]) } ?? 0
          for gap in [random.position(in: 0..<(keys.count + 1)), 0, keys.count, border] {
            try insert(1, at: min(gap, keys.count))
          }
          keys.remove(at: random.position(in: 0..<keys.count))
          try #require(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 })
        }
        #expect(keys.allSatisfy { bucket($0) == UInt8(target) }, "seed \(seed), round \(round)")
        #expect(steps < 100)
        for key in keys { try strategy.validate(key) }
      }
    }
  }

  @Test("continues where it stopped")
  func resumed() throws {
    let strategy = LexoRank()
    var random = OrderingRandom(seed: 1)
    let empty: [OrderKey] = []
    var keys = try strategy.assignKeys(
      for: KeyRequest(count: 10, gap: 0, in: empty),
      in: empty,
      using: &random
    ).keys
    for _ in 0..<3 {
      let step = try #require(try strategy.rotation(of: keys, into: nil, limit: 4))
      #expect(step.generation == 1)
      try replace(#require(step.rekey), in: &keys)
    }
    #expect(keys.allSatisfy { bucket($0) == 1 })
    #expect(
      try strategy.rotation(of: keys, into: 1, limit: 4)
        == KeyRotation(generation: 1, rekey: nil, remaining: 0)
    )
    #expect(throws: OrderingError.self) { try strategy.rotation(of: keys, into: 3, limit: 4) }
  }

  @Test("exists in no other strategy")
  func others() throws {
    let keys = [OrderKey(rank: 0)]
    #expect(try DenseInteger().rotation(of: keys, into: nil, limit: 1) == nil)
    #expect(try RandomizedFraction().rotation(of: keys, into: nil, limit: 1) == nil)
  }
}
