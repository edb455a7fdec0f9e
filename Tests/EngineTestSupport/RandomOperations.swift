package import ArrangeModel
package import Ordering

/// Generates transactions for a list of which only the ids are known: inserts, removals, moves and updates of
/// items and sections, several in a transaction, and ids that are reused.
///
/// Most transactions are valid; if an operation removes an element that a later one names, the transaction is
/// refused as a whole, which is also a useful test.
package struct RandomOperations {
  /// The ids of a list: its sections and the items of each.
  package typealias Outline = [(section: Identifier, items: [Identifier])]

  package var random: OrderingRandom
  /// Generates the fields of elements; nil for a counter in the field "n".
  package var makeFields: (@Sendable (inout OrderingRandom) -> Fields)?
  private let prefix: String
  private var made = 0
  private var gone: [Identifier] = []
  private var content: Int64 = 0

  /// - Parameter prefix: the prefix of all new ids.
  package init(seed: UInt64, prefix: String = "") {
    random = OrderingRandom(seed: seed)
    self.prefix = prefix
  }

  package mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// A transaction for a list.
  ///
  /// - Parameter size: about how many items the list should have.
  package mutating func transaction(on outline: Outline, size: Int = 30) -> [ListOperation] {
    var outline = outline
    let count = chance(60) ? 1 : 2 + below(4)
    return (0..<count).map { _ in operation(on: &outline, size: size) }
  }

  private mutating func operation(on outline: inout Outline, size: Int) -> ListOperation {
    let items = outline.flatMap(\.items)
    if outline.isEmpty || chance(8) && outline.count < 8 { return insertSections(&outline) }
    switch below(100) {
    case 0..<(items.count < size ? 35 : 12): return insertItems(&outline)
    case _ where items.isEmpty: return insertItems(&outline)
    case 0..<45:
      let ids = some(of: items)
      gone += ids
      for place in outline.indices { outline[place].items.removeAll(where: ids.contains) }
      return .removeItems(ids.map { ElementReference($0) })
    case 45..<70:
      let ids = some(of: items)
      for place in outline.indices { outline[place].items.removeAll(where: ids.contains) }
      let target = below(outline.count)
      let placement = placement(outline[target].items)
      outline[target].items += ids
      return .moveItems(
        ids.map { ElementReference($0) },
        to: ItemDestination(section: outline[target].section, placement)
      )
    case 70..<82:
      return .updateItems(some(of: items).map { FieldsUpdate(ElementReference($0), set: fields()) })
    case 82..<88:
      let ids = some(of: outline.map(\.section))
      let left = outline.map(\.section).filter { !ids.contains($0) }
      return .moveSections(ids.map { ElementReference($0) }, to: SectionDestination(placement(left)))
    case 88..<92:
      let section = outline[below(outline.count)].section
      return .updateSections([FieldsUpdate(ElementReference(section), set: fields())])
    case 92..<96:
      let place = below(outline.count)
      var ids = outline[place].items
      ids.shuffle(using: &random)
      return .reorderItems(section: outline[place].section, ids)
    default:
      let section = outline.remove(at: below(outline.count))
      gone += section.items + [section.section]
      return .removeSections([ElementReference(section.section)], onlyIfEmpty: false)
    }
  }

  private mutating func insertSections(_ outline: inout Outline) -> ListOperation {
    let ids = (0...below(2)).map { _ in newID(outline) }
    let placement = placement(outline.map(\.section))
    outline += ids.map { ($0, []) }
    return .insertSections(
      ids.map { NewElement(id: $0, fields: fields()) },
      to: SectionDestination(placement)
    )
  }

  private mutating func insertItems(_ outline: inout Outline) -> ListOperation {
    let target = below(outline.count)
    let placement = placement(outline[target].items)
    var elements: [NewElement] = []
    for _ in 0...(chance(80) ? 0 : below(6)) {
      let id = newID(outline)
      outline[target].items.append(id)
      elements.append(NewElement(id: id, fields: fields()))
    }
    return .insertItems(elements, to: ItemDestination(section: outline[target].section, placement))
  }

  /// An id that is not in the list; at times one that was.
  private mutating func newID(_ outline: Outline) -> Identifier {
    if !gone.isEmpty, chance(40) {
      let id = gone.remove(at: below(gone.count))
      if !outline.contains(where: { $0.section == id || $0.items.contains(id) }) { return id }
    }
    made += 1
    return Identifier(unchecked: "\(prefix)\(made)")
  }

  private mutating func fields() -> Fields {
    if let makeFields { return makeFields(&random) }
    guard chance(80) else { return Fields() }
    // Contents are reused, too.
    content = chance(70) ? content + 1 : Int64(below(3))
    return ["n": .int(content)]
  }

  private mutating func some(of ids: [Identifier]) -> [Identifier] {
    let count = min(ids.count, chance(60) ? 1 : 1 + below(6))
    return Array(ids.shuffled(using: &random).prefix(count))
  }

  private mutating func placement(_ ids: [Identifier]) -> Placement {
    switch below(5) {
    case 0: .first
    case 1: .last
    case 2 where !ids.isEmpty: .before(ids[below(ids.count)])
    case 3 where !ids.isEmpty: .after(ids[below(ids.count)])
    default: .at(below(ids.count + 1))
    }
  }
}
