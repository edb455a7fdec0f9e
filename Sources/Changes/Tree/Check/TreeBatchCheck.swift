import ArrangeModel

/// Checks of a batch of an outline.
struct TreeBatchCheck {
  let side: TreeSide
  private var batch: TreeBatch { side.batch }

  /// Checks what would damage a list: that each position is there, named once, and that what is below it in NEW is known.
  ///
  /// O(k log k + owners).
  init(_ batch: TreeBatch, isNamedByOld: Bool = false) throws(TreeViolation) {
    var names = OwnerNames()
    try self.init(batch, isNamedByOld: isNamedByOld, names: &names)
  }

  /// The same, with numbers of items that another batch has as well.
  init(_ batch: TreeBatch, isNamedByOld: Bool, names: inout OwnerNames) throws(TreeViolation) {
    side = try TreeSide(batch, isNamedByOld: isNamedByOld, names: &names)
    try checkOnce()
    try checkTopmost()
    for index in batch.owners.indices { try checkOwner(index) }
  }

  private func checkOnce() throws(TreeViolation) {
    var places = Set<NamedPlace>()
    for place in side.deletes + (side.moves + side.unmoved).map(\.from) {
      guard places.insert(place).inserted else {
        throw TreeViolation(.once, at: .batch, "\(side.text(place)) of OLD is named twice")
      }
    }
    places = []
    for place in side.rows.map(\.at) + (side.moves + side.unmoved).map(\.to) {
      guard places.insert(place).inserted else {
        throw TreeViolation(.once, at: .batch, "\(side.text(place)) of NEW is named twice")
      }
    }
    let sections = batch.before.sections - batch.sections.deletes.count + batch.sections.inserts.count
    guard sections == batch.after.sections else {
      throw TreeViolation(.counts, at: .batch, "the numbers of sections do not add up")
    }
  }

  private func checkTopmost() throws(TreeViolation) {
    for place in batch.items.deletes {
      guard let list = side.old(place).parent, side.isInBoth(list) else {
        throw TreeViolation(.topmost, at: .oldItem(place), "what has the list is gone as well")
      }
    }
    for insert in batch.items.inserts {
      guard let list = side.new(insert.at).parent, side.isInBoth(list) else {
        throw TreeViolation(.topmost, at: .newItem(insert.at), "what has the list is new as well")
      }
    }
  }

  /// Checks that the positions of an owner follow from the lists of the batch.
  private func checkOwner(_ index: Int) throws(TreeViolation) {
    let owner = batch.owners[index]
    let row = side.rowPlace(ofOwner: index)
    /// Whether an item that was in OLD is gone.
    func isGone(_ from: NamedPlace) -> Bool {
      if side.moved[from] != nil { return false }
      return side.deleted.contains(from) || !(from.parent.map { side.isInBoth($0) } ?? true)
    }
    if let from = owner.from.map(side.old), (owner.to == nil || row != nil) != isGone(from) {
      throw TreeViolation(.places, at: .owner(index), "the owner is gone in one place, and there in another")
    }
    guard let to = owner.to.map(side.new) else { return }
    guard let target = row ?? owner.from.map({ side.forward(side.old($0)) }) else {
      throw TreeViolation(.places, at: .owner(index), "the owner is new, and not among what is inserted")
    }
    guard to == target else {
      let found = side.text(target)
      throw TreeViolation(.places, at: .owner(index), "the owner is elsewhere in NEW, at \(found)")
    }
  }

