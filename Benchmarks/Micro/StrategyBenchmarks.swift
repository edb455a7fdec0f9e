import Benchmark
import BenchmarkSupport
import Ordering

/// What a strategy costs by itself, on a plain array of keys: a key in any gap, at the end, and again and again in
/// the same gap.
func addStrategyBenchmarks() {
  for name in ["dense", "fractional", "lexorank"] {
    guard let strategy = BenchmarkList.strategies[name] else { preconditionFailure(name) }
    for place in KeyPlace.allCases {
      Benchmark("strategy \(place.rawValue) \(name)") { benchmark in
        var random = OrderingRandom(seed: 1)
        var keys = makeKeys(1_000, strategy, &random)
        benchmark.startMeasurement()
        for number in benchmark.scaledIterations {
          let gap =
            switch place {
            case .anywhere: Int.random(in: 0...keys.count, using: &random)
            case .end: keys.count
            case .sameGap: 500 + number
            }
          insert(at: gap, into: &keys, strategy, &random)
        }
        benchmark.stopMeasurement()
        blackHole(keys)
      }
    }
  }
}

/// Where keys are wanted.
private enum KeyPlace: String, CaseIterable {
  case anywhere = "between"
  case end = "append"
  case sameGap = "hot gap"
}

private func makeKeys(
  _ count: Int,
  _ strategy: any OrderingStrategy,
  _ random: inout OrderingRandom
) -> [OrderKey] {
  let request = KeyRequest(count: count, gap: 0, lower: nil, upper: nil)
  do throws(OrderingError) {
    return try strategy.assignKeys(for: request, in: [OrderKey](), using: &random).keys
  } catch {
    preconditionFailure("\(error)")
  }
}

/// Asks for one key and carries the answer out. Keys that follow from ranks stay what they are.
private func insert(
  at gap: Int,
  into keys: inout [OrderKey],
  _ strategy: any OrderingStrategy,
  _ random: inout OrderingRandom
) {
  let request = KeyRequest(count: 1, gap: gap, in: keys)
  do throws(OrderingError) {
    let answer = try strategy.assignKeys(for: request, in: keys, using: &random)
    for case .keys(let start, let new) in answer.rekeys {
      keys.replaceSubrange(start..<start + new.count, with: new)
    }
    if strategy.keyForm == .rank {
      keys.append(OrderKey(rank: keys.count))
    } else {
      keys.insert(contentsOf: answer.keys, at: gap)
    }
  } catch {
    preconditionFailure("\(error)")
  }
}
