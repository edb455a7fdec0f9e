extension ComparisonReport {
  /// The part of the page about one workload: plots, the table, the bounds.
  func section(of result: WorkloadResult, _ number: Int) -> Markup {
    let workload = result.workload
    var section = Markup.element("h2", ["id": "w\(number)"], text: workload.label)
    section += .element(
      "p",
      text:
        "\(workload.kind.summary.prefix(1).uppercased())\(workload.kind.summary.dropFirst()). \(size(of: result))\(seeds(of: workload))."
    )
    let plots = workload.kind.hasWriters ? charts(of: result, number) : curves(of: result, number)
    section += .element("div", ["class": "plots"], plots.joined)
    section += figures(of: result)
    let bounds = result.bounds.map { Markup.element("li", text: "\($0.sentence) (\($0.source))") }
    if !bounds.isEmpty { section += .element("ul", ["class": "bounds"], bounds.joined) }
    for row in result.rows {
      if let problem = row.problem {
        section += .element("p", ["class": "missed"], text: "\(row.variant.label): \(problem)")
      }
      if let refusal = row.refusal {
        let count = NumberText.grouped(Double(row.refused))
        section += .element(
          "p",
          ["class": "missed"],
          text: "\(row.variant.label): \(count) operations refused, which its figures leave out: \(refusal)"
        )
      }
      if !row.isRepeatable {
        section += .element(
          "p",
          ["class": "missed"],
          text: "\(row.variant.label): the repeats differ in more than time"
        )
      }
    }
    return .element("section", ["class": "workload"], section)
  }

  private func seeds(of workload: Workload) -> String {
    workload.seeds == 1
      ? ""
      : ", with \(workload.seeds) seeds: means are over all of them, with their range below, curves and bounds are those "
        + "of the first, and the rest is that of the worst"
  }

  private func size(of result: WorkloadResult) -> String {
    let workload = result.workload
    func grouped(_ number: Int) -> String { NumberText.grouped(Double(number)) }
    let operations = NumberText.grouped(result.rows.compactMap { $0.figures[.operations] }.max() ?? 0)
    switch workload.kind {
    case .trace: return "\(operations) operations"
    case .manyWriters:
      return "\(grouped(workload.writers)) writers in each of \(grouped(workload.rounds)) rounds, "
        + "in a list of \(grouped(workload.items)) items"
    case .offlineMerge:
      return
        "\(grouped(workload.writers)) writers with \(grouped(workload.run)) items each in \(grouped(workload.rounds)) "
        + "rounds, in a list of \(grouped(workload.items)) items"
    case .blocks, .hotBlocks, .gathering:
      return
        "\(operations) operations with \(grouped(workload.block)) items each, on a list of \(grouped(workload.items))"
    case .places:
      return
        "\(operations) operations at \(grouped(workload.places)) places, on a list of \(grouped(workload.items)) items"
    default: return "\(operations) operations on a list of \(grouped(workload.items)) items"
    }
  }

  /// The plots of a workload that edits a list.
  private func curves(of result: WorkloadResult, _ number: Int) -> [Markup] {
    let kinds = PlottedCurve.all
    return kinds.enumerated().map { index, kind in
      var lines = result.bounds.filter { $0.figure == kind.figure && !$0.points.isEmpty }.map { bound in
        LinePlot.Line(
          name: bound.shortName,
          mark: nil,
          points: zip(bound.operations, bound.points).map { (Double($0), $1) }
        )
      }
      lines += result.rows.map { row in
        LinePlot.Line(
          name: row.variant.label,
          mark: mark(of: row.variant.label),
          points: zip(row.curves.operations, kind.points(row.curves)).map { (Double($0), $1 * kind.scale) }
        )
      }
      let ends = result.rows.map { row in
        "\(row.variant.label) \(row.figures[kind.figure].map(kind.figure.text) ?? "–")"
      }
      let plot = LinePlot(
        id: "w\(number)p\(index)",
        title: "\(kind.title): \(result.workload.label)",
        description: "At the end: \(ends.joined(separator: ", ")).",
        xTitle: "operations",
        yTitle: kind.unit,
        lines: lines
      )
      return .element(
        "figure",
        [:],
        .element("h3", text: kind.title) + PlotSize.both(plot.svg)
          + .element("figcaption", text: kind.caption)
      )
    }
  }

  /// The charts of a workload with writers.
  private func charts(of result: WorkloadResult, _ number: Int) -> [Markup] {
    let figures: [(title: String, unit: String, figure: Figure)] = [
      ("Equal keys", "keys", .collisions),
      ("Places where other writers' items come between", "places", .interleavings),
      ("Keys per operation", "keys", .keysMean), ("Time per key", "µs", .timeMean),
    ]
    return figures.enumerated().compactMap { index, kind in
      let bars = result.rows.compactMap { row in
        row.figures[kind.figure].map {
          BarChart.Bar(
            name: row.variant.label,
            mark: mark(of: row.variant.label),
            value: $0 * (kind.figure.isTime ? PlottedCurve.microseconds : 1),
            text: kind.figure.text($0)
          )
        }
      }
      guard !bars.isEmpty else { return nil }
      let chart = BarChart(
        id: "w\(number)p\(index)",
        title: "\(kind.title): \(result.workload.label)",
        description: bars.map { "\($0.name) \($0.text)" }.joined(separator: ", "),
        axisTitle: kind.unit,
        bars: bars
      )
      return .element("figure", [:], .element("h3", text: kind.title) + PlotSize.both(chart.svg))
    }
  }

  /// A figure, and below it the range of its means if several seeds had different ones.
  private func cell(_ figure: Figure, of row: StrategyResult) -> Markup {
    let text = row.figures[figure].map(figure.text) ?? "–"
    guard !figure.isTime, let spread = row.spread[figure] else { return Markup(escaping: text) }
    let (least, most) = (figure.text(spread.lowerBound), figure.text(spread.upperBound))
    guard least != most else { return Markup(escaping: text) }
    return Markup(escaping: text) + .element("small", text: "\(least)–\(most)")
  }

  /// The table of a workload: the figures that at least one strategy has.
  private func figures(of result: WorkloadResult) -> Markup {
    let columns = Figure.allCases.filter { figure in
      figure != .operations && result.rows.contains { $0.figures[figure] != nil }
        && (figure != .refused || result.rows.contains { $0.refused > 0 })
        && (figure != .keysPerItem || result.rows.contains { $0.figures[figure] != $0.figures[.keysMean] })
    }
    var groups = Markup.element("td")
    var head = Markup.element("th", ["scope": "col"], text: "strategy")
    for figure in columns {
      let group = columns.filter { $0.group == figure.group }
      if figure == group.first {
        groups += .element(
          "th",
          ["scope": "colgroup", "colspan": "\(group.count)", "class": "first"],
          text: figure.group
        )
      }
      head += .element(
        "th",
        ["scope": "col", "class": figure == group.first ? "first" : ""],
        text: figure.title
      )
    }
    let rows = result.rows.map { row -> Markup in
      var cells = Markup.element("th", ["scope": "row"], text: row.variant.label)
      for figure in columns { cells += .element("td", [:], cell(figure, of: row)) }
      return .element("tr", [:], cells)
    }
    return table("\(result.workload.label), all figures", [groups, head], rows)
  }
}

/// A curve of a figure during a run.
private struct PlottedCurve {
  var title: String
  /// The unit of the values, for the axis.
  var unit: String
  var caption: String
  var figure: Figure
  var points: (Curves) -> [Double]
  /// The factor for points.
  var scale = 1.0

  /// One nanosecond, in microseconds.
  static let microseconds = 0.001

  static var all: [PlottedCurve] {
    let mean = "Mean of all operations so far."
    return [
      PlottedCurve(
        title: "Keys per operation",
        unit: "keys",
        caption: mean,
        figure: .keysMean,
        points: { $0.keys }
      ),
      PlottedCurve(
        title: "Longest key",
        unit: "bytes",
        caption: "Of all keys so far.",
        figure: .keyBytesLongest,
        points: { $0.longestKey }
      ),
      PlottedCurve(
        title: "Journal bytes per operation",
        unit: "bytes",
        caption: mean,
        figure: .journalMean,
        points: { $0.journalBytes }
      ),
      PlottedCurve(
        title: "Time per operation",
        unit: "µs",
        caption: "Median of the operations since the point before.",
        figure: .timeMean,
        points: { $0.nanoseconds },
        scale: microseconds
      ),
    ]
  }
}
