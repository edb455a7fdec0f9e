import ArrangeModel
import Ordering

/// Generates transactions for a collection: mostly valid ones, of all kinds, and some that must be refused.
struct TransactionGenerator {
  var random: OrderingRandom
  var names = Names()
  /// The collection should have about this many items.
  let size: Int
  /// Whether most elements go into the middle, where keys run out of room.
  private let isHot: Bool
  /// Numbers below it have been used.
  private var next = 1
  /// Numbers of items and sections that were there once, and of some that never were.
  private var gone: [Int] = []
  /// The numbers for the elements of this transaction that come without an id.
  private(set) var made: [Int] = []

  init(size: Int, seed: UInt64) {
    self.size = size
    random = OrderingRandom(seed: seed)
    isHot = seed % 3 == 0
  }

  /// A transaction. The operations of one transaction build on each other.
  mutating func transaction(for list: NaiveCollection) -> [ListOperation] {
    made = []
    if list.itemCount < size / 2 { return fill(list) }
    if chance(5), let operations = roundTrip(list) { return operations }
    var operations: [ListOperation] = []
    var scratch = list
    let count = chance(60) ? 1 : 2 + below(4)
    while operations.count < count {
      let operation = operation(for: scratch)
      operations.append(operation)
      guard operations.count < count else { break }
      guard
        let (after, _) = try? scratch.applying([operation], names: names, countingRanks: false, makeID: ids())
      else { break }
      scratch = after
    }
    return operations
  }

  /// The ids of this transaction's new elements, in the order in which they are asked for.
  func ids() -> () -> Int {
    var index = 0
    let made = made
    return {
      index += 1
      return made[index - 1]
    }
  }

  // MARK: Chance

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func fresh() -> Int {
    next += 1
    names.extend(to: next + 1)
    return next
  }

  // MARK: Whole transactions

  /// Many items at once, into several sections.
  private mutating func fill(_ list: NaiveCollection) -> [ListOperation] {
    let missing = size - list.itemCount
    var operations: [ListOperation] = []
    var sections = list.sections.map(\.id)
    if sections.isEmpty {
      sections = (0...below(4)).map { _ in fresh() }
      operations.append(.insertSections(sections.map { newElement($0) }, to: .init()))
    }
    var left = missing
    while left > 0, operations.count < 8 {
      let count = chance(50) ? left : 1 + below(left)
      let items = (0..<count).map { _ in newElement(fresh()) }
      let section = sections[below(sections.count)]
      operations.append(.insertItems(items, to: .init(section: names[section], chance(50) ? .last : .first)))
      left -= count
    }
    return operations
  }

  /// Operations that together change nothing, or next to nothing.
  private mutating func roundTrip(_ list: NaiveCollection) -> [ListOperation]? {
    switch below(5) {
    case 0:
      guard let item = pick(list) else { return nil }
      let from = list.find(item: item)!
      let to = list.sections[below(list.sections.count)]
      let back = ItemDestination(section: names[list.sections[from.section].id], .at(from.index))
      return [
        .moveItems([.init(names[item])], to: .init(section: names[to.id], chance(50) ? .first : .last)),
        .moveItems([.init(names[item])], to: back),
      ]
    case 1:
      guard let item = pick(list) else { return nil }
      let old = list.itemContent[item]!.fields
      return [
        .updateItems([.init(.init(names[item]), set: fields())]),
        .updateItems([.init(.init(names[item]), set: old, replaceAll: true)]),
      ]
    case 2:
      let id = fresh()
      return [
        .insertItems([newElement(id)], to: itemDestination(list, moving: [])),
        .removeItems([.init(names[id])]),
      ]
    case 3:
      guard let item = pick(list) else { return nil }
      let from = list.find(item: item)!
      let back = ItemDestination(section: names[list.sections[from.section].id], .at(from.index))
      let old = chance(80) ? list.itemContent[item]!.fields : fields()
      return [
        .removeItems([.init(names[item])]),
        .insertItems([.init(id: names[item], fields: old)], to: back),
      ]
    default:
      guard list.sections.count > 1 else { return nil }
      let index = below(list.sections.count)
      let id = names[list.sections[index].id]
      return [
        .moveSections([.init(id)], to: .init(chance(50) ? .first : .last)),
        .moveSections([.init(id)], to: .init(.at(index))),
      ]
    }
  }

