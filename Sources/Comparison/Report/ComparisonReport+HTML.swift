extension ComparisonReport {
  /// The report as one self-contained HTML page: no scripts, fonts or pictures from elsewhere. It is also
  /// well-formed XML.
  package var html: String {
    var body = heading
    body += overview
    body += barSection
    for (number, result) in workloads.enumerated() { body += section(of: result, number) }
    body += PageGlossary.section
    let head =
      Markup("<meta charset=\"utf-8\"/>")
      + Markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>")
      + .element("title", text: "Ordering strategies compared")
      + Markup("<style>\n\(PageStyle.css)\n</style>")
    let page = Markup.element(
      "html",
      ["lang": "en"],
      .element("head", [:], head) + Markup("\n") + .element("body", [:], .element("main", [:], body))
    )
    return "<!DOCTYPE html>\n\(page.text)\n"
  }

  /// The mark of a strategy in all plots.
  func mark(of label: String) -> Mark { Mark(number: strategies.firstIndex { $0.label == label } ?? 0) }

  private var heading: Markup {
    var heading = Markup.element("h1", text: "Which strategy for this list?")
    heading += .element(
      "p",
      ["class": "dim"],
      text:
        "The same edits under \(strategies.count) ordering \(strategies.count == 1 ? "strategy" : "strategies"). "
        + "Seed \(seed): the same seed gives the same edits and counts. Times are medians and depend on the machine."
    )
    let legend = strategies.map { variant -> Markup in
      let mark = mark(of: variant.label)
      let line = Markup.element(
        "svg",
        ["viewBox": "0 0 30 14", "aria-hidden": "true"],
        mark.line(through: "0,7 30,7") + mark.shape(15, 7)
      )
      let text = variant.label == variant.text ? variant.label : "\(variant.label) (\(variant.text))"
      return .element("li", [:], line + Markup(escaping: text))
    }
    heading += .element("ul", ["class": "legend"], legend.joined)
    let links = workloads.enumerated().map { number, result in
      Markup.element("a", ["href": "#w\(number)"], text: result.workload.label)
    }
    heading += .element("nav", ["aria-label": "Workloads"], links.joined)
    return heading
  }

  private var overview: Markup {
    var overview = Markup.element("h2", text: "In short")
    overview += .element(
      "p",
      text:
        "Find the line that matters most for your list. Each number is the worst that the strategy came to in any "
        + "workload that all of them did, and below it stands in which. A dot marks the best and those within a little "
        + "of it. Shuffle and sort are left out here: they write a key for almost every item whatever the strategy. "
        + "Of workloads whose operations bring many items only the keys count."
    )
    overview += .element("ul", ["class": "choose"], choices.joined)
    for label in strategies.map(\.label) where unfit.contains(label) {
      overview += .element(
        "p",
        ["class": "missed"],
        text:
          "\(label) did not do everything, or came out wrong: it is not among the best of anything. See below."
      )
    }
    var head = Markup.element("th", ["scope": "col"], text: "What matters")
    for variant in strategies { head += .element("th", ["scope": "col"], text: variant.label) }
    let rows = Criterion.allCases.compactMap { criterion -> Markup? in
      let values = values(of: criterion)
      guard values.count > 1 else { return nil }
      var row = Markup.element("th", ["scope": "row"], text: criterion.title)
      for variant in strategies {
        guard let value = values.first(where: { $0.strategy == variant.label }) else {
          row += .element("td", text: "–")
          continue
        }
        let cell =
          Markup.element("b", text: criterion.figure.text(value.value))
          + .element("small", text: value.workload)
        row += value.isBest ? .element("td", ["class": "best"], cell) : .element("td", [:], cell)
      }
      return .element("tr", [:], row)
    }
    overview += table("The worst of each strategy", [head], rows)
    let plot = DotPlot(
      id: "overview",
      title: "Keys written for each item that comes or moves, mean, in every workload",
      description:
        "A mark for each strategy in each workload. The numbers are in the tables of the workloads.",
      axisTitle: "keys per item",
      rows: workloads.map { result in
        DotPlot.Row(
          name: result.workload.label,
          values: result.rows.compactMap { row in
            row.figures[.keysPerItem].map {
              DotPlot.Value(
                mark: mark(of: row.variant.label),
                value: $0,
                spread: row.spread[.keysPerItem]
              )
            }
          }
        )
      }
    )
    overview += .element(
      "figure",
      ["class": "overview"],
      .element("h3", text: plot.title) + PlotSize.both(plot.svg)
        + .element(
          "figcaption",
          text:
            "Every mark stands at its value, those that are close to each other below each other. A line through a mark "
            + "goes from the least to the most that one of several seeds came to. For dense the keys are ranks, which follow from the places: what counts are the ranks that change. They "
            + "are not written to the disk, but whoever reads ranks from a copy has to read them all anew."
        )
    )
    return .element("section", [:], overview)
  }

  /// For each strategy, the goals for which it is best.
  private var choices: [Markup] {
    strategies.compactMap { variant in
      let wishes = Criterion.allCases.filter { criterion in
        values(of: criterion).contains { $0.strategy == variant.label && $0.isBest }
      }
      guard !wishes.isEmpty else { return nil }
      return .element(
        "li",
        [:],
        .element("b", text: variant.label)
          + Markup(escaping: " where \(wishes.map(\.wish).joined(separator: ", ")).")
      )
    }
  }

  private var barSection: Markup {
    let bars = bars
    guard !bars.isEmpty || !barsNotRun.isEmpty else { return Markup("") }
    let missed = bars.count { !$0.isHeld }
    var section = Markup.element("h2", text: "Bars")
    section += .element(
      "p",
      text: (missed == 0 ? "All \(bars.count) are held." : "\(missed) of \(bars.count) are missed.")
        + (barsNotRun.isEmpty ? "" : " \(barsNotRun.count) more of the plan were not run.")
    )
    var head = Markup("")
    for title in ["Workload", "Strategy", "Figure", "Has to be", "Found", ""] {
      head += .element("th", ["scope": "col"], text: title)
    }
    let rows = bars.map { bar -> Markup in
      var row = Markup.element("td", text: bar.workload) + .element("td", text: bar.strategy)
      row += .element("td", text: bar.figure.rawValue) + .element("td", text: bar.bar.range)
      row += .element("td", text: bar.found)
      row +=
        bar.isHeld
        ? .element("td", ["class": "held"], text: "✓ held")
        : .element("td", ["class": "missed"], text: "✗ missed")
      return .element("tr", [:], row)
    }
    let notRun = barsNotRun.map { place -> Markup in
      var row = Markup.element("td", text: place.workload) + .element("td", text: place.strategy)
      row +=
        .element("td", text: place.figure.rawValue) + .element("td", text: "–") + .element("td", text: "–")
      return .element("tr", [:], row + .element("td", text: "not run"))
    }
    section += table("What the plan asks for", [head], rows + notRun)
    return .element("section", [:], section)
  }

  /// A table in a box that scrolls if the page is narrow.
  func table(_ caption: String, _ heads: [Markup], _ rows: [Markup]) -> Markup {
    let table =
      Markup.element("caption", text: caption)
      + .element("thead", [:], heads.map { Markup.element("tr", [:], $0) }.joined)
      + .element("tbody", [:], rows.joined)
    // Whoever has no mouse scrolls it as well.
    let scrolls: KeyValuePairs = [
      "class": "scroll", "role": "region", "tabindex": "0", "aria-label": caption,
    ]
    return .element("div", scrolls, .element("table", [:], table))
  }
}
