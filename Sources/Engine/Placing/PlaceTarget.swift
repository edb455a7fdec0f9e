import ArrangeModel

/// The part of a view that has the gap, and the gap.
struct PlaceTarget {
  let gap: PlaceGap
  let collection: Identifier
  let plan: QueryPlan
  let source: QuerySource
  /// The overlay in whose order the part shows the collection; nil if there is none.
  let overlay: PlaceOverlay?
  /// The orders of the part's sort descriptors, each by itself.
  private let orders: [CompiledOrder]

  /// - Throws: ``StatusCode/failedPrecondition`` if the section is fixed.
  init(
    _ gap: PlaceGap,
    _ definition: ViewDefinition,
    _ overlays: [Int: PlaceOverlay] = [:]
  ) throws(ArrangeError) {
    self.gap = gap
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
  var sort: [ViewSortDescriptor] { plan.query.sort }

  /// The index, in the collection, of the section that the section of the gap shows; nil for a group and a flattened
  /// section.
  var ownSection: Int? { plan.showsSections ? state.index(of: part.section(at: gap.section.section)) : nil }

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

extension ViewPart {
  /// The collection of the part; nil for fixed rows.
  var state: CollectionState? {
    switch rows {
    case .mirror(let mirror): mirror.state
    case .own(let own): own.source
    }
  }
}
