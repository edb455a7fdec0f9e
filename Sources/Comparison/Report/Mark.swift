/// How a strategy looks in plots: a colour, a shape and a dash, so that it is not told by colour alone.
struct Mark: Sendable {
  /// The number of the strategy in the plan.
  let number: Int

  /// How many colours and shapes there are; the next strategies have the same again with dashed lines.
  static let colourCount = 6

  /// The class that has the colour.
  var colourClass: String { "s\(number % Mark.colourCount)" }

  /// A line through points, each written `x,y`.
  func line(through points: String) -> Markup {
    let isDashed = number >= Mark.colourCount
    return .element(
      "polyline",
      ["class": "curve \(colourClass)\(isDashed ? " dashed" : "")", "points": points]
    )
  }

  /// The shape around a point.
  func shape(_ x: Double, _ y: Double) -> Markup {
    let size = 3.5
    func polygon(_ points: [(Double, Double)]) -> Markup {
      let text = points.map { "\(coordinate(x + $0.0 * size)),\(coordinate(y + $0.1 * size))" }
      return .element("polygon", ["class": "mark \(colourClass)", "points": text.joined(separator: " ")])
    }
    switch number % Mark.colourCount {
    case 0:
      return .element(
        "circle",
        ["class": "mark \(colourClass)", "cx": coordinate(x), "cy": coordinate(y), "r": coordinate(size)]
      )
    case 1: return polygon([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    case 2: return polygon([(0, -1.25), (1.2, 1), (-1.2, 1)])
    case 3: return polygon([(0, -1.4), (1.4, 0), (0, 1.4), (-1.4, 0)])
    case 4: return polygon([(0, 1.25), (1.2, -1), (-1.2, -1)])
    default:
      return polygon([
        (-0.4, -1.3), (0.4, -1.3), (0.4, -0.4), (1.3, -0.4), (1.3, 0.4), (0.4, 0.4), (0.4, 1.3), (-0.4, 1.3),
        (-0.4, 0.4), (-1.3, 0.4), (-1.3, -0.4), (-0.4, -0.4),
      ])
    }
  }
}