  private mutating func operation(for list: NaiveCollection) -> ListOperation {
    let grows = list.itemCount < size
    switch below(100) {
    case 0..<(grows ? 28 : 12):
      return .insertItems(newItems(list), to: itemDestination(list, moving: []))
    case 0..<40:
      return .removeItems(itemReferences(list))
    case 40..<65:
      let items = itemReferences(list)
      return .moveItems(items, to: itemDestination(list, moving: items.map { names.number(of: $0.id) }))
    case 65..<77:
      return .updateItems(itemReferences(list).map { update($0) })
    case 77..<84:
      return reorderItems(list)
    case 84..<88:
      let count = 1 + below(3)
      let new = (0..<count).map { _ in newElement(newID(list.sections.map(\.id), list), canBeMade: true) }
      return .insertSections(new, to: sectionDestination(list, moving: []))
    case 88..<92:
      let sections = sectionReferences(list)
      return .moveSections(
        sections,
        to: sectionDestination(list, moving: sections.map { names.number(of: $0.id) })
      )
    case 92..<95:
      return .updateSections(sectionReferences(list).map { update($0) })
    case 95..<98:
      let isMany = list.sections.count > 6
      return .removeSections(sectionReferences(list), onlyIfEmpty: chance(isMany ? 40 : 85))
    default:
      var ids = list.sections.map(\.id).shuffled(using: &random)
      if chance(50) { ids = Array(ids.prefix(1 + below(4))) }
      if chance(5) { ids.append(fresh()) }
      return .reorderSections(ids.map { names[$0] })
    }
  }

  private mutating func reorderItems(_ list: NaiveCollection) -> ListOperation {
    guard let section = list.sections.randomElement(using: &random) else {
      return .reorderItems(section: missingID(), [])
    }
    let count = section.items.count
    var ids: [Int]
    switch below(4) {
    case 0:
      // A run of neighbours.
      let start = below(count + 1)
      ids = Array(section.items[start..<min(count, start + 1 + below(40))])
    case 1 where count <= 300: ids = section.items
    case _ where count > 0:
      // The engine sorts the whole stretch between the outermost ones, the model squares it.
      let start = below(count)
      let stretch = section.items[start..<min(count, start + 150)]
      ids = stretch.filter { _ in chance(30) }
    default: ids = []
    }
    switch below(3) {
    case 0: ids.shuffle(using: &random)
    case 1: ids.reverse()
    default: if ids.count > 1 { ids.swapAt(below(ids.count), below(ids.count)) }
    }
    if chance(3) { ids.append(missing()) }
    if chance(2), let first = ids.first { ids.append(first) }
    if chance(2), let other = pick(list), !ids.contains(other) { ids.append(other) }
    return .reorderItems(section: chance(2) ? missingID() : names[section.id], ids.map { names[$0] })
  }

  // MARK: Elements

  mutating func fields() -> Fields {
    var fields = Fields()
    if chance(60) { try? fields.set("n", to: .int(Int64(below(2)))) }
    if chance(20) { try? fields.set("title", to: .string(chance(50) ? "caf\u{E9}" : "cafe\u{301}")) }
    return fields
  }

  private mutating func newElement(_ id: Int, canBeMade: Bool = false) -> NewElement {
    guard canBeMade, chance(20) else { return NewElement(id: names[id], fields: fields()) }
    made.append(fresh())
    return NewElement(id: nil, fields: fields())
  }

  /// A number for a new element: mostly fresh, at times one that is or was in use, also by the other kind.
  private mutating func newID(_ existing: [Int], _ list: NaiveCollection) -> Int {
    switch below(100) {
    case 0..<2: existing.randomElement(using: &random) ?? fresh()
    case 2..<8: gone.randomElement(using: &random) ?? fresh()
    case 8..<10: pick(list) ?? fresh()
    default: fresh()
    }
  }

  private mutating func newItems(_ list: NaiveCollection) -> [NewElement] {
    (0..<manyOrFew()).map { _ in
      let existing = list.sections.randomElement(using: &random)?.items ?? []
      var id = newID(existing, list)
      // The empty id is for the default section alone.
      if id == NaiveCollection.defaultSection { id = fresh() }
      return newElement(id, canBeMade: true)
    }
  }

