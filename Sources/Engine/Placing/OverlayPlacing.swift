import ArrangeModel

/// The overlay in which rows of a part are placed.
struct PlaceOverlay {
  let name: OverlayName
  /// The collection that has the entries.
  let entries: CollectionState
  let order: OverlayOrder
}

/// Decides what placing rows does in a part that shows an overlay: the rows get entries in it, and the collection stays as it
/// is. What needs another effect is refused.
struct OverlayPlacing {
  let target: PlaceTarget
  let overlay: PlaceOverlay
  let rows: [DraggedRow]

  /// O(k log n) for k rows, and O(e log n) for the e entries of the overlay if anything is written.
  ///
  /// - Throws: ``StatusCode/failedPrecondition`` if the rows can't be there without a change of the collection.
  func plan() throws(ArrangeError) -> PlacePlan {
    for (index, row) in rows.enumerated() where row.collection != target.collection {
      throw refusal(
        row.isNew
          ? "an overlay only orders items of \"\(target.collection)\"; insert the item into the collection"
          : "an overlay only orders items of \"\(target.collection)\"; \"\(row.id)\" is not one",
        row.isNew ? "items[\(index)]" : "rows[\(index)]"
      )
    }
    for (field, value) in target.group {
      let canonical = GroupValue.canonical(value)
      for (index, row) in rows.enumerated()
      where target.plan.groupValue(of: row.item, in: field) != canonical {
        throw refusal(
          "placing in an overlay writes no fields; \"\(row.id)\" has another \"\(field)\"",
          "rows[\(index)]"
        )
      }
    }
    guard try PlaceFields(target: target).fit(rows) else {
      throw refusal("this part of the view is sorted, and only orders equal rows by the overlay", "rows")
    }
    guard let placements = try PlacePositions(target: target, rows: rows).placements() else {
      throw refusal("the view can't show the rows there", "rows")
    }
    for placement in placements {
      for row in placement.rows where target.state.path(of: rows[row].item)?.section != placement.section {
        throw refusal(
          "an overlay leaves items in their sections; move \"\(rows[row].id)\" to the section in the collection first",
          "rows[\(row)]"
        )
      }
    }
    var plan = PlaceSteps(target: target, rows: rows, placements: placements).plan(try operations(placements))
    plan.overlay = overlay.name
    plan.overlayVersion = overlay.entries.version
    return plan
  }

  private func refusal(_ message: String, _ field: String) -> ArrangeError {
    ArrangeError(.failedPrecondition, message, field: field)
  }

  // MARK: Entries

  /// The operations on the collection that has the entries: none if the rows are where they belong.
  private func operations(_ placements: [PlacePositions.Placement]) throws(ArrangeError) -> [ListOperation] {
    if placements.isEmpty { return [] }
    let dragged = Set(rows.map(\.item))
    var updates = recordedAgain(dragged)
    let last = ItemDestination(section: .empty, .last)
    var newEntries = 0
    var operations: [ListOperation] = []
    for placement in placements {
      guard let section = placement.section else { continue }
      var before = predecessors(of: placement.to.placement, inSection: section, without: dragged)
      for row in placement.rows.map({ rows[$0] }) {
        let entry = OverlayEntry(
          item: row.item.id,
          section: target.state.section(at: section).element.id,
          predecessors: before
        )
        before = Array(([row.item.id] + before).prefix(OverlayEntry.maximumPredecessors))
        // The sequence of the entries is that of the items: a new or moved one is the last, in the order of the rows.
        if overlay.entries.hasItem(row.item) {
          operations.append(.moveItems([ElementReference(row.item.id)], to: last))
          updates.append(update(entry))
        } else {
          newEntries += 1
          let item = NewElement(id: row.item.id, fields: entry.storedFields)
          operations.append(.insertItems([item], to: last))
        }
      }
    }
    guard overlay.entries.itemCount + newEntries <= OverlayOrder.maximumEntries else {
      throw ArrangeError(
        .resourceExhausted,
        "an overlay has at most \(OverlayOrder.maximumEntries) entries; reset items that may be where the collection has them",
        field: "rows"
      )
    }
    if !updates.isEmpty { operations.append(.updateItems(updates)) }
    return operations
  }

  private func update(_ entry: OverlayEntry) -> FieldsUpdate {
    FieldsUpdate(ElementReference(entry.item), set: entry.storedFields, replaceAll: true)
  }

  /// The entries of items that are directly behind dragged ones: with their new predecessors they stay where they are.
  private func recordedAgain(_ dragged: Set<Element>) -> [FieldsUpdate] {
    let replay = OverlayReplay(overlay.entries, over: target.state)
    // The place of each entry in the sequence.
    var turns: [Element: Int] = [:]
    for (turn, entry) in replay.entries.enumerated() { turns[entry.item] = turn }
    var updates: [FieldsUpdate] = []
    for (turn, entry) in replay.entries.enumerated() where !dragged.contains(entry.item) {
      guard case .item(let anchor)? = replay.anchors[entry.item], dragged.contains(anchor) else { continue }
      let path = ListPath(section: entry.section, item: entry.index)
      let before = walk(from: overlay.order.item(before: entry.item, at: path, in: target.state)) { item in
        !dragged.contains(item) && turns[item].map { $0 < turn } ?? true
      }
      updates.append(
        update(
          OverlayEntry(
            item: entry.item.id,
            section: target.state.section(at: entry.section).element.id,
            predecessors: before
          )
        )
      )
    }
    return updates
  }

  /// The items before a place of a section in the order of the overlay, the nearest first.
  private func predecessors(
    of place: ArrangeModel.Placement,
    inSection section: Int,
    without dragged: Set<Element>
  ) -> [Identifier] {
    let state = target.state
    func element(_ id: Identifier) -> (Element, ListPath)? {
      state.path(ofItem: id).map { (state.item(at: $0).element, $0) }
    }
    let start: Element? =
      switch place {
      case .first: nil
      case .last: overlay.order.last(before: state.itemCount(section: section), inSection: section, in: state)
      case .after(let id): element(id)?.0
      case .before(let id):
        element(id).flatMap { overlay.order.item(before: $0.0, at: $0.1, in: state) }
      default: nil
      }
    return walk(from: start) { !dragged.contains($0) }
  }

  /// The ids of an item and of those before it that are counted, up to as many as an entry records.
  private func walk(from start: Element?, where counts: (Element) -> Bool) -> [Identifier] {
    var ids: [Identifier] = []
    var next = start
    while let item = next, ids.count < OverlayEntry.maximumPredecessors {
      if counts(item) { ids.append(item.id) }
      next = target.state.path(of: item).flatMap {
        overlay.order.item(before: item, at: $0, in: target.state)
      }
    }
    return ids
  }
}
