import Foundation

/// Curves over the operations of a run.
struct LinePlot: Sendable {
  /// One curve with the name at its end.
  struct Line: Sendable {
    var name: String
    /// The mark of a strategy; nil for a bound.
    var mark: Mark?
    var points: [(x: Double, y: Double)]
  }

  private static let wideWidth = 540.0
  /// The height of the part with the curves, with its axes.
  private static let height = 266.0
  private static let left = 46.0
  /// The space to the right of the curves, for the names of a wide plot.
  private static let wideRight = 170.0
  private static let narrowRight = 14.0
  private static let top = 28.0
  private static let bottom = 36.0
  /// The least distance of two names.
  private static let lineHeight = 14.0
  /// The distance of two names below a narrow plot.
  private static let nameHeight = 18.0
  /// Points this close to a straight line are left out.
  private static let tolerance = 0.4
  private static let longestName = 21

  /// A unique name for each plot of a page.
  var id: String
  var title: String
  var description: String
  var xTitle: String
  var yTitle: String
  var lines: [Line]

  /// The plot as SVG.
  func svg(_ size: PlotSize) -> Markup {
    let isWide = size == .wide
    let width = isWide ? LinePlot.wideWidth : PlotSize.narrowWidth
    let right = width - (isWide ? LinePlot.wideRight : LinePlot.narrowRight)
    let y = Scale(
      values: lines.flatMap { $0.points.map(\.y) },
      from: LinePlot.height - LinePlot.bottom,
      to: LinePlot.top
    )
    let maximumX = lines.flatMap { $0.points.map(\.x) }.max() ?? 1
    let x = Scale(linearTo: maximumX, from: LinePlot.left, to: right)
    var content = axes(x, y, to: right)
    // Bounds are drawn below the strategies.
    for line in lines where line.mark == nil { content += curve(line, x, y) }
    for line in lines where line.mark != nil { content += curve(line, x, y) }
    content += isWide ? names(x, y, right: right) : list(y)
    return size.picture(
      id: id,
      title: title,
      description: "\(description) The scale is \(y.name).",
      width: width,
      height: LinePlot.height + (isWide ? 0 : Double(lines.count) * LinePlot.nameHeight + 4),
      content
    )
  }

  private func axes(_ x: Scale, _ y: Scale, to right: Double) -> Markup {
    let left = LinePlot.left
    let floor = LinePlot.height - LinePlot.bottom
    var axes = Markup.element(
      "text",
      ["class": "tick", "x": "0", "y": "12"],
      text: "\(yTitle), \(y.name)"
    )
    for tick in y.ticks {
      let place = y.place(tick)
      axes += .element(
        "line",
        [
          "class": "grid", "x1": coordinate(left), "x2": coordinate(right), "y1": coordinate(place),
          "y2": coordinate(place),
        ]
      )
      axes += .element(
        "text",
        ["class": "tick", "x": coordinate(left - 6), "y": coordinate(place + 4), "text-anchor": "end"],
        text: Scale.tickText(tick)
      )
    }
    for tick in x.ticks {
      let place = x.place(tick)
      guard place <= right + 0.5 else { continue }
      axes += .element(
        "text",
        ["class": "tick", "x": coordinate(place), "y": coordinate(floor + 16), "text-anchor": "middle"],
        text: Scale.tickText(tick)
      )
    }
    axes += .element(
      "line",
      [
        "class": "axis", "x1": coordinate(left), "x2": coordinate(right), "y1": coordinate(floor),
        "y2": coordinate(floor),
      ]
    )
    axes += .element(
      "text",
      ["class": "tick", "x": coordinate(right), "y": coordinate(floor + 31), "text-anchor": "end"],
      text: "\(xTitle), \(x.name)"
    )
    return axes
  }

  private func curve(_ line: Line, _ x: Scale, _ y: Scale) -> Markup {
    let places = LinePlot.simplified(line.points.map { (x: x.place($0.x), y: y.place($0.y)) })
    guard let last = places.last else { return Markup("") }
    let text = places.map { "\(coordinate($0.x)),\(coordinate($0.y))" }.joined(separator: " ")
    guard let mark = line.mark else { return .element("polyline", ["class": "bound", "points": text]) }
    return mark.line(through: text) + mark.shape(last.x, last.y)
  }

  private var shortNames: ShortLabels { ShortLabels(lines.map(\.name), longest: LinePlot.longestName) }

  /// The names below a narrow plot, the highest curve first, each with a piece of its line.
  private func list(_ y: Scale) -> Markup {
    let shown = lines.compactMap { line in line.points.last.map { (line, y.place($0.y)) } }
      .sorted { $0.1 < $1.1 }
    var list = Markup("")
    for (number, (line, _)) in shown.enumerated() {
      let place = LinePlot.height + (Double(number) + 0.5) * LinePlot.nameHeight
      let piece =
        "\(coordinate(LinePlot.left)),\(coordinate(place)) \(coordinate(LinePlot.left + 30)),\(coordinate(place))"
      list +=
        line.mark.map { $0.line(through: piece) + $0.shape(LinePlot.left + 15, place) }
        ?? .element("polyline", ["class": "bound", "points": piece])
      list += name(line, LinePlot.left + 40, place, shortNames)
    }
    return list
  }

  private func name(_ line: Line, _ x: Double, _ y: Double, _ names: ShortLabels) -> Markup {
    .element(
      "text",
      [
        "class": line.mark.map { "name \($0.colourClass)" } ?? "name boundname", "x": coordinate(x),
        "y": coordinate(y + 4),
      ],
      text: names[line.name]
    )
  }

  /// The names next to the ends of the curves, moved apart to avoid overlaps.
  private func names(_ x: Scale, _ y: Scale, right: Double) -> Markup {
    let ends = lines.compactMap { line in
      line.points.last.map { (line, x.place($0.x), y.place($0.y)) }
    }
    .sorted { $0.2 < $1.2 }
    var places = ends.map(\.2)
    for index in places.indices.dropFirst() {
      places[index] = max(places[index], places[index - 1] + LinePlot.lineHeight)
    }
    // Names below the lower edge are moved back up.
    var limit = LinePlot.height - 6
    for index in places.indices.reversed() {
      places[index] = min(places[index], limit)
      limit = places[index] - LinePlot.lineHeight
    }
    let column = right + 16
    let shortNames = shortNames
    var names = Markup("")
    for (place, (line, endX, endY)) in zip(places, ends) {
      if abs(place - endY) > 3 || column - endX > 24 {
        names += .element(
          "line",
          [
            "class": "leader", "x1": coordinate(endX + 5), "y1": coordinate(endY),
            "x2": coordinate(column - 3),
            "y2": coordinate(place),
          ]
        )
      }
      names += name(line, column, place, shortNames)
    }
    return names
  }

  /// Points without those on the line between others (Douglas, Peucker 1973). O(n²) at worst, n ≤ 200.
  static func simplified(_ points: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
    guard points.count > 2, let first = points.first, let last = points.last else { return points }
    var (farthest, distance) = (0, 0.0)
    for index in 1..<(points.count - 1) {
      let point = points[index]
      let share = last.x == first.x ? 0 : (point.x - first.x) / (last.x - first.x)
      let off = abs(point.y - (first.y + share * (last.y - first.y)))
      if off > distance { (farthest, distance) = (index, off) }
    }
    guard distance > tolerance else { return [first, last] }
    return simplified(Array(points[...farthest])).dropLast() + simplified(Array(points[farthest...]))
  }
}
