import ArrangeModel

/// How the lists of a batch are named: those of sections by an index, those of items by a number.
enum OwnerName: Sendable {
  /// A section, by its index in the version that was chosen.
  case section(Int)
  /// A section that is only in OLD, by its index there.
  case goneSection(Int)
  /// A section that is only in NEW, by its index there.
  case newSection(Int)
  /// An item, by its number in ``OwnerNames``.
  case item(Int)

  /// A number that no other name has.
  private var code: Int {
    switch self {
    case .section(let index): index << 2
    case .goneSection(let index): index << 2 | 1
    case .newSection(let index): index << 2 | 2
    case .item(let number): number << 2 | 3
    }
  }
}

extension OwnerName: Hashable {
  static func == (a: OwnerName, b: OwnerName) -> Bool { a.code == b.code }

  func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

/// Numbers for the items that batches name, so that each id is hashed once for a batch, and not for every look-up.
struct OwnerNames {
  /// By their numbers.
  private(set) var ids: [Identifier] = []
  private var numbers: [Identifier: Int] = [:]

  /// The number of an item, which gets one if it has none.
  mutating func number(of id: Identifier) -> Int {
    let next = ids.count
    let number = numbers[id, default: next]
    if number == next {
      numbers[id] = next
      ids.append(id)
    }
    return number
  }
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
  /// Numbers of the items that this batch names, and perhaps of others.
  let names: OwnerNames
  /// The owners of the batch by their names.
  private let ownerNames: [OwnerName]
  /// The indices of owners by the numbers of the items, -1 for other items.
  private let owners: [Int]
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
  /// - Parameters:
  ///   - isNamedByOld: whether sections are named by their indices in OLD, if they are there, and not by those in NEW.
  ///   - names: the numbers of items that are known, which get those of this batch.
  init(_ batch: TreeBatch, isNamedByOld: Bool, names: inout OwnerNames) throws(TreeViolation) {
    try batch.checkReferences()
    self.batch = batch
    let numbers = batch.owners.map { names.number(of: $0.id) }
    ownerNames = numbers.map { .item($0) }
    var owners = [Int](repeating: -1, count: names.ids.count)
    for (index, number) in numbers.enumerated() {
      guard owners[number] < 0 else {
        throw TreeViolation(.once, at: .owner(index), "\(batch.owners[index].id.text) is an owner twice")
      }
      owners[number] = index
    }
    self.owners = owners
    let inserted = batch.sections.inserts.map(\.rows) + batch.items.inserts.map(\.rows)
    let rowNames = inserted.map { $0.map { OwnerName.item(names.number(of: $0.element.id)) } }
    self.names = names
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
    try readRows(tops, names: rowNames, taken: taken)
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
  ///
  /// - Parameters:
  ///   - tops: the positions of the inserts, with those of sections first.
  ///   - names: those of their rows.
  ///   - taken: the indices of what moves, by the lists.
  private mutating func readRows(_ tops: [NamedPlace], names: [[OwnerName]], taken: [OwnerName?: [Int]])
    throws(TreeViolation)
  {
    let inserts =
      batch.sections.inserts.map { (TreeViolation.Place.newSection($0.at), $0.rows) }
      + batch.items.inserts.map { (.newItem($0.at), $0.rows) }
    for ((top, names), (place, rows)) in zip(zip(tops, names), inserts) {
      // Those above the next row, each with the index at which its next child may be, and those indices that are taken.
      var above: [(name: OwnerName, next: Int, taken: ArraySlice<Int>)] = []
      guard rows.first?.depth == 0 else {
        throw TreeViolation(.topmost, at: place, "the first row is no top row")
      }
      for (row, itemName) in zip(rows, names) {
        guard row.depth <= above.count, row.depth > 0 || above.isEmpty else {
          throw TreeViolation(.topmost, at: place, "\(row.element.id.text) has no row above it")
        }
        above.removeSubrange(row.depth...)
        var (name, at) = (itemName, top)
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
    case .branch(let index): NamedPlace(below: ownerNames[index], at: place.index)
    }
  }

  /// A position in NEW.
  func new(_ place: TreePlace) -> NamedPlace {
    switch place.list {
    case .section(let index): NamedPlace(below: newName(ofSection: index), at: place.index)
    case .branch(let index): NamedPlace(below: ownerNames[index], at: place.index)
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
  /// The owner that an item is, by its number.
  private func owner(_ number: Int) -> ListOwner? {
    guard number < owners.count, owners[number] >= 0 else { return nil }
    return batch.owners[owners[number]]
  }

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
    case .item(let number): owner(number)?.from.map(old)
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
    case .item(let number): owner(number)?.to.map(new) ?? rowPlaces[name]
    }
  }

  func isInBoth(_ name: OwnerName) -> Bool {
    oldPlace(of: name) != nil && newPlace(of: name) != nil && rowPlaces[name] == nil
  }

  func id(of name: OwnerName) -> Identifier {
    guard case .item(let number) = name else { preconditionFailure("a section is named by its index") }
    return names.ids[number]
  }
}

extension TreeSide {
  /// The names of the owners with what the batch says of them.
  var namedOwners: Zip2Sequence<[OwnerName], [ListOwner]> { zip(ownerNames, batch.owners) }

  /// What the batch inserts with the id of an owner, by the index of the owner.
  func rowPlace(ofOwner index: Int) -> NamedPlace? { rowPlaces[ownerNames[index]] }

  /// A position for people.
  func text(_ place: NamedPlace) -> String {
    switch place.parent {
    case nil: "section \(place.index)"
    case .section(let section)?, .goneSection(let section)?, .newSection(let section)?:
      "item \(section).\(place.index)"
    case .item(let number)?: "child \(place.index) of \(names.ids[number].text)"
    }
  }

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
