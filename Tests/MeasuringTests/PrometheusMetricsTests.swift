import CoreMetrics
import Testing

@testable import Measuring

@Suite("What is measured")
struct PrometheusMetricsTests {
  private let metrics = PrometheusMetrics([
    MetricDescription("calls_total", .counter, "Calls.", labels: ["method", "status"]),
    MetricDescription("open", .gauge, "What is \"open\",\nand \\."),
    MetricDescription("took_seconds", .histogram, "Times.", bounds: .seconds([0.000_25, 0.01, 1])),
    MetricDescription("size", .histogram, "Sizes.", labels: ["kind"], bounds: .counts([1, 4])),
  ])

  private func counter(_ method: String, _ status: String = "OK") -> Counter {
    Counter(label: "calls_total", dimensions: [("method", method), ("status", status)], factory: metrics)
  }

  @Test("is nothing as long as nobody measures")
  func empty() { #expect(metrics.text == "" && metrics.seriesCount == 0) }

  @Test("is written in the order of the descriptions, its series in that of their labels")
  func order() {
    Meter(label: "open", factory: metrics).set(3)
    counter("b").increment()
    counter("a", "OK").increment(by: 7)
    counter("a", "NOT_FOUND").increment()
    #expect(
      metrics.text == """
        # HELP calls_total Calls.
        # TYPE calls_total counter
        calls_total{method="a",status="NOT_FOUND"} 1
        calls_total{method="a",status="OK"} 7
        calls_total{method="b",status="OK"} 1
        # HELP open What is "open",\\nand \\\\.
        # TYPE open gauge
        open 3

        """
    )
  }

  @Test("has the values of labels escaped")
  func escaping() {
    counter("a\"b\\c\nd").increment()
    #expect(metrics.text.contains(#"calls_total{method="a\"b\\c\nd",status="OK"} 1"# + "\n"))
  }

  @Test("counts what lies below each bound, with the bound itself, and adds it up")
  func histogram() {
    let timer = CoreMetrics.Timer(label: "took_seconds", factory: metrics)
    for nanoseconds: Int64 in [0, 250_000, 250_001, 10_000_000, 1_500_000_000] {
      timer.recordNanoseconds(nanoseconds)
    }
    let recorder = Recorder(label: "size", dimensions: [("kind", "x")], factory: metrics)
    for count in [1, 2, 5] { recorder.record(count) }
    #expect(
      metrics.text == """
        # HELP took_seconds Times.
        # TYPE took_seconds histogram
        took_seconds_bucket{le="0.00025"} 2
        took_seconds_bucket{le="0.01"} 4
        took_seconds_bucket{le="1"} 4
        took_seconds_bucket{le="+Inf"} 5
        took_seconds_sum 1.510500001
        took_seconds_count 5
        # HELP size Sizes.
        # TYPE size histogram
        size_bucket{kind="x",le="1"} 1
        size_bucket{kind="x",le="4"} 2
        size_bucket{kind="x",le="+Inf"} 3
        size_sum{kind="x"} 8
        size_count{kind="x"} 3

        """
    )
  }

  @Test("of several handles of one series is added up, also of those that are gone")
  func handles() async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let counter = self.counter("a")
          let timer = CoreMetrics.Timer(label: "took_seconds", factory: self.metrics)
          for _ in 0..<1_000 {
            counter.increment()
            timer.recordNanoseconds(1_000_000)
          }
        }
      }
    }
    #expect(metrics.seriesCount == 2)
    #expect(metrics.text.contains("calls_total{method=\"a\",status=\"OK\"} 8000\n"))
    #expect(
      metrics.text.contains("took_seconds_count 8000\n") && metrics.text.contains("took_seconds_sum 8\n")
    )
  }

  @Test("is only what was described, with its kind")
  func unknown() {
    Counter(label: "somebody_elses", factory: metrics).increment()
    Counter(label: "open", factory: metrics).increment()
    CoreMetrics.Timer(label: "open", factory: metrics).recordNanoseconds(1)
    Meter(label: "took_seconds", factory: metrics).set(1)
    #expect(metrics.seriesCount == 0 && metrics.text == "")
  }

  @Test("has at most so many series of a name, and counts on in those that there are")
  func bounded() {
    for number in 0..<PrometheusMetrics.maximumSeries + 100 { counter("\(number)").increment() }
    counter("0").increment()
    #expect(metrics.seriesCount == PrometheusMetrics.maximumSeries)
    #expect(metrics.text.contains("calls_total{method=\"0\",status=\"OK\"} 2\n"))
  }

  @Test("of gauges goes up and down", arguments: [(1.5, "1.5"), (-2, "-2"), (1e18, "1000000000000000000")])
  func gauges(value: Double, text: String) {
    let meter = Meter(label: "open", factory: metrics)
    meter.set(10)
    meter.increment(by: value)
    meter.decrement(by: 10.0)
    #expect(metrics.text.hasSuffix("open \(text)\n"), "\(metrics.text)")
  }

  @Test(
    "is written as Prometheus reads numbers",
    arguments: [
      (Double.infinity, "+Inf"), (-Double.infinity, "-Inf"), (Double.nan, "NaN"), (0.1, "0.1"),
      (1e-7, "1e-07"),
      (-0.0, "0"), (1e300, "1e+300"),
    ]
  )
  func numbers(value: Double, text: String) { #expect(PrometheusText.number(value) == text) }
}
