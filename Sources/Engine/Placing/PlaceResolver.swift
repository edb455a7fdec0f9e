import ArrangeModel

/// Decides what placing rows in a view does: of all states of the collections in which the view shows exactly the old rows
/// with the dragged ones in the gap, the one with the least effect.
///
/// It depends on nothing but its values, so that a call, a dry run and a repeated attempt decide in the same way. Nothing
/// is evaluated again: O(k log n) for k dragged rows.
struct PlaceResolver {
  let definition: ViewDefinition
  /// The newest version of the view.
  let list: ViewList
  /// The list as it was seen; nil if that is not known.
  var seen: ViewList?
  /// The overlays of parts, by the numbers of the parts.
  var overlays: [Int: PlaceOverlay] = [:]
  /// Whether only rows are placed that the view shows: their readers may see nothing else of its collections.
  var placesOnlyShownRows = false

  /// - Throws: ``StatusCode/failedPrecondition``, with the words of the missing effects as field, if it needs effects that
  ///   are not allowed; as ``GapFinder``, ``PlaceTarget`` and others if it is impossible.
  func plan(_ request: PlaceRowsRequest) throws(ArrangeError) -> PlacePlan {
    let rows = try DraggedRows(list, mustBeShown: placesOnlyShownRows).rows(request)
    try checkCollections(of: rows)
    let gap = try GapFinder(list: list, rows: rows, seen: seen).gap(request)
    let target = try PlaceTarget(gap, definition, overlays)
    if target.state.branches != nil { throw .placedInOutline(target.collection, field: "section") }
    if target.plan.grouping?.isOfParent == true { throw .groupedByParent }
    if let overlay = target.overlay {
      return try OverlayPlacing(target: target, overlay: overlay, rows: rows).plan()
    }
    try checkIDs(rows, target)
    let fields = PlaceFields(target: target)
    let grouped = try fields.grouped(rows)
    var best = try fields.fit(grouped) ? Way(grouped, target) : nil
    let copies = best == nil
    if copies {
      for rows in try fields.copies(grouped) {
        if let way = try Way(rows, target), way.cost < best?.cost ?? .most { best = way }
      }
    }
    guard let best else {
      throw ArrangeError(.failedPrecondition, "the view can't show the rows there", field: "rows")
    }
    var needed: Set<PlaceEffect> = []
    if best.changesSection { needed.insert(.section) }
    if copies { needed.insert(.sortFields) }
    if rows.contains(where: { !$0.isNew && $0.collection != target.collection }) {
      needed.insert(.collection)
    }
    try check(needed, request.allow)
    return PlaceSteps(target: target, rows: best.rows, placements: best.placements).plan
  }

  /// - Throws: ``StatusCode/failedPrecondition`` if a row is of an outline.
  private func checkCollections(of rows: [DraggedRow]) throws(ArrangeError) {
    for (index, row) in rows.enumerated() {
      guard let collection = row.collection else { continue }
      let part = list.parts.first { $0.collection == collection }
      if part?.state?.branches != nil { throw .placedInOutline(collection, field: "rows[\(index)]") }
    }
  }

  /// A way to show the rows in the gap.
  private struct Way {
    let rows: [DraggedRow]
    let placements: [PlacePositions.Placement]
    /// Whether a row comes to another section of its collection.
    let changesSection: Bool

    /// Nil if there are no positions for the rows.
    init?(_ rows: [DraggedRow], _ target: PlaceTarget) throws(ArrangeError) {
      guard let placements = try PlacePositions(target: target, rows: rows).placements() else { return nil }
      self.rows = rows
      self.placements = placements
      changesSection =
        target.ownSection == nil
        && placements.contains { placement in
          placement.rows.contains { row in
            rows[row].collection == target.collection
              && target.state.path(of: rows[row].item)?.section != placement.section
          }
        }
    }

    /// Compared from the first on.
    struct Cost: Comparable {
      static let most = Cost(sections: .max, fields: .max, places: .max)
      var sections: Int
      var fields: Int
      var places: Int

      static func < (a: Cost, b: Cost) -> Bool {
        (a.sections, a.fields, a.places) < (b.sections, b.fields, b.places)
      }
    }

    var cost: Cost {
      Cost(
        sections: changesSection ? 1 : 0,
        fields: rows.reduce(0) { $0 + $1.writes.count },
        places: placements.isEmpty ? 0 : 1
      )
    }
  }

  /// - Throws: ``StatusCode/alreadyExists`` if the id of an item that comes into the collection is taken.
  private func checkIDs(_ rows: [DraggedRow], _ target: PlaceTarget) throws(ArrangeError) {
    for (index, row) in rows.enumerated()
    where row.collection != target.collection && target.state.hasItem(row.item) {
      throw ArrangeError(
        .alreadyExists,
        "\"\(target.collection)\" has an item \"\(row.item.id)\"",
        field: row.isNew ? "items[\(index)].id" : "rows[\(index)]"
      )
    }
  }

  /// - Throws: ``StatusCode/failedPrecondition`` if an effect is missing.
  private func check(_ needed: Set<PlaceEffect>, _ allowed: Set<PlaceEffect>) throws(ArrangeError) {
    let missing = needed.subtracting(allowed).sorted()
    if missing.isEmpty { return }
    let words = missing.map(\.word).joined(separator: ",")
    throw ArrangeError(
      .failedPrecondition,
      "nothing was moved: the rows are only shown there if \(missing.map(\.consequence).joined(separator: " and ")); "
        + "allow \"\(words)\", or choose another place",
      field: "allow[\(words)]"
    )
  }
}

extension ArrangeError {
  fileprivate static let groupedByParent = ArrangeError(
    .failedPrecondition,
    "what is in a group because of the item above it can't be placed there; move the item itself",
    field: "section"
  )

  fileprivate static func placedInOutline(_ collection: Identifier, field: String) -> ArrangeError {
    var error = NotForOutlines.placing.error("\"\(collection)\"")
    error.field = field
    return error
  }
}

extension PlaceEffect {
  fileprivate var consequence: String {
    switch self {
    case .place: "they get another place"
    case .groupField: "they get the value of the group"
    case .section: "they go to another section of their collection"
    case .sortFields: "they get sort fields of their neighbour"
    case .collection: "they go to another collection"
    }
  }
}
