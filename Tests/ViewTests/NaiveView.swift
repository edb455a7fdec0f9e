import ArrangeModel
import Changes
import Ordering

/// The content of a view, evaluated from scratch in the simplest way: the reference for the engine's.
struct NaiveView {
  let definition: ViewDefinition
  /// The content of each collection.
  let collections: [Identifier: SectionedList]
  /// The parents of items, of the collections that are outlines.
  var parents: [Identifier: [Identifier: Identifier]] = [:]
  /// Where a window with an anchor is.
  var anchored: NaiveWindow?
  /// The overlay of a query; nil for the order of the collection.
  var overlays: (ViewDefinition.Query) -> NaiveOverlay? = { _ in nil }

  /// What is shown.
  var list: SectionedList {
    let sections = sections.map {
      SectionedList.Section($0.section.element, items: Array($0.section.items.prefix($0.cap)))
    }
    switch definition.window {
    case nil: return SectionedList(sections)
    case .items(let range, let place): return cut(sections, place, range)
    case .around(_, let before, let after):
      guard let anchored else { return SectionedList() }
      return cut(sections, anchored.section, max(0, anchored.item - before)..<anchored.item + 1 + after)
    }
  }

  private func cut(_ sections: [SectionedList.Section], _ place: Int, _ range: Range<Int>) -> SectionedList {
    guard place < sections.count else { return SectionedList() }
    var section = sections[place]
    section.items = Array(section.items[range.clamped(to: 0..<section.items.count)])
    return SectionedList([section])
  }

  /// All sections with all rows, with the ids that they have in the view, and how many of the rows each shows.
  var sections: [(section: SectionedList.Section, cap: Int)] {
    var sections: [(section: SectionedList.Section, cap: Int)] = []
    for part in definition.parts {
      let prefix = part.name.isEmpty ? "" : part.name + "/"
      func named(_ element: ElementSnapshot) -> ElementSnapshot {
        var element = element
        element.id = Identifier(unchecked: prefix + element.id.text)
        return element
      }
      var cap = Int.max
      if case .collection(let query) = part.content { cap = query.cap ?? .max }
      for section in self.sections(of: part.content) {
        sections.append((.init(named(section.element), items: section.items.map(named)), cap))
      }
    }
    return sections
  }

  private func sections(of content: ViewDefinition.Content) -> [SectionedList.Section] {
    switch content {
    case .fixed(let fixed):
      [.init(snapshot(fixed.section), items: fixed.items.map { snapshot($0) })]
    case .collection(let query):
      cut(sections(of: query, in: ordered(query)), query)
    }
  }

  /// Sections with the fields that a query shows.
  private func cut(
    _ sections: [SectionedList.Section],
    _ query: ViewDefinition.Query
  ) -> [SectionedList.Section] {
    guard let names = query.only?.names else { return sections }
    func cut(_ element: ElementSnapshot) -> ElementSnapshot {
      var element = element
      for (name, _) in element.fields where !names.contains(name) && !ShownSection.isSum(name) {
        try? element.fields.set(name, to: nil)
      }
      return element
    }
    return sections.map { section in
      .init(query.layout == .sections ? cut(section.element) : section.element, items: section.items.map(cut))
    }
  }

  /// The collection of a query in the order of its overlay.
  private func ordered(_ query: ViewDefinition.Query) -> SectionedList {
    let list = placed(query.collection)
    return overlays(query)?.replay(list) ?? list
  }

  /// A collection whose items have origins.
  private func placed(_ name: Identifier) -> SectionedList {
    var list = collections[name] ?? SectionedList()
    for section in list.sections.indices {
      let home = list.sections[section].element.id
      for item in list.sections[section].items.indices {
        let id = list.sections[section].items[item].id
        list.sections[section].items[item].origin = RowOrigin(collection: name, section: home, item: id)
      }
    }
    return list
  }