  private mutating func manyOrFew() -> Int {
    switch below(100) {
    case 0..<70: 1
    case 70..<90: 2 + below(3)
    case 90..<98: 5 + below(15)
    default: 20 + below(80)
    }
  }

  private mutating func missing() -> Int {
    if chance(50), let id = gone.randomElement(using: &random) { return id }
    return fresh()
  }

  private mutating func missingID() -> Identifier {
    let number = missing()
    return names[number]
  }

  /// The number of an item; every item has the same chance.
  mutating func pick(_ list: NaiveCollection) -> Int? {
    let count = list.itemCount
    guard count > 0 else { return nil }
    var rest = below(count)
    for section in list.sections {
      if rest < section.items.count { return section.items[rest] }
      rest -= section.items.count
    }
    return nil
  }

  private mutating func itemReferences(_ list: NaiveCollection) -> [ElementReference] {
    var ids: [Int] = []
    let count = manyOrFew()
    if count > 1, chance(40),
      let section = list.sections.filter({ !$0.items.isEmpty }).randomElement(using: &random)
    {
      let start = below(section.items.count)
      ids = Array(section.items[start...].prefix(count))
      if chance(30) { ids.reverse() }
    } else {
      for _ in 0..<count {
        if let id = pick(list), !ids.contains(id) { ids.append(id) }
      }
    }
    return references(ids) { list.itemContent[$0]?.version }
  }

  private mutating func sectionReferences(_ list: NaiveCollection) -> [ElementReference] {
    let ids = list.sections.map(\.id).shuffled(using: &random).prefix(chance(60) ? 1 : 1 + below(4))
    return references(Array(ids)) { list.sectionContent[$0]?.version }
  }

  private mutating func references(_ ids: [Int], version: (Int) -> UInt64?) -> [ElementReference] {
    var ids = ids
    if chance(2) || ids.isEmpty { ids.insert(missing(), at: below(ids.count + 1)) }
    if chance(1) { ids.append(ids[below(ids.count)]) }
    gone.append(ids[below(ids.count)])
    if gone.count > 200 { gone.removeFirst(100) }
    return ids.map { id in
      guard chance(10), let version = version(id) else { return ElementReference(names[id]) }
      return ElementReference(names[id], ifContentVersion: chance(95) ? version : version + 1)
    }
  }

  private mutating func update(_ element: ElementReference) -> FieldsUpdate {
    FieldsUpdate(
      element,
      set: fields(),
      remove: chance(20) ? [["n", "title", "none"][below(3)]] : [],
      replaceAll: chance(20)
    )
  }

  // MARK: Places

  private mutating func policy() -> AnchorPolicy { [.fail, .first, .last][below(3)] }

  private mutating func itemDestination(_ list: NaiveCollection, moving: [Int]) -> ItemDestination {
    let section = list.sections.randomElement(using: &random)
    var destination = ItemDestination(ifAnchorMissing: policy())
    switch below(100) {
    case 0..<55: destination.section = section.map { names[$0.id] }
    case 55..<60: destination.section = .empty
    case 60..<62: destination.section = missingID()
    default: break
    }
    let ids = section?.items ?? []
    destination.placement = placement(ids, moving, other: pick(list))
    return destination
  }

  private mutating func sectionDestination(_ list: NaiveCollection, moving: [Int]) -> SectionDestination {
    SectionDestination(
      placement(list.sections.map(\.id), moving, other: nil),
      ifAnchorMissing: policy()
    )
  }

  private mutating func placement(_ ids: [Int], _ moving: [Int], other: Int?) -> Placement {
    if isHot, chance(70) { return .at((ids.count - ids.count { moving.contains($0) }) / 2) }
    let anchor: Int =
      switch below(100) {
      case 0..<80: ids.randomElement(using: &random) ?? missing()
      case 80..<92: moving.randomElement(using: &random) ?? ids.randomElement(using: &random) ?? missing()
      case 92..<96: other ?? missing()
      default: missing()
      }
    switch below(100) {
    case 0..<15: return .first
    case 15..<30: return .last
    case 30..<50: return .before(names[anchor])
    case 50..<70: return .after(names[anchor])
    case 70..<97:
      let room = ids.count - (chance(80) ? ids.count { moving.contains($0) } : 0)
      return .at(below(room + 1))
    default: return .at([-1, ids.count + 1, Int.max, Int.min][below(4)])
    }
  }
}
