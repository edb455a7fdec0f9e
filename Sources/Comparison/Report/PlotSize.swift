/// The layout of a plot. A page has every plot in both layouts and shows the one that fits its width, so that
/// text is as large on a phone as on a desktop.
enum PlotSize: CaseIterable, Sendable {
  /// For pages of more than ``PageStyle/narrowest`` pixels: names are beside their subjects.
  case wide
  /// For narrower ones: names are above or below.
  case narrow

  /// The suffix of ids in a plot, so that each id is unique.
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