  /// Checks that updates are of different elements, none of which is new, and so are order keys.
  func checkUpdates() throws(TreeViolation) {
    let new = Set(side.rows.map(\.at))
    var places = Set<NamedPlace>()
    func check(_ place: NamedPlace, _ content: ElementSnapshot, _ before: FieldsFingerprint)
      throws(TreeViolation)
    {
      guard places.insert(place).inserted else {
        throw TreeViolation(.updates, at: .batch, "\(content.id.text) is updated twice")
      }
      guard !new.contains(place) else {
        throw TreeViolation(.updates, at: .batch, "\(content.id.text) is inserted and updated")
      }
      guard before != FieldsFingerprint(content) else {
        throw TreeViolation(.updates, at: .batch, "the update of \(content.id.text) changes nothing")
      }
    }
    for update in batch.sections.updates {
      try check(NamedPlace(below: nil, at: update.at), update.content, update.before)
    }
    for update in batch.items.updates { try check(side.new(update.at), update.content, update.before) }
    places = []
    let keyed =
      batch.sections.keys.map { NamedPlace(below: nil, at: $0.at) } + batch.items.keys.map { side.new($0.at) }
    for place in keyed {
      guard places.insert(place).inserted, !new.contains(place) else {
        throw TreeViolation(.updates, at: .batch, "\(side.text(place)) of NEW has two order keys")
      }
    }
    places = []
    for place in batch.counts.map({ side.new($0.at) }) {
      guard places.insert(place).inserted else {
        throw TreeViolation(.updates, at: .batch, "\(side.text(place)) of NEW has counts twice")
      }
    }
  }

  /// Checks that the batch is the one that its positions lead to: with the fewest moves, in order, with the owners that it
  /// needs.
  func checkForm() throws(TreeViolation) {
    var others = batch.sections.updates.map { NamedPlace(below: nil, at: $0.at) }
    others += batch.items.updates.map { side.new($0.at) }
    let updateCount = others.count
    others += batch.sections.keys.map { NamedPlace(below: nil, at: $0.at) }
    others += batch.items.keys.map { side.new($0.at) }
    let keyCount = others.count - updateCount
    others += batch.counts.map { side.new($0.at) }
    let touched = side.touched
    let (shape, numbering, spots) = TreeShape.of(touched, side, others: others)
    guard shape.isComplete else {
      throw TreeViolation(.places, at: .batch, "a list is below nothing that is known")
    }
    var expected = TreeBatch(before: batch.before, after: batch.after)
    shape.fill(
      &expected,
      id: { list in numbering.nodes[list].map { side.id(of: $0) } ?? .empty },
      element: { entry in side.rows[entry - (touched.count - side.rows.count)].row.element }
    )
    guard
      expected.sections.moves.count == batch.sections.moves.count,
      expected.items.moves.count == batch.items.moves.count
    else { throw TreeViolation(.fewestMoves, at: .batch, "fewer moves are enough") }
    guard expected.owners == batch.owners else {
      throw TreeViolation(.oneForm, at: .batch, "the owners are others, or in another order")
    }
    guard
      Set(expected.sections.moves) == Set(batch.sections.moves),
      Set(expected.items.moves) == Set(batch.items.moves)
    else { throw TreeViolation(.fewestMoves, at: .batch, "others are to move") }
    expected.sections.updates = batch.sections.updates
    expected.items.updates = batch.items.updates
    expected.sections.keys = batch.sections.keys
    expected.items.keys = batch.items.keys
    expected.counts = batch.counts
    guard expected == batch else {
      throw TreeViolation(.oneForm, at: .batch, "a list is not in the order in which the outline is shown")
    }
    var (updates, keys, counts): ([Int], [Int], [Int]) = ([], [], [])
    func take(_ number: Int) {
      if number < updateCount {
        updates.append(number)
      } else if number < updateCount + keyCount {
        keys.append(number)
      } else {
        counts.append(number)
      }
    }
    shape.forEachOther(spots, section: { take($1) }, item: { take($1) })
    guard isInOrder(updates, batch.sections.updates.count),
      isInOrder(keys, updateCount + batch.sections.keys.count), isInOrder(counts, 0)
    else {
      throw TreeViolation(.oneForm, at: .batch, "updates are not in the order in which the outline is shown")
    }
  }

  /// Whether indices are ascending among those of sections and among those of items.
  private func isInOrder(_ numbers: [Int], _ firstItem: Int) -> Bool {
    numbers.filter { $0 < firstItem }.isStrictlyAscending { $0 }
      && numbers.filter { $0 >= firstItem }.isStrictlyAscending { $0 }
  }
}

extension TreeBatch {
  /// Checks all rules as far as possible with the batch alone.
  ///
  /// - Throws: the first violation that is found.
  ///
  /// O(k log k + owners).
  public func check() throws(TreeViolation) {
    let check = try TreeBatchCheck(self)
    try check.checkUpdates()
    try check.checkForm()
  }
}
