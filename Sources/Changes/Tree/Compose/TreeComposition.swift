import ArrangeModel

/// What becomes of two batches that follow each other: positions are followed from OLD over MID, which the first leads to,
/// to NEW.
struct TreeComposition {
  let first: TreeSide
  let second: TreeSide
  /// The positions in MID of items that have lists, by the numbers of the items.
  private var middle: [NamedPlace?]
  /// Whether those items are in NEW.
  private var isItemKept: [Bool] = []
  /// The positions in MID of what the first one inserts.
  private let firstRows: Set<NamedPlace>

  /// - Throws: an error if the two do not say the same of MID.
  init(_ first: TreeSide, _ second: TreeSide) throws(TreeCompositionError) {
    self.first = first
    self.second = second
    firstRows = Set(first.rows.map(\.at))
    middle = [NamedPlace?](repeating: nil, count: second.names.ids.count)
    for case (.item(let number), let owner) in first.namedOwners { middle[number] = owner.to.map(first.new) }
    for case (.item(let number), let place) in first.rowPlaces { middle[number] = place }
    for case (.item(let number), let owner) in second.namedOwners {
      guard let place = owner.from.map(second.old) else { continue }
      if let known = middle[number], known != place { throw .notConsecutive(owner.id) }
      middle[number] = place
    }
    isItemKept = keptItems()
  }

  /// For each item that has a list whether it is in NEW. All that is above one is known, in both batches the same, so no item is
  /// below itself. O(items).
  private func keptItems() -> [Bool] {
    var kept = [Bool?](repeating: nil, count: middle.count)
    for start in middle.indices {
      // What neither moves nor is deleted is kept if what is above it is.
      var chain: [Int] = []
      var name = OwnerName.item(start)
      var isKept: Bool?
      while isKept == nil {
        if case .item(let number) = name {
          isKept = kept[number]
          if isKept != nil { break }
          chain.append(number)
        }
        guard let place = placeInMiddle(of: name) else {
          isKept = false
          break
        }
        isKept = isNamedKept(place)
        guard isKept == nil else { break }
        guard let parent = place.parent else {
          isKept = true
          break
        }
        name = parent
      }
      for number in chain { kept[number] = isKept }
    }
    return kept.map { $0 ?? false }
  }

  /// Whether the second batch keeps something at a position of MID; nil if it does not name it.
  private func isNamedKept(_ place: NamedPlace) -> Bool? {
    if second.moved[place] != nil { return true }
    return second.deleted.contains(place) ? false : nil
  }

  private func placeInMiddle(of name: OwnerName) -> NamedPlace? {
    switch name {
    case .section(let index): NamedPlace(below: nil, at: index)
    case .item(let number): middle[number]
    case .goneSection, .newSection: nil
    }
  }

  /// Whether something at a position of MID is in NEW: neither it nor anything above it is deleted.
  func isKept(_ place: NamedPlace) -> Bool {
    if let isKept = isNamedKept(place) { return isKept }
    guard let parent = place.parent else { return true }
    if case .item(let number) = parent { return isItemKept[number] }
    return placeInMiddle(of: parent).map { isNamedKept($0) ?? true } ?? false
  }

  /// The position in NEW of what is at a position of MID; nil if it is gone.
  func forward(_ place: NamedPlace) -> NamedPlace? { isKept(place) ? second.forward(place) : nil }

  /// Everything that was touched and is in OLD or NEW, with the content of what is new.
  func touched() -> [(places: TouchedPlaces, content: ElementSnapshot?)] {
    var result: [(places: TouchedPlaces, content: ElementSnapshot?)] = []
    var known: Set<NamedPlace> = []
    func add(_ middle: NamedPlace, old: NamedPlace?, _ row: TreeSide.Row? = nil) {
      guard known.insert(middle).inserted else { return }
      let new = forward(middle)
      if old == nil, new == nil { return }
      result.append((TouchedPlaces(old: old, new: new, name: row?.name), row?.row.element))
    }
    for place in first.deletes { result.append((TouchedPlaces(old: place, new: nil), nil)) }
    for move in first.moves + first.unmoved { add(move.to, old: move.from) }
    for row in first.rows { add(row.at, old: nil, row) }
    for place in second.deletes + (second.moves + second.unmoved).map(\.from) where !known.contains(place) {
      add(place, old: first.backward(place))
    }
    for row in second.rows {
      result.append((TouchedPlaces(old: nil, new: row.at, name: row.name), row.row.element))
    }
    return result
  }
}

extension TreeComposition: OwnerPlaces {
  func oldPlace(of name: OwnerName) -> NamedPlace? {
    if let place = first.oldPlace(of: name) { return place }
    guard case .item(let number) = name, let place = middle[number], !firstRows.contains(place) else {
      return nil
    }
    return first.backward(place)
  }

  func newPlace(of name: OwnerName) -> NamedPlace? {
    if let place = second.newPlace(of: name) { return place }
    guard case .item(let number) = name, let place = middle[number] else { return nil }
    return forward(place)
  }

  /// Something new can have the id of something that is gone.
  func isInBoth(_ name: OwnerName) -> Bool {
    guard first.rowPlaces[name] == nil, let place = placeInMiddle(of: name) else { return false }
    return isKept(place)
  }

  func id(of name: OwnerName) -> Identifier { second.id(of: name) }
}
