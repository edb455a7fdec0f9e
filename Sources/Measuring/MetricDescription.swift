/// What is measured under one name: its type, its labels, and the sentence that Prometheus shows for it.
///
///     MetricDescription(
///       "arrange_flush_duration_seconds", .histogram, "The time of one write and flush of the log.",
///       bounds: .seconds([0.001, 0.01, 0.1, 1])
///     )
package struct MetricDescription: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable {
    /// A number that only rises while the process lives.
    case counter
    /// A number of the moment.
    case gauge
    /// How often a value fell below each of some bounds, and the sum of all values.
    case histogram
  }

  package let name: String
  package let kind: Kind
  /// One sentence, without a line break.
  package let help: String
  /// The names of the labels, in the order in which they are written.
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

/// The upper bounds of the buckets of a histogram. What is recorded is a whole number: nanoseconds for a time, which is
/// written in seconds, or a count, which is written as it is.
package struct HistogramBounds: Sendable, Hashable {
  /// The most buckets, without the last one, which has no bound. Every bucket is a series.
  package static let mostBuckets = 24

  /// What is recorded, rising.
  package let values: [Int64]
  /// How many of what is recorded are one of what is written.
  package let unit: Double

  private init(_ values: [Int64], unit: Double) {
    precondition(!values.isEmpty && values.count <= HistogramBounds.mostBuckets, "1 to 24 buckets")
    precondition(zip(values, values.dropFirst()).allSatisfy { $0 < $1 }, "bounds rise")
    self.values = values
    self.unit = unit
  }

  /// Bounds of times, in seconds.
  package static func seconds(_ bounds: [Double]) -> HistogramBounds {
    HistogramBounds(bounds.map { Int64(($0 * 1e9).rounded()) }, unit: 1e9)
  }

  /// Bounds of numbers of things.
  package static func counts(_ bounds: [Int64]) -> HistogramBounds { HistogramBounds(bounds, unit: 1) }
}
