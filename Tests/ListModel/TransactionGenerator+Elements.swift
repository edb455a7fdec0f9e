package import ArrangeModel
import Ordering

extension TransactionGenerator {
  // MARK: Elements

  package mutating func fields() -> Fields {
    made += 1
    return profile.fields(&random, made)
  }

  /// The fields of a section: at times with a limit, seldom with one that is none.
  private mutating func sectionFields() -> Fields {
    var fields = fields()
    guard profile.limited > 0, chance(profile.limited) else { return fields }
    let limit: FieldValue =
      fails(4, .any) ? [.string("3"), .int(-1)][below(2)] : .int(Int64(below(profile.size + 1)))
    try? fields.set("item_limit", to: chance(5) ? .null : limit)
    return fields
  }

  private mutating func fields(_ kind: NaiveList.Kind) -> Fields {
    kind == .section ? sectionFields() : fields()
  }

  mutating func newElement(_ id: Int) -> NewElement { NewElement(id: names[id], fields: fields()) }

  /// New elements: mostly with a fresh id, at times with one that is or was in use, also by the other kind.
  mutating func newElements(
    _ kind: NaiveList.Kind,
    _ count: Int,
    _ existing: [Int],
    _ list: NaiveList
  ) -> [NewElement] {
    var ids = Set<Int>()
    return (0..<count).map { _ in
      if chance(profile.unnamed) {
        unnamed.append(names[fresh()])
        return NewElement(id: nil, fields: fields(kind))
      }
      var id: Int?
      if fails(2) {
        id = existing.randomElement(using: &random)
      } else if chance(profile.reused) {
        id = gone.randomElement(using: &random)
      } else if fails(2) {
        id = pick(list)
      }
      // The empty id is for the default section alone.
      if id == NaiveList.defaultSection, kind == .item || !profile.isForEngine { id = nil }
      // Some suites look for elements of both kinds by their ids.
      if let known = id, profile.mistakes == .none,
        list[.item, known] != nil || list[.section, known] != nil || ids.contains(known)
      {
        id = nil
      }
      let chosen = id ?? fresh()
      ids.insert(chosen)
      return NewElement(id: names[chosen], fields: fields(kind))
    }
  }

  mutating func manyOrFew() -> Int {
    let count =
      switch below(100) {
      case 0..<70: 1
      case 70..<90: 2 + below(3)
      case 90..<98: 5 + below(15)
      default: 20 + below(80)
      }
    return min(count, profile.mostElements)
  }

  /// How many elements that are gone are remembered.
  private static let mostGone = 200

  /// Remembers elements that are removed.
  package mutating func remember(_ ids: some Sequence<Identifier>) {
    gone += ids.map(names.number)
    if gone.count > TransactionGenerator.mostGone {
      gone.removeFirst(gone.count - TransactionGenerator.mostGone / 2)
    }
  }

  mutating func missing() -> Int {
    if chance(50), let id = gone.randomElement(using: &random) { return id }
    return fresh()
  }

  mutating func missingID() -> Identifier { names[missing()] }

  var anchor: Int? { profile.anchor.map(names.number) }

  /// The number of an item; every item has the same chance.
  package mutating func pick(_ list: NaiveList) -> Int? {
    let count = list.itemCount
    guard count > 0 else { return nil }
    var rest = below(count)
    for section in list.sections {
      if rest < section.items.count { return section.items[rest] }
      rest -= section.items.count
    }
    return nil
  }

  /// - Parameter isPlaced: whether the items lose their places, which the anchor must not.
  mutating func itemReferences(_ list: NaiveList, isPlaced: Bool) -> [ElementReference] {
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
    if isPlaced, let anchor { ids.removeAll { $0 == anchor } }
    return references(ids, .item, list)
  }

  mutating func sectionReferences(_ list: NaiveList) -> [ElementReference] {
    let ids = list.sections.map(\.id).shuffled(using: &random).prefix(chance(60) ? 1 : 1 + below(4))
    return references(Array(ids), .section, list)
  }