  private func snapshot(_ row: ViewDefinition.Row) -> ElementSnapshot {
    ElementSnapshot(id: row.id, fields: row.fields, contentVersion: 0, key: .empty)
  }

  private func sections(of query: ViewDefinition.Query, in list: SectionedList) -> [SectionedList.Section] {
    var looked = list.sections
    if let chosen = query.sections {
      looked = chosen.compactMap { id in list.sections.first { $0.element.id == id } }
    }
    // What is below an item stays there, however siblings are sorted, and whether the item is shown or not.
    let keepsTree = parents[query.collection] != nil && query.layout == .sections
    if keepsTree {
      for index in looked.indices { looked[index].items = siblings(looked[index].items, query) }
    }
    for index in looked.indices { looked[index].items = filtered(looked[index].items, query) }
    func sorted(_ items: [ElementSnapshot]) -> [ElementSnapshot] {
      keepsTree ? items : self.sorted(items, query)
    }
    switch query.layout {
    case .sections: return summed(looked.map { .init($0.element, items: sorted($0.items)) }, query)
    case .flat(let row): return summed([.init(snapshot(row), items: sorted(looked.flatMap(\.items)))], query)
    case .grouped(let grouping):
      let items = sorted(looked.flatMap(\.items))
      return summed(groups(of: items, grouping, parents(query)), query)
    }
  }

  /// The items of a section that a query shows.
  private func filtered(_ items: [ElementSnapshot], _ query: ViewDefinition.Query) -> [ElementSnapshot] {
    let matching = Set(
      items.filter { item in query.filter.map { holds($0, item.fields) } ?? true }.map(\.id)
    )
    guard let parents = parents[query.collection] else { return items.filter { matching.contains($0.id) } }
    /// The ids of an item and of those above it.
    func path(_ id: Identifier) -> [Identifier] { [id] + (parents[id].map(path) ?? []) }
    let context = Set(matching.flatMap(path))
    var shown = items.filter { item in
      switch query.context {
      case .matches: matching.contains(item.id)
      case .ancestors: context.contains(item.id)
      case .descendants: path(item.id).contains { matching.contains($0) }
      }
    }
    guard query.layout == .sections, query.filter == nil || query.context != .matches else { return shown }
    for index in shown.indices {
      let id = shown[index].id
      guard let origin = shown[index].origin else { continue }
      shown[index].origin = RowOrigin(
        collection: origin.collection,
        section: origin.section,
        item: id,
        depth: UInt32(path(id).count),
        isContext: query.context == .ancestors && !matching.contains(id)
      )
    }
    return shown
  }

  private func sorted(_ items: [ElementSnapshot], _ query: ViewDefinition.Query) -> [ElementSnapshot] {
    // Insertion sort, so that the order of equal ones is obvious.
    var sorted: [ElementSnapshot] = []
    for item in items {
      let place = sorted.firstIndex { compare($0, item, query.sort) > 0 } ?? sorted.count
      sorted.insert(item, at: place)
    }
    return sorted
  }

  /// The items of a section of an outline, siblings sorted.
  private func siblings(_ items: [ElementSnapshot], _ query: ViewDefinition.Query) -> [ElementSnapshot] {
    let parents = parents[query.collection] ?? [:]
    func rows(below parent: Identifier?) -> [ElementSnapshot] {
      sorted(items.filter { parents[$0.id] == parent }, query).flatMap { [$0] + rows(below: $0.id) }
    }
    return rows(below: nil)
  }

