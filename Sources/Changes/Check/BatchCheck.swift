import ArrangeModel

/// A batch whose lists are consistent: applied to any list with these counts, or composed with any other
/// batch, it does not fail.
struct BatchCheck {
  /// The maximum number of sections, and of items, of a list, so that no sum of indices overflows.
  static let maximumSize = 1 << 40

  let batch: ChangeBatch
  /// How many items each section of OLD has; nil if unknown.
  let oldCounts: [Int]?
  /// Positions that exist only in OLD, and only in NEW; sections that only change are in neither.
  let insertedSections: [Int]
  /// The places of sections and items that the batch names.
  let sections: NamedPlaces<Int>
  let items: NamedPlaces<ListPath>

  init(_ batch: ChangeBatch, oldItemCounts: [Int]?) throws(Violation) {
    self.batch = batch
    oldCounts = oldItemCounts
    insertedSections = batch.sections.inserts.map(\.at)
    sections = batch.namedSections
    items = batch.namedItems
    for number in [batch.before.sections, batch.before.items, batch.after.sections, batch.after.items]
    where !(0...Self.maximumSize).contains(number) {
      throw Violation(.counts, at: .batch, "no list has \(number) sections or items")
    }
    if let counts = oldItemCounts,
      batch.before != ListSize(sections: counts.count, items: counts.reduce(0, +))
    {
      throw Violation(.counts, at: .batch, "the list has another size than the batch says")
    }
    try checkSections()
    try checkItems()
  }

  // MARK: Sections

  private func checkSections() throws(Violation) {
    let lists = batch.sections
    let (old, new) = (Violation.Place.oldSection, Violation.Place.newSection)
    try checkOrder(lists, placeOf: { $0.at }, old, new)

    try checkOnce(sections.leaving, in: batch.before.sections, old)
    try checkOnce(sections.coming, in: batch.after.sections, new)
    try checkOnce(lists.updates.map(\.at), in: batch.after.sections, new)
    try checkOnce(lists.keys.map(\.at), in: batch.after.sections, new)
    guard batch.before.sections - lists.deletes.count + lists.inserts.count == batch.after.sections else {
      throw Violation(.counts, at: .batch, "the numbers of sections do not add up")
    }

    var origins: [Int] = []
    for insert in lists.inserts {
      if case .kept(let index) = insert.source {
        guard batch.profile == .uikit else {
          throw Violation(.profile, at: new(insert.at), "a section that is kept moves")
        }
        guard lists.deletes.hasSorted(index) else {
          throw Violation(.profile, at: new(insert.at), "the section it is kept from is not deleted")
        }
        origins.append(index)
      } else if lists.updates.search(insert.at, by: \.at) != nil {
        throw Violation(.updatesOfNew, at: new(insert.at), "an inserted section is also updated")
      }
    }
    origins.sort()
    guard origins.isStrictlyAscending(by: { $0 }) else {
      throw Violation(.profile, at: .batch, "two inserts are kept from one section")
    }
  }

  private func checkOnce(
    _ places: [Int],
    in count: Int,
    _ place: (Int) -> Violation.Place
  ) throws(Violation) {
    for index in places where index < 0 || index >= count {
      throw Violation(.once, at: place(index), "there is no such section")
    }
    try checkTwice(places, "the section is named twice", place)
  }

  /// Checks that each of the lists is ascending and names nothing twice.
  private func checkOrder<Place, Insert>(
    _ lists: ChangeLists<Place, Insert>,
    placeOf: (Insert) -> Place,
    _ old: (Place) -> Violation.Place,
    _ new: (Place) -> Violation.Place
  ) throws(Violation) {
    try checkOrder(lists.deletes, by: { $0 }, .once, old)
    try checkOrder(lists.inserts, by: placeOf, .once, new)
    try checkOrder(lists.moves, by: { $0.to }, .once, new)
    try checkOrder(lists.unmoved, by: { $0.to }, .once, new)
    try checkOrder(lists.updates, by: { $0.at }, .contents, new)
    try checkOrder(lists.keys, by: { $0.at }, .oneForm, new)
  }

  /// Checks that a list is ascending and names nothing twice.
  private func checkOrder<Change, Place: Comparable>(
    _ changes: [Change],
    by placeOf: (Change) -> Place,
    _ rule: Rule,
    _ place: (Place) -> Violation.Place
  ) throws(Violation) {
    guard var last = changes.first.map(placeOf) else { return }
    for change in changes.dropFirst() {
      let next = placeOf(change)
      guard last < next else {
        throw last == next
          ? Violation(rule, at: place(last), "it is in the list twice")
          : Violation(.oneForm, at: place(next), "the list is not sorted")
      }
      last = next
    }
  }

  /// Checks that no position occurs twice among sorted ones.
  private func checkTwice<Place: Comparable>(
    _ places: [Place],
    _ reason: String,
    _ place: (Place) -> Violation.Place
  ) throws(Violation) {
    for (a, b) in zip(places, places.dropFirst()) where a == b {
      throw Violation(.once, at: place(a), reason)
    }
  }

