import Foundation
import Ordering
import Testing

@testable import Comparison

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What is written about a comparison.
@Suite struct ReportTests {
  private static func report(bars: [Bar] = [], label: String = "a \"quoted\", <b>label</b> & more") throws
    -> ComparisonReport
  {
    let workloads =
      [Workload(.append, label: label, items: 10, operations: 300, bars: bars)]
      + WorkloadKind.allCases.filter { $0 != .trace && $0 != .append }.map {
        Workload($0, items: 30, operations: $0.isReorder ? 3 : 90)
      }
    return try compare(workloads)
  }

  @Test func csvHasALineForEachRun() throws {
    let report = try ReportTests.report()
    let lines = report.csv.components(separatedBy: "\r\n")
    #expect(lines.count == 1 + 12 * 4 + 1 && lines.last == "")
    let columns = lines[0].split(separator: ",")
    #expect(
      columns.map(String.init)
        == ["workload", "kind", "items", "writers", "strategy", "seed", "seeds", "repeats"]
        + Figure.allCases.map(\.rawValue)
        + ["problem"]
    )
    #expect(
      lines[1].hasPrefix(
        "\"a \"\"quoted\"\", <b>label</b> & more\",append,10,1,dense,1,1,1,300,0,1,1,1,0,8,8,8,"
      )
    )
    #expect(lines[5].split(separator: ",", omittingEmptySubsequences: false).count == columns.count)
  }

  @Test func htmlIsWellFormedAndNeedsNothingElse() throws {
    let html = try ReportTests.report(bars: [Bar(.keysMost, most: 1)]).html
    let reader = MarkupReader()
    let parser = XMLParser(data: Data(html.utf8))
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError)) in line \(parser.lineNumber)")
    for reference in ["http:", "https:", "//", "url(", "@import", "src="] {
      #expect(!html.contains(reference))
    }
    #expect(!html.contains("<script") && !html.contains("<b>label</b>"))
    #expect(reader.links.allSatisfy { $0.hasPrefix("#") && reader.ids.contains(String($0.dropFirst())) })
    #expect(reader.ids.count == Set(reader.ids).count, "each id once")
    #expect(reader.elements["section"] == 15, "the overview, the bars, 12 workloads, the words")
    // Every plot says what it is.
    let plots = reader.labels.flatMap { $0.split(separator: " ").map(String.init) }
    #expect(plots.count == 2 * (1 + 10 * 4 + 3 + 4))
    #expect(Set(plots).isSubset(of: Set(reader.ids)))
    #expect(reader.elements["table"] == 1 + 1 + 12)
  }

  @Test func barsAreHeldOrMissed() throws {
    let held = try ReportTests.report(bars: [
      Bar(.keysMost, most: 1), Bar(strategy: "dense", .keysStored, most: 0),
    ])
    #expect(held.bars.count == 5 && held.bars.allSatisfy(\.isHeld) && held.isGood)
    #expect(held.html.contains("All 5 are held."))
    let missed = try ReportTests.report(bars: [
      Bar(strategy: "lexorank", .keyBytesLongest, most: 8), Bar(strategy: "dense", .roomLeft, most: 5),
    ])
    #expect(missed.bars.map(\.isHeld) == [false, false], "9 bytes, and a figure that dense does not have")
    #expect(missed.bars.map(\.value) == [9, nil])
    #expect(!missed.isGood && missed.html.contains("2 of 2 are missed."))
  }

  @Test func aStrategyThatDoesNotTakePartHasNoRow() throws {
    let report = try compare([Workload(.append, items: 3, operations: 3, strategies: ["dense"])])
    #expect(report.workloads[0].rows.map(\.variant.label) == ["dense"])
    #expect(report.values(of: .fewKeys).isEmpty, "there is nothing to compare")
  }

  @Test func theBestStandsOut() throws {
    let report = try compare([Workload(.prepend, items: 100, operations: 100)])
    let keys = report.values(of: .fewKeys)
    #expect(keys.map(\.isBest) == [false, true, true, true])
    #expect(keys[0].workload == "prepend" && keys[0].value == 150.5)
    // All take one look at a clock that goes evenly.
    #expect(report.values(of: .speed).allSatisfy { !$0.isBest })
  }

  @Test func scalesFitTheirValues() {
    let linear = Scale(values: [1, 5, 18], from: 100, to: 0)
    #expect(!linear.isLogarithmic && linear.ticks == [0, 5, 10, 15, 20])
    #expect(linear.place(0) == 100 && linear.place(20) == 0 && linear.place(10) == 50)
    let logarithmic = Scale(values: [1, 1_000], from: 0, to: 300)
    #expect(logarithmic.isLogarithmic && logarithmic.ticks == [1, 10, 100, 1_000])
    #expect(abs(logarithmic.place(10) - 100) < 1e-9 && logarithmic.place(0) == 0)
    #expect(
      Scale.tickText(20_000) == "20k" && Scale.tickText(2_500_000) == "2.5M" && Scale.tickText(0.5) == "0.5"
    )
  }

  @Test func curvesAreSimplifiedAndKeepTheirCorners() {
    let line = (0...100).map { (x: Double($0), y: Double($0) / 2) }
    #expect(LinePlot.simplified(line).count == 2)
    let corner = line + (1...100).map { (x: 100 + Double($0), y: 50) }
    #expect(LinePlot.simplified(corner).map(\.x) == [0, 100, 200])
  }
}

/// What a page consists of.
private final class MarkupReader: NSObject, XMLParserDelegate {
  var elements: [String: Int] = [:]
  var ids: [String] = []
  var links: [String] = []
  var labels: [String] = []

  func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements[name, default: 0] += 1
    if let id = attributes["id"] { ids.append(id) }
    if let link = attributes["href"] { links.append(link) }
    if let label = attributes["aria-labelledby"] { labels.append(label) }
  }
}
