/// How a plot is laid out. A page has every plot in both ways and shows the one that fits its width, so that letters are
/// as large on a telephone as on a desk.
enum PlotSize: CaseIterable, Sendable {
  /// For pages of more than ``PageStyle/narrowest`` pixels: names stand beside what they are of.
  case wide
  /// For narrower ones: names stand above or below.
  case narrow

  /// What the ids of a plot end in, so that each is there once.
  var suffix: String { self == .wide ? "" : "n" }

  /// The width of a narrow plot, in the pixels of a page of 400 without its margins.
  static let narrowWidth = 352.0

  /// A plot in both sizes, of which the page shows one.
  static func both(_ draw: (PlotSize) -> Markup) -> Markup {
    Markup.element("div", ["class": "wide"], draw(.wide))
      + .element("div", ["class": "narrow"], draw(.narrow))
  }

  /// The outermost element of a plot.
  func picture(
    id: String,
    title: String,
    description: String,
    width: Double,
    height: Double,
    _ content: Markup
  ) -> Markup {
    let id = id + suffix
    return .element(
      "svg",
      [
        "viewBox": "0 0 \(coordinate(width)) \(coordinate(height))", "role": "img",
        "aria-labelledby": "\(id)-title \(id)-desc",
      ],
      Markup.element("title", ["id": "\(id)-title"], text: title)
        + .element("desc", ["id": "\(id)-desc"], text: description) + content
    )
  }
}
