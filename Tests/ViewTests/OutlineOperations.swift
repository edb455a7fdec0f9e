import ArrangeModel
import Changes
import Ordering

@testable import Engine

/// Generates edits of outlines, some of which are refused.
struct OutlineOperations {
  private static let sections: [Identifier] = ["s", "t", "u", "v"]

  private var random: OrderingRandom
  private var count = 0

  init(seed: UInt64) { random = OrderingRandom(seed: seed) }

  private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
  private mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
  private mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }

  /// - Parameter size: the number of items at which it begins to remove more than it inserts.
  mutating func transaction(on state: CollectionState, size: Int) -> [ListOperation] {
    let rows = state.outlineRows
    let items = rows.map(\.item.id)
    let sections = state.sectionIDs
    return (0..<1 + below(3)).map { _ in operation(items, sections, isFull: items.count > size) }
  }

  private mutating func operation(
    _ items: [Identifier],
    _ sections: [Identifier],
    isFull: Bool
  ) -> ListOperation {
    if sections.count < 2 || chance(3) { return sectionOperation(sections) }
    if items.isEmpty || !isFull && chance(40) {
      let new = (0..<1 + below(3)).map { _ in element() }
      return .insertItems(new, to: destination(items, sections))
    }
    switch below(isFull ? 14 : 10) {
    case 0..<4: return .moveItems(some(items), to: destination(items, sections))
    case 4..<7:
      return .updateItems([
        FieldsUpdate(ElementReference(one(of: items)), set: RandomView.fields(&random))
      ])
    case 7: return sectionOperation(sections)
    case 8: return .reorderItems(section: one(of: sections), Array(items.shuffled(using: &random).prefix(2)))
    default: return .removeItems(some(items), descendants: chance(50) ? .promote : .remove)
    }
  }

  private mutating func sectionOperation(_ sections: [Identifier]) -> ListOperation {
    let others = OutlineOperations.sections.filter { !sections.contains($0) }
    if sections.count < 2 || !others.isEmpty && chance(30) {
      return .insertSections(
        [NewElement(id: one(of: others.isEmpty ? sections : others), fields: RandomView.fields(&random))],
        to: .init(.at(below(sections.count + 1)))
      )
    }
    let section = ElementReference(one(of: sections))
    switch below(5) {
    case 0: return .removeSections([section], onlyIfEmpty: false)
    case 1: return .updateSections([FieldsUpdate(section, set: RandomView.fields(&random))])
    default: return .moveSections([section], to: .init(.at(below(sections.count))))
    }
  }

  private mutating func element() -> NewElement {
    count += 1
    return NewElement(id: Identifier(unchecked: "i\(count % 60)"), fields: RandomView.fields(&random))
  }

  private mutating func some(_ items: [Identifier]) -> [ElementReference] {
    let count = chance(70) ? 1 : 2
    return items.shuffled(using: &random).prefix(count).map { ElementReference($0) }
  }

  private mutating func destination(_ items: [Identifier], _ sections: [Identifier]) -> ItemDestination {
    guard let item = items.isEmpty ? nil : one(of: items), chance(75) else {
      return .init(section: one(of: sections), chance(50) ? .first : .last, below: .init(.empty))
    }
    let cycle = one(of: [CyclePolicy.skip, .beside])
    switch below(6) {
    case 0: return .init(.before(item), below: .init(ifCycle: cycle))
    case 1: return .init(.after(item), below: .init(ifCycle: cycle))
    case 2, 3: return .init(.first, below: .init(item, ifCycle: cycle))
    default: return .init(.last, below: .init(item, ifCycle: cycle))
    }
  }
}

extension CollectionState {
  /// An item of an outline, with the section and the parent that it has.
  typealias OutlineRow = (section: Int, item: Element, parent: Identifier?)

  var sectionIDs: [Identifier] { (0..<sectionCount).map { section(at: $0).element.id } }

  /// The items, each before what is below it: read in the simplest way, list by list.
  var outlineRows: [OutlineRow] {
    var rows: [OutlineRow] = []
    func add(_ scope: Scope, _ section: Int, _ parent: Identifier?) {
      for index in 0..<count(in: scope) {
        let slot = ListSlot(scope: scope, index: index)
        let item = item(at: slot).element
        rows.append((section, item, parent))
        if let number = branches?.number(of: item, hash: item.idHash) {
          add(.children(number), section, item.id)
        }
      }
    }
    for section in 0..<sectionCount { add(.items(section: section), section, nil) }
    return rows
  }

  /// The sections with all of their rows.
  var outlineContent: SectionedList {
    var list = SectionedList(ListAtVersion(state: self, hasKeys: false))
    for section in list.sections.indices { list.sections[section].items = [] }
    for row in outlineRows {
      list.sections[row.section].items.append(
        ElementSnapshot(
          id: row.item.id,
          fields: row.item.fields,
          contentVersion: row.item.contentVersion,
          key: .empty
        )
      )
    }
    return list
  }

  /// The parents of the items that have one.
  var parents: [Identifier: Identifier] {
    var parents: [Identifier: Identifier] = [:]
    for row in outlineRows { if let parent = row.parent { parents[row.item.id] = parent } }
    return parents
  }
}

extension SectionedList {
  /// The parents of the items that have one, in the fetched rows of an outline.
  var parentsByDepth: [Identifier: Identifier] {
    var parents: [Identifier: Identifier] = [:]
    for section in sections {
      var path: [Identifier] = []
      for item in section.items {
        path = path.prefix(Int(item.outline?.depth ?? 1) - 1) + [item.id]
        if path.count > 1 { parents[item.id] = path[path.count - 2] }
      }
    }
    return parents
  }
}
