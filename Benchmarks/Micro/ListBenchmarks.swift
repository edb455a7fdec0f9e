import ArrangeModel
import Benchmark
import BenchmarkSupport
import Engine
import Ordering
import Synchronization

/// Lists that were made, so that a million items are inserted once for all benchmarks of a strategy.
enum MadeLists {
  private static let lists = Mutex<[String: BenchmarkList]>([:])

  static func list(_ items: Int, _ strategy: String) -> BenchmarkList {
    let name = "\(strategy) \(items)"
    if let list = lists.withLock({ $0[name] }) { return list }
    guard let found = BenchmarkList.strategies[strategy] else { preconditionFailure(strategy) }
    let list = BenchmarkList(items: items, strategy: found)
    lists.withLock { $0[name] = list }
    return list
  }
}

/// The order tree by rank and by id, and transactions under each strategy, in lists of several sizes.
func addListBenchmarks() {
  func add(_ scenario: Scenario, _ items: Int, _ strategy: String) {
    Benchmark("list \(scenario.rawValue) \(strategy) \(items)") { benchmark in
      var list = MadeLists.list(items, strategy)
      let count = benchmark.scaledIterations.upperBound
      scenario.prepare(&list, count: count)
      benchmark.startMeasurement()
      blackHole(scenario.run(&list, count: count))
      benchmark.stopMeasurement()
    }
  }
  for items in [1_000, 100_000, 1_000_000] {
    for scenario in [Scenario.find, .read] { add(scenario, items, "lexorank") }
    addTreeBenchmarks(items)
  }
  for strategy in ["dense", "fractional", "lexorank"] {
    for items in [1_000, 1_000_000] {
      for scenario in [Scenario.move, .insert, .update] { add(scenario, items, strategy) }
    }
  }
}

/// Insertion and removal in the tree alone, by rank.
private func addTreeBenchmarks(_ items: Int) {
  Benchmark("tree insert and remove \(items)") { benchmark in
    var list = MadeLists.list(items, "lexorank")
    var state = list.state
    let element = Element(id: "new")
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      let path = ListPath(section: 0, item: Int.random(in: 0..<items, using: &list.random))
      state.insertItem(ItemEntry(element: element, key: .empty), at: path)
      blackHole(state.removeItem(at: path))
    }
    benchmark.stopMeasurement()
  }
}
