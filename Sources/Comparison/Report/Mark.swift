/// The appearance of a strategy in plots: a colour, a shape and a dash, so that it can be identified without
/// colour. Each strategy of a plan has a different one.
struct Mark: Sendable {
  /// The number of the strategy in the plan.
  let number: Int

  /// The number of marks: one for each strategy that a plan may have.
  static let count = ComparisonPlan.maximumStrategies
  /// From this number on shapes are hollow and lines dashed.
  private static let firstHollow = 6

  /// The CSS class of the colour.
  var colourClass: String { "s\(number % Mark.count)" }

  private var isHollow: Bool { number % Mark.count >= Mark.firstHollow }

  /// A line through points, each written `x,y`.
  func line(through points: String) -> Markup {
    .element(
      "polyline",
      ["class": "curve \(colourClass)\(isHollow ? " dashed" : "")", "points": points]
    )
  }

  /// The shape around a point.
  func shape(_ x: Double, _ y: Double) -> Markup {
    let size = 3.5
    let names = "mark \(colourClass)\(isHollow ? " hollow" : "")"
    func polygon(_ points: [(Double, Double)]) -> Markup {
      let text = points.map { "\(coordinate(x + $0.0 * size)),\(coordinate(y + $0.1 * size))" }
      return .element("polygon", ["class": names, "points": text.joined(separator: " ")])
    }
    switch number % Mark.firstHollow {
    case 0:
      return .element(
        "circle",
        ["class": names, "cx": coordinate(x), "cy": coordinate(y), "r": coordinate(size)]
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
