package import ArrangeModel
package import Ordering

/// The whole content of a collection at one version: a value whose copies are O(1) and share all common
/// parts, so that old versions stay readable as long as they are referenced.
///
/// Lookups by id and by position take O(log n).
package struct CollectionState: Sendable {
  /// The number of commits that led here.
  package var version: UInt64 = 0
  /// The incarnations of the versions up to this one, and perhaps of later ones that were undone.
  package var lineage = Lineage()
  package private(set) var itemCount = 0
  private(set) var sections: OrderTree<SectionEntry>
  private var directory: NodeDirectory
  /// The children of items; nil in a flat collection.
  package private(set) var branches: BranchTable?

  /// A collection without sections.
  package init() {
    var directory = NodeDirectory()
    sections = OrderTree(owner: NodeDirectory.none, in: &directory)
    self.directory = directory
  }

  /// A placeholder while the state is moved out to be edited in place.
  package static let placeholder = CollectionState()

  package var sectionCount: Int { sections.count }

  /// The number of node numbers ever allocated; numbers of freed nodes are reused, so this is the maximum
  /// number of nodes at any time.
  package var nodeNumberCount: Int { directory.numberCount }

  /// The number of nodes. O(free numbers).
  package var nodeNumbersInUse: Int { directory.numberCount - directory.freeCount }

  /// The number of items with distinct ids, which is ``itemCount`` in every valid state. O(1), except for ids
  /// that share a hash.
  var distinctItemCount: Int {
    // A duplicate item looks like one that shares its hash with another.
    guard directory.items.hasCollisions else { return directory.items.count }
    var distinct = Set<Element>()
    forEachSection(in: 0..<sectionCount) { section in
      section.items.forEach(in: 0..<section.items.count) { distinct.insert($0.element) }
    }
    if let branches {
      var next = branches.next(from: 0)
      while let number = next {
        let children = branches.branch(number).children
        children.forEach(in: 0..<children.count) { distinct.insert($0.element) }
        next = branches.next(from: number + 1)
      }
    }
    return distinct.count
  }

  // MARK: Reading

  package func section(at index: Int) -> SectionEntry { sections[index] }

  package func item(at place: some ItemPlace) -> ItemEntry {
    let slot = place.slot
    return switch slot.scope {
    case .items(let section): sections.read(at: section) { $0.items.read(at: slot.index) { $0 } }
    case .children, .sections: items(in: slot.scope).read(at: slot.index) { $0 }
    }
  }

  /// The number of items at the top of a section. O(log n).
  package func itemCount(section: Int) -> Int { sections.read(at: section) { $0.items.count } }

  /// The items of a section. O(log n).
  func items(ofSection section: Int) -> OrderTree<ItemEntry> { sections.read(at: section) { $0.items } }

  /// The items of a list. O(log n).
  func items(in scope: Scope) -> OrderTree<ItemEntry> {
    switch scope {
    case .items(let section): return items(ofSection: section)
    case .children(let number):
      guard let branches else { preconditionFailure("a flat collection has no branches") }
      return branches.branch(number).children
    case .sections: preconditionFailure("sections are no items")
    }
  }

  /// Calls a closure with the sections of a range in their order. O(log n + length).
  package func forEachSection<Failure: Error>(
    in range: Range<Int>,
    _ body: (SectionEntry) throws(Failure) -> Void
  ) throws(Failure) { try sections.forEach(in: range, body) }

  /// The path of an item at the top of a section; nil if there is none with this id. O(log n).
  package func path(ofItem id: Identifier) -> ListPath? {
    id.withBytes { sections.path(ofItem: ElementID($0), in: directory) }
  }

  /// The path of the item at the top of a section with the id of the given one. O(log n).
  package func path(of item: Element) -> ListPath? {
    item.withIDBytes { sections.path(ofItem: ElementID($0), in: directory) }
  }

  /// The place of an item; nil if there is none with this id. O(log n).
  package func slot(ofItem id: Identifier) -> ListSlot? {
    id.withBytes { sections.slot(ofItem: ElementID($0), branches, in: directory) }
  }

  /// The place of the item with the id of the given one. O(log n).
  package func slot(of item: Element) -> ListSlot? {
    item.withIDBytes { sections.slot(ofItem: ElementID($0), branches, in: directory) }
  }

  /// The index of a section; nil if there is none with this id. O(log n).
  package func index(ofSection id: Identifier) -> Int? { id.withBytes { index(ofSection: ElementID($0)) } }

  /// The index of the section with the id of the given one. O(log n).
  package func index(of section: Element) -> Int? {
    section.withIDBytes { index(ofSection: ElementID($0)) }
  }

  private func index(ofSection id: ElementID) -> Int? { sections.index(ofSection: id, in: directory) }

  package func hasItem(_ item: Element) -> Bool { slot(of: item) != nil }

  package func hasSection(_ section: Element) -> Bool { index(of: section) != nil }

  // MARK: Editing

  package mutating func insertItem(_ entry: ItemEntry, at place: some ItemPlace) {
    insertItem(entry, at: place.slot, isNew: true)
  }

  /// Removes an item, which has no children.
  package mutating func removeItem(at place: some ItemPlace) -> ItemEntry {
    let entry = liftItem(at: place)
    directory.items.remove(entry)
    if branches != nil { withBranches { table, _ in table.recordRemoval(of: entry) } }
    return entry
  }

  /// Removes an item that ``dropItem(_:at:)`` inserts elsewhere, with everything below it; until then none of them must be
  /// looked up. O(log n + depth), whatever is below.
  package mutating func liftItem(at place: some ItemPlace) -> ItemEntry {
    let slot = place.slot
    itemCount -= 1
    guard let number = slot.scope.branch else {
      let path = slot.scope.path(at: slot.index)
      let entry = sections.update(at: path.section) { $0.items.remove(at: path.item, in: &directory) }
      let rows = branches?.rowCount(below: entry) ?? 0
      slot.scope.countNested(-rows, in: &self)
      return entry
    }
    let (entry, rows) = withBranches { table, directory in
      let entry = table.remove(at: slot.index, of: number, &directory)
      return (entry, 1 + table.rowCount(below: entry))
    }
    slot.scope.countNested(-rows, in: &self)
    return entry
  }

  /// Inserts an item that ``liftItem(at:)`` removed.
  package mutating func dropItem(_ entry: ItemEntry, at place: some ItemPlace) {
    insertItem(entry, at: place.slot, isNew: false)
  }

  private mutating func insertItem(_ entry: ItemEntry, at slot: ListSlot, isNew: Bool) {
    itemCount += 1
    guard let number = slot.scope.branch else {
      let path = slot.scope.path(at: slot.index)
      sections.update(at: path.section) {
        $0.items.insert(entry, at: path.item, isNew: isNew, in: &directory)
      }
      guard branches != nil else { return }
      let rows = withBranches { table, _ in table.setHome(of: entry, to: nil)?.descendants ?? 0 }
      return slot.scope.countNested(rows, in: &self)
    }
    let rows = withBranches { table, directory in
      table.insert(entry, at: slot.index, of: number, isNew: isNew, &directory)
      return 1 + table.rowCount(below: entry)
    }
    slot.scope.countNested(rows, in: &self)
  }

  /// Replaces the content of an item under the same id.
  package mutating func replaceItem(at place: some ItemPlace, with element: Element) {
    let slot = place.slot
    if branches != nil {
      let old = item(at: slot)
      withBranches { table, _ in table.replaceOwner(old.element, hash: old.idHash, with: element) }
    }
    update(in: slot.scope) { items, directory in
      items.update(at: slot.index) { entry in
        directory.items.replace(entry.element, with: element)
        entry.replaceElement(with: element)
      }
    }
  }

  /// Replaces the keys of elements of a list.
  package mutating func rekey(in scope: Scope, at start: Int, to keys: [OrderKey]) {
    if scope == .sections { return sections.rekey(at: start, to: keys) }
    update(in: scope) { items, _ in items.rekey(at: start, to: keys) }
  }

  /// Changes the entries of a list of items, but neither their number nor their ids.
  private mutating func update(
    in scope: Scope,
    _ body: (inout OrderTree<ItemEntry>, inout NodeDirectory) -> Void
  ) {
    if let number = scope.branch {
      withBranches { table, directory in table.update(number) { body(&$0, &directory) } }
    } else {
      sections.update(at: scope.path(at: 0).section) { body(&$0.items, &directory) }
    }
  }

  // MARK: Branches

  /// The list of an item's children, which is made if the item never had any. O(log n).
  package mutating func makeBranch(of item: ListSlot) -> Scope {
    let entry = self.item(at: item)
    if let number = branches?.number(of: entry.element, hash: entry.idHash) { return .children(number) }
    return .children(withBranches { $0.makeBranch(of: entry, in: item.scope.branch, &$1) })
  }

  /// Forgets the branches of the items that were removed. Must be called after edits that removed items, once they are not
  /// undone any more: until then the numbers of branches are valid.
  package mutating func dropOrphanedBranches() {
    guard let orphans = branches?.orphans, !orphans.isEmpty else { return }
    let dropped = orphans.filter { number in
      // An item may have been removed and inserted again, and removed once more.
      branches?[number].map { !hasItem($0.owner) } ?? false
    }
    withBranches { $0.dropOrphans(Set(dropped), in: &$1) }
  }

  /// Calls a closure with a table of branches that no other version refers to, which is made if there is none.
  mutating func withBranches<Result>(_ body: (BranchTable, inout NodeDirectory) -> Result) -> Result {
    if !isKnownUniquelyReferenced(&branches) { branches = branches?.copy() ?? BranchTable() }
    guard let branches else { preconditionFailure("it was just made") }
    return body(branches, &directory)
  }

  /// Inserts a section together with items, and with what is below them. O(count of items).
  package mutating func insertSection(
    _ element: Element,
    key: OrderKey,
    placementVersion: UInt64 = 0,
    items: some Sequence<ItemEntry>,
    at index: Int
  ) {
    let items = OrderTree(items, owner: NodeDirectory.none, in: &directory)
    itemCount += items.count
    let entry = SectionEntry(element: element, key: key, placementVersion: placementVersion, items: items)
    sections.insert(entry, at: index, isNew: true, in: &directory)
    if branches != nil {
      // An item that was removed with its section may have been somewhere else since, before that is undone.
      let nested = withBranches { table, _ in
        var nested = 0
        items.forEach(in: 0..<items.count) { nested += table.setHome(of: $0, to: nil)?.descendants ?? 0 }
        return nested
      }
      itemCount += nested
      Scope.items(section: index).countNested(nested, in: &self)
    }
  }

  /// Removes a section with its items, which have no children. O(count of items).
  package mutating func removeSection(at index: Int) -> SectionEntry {
    let entry = liftSection(at: index)
    directory.sections.remove(entry)
    entry.items.forEach(in: 0..<entry.items.count) { directory.items.remove($0) }
    if branches != nil {
      withBranches { table, _ in
        entry.items.forEach(in: 0..<entry.items.count) { table.recordRemoval(of: $0) }
      }
    }
    entry.items.freeNumbers(in: &directory)
    itemCount -= entry.items.count
    return entry
  }

  /// Removes a section that ``dropSection(_:at:)`` inserts elsewhere. O(log n), whatever its size.
  ///
  /// Until then neither it nor its items can be found.
  package mutating func liftSection(at index: Int) -> SectionEntry {
    let entry = sections.remove(at: index, in: &directory)
    directory.setParent(of: entry.items.root.number, to: NodeDirectory.none)
    return entry
  }

  /// Inserts a section that ``liftSection(at:)`` removed. O(log n).
  package mutating func dropSection(_ entry: SectionEntry, at index: Int) {
    sections.insert(entry, at: index, isNew: false, in: &directory)
  }

  /// Replaces the content of a section under the same id.
  package mutating func replaceSection(at index: Int, with element: Element) {
    let old = sections.update(at: index) { entry in
      let old = entry.element
      directory.sections.replace(old, with: element)
      entry.replaceElement(with: element)
      return old
    }
    if branches != nil { withBranches { table, _ in table.replaceSection(old, with: element) } }
  }
}

/// An entry with a stored order key.
private protocol KeyedTreeEntry: OrderTreeEntry {
  var key: OrderKey { get set }
}

extension ItemEntry: KeyedTreeEntry {}

extension SectionEntry: KeyedTreeEntry {}

extension OrderTree where Entry: KeyedTreeEntry {
  /// Replaces the keys of consecutive entries. O(log n + length).
  fileprivate mutating func rekey(at start: Int, to keys: [OrderKey]) {
    var index = 0
    updateEach(in: start..<start + keys.count) {
      $0.key = keys[index]
      index += 1
    }
  }
}
