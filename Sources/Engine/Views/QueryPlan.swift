import ArrangeModel

/// A query, prepared for evaluation.
final class QueryPlan: Sendable {
  typealias Query = ViewDefinition.Query

  let query: Query
  let filter: CompiledFilter?
  let order: CompiledOrder
  /// The sections that exist independently of the collection.
  let fixedSections: [Element]
  /// The keys of ``fixedSections`` that are groups.
  let declaredGroups: [GroupKey]
  /// Their places by their canonical values, and those of their values in each of the two fields.
  private let declaredKeys: Set<GroupKey>
  private let declaredValues: [[FieldValue?: Int]]
  /// The fields that are summed.
  let summed: [NumberField]
  /// The fields that are shown; nil for all.
  let selection: FieldSelection?
  /// The same for sections of the collection.
  let sectionSelection: FieldSelection?
  /// Whether readers learn nothing about the collection but the view's content.
  let isOpaque: Bool

  /// - Parameter rights: the rights of the view.
  init(_ query: Query, _ rights: ViewDefinition.Rights = .reader) {
    self.query = query
    selection = query.only.map { FieldSelection($0) }
    sectionSelection = query.only.map { FieldSelection($0, sums: query.sums.fields) }
    summed = query.sums.fields.map { NumberField($0) }
    isOpaque = rights == .definer
    filter = query.filter.map { CompiledFilter($0) }
    order = CompiledOrder(query.sort)
    var declared: [GroupKey] = []
    var declaredValues: [[FieldValue?: Int]] = []
    switch query.layout {
    case .sections: fixedSections = []
    case .flat(let row): fixedSections = [Element(id: row.id, fields: row.fields)]
    case .grouped(let grouping):
      declared = GroupKey.declared(grouping)
      fixedSections = declared.map { QueryPlan.group($0, of: grouping) }
      declaredValues = [grouping.declared, grouping.by?.declared ?? []].map { values in
        Dictionary(uniqueKeysWithValues: values.enumerated().map { (GroupValue.canonical($1), $0) })
      }
    }
    declaredGroups = declared
    declaredKeys = Set(declared.map(\.canonical))
    self.declaredValues = declaredValues
  }

  /// Whether the rows are exactly the items of the collection. An opaque view has rows of its own, so that
  /// its edits are only the visible ones.
  private var isMirror: Bool {
    query.layout == .sections && query.sections == nil && filter == nil && order.isEmpty && !isOpaque
      && query.overlay == nil && summed.isEmpty
  }

  /// The same for a state of the collection: rows of an outline are in another order than the items of any of its lists.
  func isMirror(of state: CollectionState) -> Bool { isMirror && state.branches == nil }

  /// Whether what is below an item of an outline is shown below it: of filtered rows the parents are lost.
  func keepsTree(of state: CollectionState) -> Bool {
    state.branches != nil && showsSections && (filter == nil || query.context != .matches)
  }

  /// Whether sections of the collection are shown as sections.
  var showsSections: Bool { query.layout == .sections }

  /// The grouping; nil if there is none.
  var grouping: ViewDefinition.Grouping? {
    if case .grouped(let grouping) = query.layout { grouping } else { nil }
  }

  /// The section of a group of items.
  static func group(_ key: GroupKey, of grouping: ViewDefinition.Grouping) -> Element {
    var fields = Fields()
    // The values came from fields.
    if let value = key.first { try? fields.set(grouping.field, to: value) }
    guard let by = grouping.by else { return Element(id: GroupValue.sectionID(key.first), fields: fields) }
    if let value = key.second { try? fields.set(by.field, to: value) }
    return Element(id: GroupValue.sectionID(key.first, key.second), fields: fields)
  }

  /// The group of an item. O(1); by a field of the parent O(log n).
  func groupKey(
    of item: Element,
    _ grouping: ViewDefinition.Grouping,
    in state: CollectionState
  ) -> GroupKey {
    let carrier = grouping.isOfParent ? state.slot(of: item)?.scope.parent(in: state) : item
    return GroupKey(
      carrier.flatMap { groupValue(of: $0, in: grouping.field) },
      grouping.by.flatMap { groupValue(of: item, in: $0.field) }
    )
  }

  /// Whether a group exists even when it is empty.
  func isDeclared(_ key: GroupKey) -> Bool { declaredKeys.contains(key.canonical) }

  /// Compares groups: first the declared values, in the order of their declaration, and then the others by their values.
  /// Not for groups in the order of their first items.
  func compareGroups(_ a: GroupKey, _ b: GroupKey, _ grouping: ViewDefinition.Grouping) -> Int {
    let order = compare(a.first, b.first, grouping.order, declaredValues[0])
    guard order == 0, let by = grouping.by else { return order }
    return compare(a.second, b.second, by.order, declaredValues[1])
  }

  private func compare(
    _ a: FieldValue?,
    _ b: FieldValue?,
    _ order: ViewDefinition.Grouping.Order,
    _ declared: [FieldValue?: Int]
  ) -> Int {
    let x = declared[GroupValue.canonical(a)] ?? .max
    let y = declared[GroupValue.canonical(b)] ?? .max
    if x != y { return x < y ? -1 : 1 }
    return GroupValue.compare(a, b, order == .descending ? .descending : .ascending)
  }

  func matches(_ item: Element) -> Bool {
    guard let filter else { return true }
    return item.withFieldBytes { filter.matches($0) }
  }

  /// Whether an item, which may not match itself, counts in the sums of its section.
  func counts(_ item: Element) -> Bool { query.context != .ancestors || matches(item) }