  /// Sections with their sums. Values are small, so that no sum is rounded.
  private func summed(
    _ sections: [SectionedList.Section],
    _ query: ViewDefinition.Query
  ) -> [SectionedList.Section] {
    sections.map { section in
      var section = section
      for field in query.sums.fields {
        // What is only shown because of others below it does not count.
        let values = section.items.filter { $0.origin?.isContext != true }.map { $0.fields[field] }
        let numbers = values.compactMap(number)
        let isInteger = !values.contains { if case .double? = $0 { true } else { false } }
        let sum = numbers.reduce(0, +)
        let fields: [(String, FieldValue)] = [
          ("sum", isInteger ? .int(Int64(sum)) : .double(sum)), ("counted", .int(Int64(numbers.count))),
          ("uncounted", .int(Int64(values.count - numbers.count))),
        ]
        for (name, value) in fields { try? section.element.fields.set("\(name) \(field)", to: value) }
      }
      return section
    }
  }

  /// The parent of an item of a query's collection; nil if it has none.
  private func parents(_ query: ViewDefinition.Query) -> (ElementSnapshot) -> ElementSnapshot? {
    let parents = parents[query.collection] ?? [:]
    let items = (collections[query.collection]?.sections ?? []).flatMap(\.items)
    return { item in parents[item.id].flatMap { parent in items.first { $0.id == parent } } }
  }

  private func groups(
    of items: [ElementSnapshot],
    _ grouping: ViewDefinition.Grouping,
    _ parent: (ElementSnapshot) -> ElementSnapshot?
  ) -> [SectionedList.Section] {
    func made(_ id: Identifier, _ items: [ElementSnapshot]) -> SectionedList.Section {
      // Whether a group shows 1 or 1.0 is that of the item that made it.
      .init(ElementSnapshot(id: id, fields: Fields(), contentVersion: 0, key: .empty), items: items)
    }
    let first = groups(of: items, grouping.field, grouping.declared, grouping.order) {
      grouping.isOfParent ? parent($0) : $0
    }
    guard let by = grouping.by else { return first.map { made(GroupValue.sectionID($0.value), $0.items) } }
    func isDeclared(_ value: FieldValue?, _ declared: [FieldValue?]) -> Bool {
      declared.contains { compareValues($0, value) == 0 }
    }
    return first.flatMap { outer in
      groups(of: outer.items, by.field, by.declared, by.order, { $0 }).compactMap { inner in
        let exists = isDeclared(outer.value, grouping.declared) && isDeclared(inner.value, by.declared)
        guard exists || !inner.items.isEmpty else { return nil }
        return made(GroupValue.sectionID(outer.value, inner.value), inner.items)
      }
    }
  }

  /// The items by the values of a field, with the declared values first.
  private func groups(
    of items: [ElementSnapshot],
    _ field: String,
    _ declared: [FieldValue?],
    _ order: ViewDefinition.Grouping.Order,
    _ carrier: (ElementSnapshot) -> ElementSnapshot?
  ) -> [(value: FieldValue?, items: [ElementSnapshot])] {
    func value(_ item: ElementSnapshot) -> FieldValue? {
      let value = carrier(item)?.fields[field]
      return value == .null ? nil : value
    }
    func same(_ a: FieldValue?, _ b: FieldValue?) -> Bool { compareValues(a, b) == 0 }
    var values = declared
    // For items in order, each group is placed at its first one.
    for item in items where !values.contains(where: { same($0, value(item)) }) { values.append(value(item)) }
    var others = Array(values[declared.count...])
    switch order {
    case .bestItem: break
    case .ascending: others.sort { compareValues($0, $1) < 0 }
    case .descending:
      others.sort { a, b in
        let order = compareValues(a, b)
        return rank(a) == rank(b) ? order > 0 : order < 0
      }
    }
    return (declared + others).map { group in (group, items.filter { same(value($0), group) }) }
  }

  // MARK: Values

  private func rank(_ value: FieldValue?) -> Int {
    switch value {
    case .int, .double: 0
    case .string: 1
    case .bool: 2
    case .timestamp: 3
    case .bytes: 4
    case .null, nil: 5
    }
  }

