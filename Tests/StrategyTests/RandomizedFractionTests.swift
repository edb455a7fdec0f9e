import Ordering
import RandomizedFraction
import Testing

@Suite("Randomized fractions")
struct RandomizedFractionTests {
  private let fractional = RandomizedFraction()

  @Test("keep a random distance of 1 to 1.5 at the ends, with room for a million on either side")
  func ends() throws {
    for goesUp in [true, false] {
      var random = OrderingRandom(seed: 5)
      var last = try key("0")
      var value = 0.0
      for _ in 0..<1_000_000 {
        let request = KeyRequest(
          count: 1,
          gap: goesUp ? 1 : 0,
          lower: goesUp ? last : nil,
          upper: goesUp ? nil : last
        )
        let answer = try fractional.assignKeys(for: request, in: [last], using: &random)
        guard answer.rekeys.isEmpty else {
          Issue.record("a rekey at \(value)")
          return
        }
        last = answer.keys[0]
        let distance = abs(number(last) - value)
        guard 1...1.5 ~= distance else {
          Issue.record("a distance of \(distance) at \(value)")
          return
        }
        value = number(last)
      }
    }
  }

  @Test("are drawn from the middle half of a fresh gap, over all of it")
  func middle() throws {
    var random = OrderingRandom(seed: 6)
    let list = try ["-1", "0", "1", "2"].map { try key($0) }
    let values = try (0..<10_000).map { _ in
      number(
        try fractional.assignKeys(for: KeyRequest(count: 1, gap: 2, in: list), in: list, using: &random).keys[
          0
        ]
      )
    }
    #expect(values.allSatisfy { 0.25...0.75 ~= $0 })
    for quarter in 0..<4 {
      let range = 0.25 + Double(quarter) / 8..<0.375 + Double(quarter) / 8
      let share = Double(values.count { range.contains($0) }) / 10_000
      #expect(0.22...0.28 ~= share, "seed 6: \(share) of the values in \(range)")
    }
  }

  /// 1,000 draws from 2³¹ values or more: two are equal with a probability of 2.3 in 10,000.
  @Test("of 1,000 writers in one fresh gap collide at most once in a thousand times")
  func collisions() throws {
    let list = try ["10", "11.2", "12.4", "13.6"].map { try key($0) }.sorted()
    let request = KeyRequest(count: 1, gap: 2, in: list)
    var random = OrderingRandom(seed: 7)
    let rounds = 40 * testScale
    var collided = 0
    for _ in 0..<rounds {
      let keys = try (0..<1_000).map { _ in
        try fractional.assignKeys(for: request, in: list, using: &random).keys[0]
      }
      if Set(keys).count < 1_000 { collided += 1 }
    }
    #expect(collided <= 1 + rounds / 1_000, "seed 7: \(collided) of \(rounds) rounds")
  }

  @Test(
    "read only the one text of a key on the grid",
    arguments: [
      ("", "not a decimal number"), ("one", "not a decimal number"), (" 1", "not a decimal number"),
      ("nan", "not a finite number"), ("inf", "not a finite number"), ("-inf", "not a finite number"),
      ("-0", "−0"), ("1.0", "shortest form"), ("+1", "shortest form"), ("01", "shortest form"),
      ("1e0", "shortest form"), ("0x1p0", "shortest form"), (".5", "shortest form"), ("0.1", "multiple"),
      ("2.3283064365386962e-10", "shortest form"), ("1.1641532182693481e-10", "multiple"),
      ("2097152.5", "not between"), ("-2097153", "not between"), ("1e300", "not between"),
    ]
  )
  func refusesTexts(text: String, fault: String) { expectRefusal(of: text, by: fractional, naming: fault) }

  @Test(
    "read and write the shortest decimal number",
    arguments: [
      "0", "1", "-1", "0.5", "-0.25", "2097152", "-2097152", "2.3283064365386963e-10", "2097151.9999999998",
    ]
  )
  func reads(text: String) throws { #expect(fractional.text(of: try key(text)) == text) }

  @Test("compare as the numbers do")
  func compares() throws {
    let texts = [
      "-2097152", "-1.5", "-1", "-2.3283064365386963e-10", "0", "2.3283064365386963e-10", "1", "1.5",
      "2097152",
    ]
    let keys = try texts.map { try key($0) }
    #expect(keys == keys.sorted())
    #expect(Set(keys).count == keys.count)
  }

  @Test(
    "refuse bytes that are no key",
    arguments: [[], [128], Array(repeating: 255, count: 8), Array(repeating: 0, count: 8)]
  )
  func refusesKeys(bytes: [UInt8]) {
    #expect(throws: OrderingError.self) { try fractional.validate(OrderKey(bytes)) }
  }

  @Test("make room at an end of the grid")
  func endOfGrid() throws {
    for (texts, gap) in [
      (["2097150", "2097152"], 2), (["-2097152", "-2097151"], 0), (["-2097152", "2097152"], 0),
    ] {
      var random = OrderingRandom(seed: 8)
      var list = KeyListModel(fractional)
      list.apply(KeyAssignment(keys: try texts.map { try key($0) }), at: 0)
      for _ in 0..<1_000 {
        let place = gap == 0 ? 0 : list.count
        let answer = try fractional.assignKeys(
          for: KeyRequest(count: 1, gap: place, in: list),
          in: list,
          using: &random
        )
        list.apply(answer, at: place)
        let keys = list.keys
        #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 })
      }
    }
  }

  private func key(_ text: String) throws -> OrderKey {
    guard let value = Double(text) else { return try fractional.key(fromText: text) }
    // Only multiples of the grid are written in the tests; others are rounded to it.
    let tag = UInt64(Int64((value * 4_294_967_296).rounded()) + 9_007_199_254_740_992)
    return fractional.movedKey(in: tag...tag)
  }

  private func number(_ key: OrderKey) -> Double { Double(fractional.text(of: key)) ?? .nan }
}