  // MARK: Items

  private func checkItems() throws(Violation) {
    let lists = batch.items
    let (old, new) = (Violation.Place.oldItem, Violation.Place.newItem)
    try checkOrder(lists, placeOf: { $0.at }, old, new)

    for path in items.leaving {
      guard isInOld(path) else { throw Violation(.once, at: old(path), "there is no such item") }
      if batch.sections.deletes.hasSorted(path.section) {
        throw Violation(.wholeSections, at: old(path), "the item goes with its section")
      }
    }
    try forEachNewPath { path throws(Violation) in
      guard path.section >= 0, path.section < batch.after.sections, path.item >= 0 else {
        throw Violation(.once, at: new(path), "there is no such section")
      }
    }
    if !insertedSections.isEmpty {
      for path in items.coming where insertedSections.hasSorted(path.section) {
        throw Violation(.wholeSections, at: new(path), "the item comes with its section")
      }
    }
    try checkTwice(items.leaving, "the item is named twice", old)
    try checkTwice(items.coming, "the item is named twice", new)
    try checkRuns()

    try checkNewPlaces()
    try checkOrigins()
    try checkUpdatesOfNew()
  }

  /// How many items a section of OLD has, or can have.
  private func oldCount(_ section: Int) -> Int { oldCounts.map { $0[section] } ?? batch.before.items }

  private func isInOld(_ path: ListPath) -> Bool {
    path.section >= 0 && path.section < batch.before.sections && path.item >= 0
      && path.item < oldCount(path.section)
  }

  /// Checks the bounds of positions in NEW, and that the numbers of items add up.
  private func checkNewPlaces() throws(Violation) {
    let counts = oldCounts.map { batch.newItemCounts(oldItemCounts: $0) }
    try forEachNewPath { path throws(Violation) in
      let count = counts?[path.section] ?? batch.after.items
      guard path.item >= count else { return }
      throw Violation(.once, at: .newItem(path), "the section has only \(count) items")
    }
    guard counts.map({ $0.reduce(0, +) == batch.after.items }) ?? true else {
      throw Violation(.counts, at: .batch, "the numbers of items do not add up")
    }
  }

  /// Calls a closure with the paths in NEW that the batch names.
  private func forEachNewPath(_ body: (ListPath) throws(Violation) -> Void) throws(Violation) {
    for path in items.coming { try body(path) }
    for update in batch.items.updates { try body(update.at) }
    for key in batch.items.keys { try body(key.at) }
  }

  /// Checks the bounds of the items kept by inserted sections.
  private func checkRuns() throws(Violation) {
    var total = 0
    for insert in batch.sections.inserts {
      for run in insert.items {
        guard case .kept(let path, let count) = run else { continue }
        guard isInOld(path), count <= oldCount(path.section) - path.item else {
          throw Violation(.once, at: .oldItem(path), "there are no such items")
        }
        guard count > 0 else { throw Violation(.oneForm, at: .newSection(insert.at), "a run is empty") }
        total += count
        guard total <= batch.before.items else {
          throw Violation(.counts, at: .newSection(insert.at), "more items are kept than there were")
        }
      }
    }
  }

  /// Checks that each kept element leaves its position in OLD and is kept once.
  private func checkOrigins() throws(Violation) {
    var runs: [(start: ListPath, count: Int)] = []
    for insert in batch.items.inserts {
      if case .kept(let path) = insert.source {
        guard isInOld(path) else { throw Violation(.once, at: .oldItem(path), "there is no such item") }
        runs.append((path, 1))
      }
    }
    for insert in batch.sections.inserts {
      for case .kept(let path, let count) in insert.items { runs.append((path, count)) }
    }
    runs.sort { $0.start < $1.start }
    var end = ListPath(section: -1, item: 0)
    for run in runs {
      guard run.start >= end else {
        throw Violation(.profile, at: .oldItem(run.start), "the item is kept twice")
      }
      end = ListPath(section: run.start.section, item: run.start.item + run.count)
      if batch.sections.deletes.hasSorted(run.start.section) { continue }
      let deletes = batch.items.deletes
      guard deletes.lowerBound(of: end) - deletes.lowerBound(of: run.start) == run.count else {
        throw Violation(.crossings, at: .oldItem(run.start), "an item is kept elsewhere and not deleted")
      }
    }
  }

  private func checkUpdatesOfNew() throws(Violation) {
    guard !batch.items.updates.isEmpty else { return }
    var violation: ListPath?
    func find(_ path: ListPath, _ source: InsertSource<ListPath>) {
      guard case .new = source, violation == nil else { return }
      if batch.items.updates.search(path, by: \.at) != nil { violation = path }
    }
    for insert in batch.items.inserts { find(insert.at, insert.source) }
    batch.forEachItemOfInsertedSections(find)
    if let violation {
      throw Violation(.updatesOfNew, at: .newItem(violation), "an inserted item is also updated")
    }
  }
}
