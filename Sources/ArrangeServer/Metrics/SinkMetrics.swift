import CoreMetrics
import Engine

/// Figures of the deliveries of all sinks.
struct SinkFigures: Sendable, Equatable {
  /// The collections of sinks of which not everything is delivered.
  var lagging = 0
  /// The most commits that wait to be delivered.
  var lagCommits = 0
  /// The longest time for which one has waited, in nanoseconds.
  var lagNanoseconds: UInt64 = 0
  /// The collections of sinks whose last delivery has failed.
  var failing = 0
  /// The collections for which a sink is paused.
  var paused = 0

  mutating func add(_ other: SinkFigures) {
    lagging += other.lagging
    lagCommits = max(lagCommits, other.lagCommits)
    lagNanoseconds = max(lagNanoseconds, other.lagNanoseconds)
    failing += other.failing
    paused += other.paused
  }
}

/// The metrics of sinks that are counted as events happen.
final class SinkMetrics: Sendable {
  let deliveries: Counter
  let failures: CounterTable<SinkDelivery.Kind>

  init(_ factory: any MetricsFactory) {
    deliveries = ServerMetric.sinkDeliveries.counter(factory)
    failures = CounterTable(ServerMetric.sinkFailures, factory)
  }
}
