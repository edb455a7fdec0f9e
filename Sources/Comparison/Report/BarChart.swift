/// A bar for each strategy, with its value.
struct BarChart: Sendable {
  struct Bar: Sendable {
    var name: String
    var mark: Mark
    var value: Double
    var text: String
  }

  private static let width = 540.0
  private static let left = 150.0
  private static let right = 70.0
  private static let rowHeight = 26.0
  private static let barHeight = 14.0
  private static let longestName = 22

  var id: String
  var title: String
  var description: String
  var bars: [Bar]

  /// The chart as SVG.
  var svg: Markup {
    let height = Double(bars.count) * BarChart.rowHeight + 8
    let x = Scale(
      linearTo: bars.map(\.value).max() ?? 1,
      from: BarChart.left,
      to: BarChart.width - BarChart.right
    )
    var content = Markup.element("title", ["id": "\(id)-title"], text: title)
    content += .element("desc", ["id": "\(id)-desc"], text: description)
    for (number, bar) in bars.enumerated() {
      let y = (Double(number) + 0.5) * BarChart.rowHeight + 4
      let end = x.place(bar.value)
      let name =
        bar.name.count > BarChart.longestName ? "\(bar.name.prefix(BarChart.longestName - 1))…" : bar.name
      content += .element(
        "text",
        [
          "class": "name \(bar.mark.colourClass)", "x": coordinate(BarChart.left - 8), "y": coordinate(y),
          "dy": "4",
          "text-anchor": "end",
        ],
        text: name
      )
      content += .element(
        "rect",
        [
          "class": "bar \(bar.mark.colourClass)", "x": coordinate(BarChart.left),
          "y": coordinate(y - BarChart.barHeight / 2), "width": coordinate(max(1, end - BarChart.left)),
          "height": coordinate(BarChart.barHeight),
        ]
      )
      content += .element(
        "text",
        ["class": "value", "x": coordinate(end + 6), "y": coordinate(y), "dy": "4"],
        text: bar.text
      )
    }
    return .element(
      "svg",
      [
        "viewBox": "0 0 \(coordinate(BarChart.width)) \(coordinate(height))", "role": "img",
        "aria-labelledby": "\(id)-title \(id)-desc",
      ],
      content
    )
  }
}
