import ArrangeModel

/// What a decision about rows amounts to: the operations, and the effects that are told.
struct PlaceSteps {
  /// The maximum number of items that are looked at to count the hidden ones among them.
  static let maximumCounted = 1_000

  let target: PlaceTarget
  let rows: [DraggedRow]
  let placements: [PlacePositions.Placement]

  private var state: CollectionState { target.state }

  var plan: PlacePlan {
    PlacePlan(
      collection: target.collection,
      operations: operations,
      transfers: transfers,
      effects: effects,
      isAmbiguous: target.gap.isAmbiguous
    )
  }

  /// The plan for an overlay, with operations on the collection that has its entries.
  func plan(_ operations: [ListOperation]) -> PlacePlan {
    PlacePlan(
      collection: target.collection,
      operations: operations,
      transfers: [],
      effects: effects,
      isAmbiguous: target.gap.isAmbiguous
    )
  }

  // MARK: Operations

  /// Rows are moved before their fields are written: an update changes the content version that a later operation would
  /// expect.
  private var operations: [ListOperation] {
    var operations: [ListOperation] = []
    for placement in placements {
      let rows = placement.rows.map { self.rows[$0] }
      if rows[0].isNew {
        let items = rows.map { NewElement(id: $0.id.isEmpty ? nil : $0.id, fields: $0.changed.fields) }
        operations.append(.insertItems(items, to: placement.to))
      } else {
        operations.append(.moveItems(rows.map { reference($0, isUpdate: false) }, to: placement.to))
      }
    }
    let updates = rows.filter { !$0.isNew && !$0.writes.isEmpty }
    if !updates.isEmpty {
      operations.append(
        .updateItems(
          updates.map { FieldsUpdate(reference($0, isUpdate: true), set: $0.set, remove: $0.removed) }
        )
      )
    }
    return operations
  }

  /// The items of other collections, by their collection and their place; afterwards they are moved there together.
  private var transfers: [PlacePlan.Transfer] {
    placements.flatMap { placement in
      var transfers: [PlacePlan.Transfer] = []
      for row in placement.rows.map({ self.rows[$0] }) {
        guard let collection = row.collection, collection != target.collection else { continue }
        let item = ElementReference(
          row.item.id,
          ifContentVersion: row.item.contentVersion,
          ifSection: row.section,
          ifParent: row.parent
        )
        if transfers.last?.from == collection {
          transfers[transfers.count - 1].items.append(item)
        } else {
          transfers.append(PlacePlan.Transfer(from: collection, items: [item], to: placement.to))
        }
      }
      return transfers
    }
  }

  /// A row's item, as it was when this was decided.
  private func reference(_ row: DraggedRow, isUpdate: Bool) -> ElementReference {
    // What comes from another collection has the conditions there.
    guard row.collection == target.collection else { return ElementReference(row.item.id) }
    let hasReason = isUpdate || row.writes.isEmpty && (!target.group.isEmpty || !target.plan.order.isEmpty)
    return ElementReference(
      row.item.id,
      ifContentVersion: hasReason ? row.item.contentVersion : nil,
      // An update comes after the move of the same item.
      ifSection: isUpdate && !placements.isEmpty ? nil : row.section,
      ifParent: isUpdate && !placements.isEmpty ? nil : row.parent
    )
  }

  // MARK: Effects

  private var effects: [RowEffect] {
    var places: [Place] = rows.map {
      guard $0.collection == target.collection else { return Place() }
      return Place(section: target.section(of: $0.item), parent: $0.parent)
    }
    for placement in placements {
      for row in placement.rows {
        places[row] = Place(section: placement.section, parent: placement.to.below.parent)
      }
    }
    let between = HiddenItems(target, rows)
    let outline = OutlineEffects(target: target, rows: rows)
    if case .inPlace = target.outline {
      var coming = 0
      return rows.indices.map { index in
        let before = outline.rowsInPlace(before: index)
        defer { if before.isComing { coming += 1 } }
        return effect(index, at: target.gap.index + before.count + coming, places[index], between)
      }
    }
    let start = target.gap.index - (placements.isEmpty ? 0 : outline.goneBefore)
    var next = start
    return rows.indices.map { index in
      defer { next += (target.shows(rows[index]) ? 1 : 0) + outline.rows(below: index) }
      return effect(index, at: next, places[index], between)
    }
  }