  /// Values are small, so that a double holds each number.
  private func compareValues(_ a: FieldValue?, _ b: FieldValue?) -> Int {
    if rank(a) != rank(b) { return rank(a) < rank(b) ? -1 : 1 }
    switch (a, b) {
    case (.string(let a)?, .string(let b)?):
      return Array(a.utf8).lexicographicallyPrecedes(Array(b.utf8)) ? -1 : a == b ? 0 : 1
    case (.bool(let a)?, .bool(let b)?): return a == b ? 0 : b ? -1 : 1
    default:
      guard let a = number(a), let b = number(b) else { return 0 }
      return a < b ? -1 : a > b ? 1 : 0
    }
  }

  private func number(_ value: FieldValue?) -> Double? {
    switch value {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  private func compare(_ a: ElementSnapshot, _ b: ElementSnapshot, _ sort: [ViewSortDescriptor]) -> Int {
    for descriptor in sort {
      let (x, y) = (a.fields[descriptor.field], b.fields[descriptor.field])
      let (missingX, missingY) = (x == nil || x == .null, y == nil || y == .null)
      if missingX || missingY {
        if missingX && missingY { continue }
        return missingX == (descriptor.missing == .first) ? -1 : 1
      }
      let order = compareValues(x, y)
      // Kinds of values stand apart in the same order in both directions.
      let isReversed = descriptor.direction == .descending && rank(x) == rank(y)
      if order != 0 { return isReversed ? -order : order }
    }
    return 0
  }

  private func holds(_ filter: Filter, _ fields: Fields) -> Bool {
    var stack: [Bool] = []
    for step in filter.steps {
      switch step {
      case .exists(let field): stack.append(fields[field] != nil)
      case .comparison(let field, let comparison, let value, _):
        guard let own = fields[field], rank(own) == rank(value) else {
          stack.append(false)
          continue
        }
        let order = compareValues(own, value)
        switch comparison {
        case .equal: stack.append(order == 0)
        case .notEqual: stack.append(order != 0)
        case .less: stack.append(order < 0)
        case .lessOrEqual: stack.append(order <= 0)
        case .greater: stack.append(order > 0)
        case .greaterOrEqual: stack.append(order >= 0)
        }
      case .hasPrefix(let field, let text, _):
        if case .string(let own)? = fields[field] {
          stack.append(own.hasPrefix(text))
        } else {
          stack.append(false)
        }
      case .contains(let field, let text, _):
        if case .string(let own)? = fields[field] {
          stack.append(own.contains(text))
        } else {
          stack.append(false)
        }
      case .isOneOf(let field, let values):
        stack.append(values.contains { fields[field] != nil && compareValues(fields[field], $0) == 0 })
      case .principal: preconditionFailure("it is known who reads")
      case .all(let count):
        let result = stack.suffix(count).allSatisfy { $0 }
        stack.removeLast(count)
        stack.append(result)
      case .any(let count):
        let result = stack.suffix(count).contains(true)
        stack.removeLast(count)
        stack.append(result)
      case .not: stack[stack.count - 1].toggle()
      }
    }
    return stack[0]
  }
}

/// What is the same for the engine's list and the naive one: ids, sums, and the fields and origins of items. The other fields of
/// groups are those of the item that made them.
struct ShownSection: Equatable {
  struct Row: Equatable {
    let id: Identifier
    let fields: Fields
    let origin: RowOrigin?
  }

  let id: Identifier
  /// The fields of the section that are sums.
  let sums: [String: FieldValue]
  let rows: [Row]

  static func isSum(_ name: String) -> Bool {
    ["sum ", "counted ", "uncounted "].contains { name.hasPrefix($0) }
  }
}

extension SectionedList {
  var shown: [ShownSection] {
    sections.map { section in
      ShownSection(
        id: section.element.id,
        sums: Dictionary(
          uniqueKeysWithValues: section.element.fields.filter { ShownSection.isSum($0.name) }.map {
            ($0.name, $0.value)
          }
        ),
        rows: section.items.map { ShownSection.Row(id: $0.id, fields: $0.fields, origin: $0.origin) }
      )
    }
  }
}
