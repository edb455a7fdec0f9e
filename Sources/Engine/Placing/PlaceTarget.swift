import ArrangeModel

/// The part of a view that has the gap, and the gap.
struct PlaceTarget {
  var gap: PlaceGap
  let definition: ViewDefinition
  let collection: Identifier
  let plan: QueryPlan
  let source: QuerySource
  /// The overlay in whose order the part shows the collection; nil if there is none.
  let overlay: PlaceOverlay?
  /// Where rows go in an outline; nil in a flat collection.
  var outline: OutlinePlace?
  /// The orders of the part's sort descriptors, each by itself.
  private let orders: [CompiledOrder]

  /// - Throws: ``StatusCode/failedPrecondition`` if the section is fixed.
  init(
    _ gap: PlaceGap,
    _ definition: ViewDefinition,
    _ overlays: [Int: PlaceOverlay] = [:]
  ) throws(ArrangeError) {
    self.gap = gap
    self.definition = definition
    let part = gap.section.list.parts[gap.section.part]
    guard case .collection(let query) = definition.parts[gap.section.part].content, let state = part.state
    else {
      throw ArrangeError(
        .failedPrecondition,
        "the section \"\(part.rowID(of: part.section(at: gap.section.section)))\" is part of the view itself and takes no rows",
        field: "section"
      )
    }
    collection = query.collection
    plan = QueryPlan(query, definition.rights)
    overlay = overlays[gap.section.part]
    source = QuerySource(state, query, overlay?.order)
    orders = query.sort.map { CompiledOrder([$0]) }
  }

  var list: ViewList { gap.section.list }
  var part: ViewPart { list.parts[gap.section.part] }
  var state: CollectionState { source.state }
  /// What the part is defined to show.
  var content: ViewDefinition.Content { definition.parts[gap.section.part].content }
  var sort: [ViewSortDescriptor] { plan.query.sort }

  /// The index, in the collection, of the section that the section of the gap shows; nil for a group and a flattened
  /// section.
  var ownSection: Int? { plan.showsSections ? state.index(of: part.section(at: gap.section.section)) : nil }

  /// Whether the part shows what is below what in an outline, so that who points at a gap points at a parent as well.
  var showsTree: Bool { plan.keepsTree(of: state) && !plan.isOpaque }

  /// The rows before and after the gap, with which those in it are compared; in a list of siblings these.
  var previous: Element? {
    switch outline {
    case .among(let siblings): siblings.previous
    case .inPlace, .sorted, nil: gap.previous
    }
  }

  var next: Element? {
    switch outline {
    case .among(let siblings): siblings.next
    case .inPlace, .sorted, nil: gap.next
    }
  }

  /// The one of them on the side of the aim, or else the other one.
  var aimed: Element? { gap.aim == .afterPrevious ? previous ?? next : next ?? previous }

  /// The index of the section of an item of the collection; nil if it is not there.
  func section(of item: Element) -> Int? {
    guard state.branches != nil else { return state.path(of: item)?.section }
    return state.slot(of: item)?.scope.sectionIndex(in: state)
  }

  /// The fields of the group and their values as the section carries them; none if the part has no groups.
  var group: [(field: String, value: FieldValue?)] {
    guard let grouping = plan.grouping else { return [] }
    let fields = part.section(at: gap.section.section).fields
    return grouping.fields.map { ($0, fields[$0]) }
  }

  /// Whether two items are equal in one of the sort descriptors.
  func areEqual(_ a: Element, _ b: Element, in descriptor: Int) -> Bool {
    a.withFieldBytes { a in b.withFieldBytes { b in orders[descriptor].compare(a, b) } } == 0
  }

  /// Whether an item is before another one in the order of the collection; both must be used.
  func precedes(_ a: Element, _ b: Element) -> Bool {
    guard let a = source.rank(of: a), let b = source.rank(of: b) else { return false }
    return a < b
  }
}

// MARK: What is shown

extension PlaceTarget {
  /// Whether the filter shows a row with the fields that it gets, where it goes.
  func shows(_ row: DraggedRow) -> Bool {
    if plan.matches(row.changed) { return true }
    switch plan.query.context {
    case .matches: return false
    case .ancestors: return hasMatchesBelow(row)
    case .descendants: return parent(of: row).map { plan.shows($0, of: state) } ?? false
    }
  }

  /// Whether an item is in the group of the gap; true in a part without groups.
  func isInGroup(_ item: Element) -> Bool {
    group.allSatisfy { plan.groupValue(of: item, in: $0.field) == GroupValue.canonical($0.value) }
  }

  /// The item below which a row is afterwards; nil at the top of a section.
  private func parent(of row: DraggedRow) -> Element? {
    if case .among(let siblings) = outline { return siblings.parent }
    return row.collection == collection ? state.slot(of: row.item)?.scope.parent(in: state) : nil
  }

  /// Whether something below an item matches. O(log n + depth); for an item that has no row in the part, what is below it is
  /// looked at.
  private func hasMatchesBelow(_ row: DraggedRow) -> Bool {
    if row.collection == collection, let path = part.path(of: row.item) {
      let next = path.item + 1
      return next < part.itemCount(section: path.section)
        && source.isBelow(part.item(at: ListPath(section: path.section, item: next)), row.item)
    }
    guard let (state, slot) = list.place(of: row) else { return false }
    return slot.descendants(in: state).contains { plan.matches($0) }
  }
}

extension ViewList {
  /// The collection of a row, and the place there; nil for a new item, and in a flat collection.
  func place(of row: DraggedRow) -> (state: CollectionState, slot: ListSlot)? {
    guard row.parent != nil, let state = parts.first(where: { $0.collection == row.collection })?.state else {
      return nil
    }
    return state.slot(of: row.item).map { (state, $0) }
  }
}

extension ViewPart {
  /// The collection of the part; nil for fixed rows.
  var state: CollectionState? {
    switch rows {
    case .mirror(let mirror): mirror.state
    case .own(let own): own.source
    }
  }
}
