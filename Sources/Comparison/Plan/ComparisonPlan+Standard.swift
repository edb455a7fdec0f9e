extension ComparisonPlan {
  /// The default plan: all built-in workloads, each strategy with its defaults, and one with keys for offline
  /// writers. `Documentation/comparison/default.yaml` is the same.
  package static let standard = ComparisonPlan(
    strategies: ["dense", "fractional", "lexorank", "lexorank:jitter=40"].map { StrategyVariant($0) },
    workloads: [
      Workload(.append, bars: most(1)),
      Workload(.prepend, bars: most(1)),
      Workload(.hotGap, bars: most(1.1)),
      Workload(.following, bars: most(1.1)),
      Workload(.zigzag, bars: most(3.5)),
      Workload(.crowded, bars: most(3.5)),
      Workload(.places, label: "any of 5 places", places: 5, bars: most(3.5)),
      Workload(.places, label: "any of 9 places", places: 9, bars: most(3.5)),
      Workload(.bell, bars: most(3.5)),
      Workload(.blocks, label: "blocks of 10", block: 10, bars: most(3.5)),
      Workload(.blocks, label: "blocks of 100", operations: 100, block: 100, bars: most(3.5)),
      Workload(.hotBlocks, label: "hot blocks of 10", block: 10, bars: most(3.5)),
      Workload(.hotBlocks, label: "hot blocks of 100", operations: 100, block: 100, bars: most(3.5)),
      Workload(.gathering, bars: most(3.5)),
      Workload(.randomInsert, bars: most(1.1)),
      Workload(.randomMove, bars: most(1.1)),
      Workload(.shuffle),
      Workload(.sort),
      Workload(.manyWriters),
      Workload(.offlineMerge),
    ]
    .map { workload in
      var workload = workload
      workload.seeds = Workload.standardSeeds
      return workload
    }
  )

  /// Bars for strategies that store keys: the maximum cost of an item.
  private static func most(_ keys: Double) -> [Bar] {
    ["fractional", "lexorank", "lexorank:jitter=40"].map { Bar(strategy: $0, .keysPerItem, most: keys) }
  }
}
