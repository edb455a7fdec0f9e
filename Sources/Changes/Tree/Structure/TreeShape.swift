public import ArrangeModel
import Ordering

/// What was touched as a partial bijection between positions in OLD and in NEW, and the lists of a batch that follow from it.
@usableFromInline
struct TreeShape {
  /// A touched section or item.
  @usableFromInline
  struct Entry {
    @usableFromInline var old: Spot?
    @usableFromInline var new: Spot?
    /// The number of the list of what is below it, if it is new and something touched is.
    @usableFromInline var list: Int?

    @usableFromInline
    init(old: Spot?, new: Spot?, list: Int? = nil) {
      self.old = old
      self.new = new
      self.list = list
    }
  }

  /// An entry that is part of an insert.
  @usableFromInline
  struct Row {
    @usableFromInline var entry: Int
    @usableFromInline var depth: Int
  }

  /// Indices of entries, in the order in which OLD is shown.
  @usableFromInline private(set) var deletes: [Int] = []
  /// In the order in which NEW is shown.
  @usableFromInline private(set) var inserts: [[Row]] = []
  /// Indices of entries, in the order in which NEW is shown.
  @usableFromInline private(set) var moves: [Int] = []
  /// The same.
  @usableFromInline private(set) var unmoved: [Int] = []
  /// Indices of other positions in NEW that the batch names, in the order in which NEW is shown.
  @usableFromInline private(set) var others: [Int] = []
  /// The numbers of the lists of items that are named, and of those above, in the order of ``TreeBatch/owners``.
  @usableFromInline private(set) var owners: [Int] = []
  /// Whether all that is new and all that is named is below something known.
  @usableFromInline private(set) var isComplete = true

  private let table: ListTable
  private let entries: [Entry]
  /// For each list its index among the owners, or -1.
  private var ownerIndices: [Int] = []

  /// A touched entry that is in both versions and has the same list in both can stay unmoved if as many untouched siblings
  /// are before it in OLD and NEW. As many of those as possible do: in each list a longest increasing subsequence.
  ///
  /// O(k log k), and O(depth) for lists that are far below others that are named.
  ///
  /// - Parameters:
  ///   - others: positions in NEW that the batch names besides.
  ///   - namesUnmoved: whether the batch names what is unmoved.
  @usableFromInline
  init(_ table: ListTable, _ entries: [Entry], others: [Spot], namesUnmoved: Bool = true) {
    self.table = table
    self.entries = entries
    let byOld = entries.indices.filter { entries[$0].old != nil }.sorted {
      entries[$0].old! < entries[$1].old!
    }
    let byNew = entries.indices.filter { entries[$0].new != nil }.sorted {
      entries[$0].new! < entries[$1].new!
    }
    divide(byOld: byOld, byNew: byNew, stays: staying(byOld: byOld, byNew: byNew))
    if !namesUnmoved { unmoved = [] }
    sort(others)
  }

  /// For each entry whether it stays unmoved.
  private func staying(byOld: [Int], byNew: [Int]) -> [Bool] {
    /// How many untouched siblings are before each entry.
    func untouched(_ order: [Int], _ spot: (Entry) -> Spot?) -> [Int] {
      var counts = [Int](repeating: -1, count: entries.count)
      var (list, start) = (-1, 0)
      for (rank, index) in order.enumerated() {
        guard let spot = spot(entries[index]) else { continue }
        if spot.list != list { (list, start) = (spot.list, rank) }
        counts[index] = spot.index - (rank - start)
      }
      return counts
    }
    let before = untouched(byOld) { $0.old }
    let after = untouched(byNew) { $0.new }
    var ranks = [Int](repeating: -1, count: entries.count)
    for (rank, index) in byNew.enumerated() { ranks[index] = rank }

    var stays = [Bool](repeating: false, count: entries.count)
    var candidates: [Int] = []
    func choose() {
      for place in longestIncreasingSubsequence(of: candidates.map { ranks[$0] }) {
        stays[candidates[place]] = true
      }
      candidates = []
    }
    for index in byOld {
      guard let old = entries[index].old, let new = entries[index].new, old.list == new.list else { continue }
      if let first = candidates.first, entries[first].old?.list != old.list { choose() }
      if table.lists[old.list].isInBoth, before[index] == after[index] { candidates.append(index) }
    }
    choose()
    return stays
  }

