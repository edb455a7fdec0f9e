import LexoRank
import Ordering
import RandomizedFraction
import Testing

/// How many neighbours get other keys in one request. These are counts with fixed seeds, so they repeat exactly.
@Suite("The keys written at once")
struct RekeyBoundTests {
  private static let strategies: [any OrderingStrategy] = [
    RandomizedFraction(), LexoRank(), LexoRank(step: 128, jitterBits: 40), LexoRank(step: 1),
  ]

  /// The keys of one insert: the new one and those of neighbours.
  private static let most = 1 + TagSpread.maximumMoved

  private static let steps = min(10_000 * testScale, 100_000)

  @Test("for one element are at most 64, whatever the workload", arguments: strategies.indices)
  func workloads(index: Int) {
    // The others insert many elements at a time, or look at no list.
    let others: [OrderingWorkload] = [.bulk, .removals, .blocks, .gathering, .isolated, .damaged]
    for workload in OrderingWorkload.allCases where !others.contains(workload) {
      for seed in 1...UInt64(testScale) {
        for initial in [2, 10_000] {
          let outcome = OrderingConformance(RekeyBoundTests.strategies[index], seed: seed)
            .run(workload, initialCount: initial, steps: RekeyBoundTests.steps, checksText: false)
          #expect(outcome.violations.isEmpty, "seed \(seed): \(outcome.violations.map(\.description))")
          #expect(outcome.maximumKeys <= RekeyBoundTests.most, "\(workload) among \(initial), seed \(seed)")
          #expect(outcome.keysPerInsert <= 3.5, "\(workload) among \(initial), seed \(seed)")
        }
      }
    }
  }

  @Test("stay as few if two places far apart are hot in turn", arguments: strategies.indices)
  func twoPlaces(index: Int) throws {
    try run(index, initial: 1_000) { step, count, _ in
      let (pair, isSecond) = (step / 2, step % 2 == 1)
      // Each place is a zigzag; what goes in at the first one moves the second one.
      return isSecond ? 750 + step / 2 + 1 + pair / 2 : 250 + (pair + 1) / 2
    }
  }

  @Test("stay as few if the hot place wanders among inserted elements", arguments: strategies.indices)
  func wandering(index: Int) throws {
    var place = 500
    try run(index, initial: 1_000) { step, count, random in
      if step % 500 == 0 {
        place = 500 + random.position(in: 0..<(step + 1))
      } else if step % 2 == 1 {
        place += 1
      }
      return min(place, count)
    }
  }

  @Test("stay as few if elements come to one place and leave others", arguments: strategies.indices)
  func comingAndGoing(index: Int) throws {
    try run(index, initial: 1_000, removesEvery: 3) { step, count, _ in min(500 + step / 3, count) }
  }

  @Test("stay as few in long zigzags of keys with jitter", arguments: 1...16 as ClosedRange<UInt64>)
  func longZigzag(seed: UInt64) {
    let outcome = OrderingConformance(LexoRank(step: LexoRank.standardStep, jitterBits: 40), seed: seed)
      .run(.zigzag, initialCount: 2, steps: 100_000, checksText: false)
    #expect(outcome.violations.isEmpty, "\(outcome.violations.map(\.description))")
    #expect(outcome.maximumKeys <= RekeyBoundTests.most)
  }

  @Test("stay as few in a list that is filled to the brim at one end", arguments: [true, false])
  func fullEnd(atStart: Bool) throws {
    for strategy in [RandomizedFraction(), LexoRank()] as [any OrderingStrategy & TagScheme] {
      let bounds = strategy.bounds(around: TagGap(lower: nil, upper: nil))
      let step = strategy.space.runStep
      let tags = (1...500).map { atStart ? bounds.low + step * $0 : bounds.high - step * (501 - $0) }
      let list = tags.map { strategy.movedKey(in: $0...$0) }
      try run(strategy, keys: list) { number, count, _ in
        number % 2 == 0 ? count / 2 : (atStart ? 0 : count)
      }
    }
  }

