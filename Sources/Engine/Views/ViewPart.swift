import ArrangeModel
import Ordering

/// A part of a view at one version.
struct ViewPart: Sendable {
  enum Rows: Sendable {
    /// The sections and items of a collection, unchanged.
    case mirror(Mirror)
    /// Separate rows.
    case own(Own)
  }

  /// An object, so that access does not retain everything of which a collection consists.
  final class Mirror: Sendable {
    let state: CollectionState

    init(_ state: CollectionState) { self.state = state }
  }

  final class Own: Sendable {
    let list: RowList
    /// The collection of the rows; nil for fixed ones.
    let source: CollectionState?

    init(_ list: RowList, of source: CollectionState?) {
      self.list = list
      self.source = source
    }
  }

  /// The number of the part in a ``ViewElement``.
  var number: Int
  /// The prefix of ids of rows.
  let prefix: String
  /// The name of the collection; nil for fixed rows.
  let collection: Identifier?
  /// Whether sections are those of the collection.
  let showsSections: Bool
  /// The maximum number of items that a section shows.
  let cap: Int
  /// The shown fields of the collection; nil for all.
  let selection: FieldSelection?
  /// The shown fields of sections; nil for all.
  private let sectionSelection: FieldSelection?
  /// Whether readers learn nothing about the collection but the shown rows.
  let isOpaque: Bool
  /// Whether rows of an outline are below those of the items above them, and say how deep they are.
  private let showsDepth: Bool
  /// The condition that rows do not meet that are only shown because of others below them; nil if there are none.
  private let contextFilter: CompiledFilter?
  var rows: Rows

  /// The fields that a part shows; nil for all.
  struct Selections: Sendable {
    var items: FieldSelection?
    /// Those of sections of the collection.
    var sections: FieldSelection?
    /// The condition that rows do not meet that are only shown because of others below them; nil if there are none.
    var contextFilter: CompiledFilter?

    init(_ part: ViewDefinition.Part) {
      guard case .collection(let query) = part.content else { return }
      if query.context == .ancestors { contextFilter = query.filter.map { CompiledFilter($0) } }
      guard let only = query.only else { return }
      items = FieldSelection(only)
      sections = FieldSelection(only, sums: query.sums.fields)
    }
  }

  /// - Parameters:
  ///   - selections: the selections of the part's query.
  ///   - isOpaque: whether readers learn nothing about the collection but the shown rows.
  init(
    _ part: ViewDefinition.Part,
    number: Int,
    rows: Rows,
    _ selections: Selections,
    isOpaque: Bool
  ) {
    self.number = number
    self.rows = rows
    selection = selections.items
    self.isOpaque = isOpaque
    prefix = part.name.isEmpty ? "" : part.name + "/"
    switch part.content {
    case .fixed:
      collection = nil
      showsSections = false
      cap = .max
      sectionSelection = nil
      showsDepth = false
      contextFilter = nil
    case .collection(let query):
      collection = query.collection
      showsSections = query.layout == .sections
      cap = query.cap ?? .max
      sectionSelection = query.layout == .sections ? selections.sections : nil
      showsDepth =
        !isOpaque && query.layout == .sections && (query.filter == nil || query.context != .matches)
      contextFilter = isOpaque ? nil : selections.contextFilter
    }
  }

  var isCapped: Bool { cap < .max }

  var sectionCount: Int {
    switch rows {
    case .mirror(let mirror): mirror.state.sectionCount
    case .own(let own): own.list.sectionCount
    }
  }

  /// How many items a section has, shown or not.
  func itemCount(section: Int) -> Int {
    switch rows {
    case .mirror(let mirror): mirror.state.itemCount(section: section)
    case .own(let own): own.list.itemCount(section: section)
    }
  }

  /// The number of items shown by all sections. O(1); with a cap O(sections).
  var shownItemCount: Int {
    if isCapped { return (0..<sectionCount).reduce(0) { $0 + min(cap, itemCount(section: $1)) } }
    switch rows {
    case .mirror(let mirror): return mirror.state.itemCount
    case .own(let own): return own.list.itemCount
    }
  }

  /// The path of an item, shown or not.
  func path(of item: Element) -> ListPath? {
    switch rows {
    case .mirror(let mirror): mirror.state.path(of: item)
    case .own(let own): own.list.path(of: item)
    }
  }

  func path(ofItem id: Identifier) -> ListPath? {
    switch rows {
    case .mirror(let mirror): mirror.state.path(ofItem: id)
    case .own(let own): own.list.path(ofItem: id)
    }
  }

  func index(of section: Element) -> Int? {
    switch rows {
    case .mirror(let mirror): mirror.state.index(of: section)
    case .own(let own): own.list.index(of: section)
    }
  }

  func index(ofSection id: Identifier) -> Int? {
    switch rows {
    case .mirror(let mirror): mirror.state.index(ofSection: id)
    case .own(let own): own.list.index(ofSection: id)
    }
  }

