import ArrangeModel

/// A batch that fits an outline, with what it names looked up there.
struct TreePlan {
  /// Something that gets a position in NEW.
  struct Arrival {
    var at: NamedPlace
    var source: Source
    var previous: Previous
  }

  enum Source {
    case moved(TreeSlot)
    case new([TreeRow])
  }

  /// What is before an arrival among its siblings in NEW.
  enum Previous {
    case nothing
    /// Something of OLD that stays in the list.
    case staying(TreeSlot)
    /// Another arrival, by its index.
    case arrival(Int)
    /// The list is new: so many, all of which are in place when it is the arrival's turn.
    case count(Int)
  }

  /// The numbers of items in the positions of NEW.
  fileprivate(set) var names = OwnerNames()
  /// What is deleted with all that is below it, in the order in which OLD is shown.
  fileprivate(set) var deleted: [TreeSlot] = []
  /// In the order in which NEW is shown.
  fileprivate(set) var arrivals: [Arrival] = []
  fileprivate(set) var updates: [(slot: TreeSlot, content: ElementSnapshot)] = []
  fileprivate(set) var keys: [(slot: TreeSlot, key: PlacedKey<Int>)] = []
  /// Whether something is inserted with an id that something deleted has.
  fileprivate(set) var usesIDsAgain = false

  /// Checks that a batch is for an outline.
  ///
  /// O(k (log n + depth)).
  init(_ batch: TreeBatch, for list: TreeList) throws(TreeBatchError) {
    guard list.size == batch.before else { throw .wrongSize(expected: batch.before, found: list.size) }
    do {
      // The outline is not kept, so that it is changed in place.
      var planner = TreePlanner(side: try TreeBatchCheck(batch, isNamedByOld: true).side, list: list)
      planner.plan.names = planner.side.names
      try planner.read()
      self = planner.plan
    } catch {
      throw .broken(error)
    }
  }

  fileprivate init() {}
}

/// Looks up in an outline what a batch names.
private struct TreePlanner {
  let side: TreeSide
  let list: TreeList
  var plan = TreePlan()

  mutating func read() throws(TreeViolation) {
    try checkOwners()
    let moved = try readOld()
    try checkBounds()
    try checkRows(Set(moved))
    try checkSize(moved)
    try readNew()
    readArrivals(moved)
  }

  private var batch: TreeBatch { side.batch }

  /// What has a list in OLD.
  private func slot(of name: OwnerName?) -> TreeSlot? {
    switch name {
    case nil: TreeStorage.root
    case .section(let index)?: list.storage.child(of: TreeStorage.root, at: index)
    case .item(let number)?: list.slots[.item(side.names.ids[number])]
    case .goneSection?, .newSection?: nil
    }
  }

  /// What is at a position in OLD.
  private func slot(at place: NamedPlace) -> TreeSlot? {
    slot(of: place.parent).flatMap { list.storage.child(of: $0, at: place.index) }
  }

  private func checkOwners() throws(TreeViolation) {
    for (index, owner) in batch.owners.enumerated() {
      guard let from = owner.from else { continue }
      guard let slot = list.slots[.item(owner.id)], slot == self.slot(at: side.old(from)) else {
        throw TreeViolation(.places, at: .owner(index), "\(owner.id.text) is not there in OLD")
      }
    }
  }

  /// Looks up what is deleted and what moves.
  ///
  /// - Returns: what moves, in the order of the batch.
  private mutating func readOld() throws(TreeViolation) -> [TreeSlot] {
    func find(_ place: NamedPlace) throws(TreeViolation) -> TreeSlot {
      if let slot = slot(at: place) { return slot }
      throw TreeViolation(.once, at: .batch, "the list has no position \(place.index)")
    }
    var moved: [TreeSlot] = []
    for place in side.deletes { plan.deleted.append(try find(place)) }
    for move in side.moves { moved.append(try find(move.from)) }
    for move in side.unmoved { _ = try find(move.from) }
    let rows = Dictionary(uniqueKeysWithValues: plan.deleted.map { ($0, list.storage.row(of: $0)) })
    plan.deleted.sort { rows[$0, default: 0] < rows[$1, default: 0] }
    return moved
  }

  /// How many siblings of OLD stay in a list.
  private func stayingCount(_ name: OwnerName?) -> Int {
    guard name.map({ side.isInBoth($0) }) ?? true, let slot = slot(of: name) else { return 0 }
    return list.storage.childCount(of: slot) - (side.maps[name]?.vacated.count ?? 0)
  }

  private func checkBounds() throws(TreeViolation) {
    for (name, map) in side.maps {
      let staying = stayingCount(name)
      for (rank, index) in map.taken.enumerated() where index > staying + rank {
        throw TreeViolation(
          .once,
          at: .batch,
          "a list would have nothing at \(staying + rank), and something at \(index)"
        )
      }
    }
    for move in side.unmoved {
      let count = stayingCount(move.to.parent) + (side.maps[move.to.parent]?.taken.count ?? 0)
      guard move.to.index < count else {
        throw TreeViolation(.once, at: .batch, "the list has no position \(move.to.index)")
      }
    }
  }

