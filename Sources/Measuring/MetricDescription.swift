/// The description of a metric: name, type, help text, labels and buckets.
///
///     MetricDescription(
///       "arrange_flush_duration_seconds", .histogram, "The time of one write and flush of the log.",
///       bounds: .seconds([0.001, 0.01, 0.1, 1])
///     )
package struct MetricDescription: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable {
    /// A number that only increases.
    case counter
    /// A current value.
    case gauge
    /// The distribution of values over buckets, and their sum.
    case histogram
  }

  package let name: String
  package let kind: Kind
  /// One sentence, without a line break.
  package let help: String
  /// The names of the labels, in the order of the output.
  package let labels: [String]
  /// The buckets of a histogram; nil for the other kinds.
  package let bounds: HistogramBounds?

  package init(
    _ name: String,
    _ kind: Kind,
    _ help: String,
    labels: [String] = [],
    bounds: HistogramBounds? = nil
  ) {
    precondition((kind == .histogram) == (bounds != nil), "\(name): a histogram has bounds, and nothing else")
    self.name = name
    self.kind = kind
    self.help = help
    self.labels = labels
    self.bounds = bounds
  }
}

/// The upper bounds of the buckets of a histogram. Recorded values are integers: nanoseconds, written as seconds, or
/// counts.
package struct HistogramBounds: Sendable, Hashable {
  /// The maximum number of buckets, not counting the unbounded one. Each bucket is a series.
  package static let maximumBuckets = 24

  /// In recorded units, ascending.
  package let values: [Int64]
  /// The number of recorded units in one unit of the output.
  package let unit: Double

  private init(_ values: [Int64], unit: Double) {
    precondition(!values.isEmpty && values.count <= HistogramBounds.maximumBuckets, "1 to 24 buckets")
    precondition(zip(values, values.dropFirst()).allSatisfy { $0 < $1 }, "bounds rise")
    self.values = values
    self.unit = unit
  }

  /// Bounds of durations, in seconds.
  package static func seconds(_ bounds: [Double]) -> HistogramBounds {
    HistogramBounds(bounds.map { Int64(($0 * 1e9).rounded()) }, unit: 1e9)
  }

  /// Bounds of counts.
  package static func counts(_ bounds: [Int64]) -> HistogramBounds { HistogramBounds(bounds, unit: 1) }
}