  private mutating func divide(byOld: [Int], byNew: [Int], stays: [Bool]) {
    deletes = byOld.filter { index in
      guard entries[index].new == nil, let old = entries[index].old else { return false }
      return table.lists[old.list].isInBoth
    }
    var starts = [Int](repeating: byNew.count, count: table.lists.count)
    for (rank, index) in byNew.enumerated().reversed() {
      if let new = entries[index].new { starts[new.list] = rank }
    }
    var (newCount, rowCount) = (0, 0)
    for index in byNew {
      guard let new = entries[index].new else { continue }
      if entries[index].old != nil {
        if stays[index] { unmoved.append(index) } else { moves.append(index) }
        continue
      }
      newCount += 1
      guard table.lists[new.list].isInBoth else { continue }
      inserts.append(rows(of: index, byNew, starts: starts))
      rowCount += inserts[inserts.count - 1].count
    }
    isComplete = newCount == rowCount
  }

  /// A new entry with all that is new below it.
  private func rows(of top: Int, _ byNew: [Int], starts: [Int]) -> [Row] {
    var rows = [Row(entry: top, depth: 0)]
    var open: [(list: Int, next: Int)] = []
    if let list = entries[top].list { open.append((list, starts[list])) }
    while let (list, next) = open.last {
      guard next < byNew.count, entries[byNew[next]].new?.list == list else {
        open.removeLast()
        continue
      }
      open[open.count - 1].next += 1
      let index = byNew[next]
      guard entries[index].old == nil else { continue }
      rows.append(Row(entry: index, depth: open.count))
      if let list = entries[index].list { open.append((list, starts[list])) }
    }
    return rows
  }

  /// Puts everything into the order in which it is shown, and finds the owners of all lists that are named.
  private mutating func sort(_ places: [Spot]) {
    var (old, new): ([TreeStop], [TreeStop]) = ([], [])
    let tops = inserts.map { $0[0].entry }
    for index in deletes { old.append(TreeStop(spot: entries[index].old!, kind: .entry, number: index)) }
    for index in tops + moves + unmoved {
      new.append(TreeStop(spot: entries[index].new!, kind: .entry, number: index))
    }
    for (index, place) in places.enumerated() {
      new.append(TreeStop(spot: place, kind: .other, number: index))
    }
    let named = old.count + new.count

    // All lists that are named, and those above them in either version.
    var isNamed = [Bool](repeating: false, count: table.lists.count)
    isNamed[ListTable.root] = true
    var lists: [Int] = []
    func name(_ list: Int?) {
      guard let list, !isNamed[list] else { return }
      isNamed[list] = true
      lists.append(list)
    }
    for stop in old { name(stop.spot.list) }
    for stop in new { name(stop.spot.list) }
    for index in moves + unmoved { name(entries[index].old!.list) }
    var next = 0
    while next < lists.count {
      name(table.lists[lists[next]].old?.list)
      name(table.lists[lists[next]].new?.list)
      next += 1
    }
    for list in lists {
      if let spot = table.lists[list].old { old.append(TreeStop(spot: spot, kind: .list, number: list)) }
      if let spot = table.lists[list].new { new.append(TreeStop(spot: spot, kind: .list, number: list)) }
    }

    let sections = lists.count { table.lists[$0].isSection }
    let shownOld = inPreorder(old, listCount: table.lists.count)
    let shownNew = inPreorder(new, listCount: table.lists.count)
    takeOrder(shownOld, shownNew, tops: tops)
    let found = shownOld.count { $0.kind != .list } + shownNew.count { $0.kind != .list }
    isComplete = isComplete && found == named && owners.count + sections == lists.count
  }

