/// What to compare: every strategy does every workload.
package struct ComparisonPlan: Sendable, Hashable {
  /// The most strategies of one plan.
  package static let maximumStrategies = 12
  /// The most workloads of one plan.
  package static let maximumWorkloads = 64
  /// How often every workload may be run.
  package static let repeatsRange = 1...99
  /// How often every workload is run where nothing is said.
  package static let standardRepeats = 3
  /// The seed where nothing is said.
  package static let standardSeed: UInt64 = 1

  package var strategies: [StrategyVariant]
  package var workloads: [Workload]
  /// The number from which all random choices follow.
  package var seed: UInt64
  /// How often every workload is run. Times are medians over the runs; all else has to come out the same.
  package var repeats: Int

  package init(
    strategies: [StrategyVariant],
    workloads: [Workload],
    seed: UInt64 = ComparisonPlan.standardSeed,
    repeats: Int = ComparisonPlan.standardRepeats
  ) {
    self.strategies = strategies
    self.workloads = workloads
    self.seed = seed
    self.repeats = repeats
  }

  /// The plan where nobody has one: all built-in workloads, each strategy as it is, and one with keys for writers
  /// that are offline.
  package static let standard = ComparisonPlan(
    strategies: ["dense", "fractional", "lexorank", "lexorank:jitter=40"].map { StrategyVariant($0) },
    workloads: WorkloadKind.allCases.filter { $0 != .trace }.map { Workload($0) }
  )
}

/// One strategy with its parameters, and what reports call it.
package struct StrategyVariant: Sendable, Hashable {
  /// The longest label, in bytes.
  package static let maximumLabelLength = 60

  /// The strategy as collections choose it, such as `lexorank:jitter=40`.
  package var text: String
  /// The name in reports, different for each variant.
  package var label: String

  package init(_ text: String, label: String? = nil) {
    self.text = text
    self.label = label ?? text
  }
}

/// One workload of a plan.
package struct Workload: Sendable, Hashable {
  /// How many items a list may have at first.
  package static let itemsRange = 0...2_000_000
  /// How many operations a workload may have.
  package static let operationsRange = 1...5_000_000
  /// How many writers may make keys at the same time.
  package static let writersRange = 2...10_000
  /// How many items a writer may insert before it merges.
  package static let runRange = 1...1_000
  /// How many seeds a workload may be done with.
  package static let seedsRange = 1...99

  package var kind: WorkloadKind
  /// The name in reports, different for each workload.
  package var label: String
  /// How many items the list has at first. A trace says so itself.
  package var items: Int
  /// How many operations are carried out; of a trace the most that are.
  package var operations: Int
  /// How many writers make keys for the same gap without seeing each other.
  package var writers: Int
  /// How many items each writer inserts one after the other; only ``WorkloadKind/offlineMerge`` has more than 1.
  package var run: Int
  /// How many seeds it is done with. Means are over all of them, and the rest is that of the worst. What depends on
  /// chance is then not that of one number that somebody chose.
  package var seeds: Int
  /// The file of a trace: what its recording is known by.
  package var file: String?
  /// The labels of the strategies that do this workload; nil for all of them.
  package var strategies: [String]?
  /// What the figures have to be.
  package var bars: [Bar]

  /// Makes a workload; what is not given has the kind's standard value.
  package init(
    _ kind: WorkloadKind,
    label: String? = nil,
    items: Int? = nil,
    operations: Int? = nil,
    writers: Int? = nil,
    run: Int? = nil,
    seeds: Int = 1,
    file: String? = nil,
    strategies: [String]? = nil,
    bars: [Bar] = []
  ) {
    self.kind = kind
    self.label = label ?? file ?? kind.rawValue
    self.items = items ?? kind.standardItems
    self.operations = operations ?? kind.standardOperations
    self.writers = writers ?? kind.standardWriters
    self.run = run ?? kind.standardRun
    self.seeds = seeds
    self.file = file
    self.strategies = strategies
    self.bars = bars
  }

  /// Whether a strategy does this workload.
  package func includes(_ variant: StrategyVariant) -> Bool {
    strategies.map { $0.contains(variant.label) } ?? true
  }

  /// How many times writers meet in a gap: as often as their operations need, at least once.
  package var rounds: Int { max(1, operations / (writers * run)) }
}

/// The most that a figure may be.
package struct Bar: Sendable, Hashable {
  /// The label of the strategy that it is for; nil for every strategy of the workload.
  package var strategy: String?
  package var figure: Figure
  package var most: Double

  package init(strategy: String? = nil, _ figure: Figure, most: Double) {
    self.strategy = strategy
    self.figure = figure
    self.most = most
  }
}
