/// What to compare: every strategy does every workload.
package struct ComparisonPlan: Sendable, Hashable {
  /// The maximum number of strategies of one plan.
  package static let maximumStrategies = 12
  /// The maximum number of workloads of one plan.
  package static let maximumWorkloads = 64
  /// How often every workload may be run with its first seed.
  package static let repeatsRange = 1...99
  /// How often every workload is run with its first seed if nothing is said.
  package static let standardRepeats = 3
  /// The seed if nothing is said.
  package static let standardSeed: UInt64 = 1

  package var strategies: [StrategyVariant]
  package var workloads: [Workload]
  /// The number from which all random choices follow.
  package var seed: UInt64
  /// How often every workload is run with its first seed. Times are medians over the runs; all else must come out the
  /// same.
  package var repeats: Int
  /// The bars that somebody wrote for what is not run, since it was left out since: they are told, and never held.
  package var barsNotRun: [BarPlace] = []

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
  /// How many items an operation may bring or move at once.
  package static let blockRange = 1...10_000
  /// How many places items may go to.
  package static let placesRange = 1...1_000
  /// How many seeds a workload may be done with.
  package static let seedsRange = 1...99
  /// How many seeds plans and commands do a workload with where they don't say: so many that their mean is not that of a
  /// lucky one. A trace is the same with each.
  package static let standardSeeds = 25

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
  /// How many items an operation brings or moves at once; only where ``WorkloadKind/hasBlocks`` more than 1.
  package var block: Int
  /// How many places items go to; only ``WorkloadKind/places`` has more than 1.
  package var places: Int
  /// How many seeds it is done with. Means are over all of them, and the rest is that of the worst. What depends on
  /// chance is then not that of one number that somebody chose.
  package var seeds: Int
  /// The file of a trace: what its recording is known by.
  package var file: String?
  /// The labels of the strategies that do this workload; nil for all of them.
  package var strategies: [String]?
  /// What the figures must be.
  package var bars: [Bar]

  /// Makes a workload; what is not given has the kind's default value.
  package init(
    _ kind: WorkloadKind,
    label: String? = nil,
    items: Int? = nil,
    operations: Int? = nil,
    writers: Int? = nil,
    run: Int? = nil,
    block: Int? = nil,
    places: Int? = nil,
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
    self.block = block ?? kind.standardBlock
    self.places = places ?? kind.standardPlaces
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

/// What a figure may be.
package struct Bar: Sendable, Hashable {
  /// The label of the strategy that it is for; nil for every strategy of the workload.
  package var strategy: String?
  package var figure: Figure
  /// nil if the figure may be as small as it likes.
  package var least: Double?
  /// nil if the figure may be as large as it likes.
  package var most: Double?

  package init(strategy: String? = nil, _ figure: Figure, least: Double? = nil, most: Double? = nil) {
    self.strategy = strategy
    self.figure = figure
    self.least = least
    self.most = most
  }

  /// Whether it is for a strategy of its workload.
  package func isFor(_ variant: StrategyVariant) -> Bool { strategy == nil || strategy == variant.label }

  /// What the figure may be, in words.
  package var range: String {
    switch (least.map(NumberText.short), most.map(NumberText.short)) {
    case (let least?, let most?): "from \(least) to \(most)"
    case (let least?, nil): "at least \(least)"
    case (nil, let most?): "at most \(most)"
    case (nil, nil): "anything"
    }
  }
}

/// Where a bar belongs: what reports call it.
package struct BarPlace: Sendable, Hashable {
  package var workload: String
  package var strategy: String
  package var figure: Figure
}

extension ComparisonPlan {
  /// Every bar with the strategy that it is for.
  package var barPlaces: [BarPlace] {
    workloads.flatMap { workload in
      workload.bars.flatMap { bar in
        strategies.filter { workload.includes($0) && bar.isFor($0) }.map {
          BarPlace(workload: workload.label, strategy: $0.label, figure: bar.figure)
        }
      }
    }
  }
}
