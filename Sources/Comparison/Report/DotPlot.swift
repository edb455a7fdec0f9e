/// A row of marks for each workload, to compare strategies at a glance. Every mark is at its value;
/// overlapping marks are stacked vertically.
struct DotPlot: Sendable {
  /// A workload with a value for each strategy that has one.
  struct Row: Sendable {
    var name: String
    var values: [Value]
  }

  struct Value: Sendable {
    var mark: Mark
    var value: Double
    /// The range over the seeds.
    var spread: ClosedRange<Double>?
  }

  private static let wideWidth = 860.0
  /// The right edge of the names of a wide plot.
  private static let wideLeft = 190.0
  private static let right = 20.0
  /// The height of a name above its marks.
  private static let nameHeight = 17.0
  /// The distance of stacked marks.
  private static let laneHeight = 11.0
  /// The space above and below the marks of a row.
  private static let padding = 8.0
  private static let top = 4.0
  private static let bottom = 38.0
  private static let longestName = 28
  /// Marks closer than this are stacked.
  private static let markWidth = 10.0

  var id: String
  var title: String
  var description: String
  var axisTitle: String
  var rows: [Row]

  /// The plot as SVG.
  func svg(_ size: PlotSize) -> Markup {
    let isWide = size == .wide
    let width = isWide ? DotPlot.wideWidth : PlotSize.narrowWidth
    let left = isWide ? DotPlot.wideLeft : 12
    let values = rows.flatMap(\.values).flatMap { value in
      [value.value] + (value.spread.map { [$0.lowerBound, $0.upperBound] } ?? [])
    }
    let x = Scale(values: values, from: left, to: width - DotPlot.right)
    let names = ShortLabels(rows.map(\.name), longest: DotPlot.longestName)
    var y = DotPlot.top
    var drawn = Markup("")
    for row in rows {
      let lanes = DotPlot.lanes(of: row.values, x)
      let height = Double(max(1, lanes.count)) * DotPlot.laneHeight + DotPlot.padding
      if !isWide { y += DotPlot.nameHeight }
      drawn += .element(
        "text",
        [
          "class": "name", "x": coordinate(isWide ? left - 14 : 0),
          "y": coordinate(isWide ? y + height / 2 + 4 : y - 3), "text-anchor": isWide ? "end" : "start",
        ],
        text: names[row.name]
      )
      for (number, lane) in lanes.enumerated() {
        let middle = y + DotPlot.padding / 2 + (Double(number) + 0.5) * DotPlot.laneHeight
        for value in lane { drawn += draw(value, at: middle, x) }
      }
      y += height
      drawn += .element(
        "line",
        [
          "class": "grid", "x1": coordinate(isWide ? left : 0), "x2": coordinate(width - DotPlot.right),
          "y1": coordinate(y), "y2": coordinate(y),
        ]
      )
    }
    return size.picture(
      id: id,
      title: title,
      description: description,
      width: width,
      height: y + DotPlot.bottom,
      axis(x, width: width, floor: y) + drawn
    )
  }

  private func axis(_ x: Scale, width: Double, floor: Double) -> Markup {
    var axis = Markup("")
    for tick in x.ticks {
      let place = coordinate(x.place(tick))
      axis += .element(
        "line",
        ["class": "grid", "x1": place, "x2": place, "y1": "0", "y2": coordinate(floor)]
      )
      axis += .element(
        "text",
        ["class": "tick", "x": place, "y": coordinate(floor + 16), "text-anchor": "middle"],
        text: Scale.tickText(tick)
      )
    }
    axis += .element(
      "text",
      [
        "class": "tick", "x": coordinate(width - DotPlot.right), "y": coordinate(floor + 32),
        "text-anchor": "end",
      ],
      text: "\(axisTitle), \(x.name)"
    )
    return axis
  }

  private func draw(_ value: Value, at y: Double, _ x: Scale) -> Markup {
    var drawn = Markup("")
    if let spread = value.spread, spread.lowerBound < spread.upperBound {
      drawn += .element(
        "line",
        [
          "class": "spread \(value.mark.colourClass)", "x1": coordinate(x.place(spread.lowerBound)),
          "x2": coordinate(x.place(spread.upperBound)), "y1": coordinate(y), "y2": coordinate(y),
        ]
      )
    }
    return drawn + value.mark.shape(x.place(value.value), y)
  }

  /// The values in lanes, within which none overlap.
  static func lanes(of values: [Value], _ x: Scale) -> [[Value]] {
    var lanes: [(end: Double, values: [Value])] = []
    for value in values.sorted(by: { ($0.value, $0.mark.number) < ($1.value, $1.mark.number) }) {
      let half = markWidth / 2
      let start = min(x.place(value.value) - half, value.spread.map { x.place($0.lowerBound) } ?? .infinity)
      let end = max(x.place(value.value) + half, value.spread.map { x.place($0.upperBound) } ?? -.infinity)
      if let lane = lanes.firstIndex(where: { $0.end <= start }) {
        lanes[lane].end = end
        lanes[lane].values.append(value)
      } else {
        lanes.append((end, [value]))
      }
    }
    return lanes.map(\.values)
  }
}
