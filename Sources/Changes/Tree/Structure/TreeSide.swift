import ArrangeModel

/// How the lists of a batch are named: those of sections by an index, those of items by the item's id.
enum OwnerName: Hashable, Sendable {
  /// A section, by its index in the version that was chosen.
  case section(Int)
  /// A section that is only in OLD, by its index there.
  case goneSection(Int)
  /// A section that is only in NEW, by its index there.
  case newSection(Int)
  case item(Identifier)
}

typealias NamedPlace = NodePlace<OwnerName>

/// A batch, prepared for look-ups of positions.
///
/// Only what would make look-ups fail is checked; ``TreeBatchCheck`` checks the rest.
struct TreeSide {
  /// A new section or item.
  struct Row {
    var name: OwnerName
    var at: NamedPlace
    var row: TreeRow
    /// Whether it is the first row of an insert.
    var isTop: Bool
  }

  let batch: TreeBatch
  /// Positions in OLD, in the order of the batch, with those of sections first.
  private(set) var deletes: [NamedPlace] = []
  private(set) var moves: [NamedMove] = []
  private(set) var unmoved: [NamedMove] = []
  /// All that is new.
  private(set) var rows: [Row] = []
  /// For what moves the position in NEW.
  private(set) var moved: [NamedPlace: NamedPlace] = [:]
  /// For what moves the position in OLD.
  private(set) var arrived: [NamedPlace: NamedPlace] = [:]
  private(set) var deleted: Set<NamedPlace> = []
  /// The positions of all that is new.
  private(set) var rowPlaces: [OwnerName: NamedPlace] = [:]
  /// The indices of owners.
  private(set) var owners: [Identifier: Int] = [:]
  private(set) var maps: [OwnerName?: SectionMap] = [:]

  private let isNamedByOld: Bool
  private let goneSections: Set<Int>
  private let newSections: Set<Int>

  /// The positions in OLD and in NEW of something that a batch names.
  struct NamedMove {
    var from: NamedPlace
    var to: NamedPlace
  }

  /// O(k log k + owners).
  ///
  /// - Parameter isNamedByOld: whether sections are named by their indices in OLD, if they are there, and not by those in NEW.
  init(_ batch: TreeBatch, isNamedByOld: Bool) throws(TreeViolation) {
    try batch.checkReferences()
    self.batch = batch
    self.isNamedByOld = isNamedByOld
    goneSections = Set(batch.sections.deletes)
    newSections = Set(batch.sections.inserts.map(\.at))
    maps[nil] = SectionMap(
      vacated: (batch.sections.deletes + batch.sections.moves.map(\.from)).sorted(),
      taken: (batch.sections.inserts.map(\.at) + batch.sections.moves.map(\.to)).sorted()
    )
    for move in batch.sections.moves {
      moved[NamedPlace(below: nil, at: move.from)] = NamedPlace(below: nil, at: move.to)
      arrived[NamedPlace(below: nil, at: move.to)] = NamedPlace(below: nil, at: move.from)
    }
    for (index, owner) in batch.owners.enumerated() { owners[owner.id] = index }

    deletes = batch.sections.deletes.map { NamedPlace(below: nil, at: $0) } + batch.items.deletes.map(old)
    moves = batch.sections.moves.map(named) + batch.items.moves.map(named)
    unmoved = batch.sections.unmoved.map(named) + batch.items.unmoved.map(named)
    deleted = Set(deletes)
    for move in moves {
      moved[move.from] = move.to
      arrived[move.to] = move.from
    }
    let tops =
      batch.sections.inserts.map { NamedPlace(below: nil, at: $0.at) }
      + batch.items.inserts.map { new($0.at) }
    var taken = indices(of: moves.map(\.to) + tops)
    try readRows(tops, taken: taken)
    for row in rows where !row.isTop { taken[row.at.parent, default: []].append(row.at.index) }
    let vacated = indices(of: deletes + moves.map(\.from))
    for list in Set(vacated.keys).union(taken.keys) {
      maps[list] = SectionMap(vacated: vacated[list] ?? [], taken: taken[list, default: []].sorted())
    }
  }

  private func named(_ move: Move<Int>) -> NamedMove {
    NamedMove(from: NamedPlace(below: nil, at: move.from), to: NamedPlace(below: nil, at: move.to))
  }

  private func named(_ move: Move<TreePlace>) -> NamedMove {
    NamedMove(from: old(move.from), to: new(move.to))
  }

  /// The indices of positions by their lists, ascending.
  private func indices(of places: [NamedPlace]) -> [OwnerName?: [Int]] {
    var indices: [OwnerName?: [Int]] = [:]
    for place in places { indices[place.parent, default: []].append(place.index) }
    return indices.mapValues { $0.sorted() }
  }

  /// Reads the rows of inserts: in the list of a new one they fill what is left by what moves there.
  private mutating func readRows(_ tops: [NamedPlace], taken: [OwnerName?: [Int]]) throws(TreeViolation) {
    let inserts =
      batch.sections.inserts.map { (TreeViolation.Place.newSection($0.at), $0.rows) }
      + batch.items.inserts.map { (.newItem($0.at), $0.rows) }
    for (top, (place, rows)) in zip(tops, inserts) {
      // Those above the next row, each with the index at which its next child may be, and those indices that are taken.
      var above: [(name: OwnerName, next: Int, taken: ArraySlice<Int>)] = []
      guard rows.first?.depth == 0 else {
        throw TreeViolation(.topmost, at: place, "the first row is no top row")
      }
      for row in rows {
        guard row.depth <= above.count, row.depth > 0 || above.isEmpty else {
          throw TreeViolation(.topmost, at: place, "\(row.element.id.text) has no row above it")
        }
        above.removeSubrange(row.depth...)
        var (name, at) = (OwnerName.item(row.element.id), top)
        if let last = above.indices.last {
          while above[last].taken.first == above[last].next {
            above[last].taken.removeFirst()
            above[last].next += 1
          }
          at = NamedPlace(below: above[last].name, at: above[last].next)
          above[last].next += 1
        } else if top.parent == nil {
          name = newName(ofSection: top.index)
        }
        guard rowPlaces.updateValue(at, forKey: name) == nil else {
          throw TreeViolation(.once, at: place, "\(row.element.id.text) is inserted twice")
        }
        self.rows.append(Row(name: name, at: at, row: row, isTop: above.isEmpty))
        above.append((name, 0, (taken[name] ?? [])[...]))
      }
    }
  }