  /// Where an item is afterwards.
  private struct Place {
    /// The index of its section; nil if that comes into being.
    var section: Int?
    /// The item of an outline that it is below, empty at the top; nil in a flat collection.
    var parent: Identifier?
  }

  private func effect(_ index: Int, at item: Int, _ after: Place, _ between: HiddenItems) -> RowEffect {
    let row = rows[index]
    let place = ListPath(section: target.gap.section.section, item: item)
    let shown = target.list.places.path(part: target.gap.section.part, place)
    let hidden: HiddenBecause =
      if !target.shows(row) {
        .filter
      } else if place.item >= target.part.cap {
        .cap
      } else {
        shown == nil ? .window : .shown
      }
    var origin: RowOrigin?
    if !target.plan.isOpaque {
      let section = after.section.map { state.section(at: $0).element.id } ?? .empty
      let isInTree = target.part.showsDepths && hidden != .filter
      origin = RowOrigin(
        collection: target.collection,
        section: section,
        item: row.item.id,
        depth: isInTree ? after.parent.map { UInt32(1 + depth(of: $0)) } ?? 0 : 0,
        isContext: isInTree && target.plan.query.context == .ancestors && !target.plan.matches(row.changed)
      )
    }
    // What comes into an outline was at the top of none.
    let hasOtherParent = after.parent.map { $0 != row.parent ?? .empty } ?? false
    return RowEffect(
      row: row.id,
      from: row.shown,
      to: hidden == .shown ? shown : nil,
      set: row.set,
      removed: row.removed,
      hidden: hidden,
      hiddenBetween: after.section.map { between.count(inSection: $0) } ?? 0,
      origin: origin,
      parent: hasOtherParent && !target.plan.isOpaque ? after.parent : nil
    )
  }

  /// How deep an item of the outline is; 0 for an empty id.
  private func depth(of item: Identifier) -> Int {
    guard let slot = state.slot(ofItem: item) else { return 0 }
    return slot.scope.depth(in: state)
  }
}

/// Counts the items between the neighbours of a gap that the view does not show.
private struct HiddenItems {
  private let target: PlaceTarget
  private let dragged: Set<Element>
  private let parts: [ViewPart]

  init(_ target: PlaceTarget, _ rows: [DraggedRow]) {
    self.target = target
    dragged = Set(rows.filter { $0.collection == target.collection }.map(\.item))
    parts = target.list.parts.filter { $0.collection == target.collection }
  }

  /// The number of them in a section of the collection: after the previous row, or from the start of the section, and
  /// before the next one, or up to its end. O(items between), up to a maximum. In a sorted part, or in an overlay, there is no between.
  func count(inSection section: Int) -> Int {
    guard target.plan.order.isEmpty, target.overlay == nil else { return 0 }
    func index(_ neighbour: Element?) -> Int? {
      if target.outline != nil { return neighbour.flatMap { target.state.slot(of: $0) }?.index }
      return neighbour.flatMap { target.state.path(of: $0) }.flatMap { $0.section == section ? $0.item : nil }
    }
    var list: OrderTree<ItemEntry>?
    switch target.outline {
    case .among(let siblings): list = siblings.isPointedAt ? siblings.items(in: target.state) : nil
    case .inPlace, .sorted: return 0
    case nil: list = target.state.items(ofSection: section)
    }
    guard let items = list else { return 0 }
    let start = index(target.previous).map { $0 + 1 } ?? 0
    let end = max(start, index(target.next) ?? items.count)
    var count = 0
    items.forEach(in: start..<min(end, start + PlaceSteps.maximumCounted)) { entry in
      if !dragged.contains(entry.element), !isShown(entry.element) { count += 1 }
    }
    return count
  }

  private func isShown(_ item: Element) -> Bool {
    parts.contains { part in part.path(of: item).map { $0.item < part.cap } ?? false }
  }
}