  private mutating func takeOrder(_ old: [TreeStop], _ new: [TreeStop], tops: [Int]) {
    deletes = old.filter { $0.kind == .entry }.map(\.number)
    let insertIndices = Dictionary(uniqueKeysWithValues: tops.enumerated().map { ($1, $0) })
    let isUnmoved = Set(unmoved)
    let unsorted = inserts
    (inserts, moves, unmoved) = ([], [], [])
    ownerIndices = [Int](repeating: -1, count: table.lists.count)
    for stop in new {
      switch stop.kind {
      case .other: others.append(stop.number)
      case .list: addOwner(stop.number)
      case .entry:
        if let index = insertIndices[stop.number] {
          inserts.append(unsorted[index])
        } else if isUnmoved.contains(stop.number) {
          unmoved.append(stop.number)
        } else {
          moves.append(stop.number)
        }
      }
    }
    for stop in old where stop.kind == .list { addOwner(stop.number) }
  }

  private mutating func addOwner(_ list: Int) {
    guard !table.lists[list].isSection, ownerIndices[list] < 0 else { return }
    ownerIndices[list] = owners.count
    owners.append(list)
  }

  /// The position in a batch of one in OLD that is not that of a section.
  @usableFromInline
  func oldPlace(_ spot: Spot) -> TreePlace {
    let list = table.lists[spot.list]
    return TreePlace(
      in: list.isSection ? .section(list.old!.index) : .branch(ownerIndices[spot.list]),
      at: spot.index
    )
  }

  /// The position in a batch of one in NEW that is not that of a section.
  @usableFromInline
  func newPlace(_ spot: Spot) -> TreePlace {
    let list = table.lists[spot.list]
    return TreePlace(
      in: list.isSection ? .section(list.new!.index) : .branch(ownerIndices[spot.list]),
      at: spot.index
    )
  }

  /// Fills the lists of a batch.
  ///
  /// - Parameters:
  ///   - id: the id of an item that has a list.
  ///   - element: the new section or item of an entry.
  @usableFromInline
  func fill(
    _ batch: inout TreeBatch,
    id: (_ list: Int) -> Identifier,
    element: (_ entry: Int) -> ElementSnapshot
  ) {
    batch.owners = owners.map { list in
      ListOwner(
        id: id(list),
        from: table.lists[list].old.map(oldPlace),
        to: table.lists[list].new.map(newPlace)
      )
    }
    for index in deletes {
      let old = entries[index].old!
      if old.list == ListTable.root {
        batch.sections.deletes.append(old.index)
      } else {
        batch.items.deletes.append(oldPlace(old))
      }
    }
    for rows in inserts {
      let new = entries[rows[0].entry].new!
      let elements = rows.map { TreeRow(element($0.entry), depth: $0.depth) }
      if new.list == ListTable.root {
        batch.sections.inserts.append(TreeInsert(at: new.index, rows: elements))
      } else {
        batch.items.inserts.append(TreeInsert(at: newPlace(new), rows: elements))
      }
    }
    for index in moves {
      add(index, { batch.sections.moves.append($0) }, { batch.items.moves.append($0) })
    }
    for index in unmoved {
      add(index, { batch.sections.unmoved.append($0) }, { batch.items.unmoved.append($0) })
    }
  }

  private func add(_ index: Int, _ section: (Move<Int>) -> Void, _ item: (Move<TreePlace>) -> Void) {
    let (old, new) = (entries[index].old!, entries[index].new!)
    if old.list == ListTable.root {
      section(Move(from: old.index, to: new.index))
    } else {
      item(Move(from: oldPlace(old), to: newPlace(new)))
    }
  }
}
