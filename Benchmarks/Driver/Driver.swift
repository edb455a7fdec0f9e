import BenchmarkSupport
import Ordering

/// A program that does some kinds of work on one list, for measurements from outside: by a profiler, by callgrind,
/// or by its own clock.
///
///     benchmark-driver SCENARIOS STRATEGY ITEMS COUNT    prints nanoseconds for each of COUNT times
///     benchmark-driver memory STRATEGY ITEMS 0           prints resident bytes for each item
///
/// Several scenarios, with commas between, are measured one after the other, each on the list as it was made.
@main
enum Driver {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 4, let items = Int(arguments[2]), let count = Int(arguments[3]),
      items > 0, count >= 0, let strategy = BenchmarkList.strategies[arguments[1]],
      let scenarios = scenarios(arguments[0])
    else {
      print("usage: benchmark-driver SCENARIO[,SCENARIO...] STRATEGY ITEMS COUNT")
      print("SCENARIO: memory, \(Scenario.allCases.map(\.rawValue).joined(separator: ", "))")
      print("STRATEGY: dense, fractional, lexorank")
      exitProcess(64)
    }
    let before = residentBytes()
    let list = BenchmarkList(items: items, strategy: strategy)
    if scenarios.isEmpty {
      let bytes = Double(residentBytes() - before) / Double(items)
      print("memory \(strategy.name) \(items) items: \(Int(bytes.rounded())) bytes each")
    }
    for scenario in scenarios { measure(scenario, list, count) }
  }

  /// The scenarios with names; none for `memory`, nil where there is no such scenario.
  private static func scenarios(_ names: String) -> [Scenario]? {
    if names == "memory" { return [] }
    let scenarios = names.split(separator: ",").map { Scenario(rawValue: String($0)) }
    return scenarios.contains(nil) ? nil : scenarios.compactMap { $0 }
  }

  private static func measure(_ scenario: Scenario, _ list: BenchmarkList, _ count: Int) {
    var list = list
    scenario.prepare(&list, count: count)
    let clock = ContinuousClock()
    let start = clock.now
    let sum = measuredWork(scenario, &list, count)
    let each = start.duration(to: clock.now) / max(1, count)
    let nanoseconds = each.components.attoseconds / 1_000_000_000 + each.components.seconds * 1_000_000_000
    let what = "\(scenario.rawValue) \(list.strategy.name) \(list.count) items"
    print("\(what): \(nanoseconds) ns each, \(count) times, sum \(sum)")
  }
}

/// What is measured. `Benchmarks/instructions` has callgrind count in here only.
@inline(never)
private func measuredWork(_ scenario: Scenario, _ list: inout BenchmarkList, _ count: Int) -> UInt64 {
  let sum = scenario.run(&list, count: count)
  // With something left to do here, the call above is no jump, and callgrind sees the end of this function.
  return sum &+ UInt64(truncatingIfNeeded: count)
}
