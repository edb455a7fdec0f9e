import BenchmarkSupport
import Ordering

/// A program that does one kind of work on one list, for measurements from outside: by a profiler, by callgrind,
/// or by its own clock.
///
///     benchmark-driver SCENARIO STRATEGY ITEMS COUNT     prints nanoseconds for each of COUNT times
///     benchmark-driver memory STRATEGY ITEMS 0           prints resident bytes for each item
@main
enum Driver {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 4, let name = arguments.first,
      let items = Int(arguments[3]), let count = Int(arguments[4]), items >= 0, count >= 0,
      let strategy = BenchmarkList.strategies[name: arguments[2]],
      name == "memory" || Scenario(rawValue: name) != nil
    else {
      let scenarios = Scenario.allCases.map(\.rawValue).joined(separator: ", ")
      print("usage: benchmark-driver SCENARIO STRATEGY ITEMS COUNT")
      print("SCENARIO: memory, \(scenarios)")
      print("STRATEGY: dense, fractional, lexorank")
      exitProcess(64)
    }
    let before = Process.residentBytes
    var list = BenchmarkList(items: items, strategy: strategy)
    guard let scenario = Scenario(rawValue: name) else {
      let bytes = Double(Process.residentBytes - before) / Double(max(1, items))
      return print("memory \(strategy.name) \(items) items: \(bytes.rounded()) bytes each")
    }
    let clock = ContinuousClock()
    let start = clock.now
    let sum = measuredWork(scenario, &list, count)
    let time = start.duration(to: clock.now)
    let each = time / max(1, count)
    let nanoseconds = each.components.attoseconds / 1_000_000_000 + each.components.seconds * 1_000_000_000
    print("\(name) \(strategy.name) \(items) items: \(nanoseconds) ns each, \(count) times, sum \(sum)")
  }
}

/// What is measured. `Benchmarks/instructions` has callgrind count in here only.
@inline(never)
private func measuredWork(_ scenario: Scenario, _ list: inout BenchmarkList, _ count: Int) -> UInt64 {
  scenario.run(&list, count: count)
}
