import Comparison
import DenseInteger
import LexoRank
import Ordering
import RandomizedFraction
import Synchronization

/// The strategies that plans of tests choose from.
let catalog = StrategyCatalog([
  DenseInteger.kind, LexoRank.kind, RandomizedFraction.kind, Halving.kind, RefusingStrategy.kind,
])

/// A clock that goes on by 100 nanoseconds with each look.
func steadyClock() -> @Sendable () -> UInt64 {
  let now = TestClock()
  return { now.next() }
}

private final class TestClock: Sendable {
  private let time = Mutex<UInt64>(0)

  func next() -> UInt64 {
    time.withLock { time in
      time += 100
      return time
    }
  }
}

/// Runs a plan of some workloads.
func compare(
  _ workloads: [Workload],
  under strategies: [String] = ["dense", "fractional", "lexorank", "lexorank:jitter=40"],
  seed: UInt64 = 1,
  repeats: Int = 1,
  recordings: [String: RecordedEdits] = [:]
) throws -> ComparisonReport {
  let plan = ComparisonPlan(
    strategies: strategies.map { StrategyVariant($0) },
    workloads: workloads,
    seed: seed,
    repeats: repeats
  )
  return try Comparison(plan, strategies: catalog, recordings: recordings, clock: steadyClock()).run()
}

/// A strategy whose figures can be worked out by hand: numbers, each the middle of its gap, 16 apart at the ends. Where
/// a gap is full the whole list is numbered anew.
struct Halving: OrderingStrategy {
  static let distance: UInt64 = 16
  private static let start: UInt64 = 1 << 40

  static let kind = StrategyKind(name: "halving", version: 1, summary: "the middle of the gap") {
    (_) throws(OrderingError) in Halving()
  }

  var name: String { "halving" }
  var version: UInt32 { 1 }
  var keyForm: KeyForm { .stored }
  var maximumKeyLength: Int { 8 }

  func assignKeys(
    for request: KeyRequest,
    in list: any KeyList,
    using random: inout OrderingRandom
  ) throws(OrderingError) -> KeyAssignment {
    var keys: [OrderKey] = []
    var lower = request.lower?.bigEndianValue
    let upper = request.upper?.bigEndianValue
    for _ in 0..<request.count {
      let key: UInt64
      switch (lower, upper) {
      case (let lower?, let upper?): key = lower + (upper - lower) / 2
      case (let lower?, nil): key = lower + Halving.distance
      case (nil, let upper?): key = upper - Halving.distance
      case (nil, nil): key = Halving.start
      }
      guard key != lower else { return renumbered(request, list) }
      keys.append(OrderKey(bigEndian: key))
      lower = key
    }
    return KeyAssignment(keys: keys)
  }

  private func renumbered(_ request: KeyRequest, _ list: any KeyList) -> KeyAssignment {
    func key(_ position: Int) -> OrderKey {
      OrderKey(bigEndian: Halving.start + UInt64(position) * Halving.distance)
    }
    let before = (0..<request.gap).map(key)
    let new = (request.gap..<(request.gap + request.count)).map(key)
    let after = (request.gap..<list.count).map { key($0 + request.count) }
    return KeyAssignment(keys: new, rekeys: [.keys(at: 0, before + after)])
  }

  func validate(_ key: OrderKey) throws(OrderingError) {}
  func text(of key: OrderKey) -> String { key.description }
  func key(fromText text: String) throws(OrderingError) -> OrderKey { .empty }
}

/// A strategy that makes the keys of a new list, and refuses everything else.
struct RefusingStrategy: OrderingStrategy {
  static let kind = StrategyKind(name: "shy", version: 1, summary: "refuses") {
    (_) throws(OrderingError) in RefusingStrategy()
  }

  var name: String { "shy" }
  var version: UInt32 { 1 }
  var keyForm: KeyForm { .stored }
  var maximumKeyLength: Int { 8 }

  func assignKeys(
    for request: KeyRequest,
    in list: any KeyList,
    using random: inout OrderingRandom
  ) throws(OrderingError) -> KeyAssignment {
    guard request.lower == nil, request.upper == nil else { throw .strategyFailed("not today") }
    return KeyAssignment(keys: (0..<request.count).map { OrderKey(bigEndian: UInt64($0 + 1)) })
  }

  func validate(_ key: OrderKey) throws(OrderingError) {}
  func text(of key: OrderKey) -> String { key.description }
  func key(fromText text: String) throws(OrderingError) -> OrderKey { .empty }
}
