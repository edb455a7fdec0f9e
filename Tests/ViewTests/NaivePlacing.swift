import ArrangeModel
import Changes
import ListModel
import Ordering

@testable import Engine

/// What placing rows in a view of one collection does, found by looking at all states: those in which the view shows the
/// old rows with the dragged ones in the gap, and of them the one with the least effect.
struct NaivePlacing {
  /// A collection: its sections with their items, in order.
  struct State: Hashable {
    var sections: [Section]
    var fields: [Identifier: Fields]

    struct Section: Hashable {
      let id: Identifier
      var items: [Identifier]
    }

    var list: SectionedList {
      func snapshot(_ id: Identifier, _ fields: Fields = [:]) -> ElementSnapshot {
        ElementSnapshot(id: id, fields: fields, contentVersion: 1, key: .empty)
      }
      return SectionedList(
        sections.map { section in
          .init(snapshot(section.id), items: section.items.map { snapshot($0, fields[$0] ?? [:]) })
        }
      )
    }

    func place(of item: Identifier) -> ListPath? {
      for (number, section) in sections.enumerated() {
        if let index = section.items.firstIndex(of: item) { return ListPath(section: number, item: index) }
      }
      return nil
    }

    mutating func take(_ item: Identifier) {
      for section in sections.indices { sections[section].items.removeAll { $0 == item } }
    }
  }

  struct Cost: Comparable {
    var writesSort = false
    var changesSection = false
    var fields = 0
    var places = false

    static func < (a: Cost, b: Cost) -> Bool { a.order.lexicographicallyPrecedes(b.order) }
    private var order: [Int] { [writesSort ? 1 : 0, changesSection ? 1 : 0, fields, places ? 1 : 0] }
  }

  let definition: ViewDefinition
  let query: ViewDefinition.Query
  let old: State
  /// The dragged items, or the new one.
  let items: [Identifier]
  let isNew: Bool
  let section: Identifier
  /// The rows of the section that are not dragged, and how many of them are before the gap.
  let others: [Identifier]
  let gap: Int
  let isAfter: Bool
  /// The rows on both sides of the gap that are shown.
  let previous: Identifier?
  let next: Identifier?
  private let cap: Int
  private let aimed: Identifier?
  private let expected: [Identifier: [Identifier]]
  /// The fields of the group with their values.
  private let group: [(field: String, value: FieldValue?)]

  /// - Parameter state: with the fields of a new item.
  init(
    _ definition: ViewDefinition,
    _ state: State,
    _ items: [Identifier],
    isNew: Bool = false,
    section: Identifier,
    gap: Int,
    aim: PlaceAim
  ) {
    guard case .collection(let query) = definition.parts[0].content else { preconditionFailure("one query") }
    self.definition = definition
    self.query = query
    old = state
    self.items = items
    self.isNew = isNew
    self.section = section
    self.gap = gap
    let shown = NaivePlacing.rows(definition, state)
    let rows = shown.first { $0.id == section }?.rows ?? []
    cap = query.cap ?? .max
    let others = rows.filter { !items.contains($0) }
    self.others = others
    let places = items.compactMap { rows.firstIndex(of: $0) }
    let areBelow =
      places.count == items.count
      && places.allSatisfy { place in
        rows[..<place].filter { !items.contains($0) }.count >= gap
      }
    let wantsAfter = aim == .afterPrevious || aim == .automatic && !areBelow
    let seen = rows.prefix(cap)
    var (previous, next) = (gap > 0 ? others[gap - 1] : nil, gap < others.count ? others[gap] : nil)
    self.previous = previous.flatMap { seen.contains($0) ? $0 : nil }
    self.next = next.flatMap { seen.contains($0) ? $0 : nil }
    (previous, next) = (self.previous, self.next)
    isAfter = wantsAfter && previous != nil || next == nil
    aimed = isAfter ? previous : next
    var expected: [Identifier: [Identifier]] = [:]
    for section in shown { expected[section.id] = section.rows.filter { !items.contains($0) } }
    expected[section] = others[..<gap] + items + others[gap...]
    self.expected = expected.filter { !$0.value.isEmpty }
    group = NaivePlacing.group(section, of: query)
  }

  /// Fields have few values, so the group is one of a few.
  private static func group(
    _ section: Identifier,
    of query: ViewDefinition.Query
  ) -> [(field: String, value: FieldValue?)] {
    guard case .grouped(let grouping) = query.layout else { return [] }
    let others: [FieldValue?] = [.int(0), .int(1), .int(2), nil]
    guard let by = grouping.by else {
      let value = (grouping.declared + others).first { GroupValue.sectionID($0) == section }
      return [(grouping.field, value ?? nil)]
    }
    for first in grouping.declared + others {
      for second in by.declared + others where GroupValue.sectionID(first, second) == section {
        return [(grouping.field, first), (by.field, second)]
      }
    }
    preconditionFailure("\(section) is the section of no pair")
  }

