import ArrangeModel
import Ordering

/// Makes transactions like an active client: mostly valid, sometimes outdated, sometimes invalid.
struct TransactionMaker {
  /// The item after which many others are inserted, to exhaust its gap. It is never moved or removed.
  static let anchor: Identifier = "anchor"
  /// The approximate number of items of a list.
  private static let aimedSize = 160

  private var random: OrderingRandom
  /// Goes into every id and every value, so that each is made once.
  private let name: String
  private var count = 0

  init(name: String, seed: UInt64) {
    self.name = name
    random = OrderingRandom(seed: seed)
  }

  private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func request(to collection: Identifier, _ known: Sightings.Known) -> ApplyRequest {
    var operations = [operation(known)]
    if chance(20) { operations += (0...below(3)).map { _ in operation(known) } }
    var request = ApplyRequest(collection: collection, operations: operations)
    request.requestID = RequestID(using: &random)
    switch below(100) {
    case 0..<12: request.ifVersion = known.version
    case 12..<14: request.ifVersion = 0
    default: break
    }
    return request
  }

  private mutating func operation(_ known: Sightings.Known) -> ListOperation {
    if !known.items.contains(where: { $0.id == TransactionMaker.anchor }), chance(30) {
      return .insertItems([NewElement(id: TransactionMaker.anchor)], to: ItemDestination(section: .empty))
    }
    let isFull = known.items.count > TransactionMaker.aimedSize
    switch below(100) {
    case 0..<(isFull ? 16 : 34): return .insertItems(newItems(known), to: destination(known))
    case ..<58: return .moveItems(itemReferences(known), to: destination(known))
    case ..<68: return .updateItems(itemReferences(known).map { update($0) })
    case ..<76: return .removeItems(itemReferences(known))
    case ..<84: return reorderItems(known)
    case ..<89:
      let gone = chance(20) ? known.gone.randomElement(using: &random) : nil
      return .insertSections(
        [NewElement(id: gone ?? fresh("s"), fields: fields())],
        to: sectionDestination(known)
      )
    case ..<93: return .moveSections(sectionReferences(known), to: sectionDestination(known))
    case ..<96: return .updateSections(sectionReferences(known).map { update($0) })
    case ..<98:
      let sections = sectionReferences(known).filter { !$0.id.isEmpty }.orOne(.none)
      return .removeSections(sections, onlyIfEmpty: chance(40))
    default:
      return .reorderSections(known.sections.shuffled(using: &random).prefix(4).map { $0 }.orOne("none"))
    }
  }

  // MARK: Elements

  private mutating func fresh(_ prefix: String) -> Identifier {
    count += 1
    return Identifier(unchecked: "\(prefix)\(name).\(count)")
  }

  private mutating func fields() -> Fields {
    var fields = Fields()
    count += 1
    try? fields.set("made", to: .string("\(name).\(count)"))
    if chance(50) { try? fields.set("flag", to: .bool(chance(50))) }
    // Some large ones, so that a checkpoint has more than one chunk.
    if chance(12) { try? fields.set("text", to: .string(String(repeating: "x", count: 1 + below(12_000)))) }
    return fields
  }

  private mutating func newItems(_ known: Sightings.Known) -> [NewElement] {
    (0..<(chance(70) ? 1 : 1 + below(4))).map { _ in
      switch below(100) {
      case 0..<10: NewElement(fields: fields())
      case ..<20: NewElement(id: known.gone.randomElement(using: &random) ?? fresh("i"), fields: fields())
      case ..<22:
        NewElement(id: known.items.randomElement(using: &random)?.id ?? fresh("i"), fields: fields())
      default: NewElement(id: fresh("i"), fields: fields())
      }
    }
  }

  private mutating func reference(_ id: Identifier, _ known: Sightings.Known) -> ElementReference {
    ElementReference(id, ifContentVersion: chance(8) ? known.contentVersions[id] : nil)
  }

  private mutating func itemReferences(_ known: Sightings.Known) -> [ElementReference] {
    let count = chance(60) ? 1 : 2 + below(4)
    var ids: [Identifier] = []
    for _ in 0..<count {
      guard let item = known.items.randomElement(using: &random) else { break }
      if item.id != TransactionMaker.anchor, !ids.contains(item.id) { ids.append(item.id) }
    }
    if chance(2), let gone = known.gone.randomElement(using: &random) { ids.append(gone) }
    return ids.map { reference($0, known) }.orOne(.none)
  }

  private mutating func sectionReferences(_ known: Sightings.Known) -> [ElementReference] {
    let ids = known.sections.shuffled(using: &random).prefix(chance(70) ? 1 : 2)
    return ids.map { ElementReference($0) }.orOne(.none)
  }

  private mutating func update(_ element: ElementReference) -> FieldsUpdate {
    // One in five sets a value that is probably there already.
    let set: Fields = chance(20) ? ["flag": .bool(chance(50))] : fields()
    return FieldsUpdate(
      element,
      set: set,
      remove: chance(20) ? ["text", "flag"] : [],
      replaceAll: chance(10)
    )
  }

  private mutating func reorderItems(_ known: Sightings.Known) -> ListOperation {
    let section = known.items.randomElement(using: &random)?.section ?? .empty
    let ids = known.items.filter { $0.section == section }.map(\.id).shuffled(using: &random)
    return .reorderItems(section: section, Array(ids.prefix(2 + below(8))).orOne("none"))
  }

  // MARK: Places

  private mutating func destination(_ known: Sightings.Known) -> ItemDestination {
    if chance(30) { return ItemDestination(.after(TransactionMaker.anchor), ifAnchorMissing: .last) }
    let section = chance(70) ? known.sections.randomElement(using: &random) : nil
    let siblings = known.items.filter { $0.section == section }.map(\.id)
    let policy: AnchorPolicy = [.fail, .first, .last][below(3)]
    return ItemDestination(
      section: section,
      placement(siblings.isEmpty ? known.items.map(\.id) : siblings),
      ifAnchorMissing: policy
    )
  }

  private mutating func sectionDestination(_ known: Sightings.Known) -> SectionDestination {
    SectionDestination(placement(known.sections), ifAnchorMissing: [.fail, .first, .last][below(3)])
  }

  private mutating func placement(_ ids: [Identifier]) -> Placement {
    let anchor = ids.randomElement(using: &random) ?? "none"
    switch below(10) {
    case 0: return .first
    case 1: return .last
    case 2..<5: return .before(anchor)
    case 5..<8: return .after(anchor)
    default: return .at(below(max(1, ids.count)))
    }
  }
}

extension Array {
  /// The array, or one element where it is empty.
  fileprivate func orOne(_ element: Element) -> [Element] { isEmpty ? [element] : self }
}

extension ElementReference {
  /// A reference to an element that does not exist.
  fileprivate static let none = ElementReference("none")
}
