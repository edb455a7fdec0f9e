import ArrangeModel

/// What becomes of two batches that follow each other: positions are followed from OLD over MID, which the first leads to,
/// to NEW.
struct TreeComposition {
  let first: TreeSide
  let second: TreeSide
  /// The positions in MID of items that have lists.
  private var middle: [OwnerName: NamedPlace] = [:]
  /// The positions in MID of what the first one inserts.
  private let firstRows: Set<NamedPlace>

  /// - Throws: an error if the two do not say the same of MID.
  init(_ first: TreeSide, _ second: TreeSide) throws(TreeCompositionError) {
    self.first = first
    self.second = second
    firstRows = Set(first.rows.map(\.at))
    for owner in first.batch.owners { middle[.item(owner.id)] = owner.to.map(first.new) }
    for (name, place) in first.rowPlaces { middle[name] = place }
    for owner in second.batch.owners {
      guard let place = owner.from.map(second.old) else { continue }
      if let known = middle.updateValue(place, forKey: .item(owner.id)), known != place {
        throw .notConsecutive(owner.id)
      }
    }
  }

  private func placeInMiddle(of name: OwnerName) -> NamedPlace? {
    if case .section(let index) = name { return NamedPlace(below: nil, at: index) }
    return middle[name]
  }

  /// Whether something at a position of MID is in NEW: neither it nor anything above it is deleted.
  func isKept(_ place: NamedPlace) -> Bool {
    var place = place
    while true {
      if second.moved[place] != nil { return true }
      if second.deleted.contains(place) { return false }
      guard let parent = place.parent else { return true }
      guard let above = placeInMiddle(of: parent) else { return false }
      place = above
    }
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
    guard case .item = name, let place = middle[name], !firstRows.contains(place) else { return nil }
    return first.backward(place)
  }

  func newPlace(of name: OwnerName) -> NamedPlace? {
    if let place = second.newPlace(of: name) { return place }
    guard case .item = name, let place = middle[name] else { return nil }
    return forward(place)
  }

  /// Something new can have the id of something that is gone.
  func isInBoth(_ name: OwnerName) -> Bool {
    guard first.rowPlaces[name] == nil, let place = placeInMiddle(of: name) else { return false }
    return isKept(place)
  }

  func id(of name: OwnerName) -> Identifier { first.id(of: name) }
}
