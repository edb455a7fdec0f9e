import ArrangeModel

/// What a view shows of given states of its collections.
extension LiveView {
  /// The parts of a view over given states of its collections, as they are shown.
  static func shown(
    _ parts: [Part],
    of definition: ViewDefinition,
    _ selections: [ViewPart.Selections],
    _ states: [CollectionState]
  ) -> [ViewPart] {
    let isOpaque = definition.rights == .definer
    return zip(parts, definition.parts).enumerated().map { number, pair in
      let (part, definition) = pair
      let rows: ViewPart.Rows =
        switch part {
        case .fixed: .own(.init(RowList(fixed: definition.content), of: nil))
        case .mirror(let source): .mirror(.init(states[source]))
        case .rows(let rows, let source): .own(.init(rows.list, of: states[source]))
        }
      return ViewPart(definition, number: number, rows: rows, selections[number], isOpaque: isOpaque)
    }
  }

  /// The list of a view that nobody follows, over given states of its collections. Its version is the sum of theirs.
  static func list(
    of definition: ViewDefinition,
    _ parts: [Part],
    _ states: [CollectionState]
  ) -> ViewList {
    let shown = shown(parts, of: definition, definition.parts.map { ViewPart.Selections($0) }, states)
    let version = states.reduce(0) { $0 + $1.version }
    let window = firstWindow(of: definition)
    guard let window, let anchor = WindowAnchor(definition.window) else {
      return ViewList(version: version, parts: shown, window: window)
    }
    let whole = ViewList(version: version, parts: shown, window: nil)
    return ViewList(version: version, parts: shown, window: anchor.window(like: window, in: whole))
  }
}