  /// Whether a request can name the gap: it is beside a row that is shown, or in a section without other rows.
  var isNamed: Bool { previous != nil || next != nil || others.isEmpty }

  /// The rows of all sections, also those behind caps.
  static func rows(_ definition: ViewDefinition, _ state: State) -> [(id: Identifier, rows: [Identifier])] {
    NaiveView(definition: definition, collections: ["board": state.list]).sections.map {
      ($0.section.element.id, $0.section.items.map(\.id))
    }
  }

  private func isRight(_ state: State) -> Bool {
    let shown = NaivePlacing.rows(definition, state)
    return Dictionary(shown.map { ($0.id, $0.rows) }) { a, _ in a }.filter { !$0.value.isEmpty } == expected
  }

  private func cost(_ state: State) -> Cost {
    var cost = Cost()
    for item in items {
      let (before, after) = (old.fields[item] ?? [:], state.fields[item] ?? [:])
      let changed = Set((before.map(\.name) + after.map(\.name)).filter { before[$0] != after[$0] })
      cost.fields += changed.count
      if changed.contains(where: { name in !group.contains { $0.field == name } }) { cost.writesSort = true }
      if query.layout != .sections, !isNew, old.place(of: item)?.section != state.place(of: item)?.section {
        cost.changesSection = true
      }
    }
    cost.places = old.sections != state.sections
    return cost
  }

  // MARK: All states

  /// The fields that an item can get: those that it has, the value of the group, and some first sort fields of the aimed
  /// row.
  private func fields(of item: Identifier) -> [Fields] {
    var fields = old.fields[item] ?? [:]
    var all = [fields]
    for (field, value) in group where GroupValue.canonical(fields[field]) != GroupValue.canonical(value) {
      try? fields.set(field, to: value)
      all.append(fields)
    }
    guard let aimed, let source = old.fields[aimed] else { return all }
    for descriptor in query.sort {
      if fields[descriptor.field] != source[descriptor.field] {
        try? fields.set(descriptor.field, to: source[descriptor.field])
      }
      all.append(fields)
    }
    return all
  }

  /// All places of the dragged items among the others: each in its own section, or all in one.
  private var places: [State] {
    var states = [old]
    for item in items { states[0].take(item) }
    for item in items {
      states = states.flatMap { state in
        state.sections.indices.flatMap { section in
          (0...state.sections[section].items.count).map { index in
            var state = state
            state.sections[section].items.insert(item, at: index)
            return state
          }
        }
      }
    }
    return Set(states).filter { state in
      let sections = items.map { state.place(of: $0)?.section }
      return sections == items.map { old.place(of: $0)?.section } && !isNew || Set(sections).count == 1
    }
  }

  /// The states with the least effect; without regard to the aim, except for one item.
  func least() -> (cost: Cost, states: [State])? {
    var states = places
    for item in items {
      states = states.flatMap { state in
        fields(of: item).map { fields in
          var state = state
          state.fields[item] = fields
          return state
        }
      }
    }
    let right = Set(states).filter { isRight($0) }.map { (state: $0, cost: cost($0)) }
    guard let least = right.map(\.cost).min() else { return nil }
    let best = right.filter { $0.cost == least }.map(\.state)
    guard items.count == 1, let nearest = best.map(distance).min(by: { $0.lexicographicallyPrecedes($1) })
    else {
      return (least, best)
    }
    return (least, best.filter { distance($0) == nearest })
  }

  /// How far an item is from the aimed row: on the wrong side, the number of items between, in another section. Without an
  /// aimed row, from the end of its section.
  private func distance(_ state: State) -> [Int] {
    guard let place = state.place(of: items[0]) else { return [] }
    var order = Array(state.sections.indices)
    if let chosen = query.sections {
      order = chosen.compactMap { id in order.first { state.sections[$0].id == id } }
    }
    guard let aimed, let other = state.place(of: aimed) else {
      return [
        isNew ? order.firstIndex(of: place.section) ?? 0 : 0,
        state.sections[place.section].items.count - place.item,
      ]
    }
    let all = order.flatMap { state.sections[$0].items }
    let between = (all.firstIndex(of: items[0]) ?? 0) - (all.firstIndex(of: aimed) ?? 0)
    return [(between > 0) == isAfter ? 0 : 1, abs(between), place.section == other.section ? 0 : 1]
  }
}