  /// Whether an item is shown because of itself, or of one above it. O(depth) conditions.
  func shows(_ item: Element, of state: CollectionState) -> Bool {
    if matches(item) { return true }
    guard query.context == .descendants, let branches = state.branches,
      let number = state.slot(of: item)?.scope.branch
    else { return false }
    var isBelowMatch = false
    branches.climb(from: number) { _, branch in
      isBelowMatch = matches(branch.owner)
      return !isBelowMatch
    }
    return isBelowMatch
  }

  /// Whether another content of an item may show or hide what is below it, or sort it elsewhere.
  func carriesRows(_ before: Element, _ now: Element, of state: CollectionState) -> Bool {
    if query.context == .descendants, matches(before) != matches(now) { return true }
    return sortsSiblings(of: state) && compare(before, now) != 0
  }

  /// Whether the children of an item are in another group with another content of the item.
  func regroupsChildren(_ before: Element, _ now: Element) -> Bool {
    guard let grouping, grouping.isOfParent else { return false }
    return groupValue(of: before, in: grouping.field) != groupValue(of: now, in: grouping.field)
  }

  /// Whether a change of an item may concern what is below it, so that its content is compared.
  func mayCarryRows(of state: CollectionState) -> Bool {
    guard state.branches != nil else { return false }
    return query.context == .descendants || sortsSiblings(of: state) || grouping?.isOfParent == true
  }

  func groupValue(of item: Element, in field: String) -> FieldValue? {
    item.withFieldBytes { GroupValue.value(of: field, in: $0) }
  }

  /// Whether two contents of an item look the same. Fast if they are the same object.
  func showsSame(_ a: Element, _ b: Element) -> Bool {
    QueryPlan.showsSame(a, b, selection) && (query.context != .ancestors || matches(a) == matches(b))
  }

  /// The same for a section of the collection.
  func showsSame(section a: Element, _ b: Element) -> Bool { QueryPlan.showsSame(a, b, sectionSelection) }

  private static func showsSame(_ a: Element, _ b: Element, _ selection: FieldSelection?) -> Bool {
    if a.isIdentical(to: b) { return true }
    guard let selection else { return false }
    return selection.fields(of: a) == selection.fields(of: b)
  }

  /// Compares items by the sort descriptors: negative, 0 or positive.
  func compare(_ a: Element, _ b: Element) -> Int {
    if order.isEmpty { return 0 }
    return a.withFieldBytes { a in b.withFieldBytes { b in order.compare(a, b) } }
  }

  /// Whether rows of an outline are in the order of its tree, in which siblings may be sorted: otherwise rows are sorted as a whole.
  var isInTreeOrder: Bool { showsSections || order.isEmpty }

  /// Whether siblings are sorted, and what is below an item stays there: in the sections of an outline.
  func sortsSiblings(of state: CollectionState) -> Bool {
    state.branches != nil && showsSections && !order.isEmpty
  }

  /// Compares two items by the sort descriptors and then by their positions: negative, 0 or positive.
  func compare(_ a: (item: Element, rank: RowRank), _ b: (item: Element, rank: RowRank)) -> Int {
    let order = a.rank.path.isEmpty ? compare(a.item, b.item) : compare(a.rank.path, b.rank.path)
    if order != 0 { return order }
    return a.rank < b.rank ? -1 : b.rank < a.rank ? 1 : 0
  }

  /// Compares the first items, on the way to two others, that are not the same. If one is above the other, the rank decides.
  private func compare(_ a: [Element], _ b: [Element]) -> Int {
    for (above, other) in zip(a, b) where above != other { return compare(above, other) }
    return 0
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
  /// The order of the items in place of that of the collection; nil for the latter.
  let overlay: OverlayOrder?
  /// For chosen sections: the indices of the existing ones, in the chosen order.
  private let chosen: [Int]?
  /// The places in ``chosen`` by the sections' indices.
  private let places: [Int: Int]
  /// Whether siblings are sorted; see ``QueryPlan/sortsSiblings(of:)``.
  private let sortsSiblings: Bool

  init(_ state: CollectionState, _ query: ViewDefinition.Query, _ overlay: OverlayOrder? = nil) {
    self.state = state
    self.overlay = overlay
    sortsSiblings = state.branches != nil && query.layout == .sections && !query.sort.isEmpty
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

  /// The position of an item in the collection, or in the order of the overlay; nil if it is not used. O(log n).
  func rank(of item: Element) -> RowRank? {
    guard let branches = state.branches else {
      return state.path(of: item).flatMap { rank(of: item, at: $0) }
    }
    return state.slot(of: item).flatMap { rank(of: item, at: $0, branches) }
  }

  /// The position in an outline: that of the topmost item above, and then one on each level. O(depth · log n).
  private func rank(of item: Element, at slot: ListSlot, _ branches: BranchTable) -> RowRank? {
    var (top, below, path) = (slot, [Int](), sortsSiblings ? [item] : [])
    while let number = top.scope.branch {
      let owner = branches.branch(number).owner
      guard let next = state.slot(of: owner) else { preconditionFailure("what is above an item is there") }
      below.append(top.index)
      if sortsSiblings { path.append(owner) }
      top = next
    }
    guard let section = rank(ofSection: top.section) else { return nil }
    below.reverse()
    path.reverse()
    return RowRank(section: section, item: top.index, behind: 0, below: below, path: path)
  }

  /// The same, for an item whose path in the collection is known.
  func rank(of item: Element, at path: ListPath) -> RowRank? {
    if state.branches != nil { return rank(of: item) }
    guard let section = rank(ofSection: path.section) else { return nil }
    guard let overlay else { return RowRank(section: section, item: path.item, behind: 0) }
    let place = overlay.place(of: item, at: path, in: state)
    return RowRank(section: section, item: place.item, behind: place.behind)
  }
}

extension FieldSelection {
  /// The shown fields of an element. O(size).
  func fields(of element: Element) -> Fields { element.withFieldBytes { fields(in: $0) } }
}
