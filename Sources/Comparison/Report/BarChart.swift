/// A bar for each strategy, with its value.
struct BarChart: Sendable {
  struct Bar: Sendable {
    var name: String
    var mark: Mark
    var value: Double
    var text: String
  }

  private static let wideWidth = 540.0
  /// The right edge of the names of a wide chart.
  private static let wideLeft = 158.0
  private static let right = 70.0
  private static let barHeight = 14.0
  /// The height of a name above its bar.
  private static let nameHeight = 17.0
  private static let bottom = 36.0
  private static let longestName = 22

  var id: String
  var title: String
  var description: String
  var axisTitle: String
  var bars: [Bar]

  /// The chart as SVG.
  func svg(_ size: PlotSize) -> Markup {
    let isWide = size == .wide
    let width = isWide ? BarChart.wideWidth : PlotSize.narrowWidth
    let left = isWide ? BarChart.wideLeft : 4
    let rowHeight = isWide ? 26.0 : 40.0
    let floor = Double(bars.count) * rowHeight + 6
    let x = Scale(linearTo: bars.map(\.value).max() ?? 1, from: left, to: width - BarChart.right)
    let names = ShortLabels(bars.map(\.name), longest: BarChart.longestName)
    var content = Markup("")
    for tick in x.ticks {
      let place = coordinate(x.place(tick))
      content += .element(
        "line",
        ["class": "grid", "x1": place, "x2": place, "y1": "0", "y2": coordinate(floor)]
      )
      content += .element(
        "text",
        [
          "class": "tick", "x": place, "y": coordinate(floor + 15),
          "text-anchor": tick == 0 && !isWide ? "start" : "middle",
        ],
        text: Scale.tickText(tick)
      )
    }
    content += .element(
      "text",
      [
        "class": "tick", "x": coordinate(width - BarChart.right), "y": coordinate(floor + 30),
        "text-anchor": "end",
      ],
      text: "\(axisTitle), \(x.name)"
    )
    for (number, bar) in bars.enumerated() {
      let top = Double(number) * rowHeight + 4
      let y = isWide ? top + rowHeight / 2 : top + BarChart.nameHeight + BarChart.barHeight / 2
      let end = x.place(bar.value)
      content += .element(
        "text",
        [
          "class": "name \(bar.mark.colourClass)", "x": coordinate(isWide ? left - 8 : left),
          "y": coordinate(isWide ? y + 4 : top + 12), "text-anchor": isWide ? "end" : "start",
        ],
        text: names[bar.name]
      )
      content += .element(
        "rect",
        [
          "class": "bar \(bar.mark.colourClass)", "x": coordinate(left),
          "y": coordinate(y - BarChart.barHeight / 2), "width": coordinate(end - left),
          "height": coordinate(BarChart.barHeight),
        ]
      )
      content += .element(
        "text",
        ["class": "value", "x": coordinate(end + 6), "y": coordinate(y + 4)],
        text: bar.text
      )
    }
    return size.picture(
      id: id,
      title: title,
      description: description,
      width: width,
      height: floor + BarChart.bottom,
      content
    )
  }
}
