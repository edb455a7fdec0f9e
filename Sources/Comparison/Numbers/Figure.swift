/// A figure measured for one strategy in one workload. The names are those of bars, CSV and JSON.
package enum Figure: String, Sendable, Hashable, CaseIterable {
  case operations
  case refused
  case keysMean = "keys_per_operation_mean"
  case keysP99 = "keys_p99"
  case keysMost = "keys_most"
  case keysStored = "keys_stored_mean"
  case keysPerItem = "keys_per_item_mean"
  case keyBytesMean = "key_bytes_mean"
  case keyBytesP99 = "key_bytes_p99"
  case keyBytesLongest = "key_bytes_longest"
  case journalMean = "journal_bytes_mean"
  case journalP99 = "journal_bytes_p99"
  case journalMost = "journal_bytes_most"
  case timeMean = "time_ns_mean"
  case timeP50 = "time_ns_p50"
  case timeP99 = "time_ns_p99"
  case timeWorst = "time_ns_worst"
  case collisions
  case collisionRounds = "collision_rounds"
  case interleavings
  case roomLeft = "room_left"
  case roomMedian = "room_left_median"

  /// The maximum room that is measured, in inserts into one gap.
  static let mostRoom = 1_000

  /// Whether the figure depends on the machine. All others follow from the seed.
  package var isTime: Bool {
    switch self {
    case .timeMean, .timeP50, .timeP99, .timeWorst: true
    default: false
    }
  }

  /// Whether the figure of several runs is their mean; otherwise it is that of the worst run.
  package var isMeanOfSeeds: Bool {
    switch self {
    case .keysMean, .keysStored, .keysPerItem, .keyBytesMean, .journalMean, .timeMean, .timeP50,
      .collisionRounds,
      .roomMedian:
      true
    default: false
    }
  }

  /// The combined figure of runs with different seeds: the mean for means, shares and medians, the worst for
  /// counts, extremes and percentiles.
  func overSeeds(_ values: [Double]) -> Double {
    if isMeanOfSeeds { return values.reduce(0, +) / Double(values.count) }
    return (self == .roomLeft ? values.min() : values.max()) ?? 0
  }

  /// The group of the figure: figures of one group are adjacent in tables.
  package var group: String {
    switch self {
    case .operations, .refused: "operations"
    case .keysMean, .keysP99, .keysMost, .keysStored, .keysPerItem: "keys per operation"
    case .keyBytesMean, .keyBytesP99, .keyBytesLongest: "bytes of a key"
    case .journalMean, .journalP99, .journalMost: "journal bytes"
    case .timeMean, .timeP50, .timeP99, .timeWorst: "µs per operation"
    case .collisions, .collisionRounds: "equal keys"
    case .interleavings: "runs of writers"
    case .roomLeft, .roomMedian: "room left"
    }
  }

  /// The figure's name within its group.
  package var title: String {
    switch self {
    case .operations: "done"
    case .refused: "refused"
    case .keysMean, .keyBytesMean, .journalMean, .timeMean: "mean"
    case .keysP99, .keyBytesP99, .journalP99, .timeP99: "p99"
    case .keysMost, .journalMost: "most"
    case .keysStored: "stored"
    case .keysPerItem: "per item"
    case .keyBytesLongest: "longest"
    case .timeP50: "p50"
    case .timeWorst: "worst"
    case .collisions: "number"
    case .collisionRounds: "rounds"
    case .interleavings: "interleaved"
    case .roomLeft: "least"
    case .roomMedian: "median"
    }
  }

  /// The figure after a number, as in ‘1.5 keys per operation’.
  package var phrase: String {
    switch self {
    case .keyBytesLongest: "bytes for the longest key"
    case .collisionRounds: "of the rounds with equal keys"
    case .keysPerItem: "keys per item"
    default: group
    }
  }

  /// A bound of the figure in tables, which may be a tiny probability.
  func boundText(_ value: Double) -> String {
    self == .collisionRounds ? NumberText.short(value) : text(value)
  }

  /// A value of the figure in tables: times in microseconds, shares in percent.
  package func text(_ value: Double) -> String {
    switch self {
    case .timeMean, .timeP50, .timeP99, .timeWorst: NumberText.short(value / 1_000)
    case .collisionRounds: "\(NumberText.short(value * 100)) %"
    case .keysMean, .keysStored, .keysPerItem, .keyBytesMean: NumberText.fixed(value)
    case .journalMean: NumberText.short(value)
    case .roomLeft where value >= Double(Figure.mostRoom): "≥ \(Figure.mostRoom)"
    default: NumberText.grouped(value)
    }
  }
}

/// The figures of one strategy in one workload; inapplicable ones are missing.
package struct Figures: Sendable, Equatable {
  private var values: [Figure: Double] = [:]

  package init() {}

  package subscript(figure: Figure) -> Double? {
    get { values[figure] }
    set { values[figure] = newValue }
  }

  /// Whether all figures that follow from the seed are the same.
  func hasSameCounts(as other: Figures) -> Bool {
    Figure.allCases.allSatisfy { $0.isTime || self[$0] == other[$0] }
  }
}