  func section(at index: Int) -> Element {
    switch rows {
    case .mirror(let mirror): mirror.state.section(at: index).element
    case .own(let own): own.list.section(at: index)
    }
  }

  func item(at path: ListPath) -> Element {
    switch rows {
    case .mirror(let mirror): mirror.state.item(at: path).element
    case .own(let own): own.list.item(at: path)
    }
  }

  /// The local id of a row or a section of the part; nil if it does not have the part's prefix.
  func localID(_ id: Identifier) -> Identifier? {
    guard id.text.utf8.starts(with: prefix.utf8) else { return nil }
    return Identifier(unchecked: String(id.text.utf8.dropFirst(prefix.utf8.count)) ?? "")
  }

  // MARK: What subscribers get

  /// The id of a row or a section in the view.
  func rowID(of element: Element) -> Identifier {
    prefix.isEmpty ? element.id : Identifier(unchecked: prefix + element.id.text)
  }

  func snapshot(ofSection index: Int) -> ElementSnapshot { snapshot(section: section(at: index)) }

  func snapshot(ofItemAt path: ListPath) -> ElementSnapshot {
    let element = item(at: path)
    let home = home(of: element, section: path.section)?.id
    return snapshot(item: element, home: home, depth: depth(of: element))
  }

  /// A section in the form sent to subscribers.
  func snapshot(section element: Element) -> ElementSnapshot {
    let origin = sectionOrigin.map { RowOrigin(collection: $0, section: element.id) }
    return snapshot(element, origin, sectionSelection)
  }

  /// A row in the form sent to subscribers.
  ///
  /// - Parameters:
  ///   - home: the section of the item in the collection; nil for a fixed row.
  ///   - depth: how deep the row is; 0 if it does not say that.
  func snapshot(item element: Element, home: Identifier?, depth: Int) -> ElementSnapshot {
    let origin = itemOrigin.flatMap { collection in
      home.map {
        RowOrigin(
          collection: collection,
          section: $0,
          item: element.id,
          depth: UInt32(depth),
          isContext: isContext(element)
        )
      }
    }
    return snapshot(element, origin, selection)
  }

  private func snapshot(
    _ element: Element,
    _ origin: RowOrigin?,
    _ selection: FieldSelection?
  ) -> ElementSnapshot {
    ElementSnapshot(
      id: rowID(of: element),
      fields: selection.map { $0.fields(of: element) } ?? element.fields,
      contentVersion: isOpaque ? 0 : element.contentVersion,
      key: .empty,
      origin: origin
    )
  }

  /// The collection in the origin of items; nil for none.
  var itemOrigin: Identifier? { isOpaque ? nil : collection }

  /// The same for a section.
  var sectionOrigin: Identifier? { showsSections ? itemOrigin : nil }

  /// Whether an item is only shown because of one below it.
  private func isContext(_ item: Element) -> Bool {
    guard let contextFilter else { return false }
    return !item.withFieldBytes { contextFilter.matches($0) }
  }

  /// Whether the rows say how deep they are.
  var showsDepths: Bool {
    guard showsDepth, case .own(let own) = rows else { return false }
    return own.source?.branches != nil
  }

  /// How deep an item is that has a row; 0 if rows do not say that. O(log n + depth).
  func depth(of item: Element) -> Int {
    guard showsDepth, case .own(let own) = rows, let branches = own.source?.branches,
      let slot = own.source?.slot(of: item)
    else { return 0 }
    return slot.scope.branch.map { branches.depth(of: $0) } ?? 1
  }

  /// Whether two contents of an item look the same; the other one is shown by this part or by that of another
  /// version or definition of the view.
  func showsSame(item: Element, as other: Element, of part: ViewPart) -> Bool {
    ViewPart.areSame(item, selection, other, part.selection) && isContext(item) == part.isContext(other)
  }

  /// The same for a section.
  func showsSame(section: Element, as other: Element, of part: ViewPart) -> Bool {
    ViewPart.areSame(section, sectionSelection, other, part.sectionSelection)
  }

  private static func areSame(
    _ a: Element,
    _ selection: FieldSelection?,
    _ b: Element,
    _ other: FieldSelection?
  ) -> Bool {
    if selection == nil, other == nil { return a.hasSameFields(as: b) }
    let fields = selection.map { $0.fields(of: a) } ?? a.fields
    return fields == other.map { $0.fields(of: b) } ?? b.fields
  }

  /// The section, in the collection, of an item with a row in a section; nil if it is not disclosed. O(log
  /// n).
  func home(of item: Element, section: Int) -> Element? {
    if isOpaque { return nil }
    if showsSections { return self.section(at: section) }
    guard case .own(let own) = rows else { return nil }
    return own.source?.home(of: item)
  }
}

extension CollectionState {
  /// The section of an item of the collection. O(log n + depth), in a collection with one section O(1).
  func home(of item: Element) -> Element? {
    // Most collections have one section, and the lookup in a long list misses the cache.
    if sectionCount == 1 { return section(at: 0).element }
    return slot(of: item).map { $0.scope.section(in: self) }
  }
}
