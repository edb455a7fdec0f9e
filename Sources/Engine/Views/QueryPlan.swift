import ArrangeModel

/// A query, prepared for evaluation.
final class QueryPlan: Sendable {
  typealias Query = ViewDefinition.Query

  let query: Query
  let filter: CompiledFilter?
  let order: CompiledOrder
  /// The sections that exist independently of the collection.
  let fixedSections: [Element]
  /// The fields that are shown; nil for all.
  let selection: FieldSelection?
  /// Whether readers learn nothing about the collection but the view's content.
  let isOpaque: Bool

  /// - Parameter rights: the rights of the view.
  init(_ query: Query, _ rights: ViewDefinition.Rights = .reader) {
    self.query = query
    selection = query.only.map { FieldSelection($0) }
    isOpaque = rights == .definer
    filter = query.filter.map { CompiledFilter($0) }
    order = CompiledOrder(query.sort)
    fixedSections =
      switch query.layout {
      case .sections: []
      case .flat(let row): [Element(id: row.id, fields: row.fields)]
      case .grouped(let grouping): grouping.declared.map { QueryPlan.group($0, of: grouping.field) }
      }
  }

  /// Whether the rows are exactly the items of the collection. An opaque view has rows of its own, so that
  /// its edits are only the visible ones.
  var isMirror: Bool {
    query.layout == .sections && query.sections == nil && filter == nil && order.isEmpty && !isOpaque
  }

  /// Whether sections of the collection are shown as sections.
  var showsSections: Bool { query.layout == .sections }

  /// The grouping; nil if there is none.
  var grouping: ViewDefinition.Grouping? {
    if case .grouped(let grouping) = query.layout { grouping } else { nil }
  }

  /// The section of a group of items.
  static func group(_ value: FieldValue?, of field: String) -> Element {
    var fields = Fields()
    // The value came from a field.
    if let value { try? fields.set(field, to: value) }
    return Element(id: GroupValue.sectionID(value), fields: fields)
  }

  func matches(_ item: Element) -> Bool {
    guard let filter else { return true }
    return item.withFieldBytes { filter.matches($0) }
  }

  func groupValue(of item: Element, in field: String) -> FieldValue? {
    item.withFieldBytes { GroupValue.value(of: field, in: $0) }
  }

  /// Whether two contents of an element look the same. Fast if they are the same object.
  func showsSame(_ a: Element, _ b: Element) -> Bool {
    if a.isIdentical(to: b) { return true }
    guard let selection else { return false }
    return selection.fields(of: a) == selection.fields(of: b)
  }

  /// Compares items by the sort descriptors: negative, 0 or positive.
  func compare(_ a: Element, _ b: Element) -> Int {
    if order.isEmpty { return 0 }
    return a.withFieldBytes { a in b.withFieldBytes { b in order.compare(a, b) } }
  }

  /// Sorts items, which are in the order of the collection, into the order of the view. O(n log n).
  func sort(_ items: [Element]) -> [Element] {
    if order.isEmpty || items.count < 2 { return items }
    return order.sorted(items.count) { place, body in items[place].withFieldBytes(body) }.map {
      items[Int($0)]
    }
  }
}

/// The collection of a query at one version: which of its sections are used, and in which order.
struct QuerySource {
  let state: CollectionState
  /// For chosen sections: the indices of the existing ones, in the chosen order.
  private let chosen: [Int]?
  /// The places in ``chosen`` by the sections' indices.
  private let places: [Int: Int]

  init(_ state: CollectionState, _ query: ViewDefinition.Query) {
    self.state = state
    chosen = query.sections.map { $0.compactMap { state.index(ofSection: $0) } }
    places =
      chosen.map { chosen in
        Dictionary(uniqueKeysWithValues: chosen.enumerated().map { ($1, $0) })
      } ?? [:]
  }

  /// The indices of the used sections, in their order.
  var sections: [Int] { chosen ?? Array(0..<state.sectionCount) }

  /// The position of a section among the used ones; nil if it is not used.
  func rank(ofSection index: Int) -> Int? { chosen == nil ? index : places[index] }

  /// The position of an item in the collection; nil if it is not used. O(log n).
  func rank(of item: Element) -> ListPath? {
    guard let path = state.path(of: item) else { return nil }
    guard chosen != nil else { return path }
    return places[path.section].map { ListPath(section: $0, item: path.item) }
  }
}

extension FieldSelection {
  /// The shown fields of an element. O(size).
  func fields(of element: Element) -> Fields { element.withFieldBytes { fields(in: $0) } }
}
