package import ArrangeModel
package import Ordering

/// Operations and transfers that somebody may ask for, who may have seen older outlines.
extension NaiveOutline {
  package func randomOperation(using random: inout OrderingRandom) -> ArrangeModel.ListOperation {
    switch random.number(10) {
    case 0..<4:
      let ids = randomIDs(using: &random) + [randomID(using: &random)]
      let new = Set(ids).sorted().prefix(1 + random.number(2)).map { id in
        items.contains(id) ? randomNewID(using: &random) : id
      }
      return .insertItems(
        Set(new).sorted().map { NewElement(id: $0) },
        to: randomDestination(hasCycles: false, using: &random)
      )
    case 4..<8:
      let references = randomIDs(using: &random).map { ElementReference($0) }
      return .moveItems(references, to: randomDestination(hasCycles: true, using: &random))
    case 8:
      return .removeItems(
        randomIDs(using: &random).map { ElementReference($0) },
        descendants: NaiveOutline.policies[random.number(4)]
      )
    default:
      let home = lists.filter { $0.value.count > 1 }.map(\.key).sorted { "\($0)" < "\($1)" }.first
      guard let home, let list = lists[home] else {
        return .removeItems([ElementReference(randomID(using: &random))])
      }
      switch home {
      case .top(let section): return .reorderItems(section: section, list.shuffled(using: &random))
      case .under(let parent):
        return .reorderItems(section: .empty, parent: parent, list.shuffled(using: &random))
      }
    }
  }

  /// A transfer to another collection, which is of this name.
  package func randomTransfer(
    to target: NaiveOutline,
    _ name: Identifier,
    using random: inout OrderingRandom
  ) -> ItemTransfer {
    ItemTransfer(
      randomIDs(using: &random).map { ElementReference($0) },
      to: name,
      target.randomDestination(hasCycles: false, using: &random),
      descendants: random.number(2) == 0 ? nil : NaiveOutline.policies[random.number(4)]
    )
  }

  private static let policies: [DescendantPolicy?] = [nil, .remove, .promote, .refuse]

  private func randomNewID(using random: inout OrderingRandom) -> Identifier {
    Identifier(unchecked: "i\(random.number(randomIDCount))")
  }

  private func randomID(using random: inout OrderingRandom) -> Identifier {
    let items = items.sorted()
    return items.isEmpty || random.number(12) == 0
      ? randomNewID(using: &random) : items[random.number(items.count)]
  }

  private func randomIDs(using random: inout OrderingRandom) -> [Identifier] {
    var found: [Identifier] = []
    for _ in 0...random.number(3) {
      let id = randomID(using: &random)
      if !found.contains(id) { found.append(id) }
    }
    return found
  }

  private func randomDestination(hasCycles: Bool, using random: inout OrderingRandom) -> ItemDestination {
    let placement: Placement =
      switch random.number(6) {
      case 0: .first
      case 1: .before(randomID(using: &random))
      case 2: .after(randomID(using: &random))
      case 3: .at(random.number(4))
      default: .last
      }
    let parent: Identifier? =
      random.number(3) == 0 ? nil : random.number(5) == 0 ? "" : randomID(using: &random)
    return ItemDestination(
      section: random.number(4) == 0 ? sections[random.number(sections.count)] : nil,
      placement,
      ifAnchorMissing: [.fail, .first, .last][random.number(3)],
      below: ParentChoice(
        parent,
        ifMissing: ParentPolicy.allCases[random.number(3)],
        ifCycle: hasCycles ? CyclePolicy.allCases[random.number(3)] : .fail
      )
    )
  }
}

extension OrderingRandom {
  /// A number below another one.
  fileprivate mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }
}
