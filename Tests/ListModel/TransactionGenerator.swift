package import ArrangeModel
package import Changes
package import Ordering

/// Generates transactions for a list: of all kinds, mostly valid, several operations that build on each other, and
/// ids that come back.
package struct TransactionGenerator {
  package var profile: Profile
  package var random: OrderingRandom
  package let names = Names()
  /// How many ids and fields have been made.
  var made = 0
  /// Items and sections that were there once, and some that never were.
  var gone: [Int] = []
  /// The ids for the elements of this transaction that come without one.
  var unnamed: [Identifier] = []

  package init(_ profile: Profile, seed: UInt64) {
    self.profile = profile
    random = OrderingRandom(seed: seed)
  }

  /// A transaction for a list as somebody sees it, which is to have about this many items.
  package mutating func transaction(on list: SectionedList, size: Int? = nil) -> [ListOperation] {
    if let size { profile.size = size }
    return transaction(for: NaiveList(list, names: names))
  }

  /// A transaction for a list, whose names must be those of the generator.
  package mutating func transaction(for list: NaiveList) -> [ListOperation] {
    unnamed = []
    if let anchor = profile.anchor.map(names.number), list[.item, anchor] == nil, chance(30) {
      return [.insertItems([NewElement(id: names[anchor])], to: ItemDestination(section: .empty))]
    }
    if profile.fills, profile.limited == 0, list.itemCount < profile.size / 2 { return fill(list) }
    if chance(5), let operations = roundTrip(list) { return operations }
    var operations: [ListOperation] = []
    var scratch = list
    let count = chance(60) ? 1 : 2 + below(4)
    while operations.count < count {
      let start = unnamed.count
      let operation = operation(for: scratch)
      operations.append(operation)
      guard operations.count < count,
        let (after, _) = try? scratch.applying([operation], makeID: ids(from: start))
      else { break }
      scratch = after
    }
    return operations
  }

  /// The ids of this transaction's elements without one, in the order in which they are asked for.
  package func ids() -> () -> Identifier { ids(from: 0) }

  private func ids(from start: Int) -> () -> Identifier {
    var rest = unnamed[start...]
    return { rest.removeFirst() }
  }

  // MARK: Chance

  package mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// Whether a mistake is made that is of this level.
  mutating func fails(_ percent: Int, _ level: Profile.Mistakes = .outdated) -> Bool {
    profile.mistakes >= level && chance(percent)
  }

  /// An element that was never there.
  package mutating func fresh() -> Int {
    made += 1
    return names.number(of: profile.id(made))
  }

  // MARK: Whole transactions

  /// Many items at once, into several sections.
  private mutating func fill(_ list: NaiveList) -> [ListOperation] {
    var operations: [ListOperation] = []
    var sections = list.sections.map(\.id)
    if sections.isEmpty {
      sections = (0...below(4)).map { _ in fresh() }
      operations.append(.insertSections(sections.map { newElement($0) }, to: .init()))
    }
    var left = profile.size - list.itemCount
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
  private mutating func roundTrip(_ list: NaiveList) -> [ListOperation]? {
    let kind = below(5)
    if kind == 4 {
      guard list.sections.count > 1 else { return nil }
      let index = below(list.sections.count)
      let id = names[list.sections[index].id]
      return [
        .moveSections([.init(id)], to: .init(chance(50) ? .first : .last)),
        .moveSections([.init(id)], to: .init(.at(index))),
      ]
    }
    guard let item = pick(list), let from = list.find(item: item), let old = list[.item, item]?.fields else {
      return nil
    }
    let id = names[item]
    let back = ItemDestination(section: names[list.sections[from.section].id], .at(from.item))
    switch kind {
    case 0:
      let to = list.sections[below(list.sections.count)]
      return [
        .moveItems([.init(id)], to: .init(section: names[to.id], chance(50) ? .first : .last)),
        .moveItems([.init(id)], to: back),
      ]
    case 1:
      return [
        .updateItems([.init(.init(id), set: fields())]),
        .updateItems([.init(.init(id), set: old, replaceAll: true)]),
      ]
    case 2:
      let id = fresh()
      return [
        .insertItems([newElement(id)], to: itemDestination(list, moving: [])),
        .removeItems([.init(names[id])]),
      ]
    default:
      return [
        .removeItems([.init(id)]),
        .insertItems([.init(id: id, fields: chance(80) ? old : fields())], to: back),
      ]
    }
  }

  // MARK: Operations

  /// How often each kind is made.
  private func weight(_ kind: ListOperation.Kind, _ list: NaiveList) -> Int {
    let makesMistakes = profile.mistakes > .none
    let hasItems = makesMistakes || list.sections.contains { !$0.items.isEmpty }
    let hasSections = makesMistakes || !list.sections.isEmpty
    let (grows, isMany) = (list.itemCount < profile.size, list.sections.count > 6)
    return switch kind {
    case .insertItems: profile.usesDefaultSection || hasSections ? grows ? 28 : 12 : 0
    case .removeItems: hasItems ? grows ? 12 : 28 : 0
    case .moveItems: hasItems ? 25 : 0
    case .updateItems: hasItems ? 12 : 0
    case .adoptItems: hasSections ? profile.adoptions : 0
    case .reorderItems: hasItems ? 7 : 0
    case .insertSections: !hasSections || !isMany || makesMistakes ? 4 : 0
    case .moveSections: hasSections ? 4 : 0
    case .updateSections: hasSections ? 3 : 0
    case .removeSections: hasSections ? 3 : 0
    case .reorderSections: hasSections ? 2 : 0
    }
  }

  private mutating func operation(for list: NaiveList) -> ListOperation {
    let weights = ListOperation.Kind.allCases.map { weight($0, list) }
    var rest = below(weights.reduce(0, +))
    var place = 0
    while rest >= weights[place] {
      rest -= weights[place]
      place += 1
    }
    return operation(ListOperation.Kind.allCases[place], for: list)
  }

  private mutating func operation(_ kind: ListOperation.Kind, for list: NaiveList) -> ListOperation {
    switch kind {
    case .insertItems:
      let existing = list.sections.randomElement(using: &random)?.items ?? []
      let new = newElements(.item, manyOrFew(), existing, list)
      return .insertItems(new, to: itemDestination(list, moving: []))
    case .moveItems:
      let items = itemReferences(list, isPlaced: true)
      return .moveItems(items, to: itemDestination(list, moving: items.map { names.number(of: $0.id) }))
    case .updateItems: return .updateItems(itemReferences(list, isPlaced: false).map { update($0, .item) })
    case .removeItems:
      let items = itemReferences(list, isPlaced: true)
      remember(items.map(\.id))
      return .removeItems(items)
    case .adoptItems: return adoptItems(list)
    case .reorderItems: return reorderItems(list)
    case .insertSections:
      let new = newElements(.section, 1 + below(3), list.sections.map(\.id), list)
      return .insertSections(new, to: sectionDestination(list, moving: []))
    case .moveSections:
      let sections = sectionReferences(list)
      let moving = sections.map { names.number(of: $0.id) }
      return .moveSections(sections, to: sectionDestination(list, moving: moving))
    case .updateSections: return .updateSections(sectionReferences(list).map { update($0, .section) })
    case .removeSections:
      var sections = sectionReferences(list)
      if profile.anchor != nil {
        // It is in the default section.
        sections.removeAll(where: \.id.isEmpty)
        if sections.isEmpty { sections = [ElementReference(missingID())] }
      }
      remember(sections.map(\.id))
      return .removeSections(sections, onlyIfEmpty: fails(list.sections.count > 6 ? 40 : 85))
    case .reorderSections:
      var ids = list.sections.map(\.id).shuffled(using: &random)
      if chance(50) { ids = Array(ids.prefix(1 + below(4))) }
      if fails(5) || ids.isEmpty { ids.append(fresh()) }
      return .reorderSections(ids.map { names[$0] })
    }
  }

  private mutating func reorderItems(_ list: NaiveList) -> ListOperation {
    let sections = profile.isForEngine ? list.sections : list.sections.filter { !$0.items.isEmpty }
    guard let section = sections.randomElement(using: &random) else {
      return .reorderItems(section: missingID(), [missingID()])
    }
    let count = section.items.count
    var ids: [Int]
    switch below(4) {
    case 0:
      // A run of neighbours; where there is no room, others would have to make some.
      let start = profile.isHot && chance(50) ? max(0, count / 2 - below(20)) : below(count + 1)
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
    if ids.isEmpty, !profile.isForEngine { ids.append(section.items.first ?? missing()) }
    if fails(3) { ids.append(missing()) }
    if fails(2, .any), let first = ids.first { ids.append(first) }
    if fails(2), let other = pick(list), !ids.contains(other) { ids.append(other) }
    return .reorderItems(section: fails(2) ? missingID() : names[section.id], ids.map { names[$0] })
  }

  /// Items with keys that no strategy made, so that their neighbours alone say where they go.
  private mutating func adoptItems(_ list: NaiveList) -> ListOperation {
    let section = list.sections.randomElement(using: &random)
    var row = section?.items ?? []
    var items: [AdoptedItem] = []
    for _ in 0...below(4) {
      let id = chance(30) ? pick(list) ?? fresh() : fresh()
      guard id != anchor, !items.contains(where: { $0.id == names[id] }) else { continue }
      row.removeAll { $0 == id }
      let place = below(row.count + 1)
      items.append(
        AdoptedItem(
          id: names[id],
          fields: fields(),
          key: .empty,
          after: place > 0 ? names[row[place - 1]] : nil,
          before: place < row.count ? names[row[place]] : nil
        )
      )
      row.insert(id, at: place)
    }
    return .adoptItems(items, section: section.map { names[$0.id] } ?? missingID())
  }
}
