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
        Workload($0, items: 30, operations: $0.isReorder ? 3 : 90, block: $0.hasBlocks ? 5 : nil)
      }
    return try compare(workloads)
  }

  @Test func csvHasALineForEachRun() throws {
    let report = try ReportTests.report()
    let lines = report.csv.components(separatedBy: "\r\n")
    #expect(lines.count == 1 + 17 * 4 + 1 && lines.last == "")
    let columns = lines[0].split(separator: ",")
    let places = ["workload", "kind", "items", "writers", "strategy", "seed", "seeds", "repeats"]
    let means = Figure.allCases.filter { $0.isMeanOfSeeds && !$0.isTime }.map(\.rawValue)
    let ranges: [String] = means.flatMap { ["\($0)_least", "\($0)_most"] }
    let expected: [String] = places + Figure.allCases.map(\.rawValue) + ranges + ["problem"]
    #expect(columns.map(String.init) == expected)
    #expect(
      lines[1].hasPrefix(
        "\"a \"\"quoted\"\", <b>label</b> & more\",append,10,1,dense,1,1,1,300,0,1,1,1,0,1,8,8,8,"
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
    #expect(reader.elements["section"] == 20, "the overview, the bars, 17 workloads, the words")
    // Every plot says what it is.
    let plots = reader.labels.flatMap { $0.split(separator: " ").map(String.init) }
    #expect(plots.count == 2 * 2 * (1 + 15 * 4 + 3 + 4), "each for wide and for narrow pages")
    #expect(Set(plots).isSubset(of: Set(reader.ids)))
    #expect(reader.elements["table"] == 1 + 1 + 17)
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

  @Test func barsHaveTwoSides() throws {
    let workload = Workload(
      .prepend,
      items: 3,
      operations: 2,
      bars: [
        Bar(.keysMean, least: 4, most: 5), Bar(.keysMean, least: 4.6), Bar(.keysMean, most: 4.4),
        Bar(.roomLeft, least: 1),
      ]
    )
    let report = try compare([workload], under: ["dense"])
    #expect(report.bars.map(\.isHeld) == [true, false, false, false])
    #expect(
      report.bars.map(\.bar.range) == ["from 4.00 to 5.00", "at least 4.60", "at most 4.40", "at least 1.00"]
    )
  }

  @Test func theStandardPlanHasBars() {
    let plan = ComparisonPlan.standard
    let bars = plan.barPlaces
    #expect(bars.count == 16 * 3 && Set(bars.map(\.figure)) == [.keysPerItem])
    #expect(plan.workloads.allSatisfy { $0.seeds == Workload.standardSeeds })
    #expect(Set(plan.workloads.map(\.kind)) == Set(WorkloadKind.allCases.filter { $0 != .trace }))
  }

  /// Labels that begin alike, or are cut to the same text by their width.
  @Test func shortLabelsAreDifferent() {
    let labels =
      ["lexorank", "lexorank:jitter=40,step=1024", "lexorank:jitter=40,step=2048", "後ろから数えて三番目の戦略その一"]
      + (0..<5).map { "the same in the middle \($0) and long at the end of all" }
    let short = ShortLabels(labels, longest: 20)
    #expect(Set(labels.map { short[$0] }).count == labels.count, "\(labels.map { short[$0] })")
    #expect(labels.allSatisfy { short[$0].count <= 20 })
    #expect(short["lexorank"] == "lexorank")
    #expect(short[labels[1]].hasSuffix("step=1024") && short[labels[2]].hasSuffix("step=2048"))
    #expect(short[labels[3]].count <= 11, "wide characters take two columns")
  }

  @Test func everyMarkIsDifferent() {
    let marks = (0..<ComparisonPlan.maximumStrategies).map { Mark(number: $0) }
    #expect(Set(marks.map { $0.shape(0, 0) }).count == marks.count)
    #expect(Set(marks.map(\.colourClass)).count == marks.count)
    #expect(Set(marks.map { $0.line(through: "0,0 1,1") }).count == marks.count)
    for mark in marks {
      #expect(PageStyle.css.components(separatedBy: "--\(mark.colourClass):light-dark(").count == 2)
    }
  }

  /// Marks of a dot plot with their places, by lanes.
  @Test func marksOfADotPlotStandAtTheirValues() throws {
    let values = [998.9, 1_000, 1_000, 1, 1_500].enumerated().map { number, value in
      DotPlot.Value(mark: Mark(number: number), value: value)
    }
    let scale = Scale(values: values.map(\.value), from: 0, to: 300)
    let lanes = DotPlot.lanes(of: values, scale)
    #expect(lanes.map { $0.map(\.value) } == [[1, 998.9, 1_500], [1_000], [1_000]])
    let plot = DotPlot(
      id: "p",
      title: "",
      description: "",
      axisTitle: "keys",
      rows: [DotPlot.Row(name: "row", values: values)]
    )
    for size in PlotSize.allCases {
      let text = plot.svg(size).text
      #expect(text.contains(">keys, logarithmic</text>"))
      // The circle is the first value's: at 998.9 of an axis from 1 to 10,000.
      let place = try #require(text.split(separator: "cx=\"").dropFirst().first?.prefix { $0 != "\"" })
      let (left, right) = size == .wide ? (190.0, 840.0) : (12.0, 332.0)
      let expected = left + (right - left) * 2.99952 / 4
      #expect(abs((Double(place) ?? 0) - expected) < 0.1)
    }
  }

  @Test func axesSayTheirScale() throws {
    let html = try ReportTests.report().html
    for text in [
      "operations, linear", "keys, linear", "bytes, linear", "µs, linear",
    ] {
      #expect(html.contains(">\(text)</text>"), "\(text)")
    }
    let far = try compare([Workload(.prepend, items: 900, operations: 90)]).html
    #expect(far.contains(">keys, logarithmic</text>") && far.contains(">keys per item, logarithmic</text>"))
    // What has no logarithm has a place of its own.
    let scale = Scale(values: [0, 1, 1_000], from: 0, to: 100)
    #expect(scale.ticks == [0, 1, 10, 100, 1_000] && scale.name == "logarithmic above 0")
    #expect(scale.place(0) == 0 && abs(scale.place(1) - 10) < 1e-9 && abs(scale.place(10) - 40) < 1e-9)
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
