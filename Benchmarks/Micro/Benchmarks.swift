import Benchmark

/// All micro-benchmarks. One iteration is `scaledIterations` operations; the table shows the time of one.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock],
    timeUnits: .nanoseconds,
    warmupIterations: 1,
    scalingFactor: .kilo,
    maxDuration: .seconds(1),
    maxIterations: 50
  )
  addListBenchmarks()
  addStrategyBenchmarks()
  addCodecBenchmarks()
  addJournalBenchmarks()
}