  @Test("stay as few in a list with keys made elsewhere, of any distance")
  func oddSpacing() throws {
    for strategy in [RandomizedFraction(), LexoRank()] as [any OrderingStrategy & TagScheme] {
      for seed in 1...UInt64(5 * testScale) {
        var random = OrderingRandom(seed: seed)
        let middle = strategy.bounds(around: TagGap(lower: nil, upper: nil)).high / 2
        var tags = [middle]
        for _ in 0..<2_000 {
          let smallest = strategy.space.runStep / 1_024
          tags.append(tags[tags.count - 1] + smallest << UInt64(random.position(in: 0..<20)))
        }
        let list = tags.map { strategy.movedKey(in: $0...$0) }
        try run(strategy, keys: list, seed: seed) { _, count, random in
          random.next() % 4 == 0 ? random.position(in: 0..<(count + 1)) : count / 2
        }
      }
    }
  }

  @Test("are a few hundred if many thousands are inserted around one place", arguments: strategies.indices)
  func cluster(index: Int) throws {
    // As when several people work on the middle of a list: all room must come from afar.
    try run(index, initial: 2, steps: 60_000, most: 512) { step, _, random in
      let around = min(step, 8)
      return 1 + (step - around) / 2 + random.position(in: 0..<(around + 1))
    }
  }

  @Test("are more only if keys are adjacent and no room is left")
  func noRoom() throws {
    let strategy = RandomizedFraction()
    var random = OrderingRandom(seed: 1)
    let list = (0..<1_000).map { strategy.movedKey(in: (1 << 53) + $0...(1 << 53) + $0) }
    let request = KeyRequest(count: 1, gap: 500, in: list)
    let answer = try strategy.assignKeys(for: request, in: list, using: &random)
    #expect(answer.rekeys.reduce(0) { $0 + $1.count } >= 500)
    var model = KeyListModel(strategy)
    model.apply(KeyAssignment(keys: list), at: 0)
    model.apply(answer, at: 500)
    let keys = model.keys
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 })
  }

  private func run(
    _ index: Int,
    initial: Int,
    removesEvery: Int? = nil,
    steps: Int = RekeyBoundTests.steps,
    most: Int = RekeyBoundTests.most,
    place: (_ step: Int, _ count: Int, _ random: inout OrderingRandom) -> Int
  ) throws {
    let strategy = RekeyBoundTests.strategies[index]
    var random = OrderingRandom(seed: 3)
    let request = KeyRequest(count: initial, gap: 0, lower: nil, upper: nil)
    let keys = try strategy.assignKeys(for: request, in: [OrderKey](), using: &random).keys
    try run(strategy, keys: keys, removesEvery: removesEvery, steps: steps, most: most, place: place)
  }

  /// Inserts single elements at the places told, and checks every answer.
  private func run(
    _ strategy: any OrderingStrategy,
    keys: [OrderKey],
    seed: UInt64 = 1,
    removesEvery: Int? = nil,
    steps: Int = RekeyBoundTests.steps,
    most: Int = RekeyBoundTests.most,
    place: (_ step: Int, _ count: Int, _ random: inout OrderingRandom) -> Int
  ) throws {
    var random = OrderingRandom(seed: seed)
    var model = KeyListModel(strategy)
    model.apply(KeyAssignment(keys: keys), at: 0)
    for step in 0..<steps {
      let gap = place(step, model.count, &random)
      let request = KeyRequest(count: 1, gap: gap, in: model)
      let answer = try strategy.assignKeys(for: request, in: model, using: &random)
      let written = answer.rekeys.reduce(1) { $0 + $1.count }
      model.apply(answer, at: gap)
      var touched = [gap..<(gap + 1)]
      for case .keys(let start, let keys) in answer.rekeys {
        // The new element has shifted those after it.
        touched.append(start..<(start + keys.count + 1))
      }
      let isAscending = touched.allSatisfy { range in
        let near = model.keys(in: max(0, range.lowerBound - 1)..<min(model.count, range.upperBound + 1))
        return zip(near, near.dropFirst()).allSatisfy { $0 < $1 }
      }
      guard written <= most, isAscending else {
        Issue.record("seed \(seed), step \(step): \(written) keys, in order: \(isAscending)")
        return
      }
      if let removesEvery, step % removesEvery == removesEvery - 1 {
        let position = random.position(in: 0..<model.count)
        model.remove(position..<(position + 1))
      }
    }
    let all = model.keys
    #expect(zip(all, all.dropFirst()).allSatisfy { $0 < $1 })
  }
}