  /// Checks that what is inserted is not there, or deleted.
  private mutating func checkRows(_ moved: Set<TreeSlot>) throws(TreeViolation) {
    let gone = Set(plan.deleted)
    var nodes = Set<TreeNode>()
    for row in side.rows {
      let id = row.row.element.id
      let node: TreeNode = row.at.parent == nil ? .section(id) : .item(id)
      guard nodes.insert(node).inserted else {
        throw TreeViolation(.once, at: .batch, "\(id.text) is inserted twice")
      }
      guard var slot = list.slots[node] else { continue }
      while slot != TreeStorage.root, !gone.contains(slot) {
        guard !moved.contains(slot) else { break }
        slot = list.storage[slot].parent
      }
      guard gone.contains(slot) else { throw TreeViolation(.once, at: .batch, "\(id.text) is there already") }
      plan.usesIDsAgain = true
    }
  }

  private func checkSize(_ moved: [TreeSlot]) throws(TreeViolation) {
    let (gone, movedOut) = (Set(plan.deleted), Set(moved))
    var rows = list.rowCount + side.rows.count
    for slot in plan.deleted { rows -= list.storage.weight(slot) }
    for slot in moved {
      // What moves out of something deleted stays.
      var above = list.storage[slot].parent
      while above != TreeStorage.root, !gone.contains(above), !movedOut.contains(above) {
        above = list.storage[above].parent
      }
      if gone.contains(above) { rows += list.storage.weight(slot) }
    }
    guard rows == batch.after.sections + batch.after.items else {
      throw TreeViolation(.counts, at: .batch, "the numbers of items do not add up")
    }
  }

  /// Looks up what is updated and what gets an order key.
  private mutating func readNew() throws(TreeViolation) {
    let new = Set(side.rows.map(\.at))
    func find(_ place: NamedPlace) throws(TreeViolation) -> TreeSlot {
      let isThere = side.arrived[place] != nil || (place.parent.map { side.isInBoth($0) } ?? true)
      guard isThere, !new.contains(place), let slot = slot(at: side.backward(place)) else {
        throw TreeViolation(.updates, at: .batch, "there is nothing of OLD at \(place.index)")
      }
      return slot
    }
    func add(_ place: NamedPlace, _ content: ElementSnapshot) throws(TreeViolation) {
      let slot = try find(place)
      guard list.storage[slot].element.id == content.id else {
        throw TreeViolation(.places, at: .batch, "\(content.id.text) is not where it is updated")
      }
      plan.updates.append((slot, content))
    }
    for update in batch.sections.updates { try add(NamedPlace(below: nil, at: update.at), update.content) }
    for update in batch.items.updates { try add(side.new(update.at), update.content) }
    for key in batch.sections.keys { plan.keys.append((try find(NamedPlace(below: nil, at: key.at)), key)) }
    for key in batch.items.keys {
      let placed = PlacedKey(at: key.at.index, key: key.key, placementVersion: key.placementVersion)
      plan.keys.append((try find(side.new(key.at)), placed))
    }
  }

  /// Puts everything that gets a position into the order in which NEW is shown.
  private mutating func readArrivals(_ moved: [TreeSlot]) {
    var unsorted = zip(side.moves, moved).map { ($0.to, TreePlan.Source.moved($1)) }
    let tops = side.rows.filter(\.isTop).map(\.at)
    unsorted += zip(tops, batch.sections.inserts.map(\.rows) + batch.items.inserts.map(\.rows)).map {
      ($0, .new($1))
    }
    let order = side.inNewOrder(unsorted.map(\.0))
    let indices = Dictionary(uniqueKeysWithValues: order.enumerated().map { (unsorted[$1].0, $0) })
    for number in order {
      let (place, source) = unsorted[number]
      var previous = TreePlan.Previous.nothing
      let before = NamedPlace(below: place.parent, at: place.index - 1)
      if let list = place.parent, !side.isInBoth(list) {
        previous = .count(place.index)
      } else if let index = indices[before] {
        previous = .arrival(index)
      } else if place.index > 0, let slot = slot(at: side.backward(before)) {
        previous = .staying(slot)
      }
      plan.arrivals.append(TreePlan.Arrival(at: place, source: source, previous: previous))
    }
  }
}

extension TreeSide {
  /// The indices of positions in NEW in the order in which it is shown.
  fileprivate func inNewOrder(_ places: [NamedPlace]) -> [Int] {
    var numbering = ListNumbering(self)
    var stops = places.enumerated().map { TreeStop(spot: numbering.spot($1), kind: .entry, number: $0) }
    for (list, each) in numbering.table.lists.enumerated() {
      if let spot = each.new { stops.append(TreeStop(spot: spot, kind: .list, number: list)) }
    }
    return inPreorder(stops, listCount: numbering.table.lists.count).filter { $0.kind == .entry }.map(
      \.number
    )
  }
}
