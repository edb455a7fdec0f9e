/// A row of marks for each workload: how the strategies compare at a glance.
struct DotPlot: Sendable {
  /// A workload with a value for each strategy that has one.
  struct Row: Sendable {
    var name: String
    var values: [(mark: Mark, value: Double)]
  }

  private static let width = 1_100.0
  private static let left = 170.0
  private static let right = 30.0
  private static let rowHeight = 27.0
  private static let top = 10.0
  private static let bottom = 38.0
  private static let longestName = 26
  /// Marks that are closer than this are drawn beside each other.
  private static let markWidth = 9.0

  var id: String
  var title: String
  var description: String
  var axisTitle: String
  var rows: [Row]

  /// The plot as SVG.
  var svg: Markup {
    let height = DotPlot.top + Double(rows.count) * DotPlot.rowHeight + DotPlot.bottom
    let x = Scale(
      values: rows.flatMap { $0.values.map(\.value) },
      from: DotPlot.left,
      to: DotPlot.width - DotPlot.right
    )
    var content = Markup.element("title", ["id": "\(id)-title"], text: title)
    content += .element("desc", ["id": "\(id)-desc"], text: description)
    for tick in x.ticks {
      let place = coordinate(x.place(tick))
      content += .element(
        "line",
        ["class": "grid", "x1": place, "x2": place, "y1": "0", "y2": coordinate(height - DotPlot.bottom)]
      )
      content += .element(
        "text",
        [
          "class": "tick", "x": place, "y": coordinate(height - DotPlot.bottom + 15), "text-anchor": "middle",
        ],
        text: Scale.tickText(tick)
      )
    }
    content += .element(
      "text",
      [
        "class": "tick", "x": coordinate(DotPlot.width - DotPlot.right), "y": coordinate(height - 7),
        "text-anchor": "end",
      ],
      text: "\(axisTitle)\(x.isLogarithmic ? ", logarithmic" : "")"
    )
    for (number, row) in rows.enumerated() {
      content += draw(row, at: DotPlot.top + (Double(number) + 0.5) * DotPlot.rowHeight, x)
    }
    return .element(
      "svg",
      [
        "viewBox": "0 0 \(coordinate(DotPlot.width)) \(coordinate(height))", "role": "img",
        "aria-labelledby": "\(id)-title \(id)-desc",
      ],
      content
    )
  }

  private func draw(_ row: Row, at y: Double, _ x: Scale) -> Markup {
    let name =
      row.name.count > DotPlot.longestName ? "\(row.name.prefix(DotPlot.longestName - 1))…" : row.name
    var drawn = Markup.element(
      "text",
      [
        "class": "name", "x": coordinate(DotPlot.left - 14), "y": coordinate(y), "dy": "4",
        "text-anchor": "end",
      ],
      text: name
    )
    drawn += .element(
      "line",
      [
        "class": "grid", "x1": coordinate(DotPlot.left), "x2": coordinate(DotPlot.width - DotPlot.right),
        "y1": coordinate(y), "y2": coordinate(y),
      ]
    )
    var last = -Double.infinity
    for (mark, value) in row.values.sorted(by: { ($0.value, $0.mark.number) < ($1.value, $1.mark.number) }) {
      last = max(x.place(value), last + DotPlot.markWidth)
      drawn += mark.shape(last, y)
    }
    return drawn
  }
}
