import ArrangeServer
import Foundation
import Measuring
import Testing

@Suite("What is said of metrics")
struct MetricsPageTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..")

  private func text(_ path: String) throws -> String {
    try String(contentsOf: MetricsPageTests.root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The names of the series: a histogram has three.
  private static let names = Set(
    ServerMetric.all.flatMap { metric in
      metric.kind == .histogram ? ["_bucket", "_sum", "_count"].map { metric.name + $0 } : [metric.name]
    }
  )

  @Test("Documentation/metrics.md has a row for each, with its type, its labels and its meaning")
  func page() throws {
    let rows = try text("Documentation/metrics.md").split(separator: "\n").filter { $0.hasPrefix("| `") }.map
    {
      $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let wanted = ServerMetric.all.map { metric in
      [
        "`\(metric.name)`", metric.kind.rawValue, metric.labels.map { "`\($0)`" }.joined(separator: ", "),
        metric.help,
      ]
    }
    let found = rows.filter { $0[0].hasPrefix("`arrange_") || $0[0].hasPrefix("`process_") }
    #expect(found.count == wanted.count)
    for (found, wanted) in zip(found, wanted) { #expect(found == wanted) }
  }

  @Test("names and units follow the conventions of Prometheus", arguments: ServerMetric.all)
  func conventions(metric: MetricDescription) {
    #expect(metric.name.hasPrefix("arrange_") || metric.name.hasPrefix("process_"))
    #expect(metric.name.utf8.allSatisfy { ($0 >= 0x61 && $0 <= 0x7A) || $0 == 0x5F }, "\(metric.name)")
    #expect((metric.kind == .counter) == metric.name.hasSuffix("_total"))
    #expect(metric.help.hasSuffix(".") && !metric.help.contains("\n"))
    // The bounds of times are those of seconds.
    if let bounds = metric.bounds { #expect((bounds.unit == 1e9) == metric.name.hasSuffix("_seconds")) }
    for label in metric.labels {
      #expect(!["collection", "principal", "client", "name", "peer", "view"].contains(label), "not bounded")
    }
  }

  @Test(
    "the dashboard, the alerts and their tests ask for what there is",
    arguments: ["dashboard.json", "alerts.yml", "alerts-test.yml"]
  )
  func monitoring(file: String) throws {
    let text = try text("Examples/monitoring/\(file)")
    let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    let asked = Set(words.filter { $0.hasPrefix("arrange_") || $0.hasPrefix("process_") })
    #expect(asked.count > 5)
    #expect(asked.isSubset(of: MetricsPageTests.names), "\(asked.subtracting(MetricsPageTests.names))")
  }

  @Test(
    "the dashboard is one that Grafana takes, and shows each metric that the server has but what other panels tell"
  )
  func dashboard() throws {
    let data = Data(try text("Examples/monitoring/dashboard.json").utf8)
    let dashboard = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let panels = try #require(dashboard["panels"] as? [[String: Any]])
    #expect(dashboard["title"] as? String == "Arrange" && dashboard["schemaVersion"] is Int)
    var ids = Set<Int>()
    var queries = ""
    for panel in panels {
      #expect(ids.insert(try #require(panel["id"] as? Int)).inserted)
      let place = try #require(panel["gridPos"] as? [String: Int])
      #expect((place["x"] ?? 24) + (place["w"] ?? 24) <= 24)
      #expect((panel["title"] as? String)?.isEmpty == false)
      for target in panel["targets"] as? [[String: Any]] ?? [] {
        queries += try #require(target["expr"] as? String) + "\n"
      }
    }
    for metric in ServerMetric.all where !["arrange_build_info", "arrange_node_info"].contains(metric.name) {
      #expect(queries.contains(metric.name), "no panel shows \(metric.name)")
    }
  }

  @Test("each alert has a case in which it fires, and says what to do")
  func alerts() throws {
    func values(_ key: String, _ file: String) throws -> [String] {
      try text("Examples/monitoring/\(file)").split(separator: "\n").compactMap { line in
        let line = line.trimmingCharacters(in: .whitespaces)
        return line.hasPrefix(key)
          ? String(line.dropFirst(key.count)).trimmingCharacters(in: .whitespaces) : nil
      }
    }
    let alerts = try values("- alert:", "alerts.yml")
    #expect(alerts.count > 8 && Set(alerts).count == alerts.count)
    #expect(try values("summary:", "alerts.yml").count == alerts.count)
    #expect(try values("description:", "alerts.yml").count == alerts.count)
    #expect(Set(try values("- alertname:", "alerts-test.yml")).isSuperset(of: alerts))
    let page = try text("Documentation/metrics.md")
    for alert in alerts {
      #expect(page.contains("| `\(alert)` |"), "metrics.md does not say what \(alert) means")
    }
  }
}
