package import CoreMetrics
import Synchronization

/// A metrics backend in memory that writes the text format of Prometheus.
///
/// ```text
/// let metrics = PrometheusMetrics(descriptions)
/// let calls = Counter(label: "arrange_calls_total", dimensions: [("method", "Fetch")], factory: metrics)
/// calls.increment()
/// metrics.text            // # HELP arrange_calls_total … \n arrange_calls_total{method="Fetch"} 1
/// ```
///
/// Only described metrics are kept, and at most ``maximumSeries`` series of each: metrics of other libraries are
/// ignored. The handles of a series are added up. A cell is kept after its handle is gone, because its count
/// still belongs to the series.
package final class PrometheusMetrics: MetricsFactory, Sendable {
  /// The maximum number of series of one metric.
  package static let maximumSeries = 1_024

  /// The cells of one series, by kind.
  private struct Series {
    var counters: [CounterCell] = []
    var gauges: [GaugeCell] = []
    var histograms: [HistogramCell] = []
  }

  private struct Family {
    let description: MetricDescription
    /// By the values of the labels.
    var series: [[String]: Series] = [:]
  }

  private let descriptions: [MetricDescription]
  private let families: Mutex<[String: Family]>

  /// - Precondition: no name comes twice.
  package init(_ descriptions: [MetricDescription]) {
    self.descriptions = descriptions
    families = Mutex(
      Dictionary(uniqueKeysWithValues: descriptions.map { ($0.name, Family(description: $0)) })
    )
  }

  /// How many series there are.
  package var seriesCount: Int { families.withLock { $0.values.reduce(0) { $0 + $1.series.count } } }

  // MARK: Handles

  package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    let cell = CounterCell()
    return add(label, .counter, dimensions, { $0.counters.append(cell) }) ? cell : NOOPMetricsHandler.instance
  }

  package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    let cell = GaugeCell()
    return add(label, .gauge, dimensions, { $0.gauges.append(cell) }) ? cell : NOOPMetricsHandler.instance
  }

  package func makeRecorder(
    label: String,
    dimensions: [(String, String)],
    aggregate: Bool
  ) -> any RecorderHandler {
    makeHistogram(label, dimensions) ?? NOOPMetricsHandler.instance
  }

  package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    makeHistogram(label, dimensions) ?? NOOPMetricsHandler.instance
  }

  private func makeHistogram(_ label: String, _ dimensions: [(String, String)]) -> HistogramCell? {
    guard let bounds = families.withLock({ $0[label]?.description.bounds }) else { return nil }
    let cell = HistogramCell(bounds)
    return add(label, .histogram, dimensions, { $0.histograms.append(cell) }) ? cell : nil
  }

  package func destroyCounter(_ handler: any CounterHandler) {}
  package func destroyMeter(_ handler: any MeterHandler) {}
  package func destroyRecorder(_ handler: any RecorderHandler) {}
  package func destroyTimer(_ handler: any TimerHandler) {}

  /// Adds a cell to its series.
  ///
  /// - Returns: false if no such metric is described, or it has too many series.
  private func add(
    _ name: String,
    _ kind: MetricDescription.Kind,
    _ dimensions: [(String, String)],
    _ change: (inout Series) -> Void
  ) -> Bool {
    families.withLock { families in
      guard let description = families[name]?.description, description.kind == kind else { return false }
      assert(dimensions.map(\.0) == description.labels, "\(name) has the labels \(description.labels)")
      guard dimensions.map(\.0) == description.labels else { return false }
      let values = dimensions.map(\.1)
      if families[name]?.series[values] == nil {
        guard families[name]?.series.count ?? 0 < PrometheusMetrics.maximumSeries else { return false }
      }
      change(&families[name]!.series[values, default: Series()])
      return true
    }
  }

  // MARK: Text

  /// All metrics in the text format 0.0.4, in the order of their descriptions and of their label values.
  package var text: String {
    let families = families.withLock { $0 }
    var text = PrometheusText()
    for description in descriptions {
      guard let family = families[description.name], !family.series.isEmpty else { continue }
      text.begin(description)
      for (values, series) in family.series.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
        let labels = Array(zip(description.labels, values))
        switch description.kind {
        case .counter: text.add(description.name, labels, series.counters.reduce(0) { $0 + $1.value })
        case .gauge: text.add(description.name, labels, series.gauges.reduce(0) { $0 + $1.value })
        case .histogram: text.add(description, labels, series.histograms.map(\.values))
        }
      }
    }
    return text.text
  }
}
