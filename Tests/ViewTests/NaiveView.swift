import ArrangeModel
import Changes
import Ordering

/// The content of a view, evaluated from scratch in the simplest way: the reference for the engine's.
struct NaiveView {
  let definition: ViewDefinition
  /// The content of each collection.
  let collections: [Identifier: SectionedList]
  /// Where a window with an anchor is.
  var anchored: NaiveWindow?

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
      cut(sections(of: query, in: placed(query.collection)), query)
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
      for (name, _) in element.fields where !names.contains(name) { try? element.fields.set(name, to: nil) }
      return element
    }
    return sections.map { section in
      .init(query.layout == .sections ? cut(section.element) : section.element, items: section.items.map(cut))
    }
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
    for index in looked.indices {
      looked[index].items.removeAll { item in query.filter.map { !holds($0, item.fields) } ?? false }
    }
    func sorted(_ items: [ElementSnapshot]) -> [ElementSnapshot] {
      // Insertion sort, so that the order of equal ones is obvious.
      var sorted: [ElementSnapshot] = []
      for item in items {
        let place = sorted.firstIndex { compare($0, item, query.sort) > 0 } ?? sorted.count
        sorted.insert(item, at: place)
      }
      return sorted
    }
    switch query.layout {
    case .sections: return looked.map { .init($0.element, items: sorted($0.items)) }
    case .flat(let row): return [.init(snapshot(row), items: sorted(looked.flatMap(\.items)))]
    case .grouped(let grouping):
      let items = sorted(looked.flatMap(\.items))
      return groups(of: items, grouping, query.sort)
    }
  }

  private func groups(
    of items: [ElementSnapshot],
    _ grouping: ViewDefinition.Grouping,
    _ sort: [ViewSortDescriptor]
  ) -> [SectionedList.Section] {
    func value(_ item: ElementSnapshot) -> FieldValue? {
      let value = item.fields[grouping.field]
      return value == .null ? nil : value
    }
    func same(_ a: FieldValue?, _ b: FieldValue?) -> Bool { compareValues(a, b) == 0 }
    var values = grouping.declared
    // For items in order, each group is placed at its first one.
    for item in items where !values.contains(where: { same($0, value(item)) }) { values.append(value(item)) }
    var others = Array(values[grouping.declared.count...])
    switch grouping.order {
    case .bestItem: break
    case .ascending: others.sort { compareValues($0, $1) < 0 }
    case .descending:
      others.sort { a, b in
        let order = compareValues(a, b)
        return rank(a) == rank(b) ? order > 0 : order < 0
      }
    }
    return (grouping.declared + others).map { group in
      let element = ElementSnapshot(
        id: GroupValue.sectionID(group),
        // Whether a group shows 1 or 1.0 is that of the item that made it.
        fields: Fields(),
        contentVersion: 0,
        key: .empty
      )
      return .init(element, items: items.filter { same(value($0), group) })
    }
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

/// What is the same for the engine's list and the naive one: ids, and the fields and origins of items. The fields of
/// groups are those of the item that made them.
struct ShownSection: Equatable {
  struct Row: Equatable {
    let id: Identifier
    let fields: Fields
    let origin: RowOrigin?
  }

  let id: Identifier
  let rows: [Row]
}

extension SectionedList {
  var shown: [ShownSection] {
    sections.map { section in
      ShownSection(
        id: section.element.id,
        rows: section.items.map { ShownSection.Row(id: $0.id, fields: $0.fields, origin: $0.origin) }
      )
    }
  }
}
