/// A comparison: every strategy runs every workload.
package struct ComparisonPlan: Sendable, Hashable {
  /// The maximum number of strategies of one plan.
  package static let maximumStrategies = 12
  /// The maximum number of workloads of one plan.
  package static let maximumWorkloads = 64
  /// The allowed values of ``repeats``.
  package static let repeatsRange = 1...99
  /// The default of ``repeats``.
  package static let standardRepeats = 3
  /// The default seed.
  package static let standardSeed: UInt64 = 1

  package var strategies: [StrategyVariant]
  package var workloads: [Workload]
  /// The seed of all random choices.
  package var seed: UInt64
  /// How often every workload is run with its first seed. Times are medians over the runs; all other figures
  /// must be the same.
  package var repeats: Int
  /// The bars for workloads and strategies that were left out: they are reported, and never held.
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

/// One strategy with its parameters, and its name in reports.
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
  /// The allowed initial numbers of items.
  package static let itemsRange = 0...2_000_000
  /// The allowed numbers of operations.
  package static let operationsRange = 1...5_000_000
  /// The allowed numbers of concurrent writers.
  package static let writersRange = 2...10_000
  /// The allowed numbers of items that a writer inserts before it merges.
  package static let runRange = 1...1_000
  /// The allowed numbers of items that an operation inserts or moves at once.
  package static let blockRange = 1...10_000
  /// The allowed numbers of places.
  package static let placesRange = 1...1_000
  /// The allowed numbers of seeds.
  package static let seedsRange = 1...99
  /// The default number of seeds: enough that their mean does not depend on luck. A trace is the same with
  /// each.
  package static let standardSeeds = 25

  package var kind: WorkloadKind
  /// The name in reports, different for each workload.
  package var label: String
  /// The initial number of items. A trace determines it itself.
  package var items: Int
  /// The number of operations; for a trace the maximum.
  package var operations: Int
  /// The number of writers that make keys for the same gap independently.
  package var writers: Int
  /// The number of items that each writer inserts in a row; only ``WorkloadKind/offlineMerge`` has more than
  /// 1.
  package var run: Int
  /// The number of items that an operation inserts or moves at once; more than 1 only if
  /// ``WorkloadKind/hasBlocks``.
  package var block: Int
  /// The number of places that items go to; only ``WorkloadKind/places`` has more than 1.
  package var places: Int
  /// The number of seeds. Means are over all of them, and other figures those of the worst, so that random
  /// effects do not depend on one chosen number.
  package var seeds: Int
  /// The file of a trace, which identifies its recording.
  package var file: String?
  /// The labels of the strategies that run this workload; nil for all of them.
  package var strategies: [String]?
  /// The bars of the figures.
  package var bars: [Bar]

  /// Makes a workload; omitted values are the defaults of its kind.
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

  /// Whether a strategy runs this workload.
  package func includes(_ variant: StrategyVariant) -> Bool {
    strategies.map { $0.contains(variant.label) } ?? true
  }

  /// The number of rounds of writers: as many as the operations need, at least one.
  package var rounds: Int { max(1, operations / (writers * run)) }
}

/// The allowed values of a figure.
package struct Bar: Sendable, Hashable {
  /// The label of the strategy that it is for; nil for every strategy of the workload.
  package var strategy: String?
  package var figure: Figure
  /// The lower bound; nil for none.
  package var least: Double?
  /// The upper bound; nil for none.
  package var most: Double?

  package init(strategy: String? = nil, _ figure: Figure, least: Double? = nil, most: Double? = nil) {
    self.strategy = strategy
    self.figure = figure
    self.least = least
    self.most = most
  }

  /// Whether it applies to a strategy of its workload.
  package func isFor(_ variant: StrategyVariant) -> Bool { strategy == nil || strategy == variant.label }

  /// The allowed values, in words.
  package var range: String {
    switch (least.map(NumberText.short), most.map(NumberText.short)) {
    case (let least?, let most?): "from \(least) to \(most)"
    case (let least?, nil): "at least \(least)"
    case (nil, let most?): "at most \(most)"
    case (nil, nil): "anything"
    }
  }
}

/// The position of a bar, as named in reports.
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
