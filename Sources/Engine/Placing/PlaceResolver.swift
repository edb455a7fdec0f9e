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
    let gap = try GapFinder(definition: definition, list: list, rows: rows, seen: seen).gap(request)
    var target = try PlaceTarget(gap, definition, overlays)
    if target.plan.grouping?.isOfParent == true { throw .groupedByParent }
    if let overlay = target.overlay {
      return try OverlayPlacing(target: target, overlay: overlay, rows: rows).plan()
    }
    if target.state.branches != nil {
      target = try OutlineGap.place(rows, request, in: target)
    } else {
      try checkIsFlat(rows, request, target)
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
      if case .sorted = target.outline { throw .keepsPlaces(rows[0].isNew ? "items" : "rows") }
      throw ArrangeError(.failedPrecondition, "the view can't show the rows there", field: "rows")
    }
    var needed: Set<PlaceEffect> = []
    if best.changesParent { needed.insert(.parent) }
    if best.changesSection { needed.insert(.section) }
    if copies { needed.insert(.sortFields) }
    if rows.contains(where: { !$0.isNew && $0.collection != target.collection }) {
      needed.insert(.collection)
    }
    try check(needed, request.allow)
    try OutlineRoom(target: target, rows: rows).check(best.placements)
    return PlaceSteps(target: target, rows: best.rows, placements: best.placements).plan
  }

  /// - Throws: ``StatusCode/failedPrecondition`` if rows would be below others in a flat collection.
  private func checkIsFlat(
    _ rows: [DraggedRow],
    _ request: PlaceRowsRequest,
    _ target: PlaceTarget
  ) throws(ArrangeError) {
    if request.parent.map({ !$0.isEmpty }) ?? false {
      throw ArrangeError(
        .failedPrecondition,
        "\"\(target.collection)\" is flat, so that no row of it can be below another one; name no parent",
        field: "parent",
        reason: OutlineReason.noOutline
      )
    }
    for (index, row) in rows.enumerated() {
      guard let (state, slot) = list.place(of: row), slot.levels(in: state) > 1 else { continue }
      throw ArrangeError(
        .failedPrecondition,
        "there is something below \"\(row.id)\", and \"\(target.collection)\" is flat; transfer the item, and say what becomes of "
          + "what is below it",
        field: "rows[\(index)]",
        reason: OutlineReason.hasChildren
      )
    }
  }

  /// A way to show the rows in the gap.
  private struct Way {
    let rows: [DraggedRow]
    let placements: [PlacePositions.Placement]
    /// Whether a row comes to another section of its collection.
    let changesSection: Bool
    /// Whether a row comes below another item, which nobody has pointed at.
    let changesParent: Bool

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
              && target.section(of: rows[row].item) != placement.section
          }
        }
      var isPointedAt = false
      if case .among(let siblings) = target.outline { isPointedAt = siblings.isPointedAt }
      changesParent =
        !isPointedAt
        && placements.contains { placement in
          placement.rows.contains { row in
            rows[row].collection == target.collection && rows[row].parent != placement.to.below.parent
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
    for (index, row) in rows.enumerated() where row.collection != target.collection {
      let below = list.place(of: row).map { $0.slot.descendants(in: $0.state) } ?? []
      guard let item = ([row.item] + below).first(where: { target.state.hasItem($0) }) else { continue }
      throw ArrangeError(
        .alreadyExists,
        "\"\(target.collection)\" has an item \"\(item.id)\"",
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
    "what is in a group because of the item above it can't be placed there; move it below another item, or change the field of "
      + "that item",
    field: "section"
  )

  fileprivate static func keepsPlaces(_ field: String) -> ArrangeError {
    ArrangeError(
      .failedPrecondition,
      "this part of the view sorts the items of an outline without regard to what is below what, and only writes their fields: equal "
        + "rows stay in the order of the outline; place them in a view that shows what is below what",
      field: field
    )
  }
}

extension PlaceEffect {
  fileprivate var consequence: String {
    switch self {
    case .place: "they get another place"
    case .groupField: "they get the value of the group"
    case .parent: "they go below another item of the outline"
    case .section: "they go to another section of their collection"
    case .sortFields: "they get sort fields of their neighbour"
    case .collection: "they go to another collection"
    }
  }
}