  // MARK: Names

  /// A position in OLD.
  func old(_ place: TreePlace) -> NamedPlace {
    switch place.list {
    case .section(let index): NamedPlace(below: oldName(ofSection: index), at: place.index)
    case .branch(let index): NamedPlace(below: .item(batch.owners[index].id), at: place.index)
    }
  }

  /// A position in NEW.
  func new(_ place: TreePlace) -> NamedPlace {
    switch place.list {
    case .section(let index): NamedPlace(below: newName(ofSection: index), at: place.index)
    case .branch(let index): NamedPlace(below: .item(batch.owners[index].id), at: place.index)
    }
  }

  /// The position in NEW of what has counts.
  func new(_ place: NodeCounts.Place) -> NamedPlace {
    switch place {
    case .section(let index): NamedPlace(below: nil, at: index)
    case .item(let place): new(place)
    }
  }

  /// A section by its index in OLD.
  func oldName(ofSection index: Int) -> OwnerName {
    if isNamedByOld { return .section(index) }
    return goneSections.contains(index)
      ? .goneSection(index) : .section(forward(NamedPlace(below: nil, at: index)).index)
  }

  /// A section by its index in NEW.
  func newName(ofSection index: Int) -> OwnerName {
    if !isNamedByOld { return .section(index) }
    return newSections.contains(index)
      ? .newSection(index) : .section(backward(NamedPlace(below: nil, at: index)).index)
  }

  // MARK: Positions

  /// The position in NEW of something in a list of both versions that is not deleted. O(log k).
  func forward(_ place: NamedPlace) -> NamedPlace {
    if let target = moved[place] { return target }
    guard let map = maps[place.parent] else { return place }
    return NamedPlace(below: place.parent, at: map.forward(place.index))
  }

  /// The position in OLD of something that is not new. O(log k).
  func backward(_ place: NamedPlace) -> NamedPlace {
    if let source = arrived[place] { return source }
    guard let map = maps[place.parent] else { return place }
    return NamedPlace(below: place.parent, at: map.backward(place.index))
  }
}

extension TreeSide: OwnerPlaces {
  func oldPlace(of name: OwnerName) -> NamedPlace? {
    switch name {
    case .goneSection(let index): NamedPlace(below: nil, at: index)
    case .newSection: nil
    case .section(let index):
      if isNamedByOld {
        NamedPlace(below: nil, at: index)
      } else {
        newSections.contains(index) ? nil : backward(NamedPlace(below: nil, at: index))
      }
    case .item(let id): owners[id].flatMap { batch.owners[$0].from }.map(old)
    }
  }

  func newPlace(of name: OwnerName) -> NamedPlace? {
    switch name {
    case .goneSection: nil
    case .newSection(let index): NamedPlace(below: nil, at: index)
    case .section(let index):
      if isNamedByOld {
        goneSections.contains(index) ? nil : forward(NamedPlace(below: nil, at: index))
      } else {
        NamedPlace(below: nil, at: index)
      }
    case .item(let id): owners[id].flatMap { batch.owners[$0].to }.map(new) ?? rowPlaces[name]
    }
  }

  func isInBoth(_ name: OwnerName) -> Bool {
    oldPlace(of: name) != nil && newPlace(of: name) != nil && rowPlaces[name] == nil
  }

  func id(of name: OwnerName) -> Identifier {
    guard case .item(let id) = name else { preconditionFailure("a section is named by its index") }
    return id
  }
}

extension TreeSide {
  /// The positions of all that the batch names as a partial bijection: those that are only in OLD or in NEW, and pairs.
  var touched: [TouchedPlaces] {
    deletes.map { TouchedPlaces(old: $0, new: nil) }
      + (moves + unmoved).map { TouchedPlaces(old: $0.from, new: $0.to) }
      + rows.map { TouchedPlaces(old: nil, new: $0.at, name: $0.name) }
  }
}

/// Something that was touched: where it was and is, as far as it was there.
struct TouchedPlaces {
  var old: NamedPlace?
  var new: NamedPlace?
  /// What it is, if it is new.
  var name: OwnerName?
}

extension TreeShape {
  /// The shape of a batch of what was touched.
  ///
  /// - Parameter others: positions in NEW that the batch names besides.
  static func of<Places: OwnerPlaces>(
    _ touched: [TouchedPlaces],
    _ places: Places,
    others: [NamedPlace]
  ) -> (shape: TreeShape, numbering: ListNumbering<Places>, others: [Spot]) where Places.Node == OwnerName {
    var numbering = ListNumbering(places)
    var entries = touched.map { each in
      Entry(old: each.old.map { numbering.spot($0) }, new: each.new.map { numbering.spot($0) })
    }
    let spots = others.map { numbering.spot($0) }
    for index in touched.indices {
      if let name = touched[index].name { entries[index].list = numbering.numbers[name] }
    }
    return (TreeShape(numbering.table, entries, others: spots), numbering, spots)
  }
}