  mutating func references(
    _ ids: [Int],
    _ kind: NaiveList.Kind,
    _ list: NaiveList
  ) -> [ElementReference] {
    var ids = ids
    if fails(2) || ids.isEmpty { ids.insert(missing(), at: below(ids.count + 1)) }
    if fails(1, .any) { ids.append(ids[below(ids.count)]) }
    return ids.map { id in
      guard chance(profile.conditional), let version = list[kind, id]?.version else {
        return ElementReference(names[id])
      }
      var reference = ElementReference(names[id], ifContentVersion: fails(5, .any) ? version + 1 : version)
      if profile.isForEngine { addPlace(to: &reference, of: id, kind, list) }
      return reference
    }
  }

  /// Conditions on the place of an element, which mostly hold.
  private mutating func addPlace(
    to reference: inout ElementReference,
    of id: Int,
    _ kind: NaiveList.Kind,
    _ list: NaiveList
  ) {
    if kind == .item, chance(50), let path = list.find(item: id) {
      reference.ifSection = names[fails(5, .any) ? fresh() : list.sections[path.section].id]
    }
    if chance(50), let placed = list[kind, id]?.placed {
      reference.ifPlacementVersion = fails(5, .any) ? placed + 1 : placed
    }
  }

  mutating func update(_ element: ElementReference, _ kind: NaiveList.Kind) -> FieldsUpdate {
    FieldsUpdate(
      element,
      set: fields(kind),
      remove: chance(20) ? profile.removable.randomElement(using: &random).map { [$0] } ?? [] : [],
      replaceAll: chance(20)
    )
  }

  // MARK: Places

  mutating func policy() -> AnchorPolicy { [.fail, .first, .last][below(3)] }

  mutating func itemDestination(_ list: NaiveList, moving: [Int]) -> ItemDestination {
    if let anchor = profile.anchor, chance(30) {
      return ItemDestination(.after(anchor), ifAnchorMissing: .last)
    }
    let section = list.sections.randomElement(using: &random)
    var destination = ItemDestination(ifAnchorMissing: policy())
    switch below(100) {
    case _ where !profile.usesDefaultSection: destination.section = section.map { names[$0.id] }
    case 0..<55: destination.section = section.map { names[$0.id] }
    case 55..<60: destination.section = .empty
    case 60..<62 where profile.mistakes > .none: destination.section = missingID()
    default: break
    }
    destination.placement = placement(section?.items ?? [], moving, other: pick(list))
    return destination
  }

  mutating func sectionDestination(_ list: NaiveList, moving: [Int]) -> SectionDestination {
    SectionDestination(
      placement(list.sections.map(\.id), moving, other: nil),
      ifAnchorMissing: policy()
    )
  }

  mutating func placement(_ ids: [Int], _ moving: [Int], other: Int?) -> Placement {
    let room = ids.count - ids.count { moving.contains($0) }
    if profile.isHot, chance(70) { return .at(room / 2) }
    var anchor = ids.randomElement(using: &random)
    switch below(100) {
    case 0..<80: break
    case 80..<92: anchor = moving.filter(ids.contains).randomElement(using: &random) ?? anchor
    case 92..<96 where profile.mistakes > .none: anchor = other
    default: anchor = nil
    }
    if anchor == nil, profile.mistakes > .none { anchor = missing() }
    switch below(100) {
    case 30..<50: return anchor.map { .before(names[$0]) } ?? .first
    case 50..<70: return anchor.map { .after(names[$0]) } ?? .last
    case 70..<97: return .at(below((fails(20) ? ids.count : room) + 1))
    case 97... where profile.mistakes == .any: return .at([-1, ids.count + 1, Int.max, Int.min][below(4)])
    case 0..<15: return .first
    default: return .last
    }
  }
}
