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
    return distinct.count
  }

  // MARK: Reading

  package func section(at index: Int) -> SectionEntry { sections[index] }

  package func item(at path: ListPath) -> ItemEntry {
    sections.read(at: path.section) { $0.items.read(at: path.item) { $0 } }
  }

  /// The number of items of a section. O(log n).
  package func itemCount(section: Int) -> Int { sections.read(at: section) { $0.items.count } }

  /// The items of a section. O(log n).
  func items(ofSection section: Int) -> OrderTree<ItemEntry> { sections.read(at: section) { $0.items } }

  /// The stored key of an item. O(log n).
  func key(at path: ListPath) -> OrderKey {
    sections.read(at: path.section) { $0.items.read(at: path.item) { $0.key } }
  }

  /// The stored key of a section. O(log n).
  func key(ofSection index: Int) -> OrderKey { sections.read(at: index) { $0.key } }

  /// Calls a closure with the sections of a range in their order. O(log n + length).
  package func forEachSection<Failure: Error>(
    in range: Range<Int>,
    _ body: (SectionEntry) throws(Failure) -> Void
  ) throws(Failure) { try sections.forEach(in: range, body) }

  /// The path of an item; nil if there is none with this id. O(log n).
  package func path(ofItem id: Identifier) -> ListPath? { id.withBytes { path(ofItem: ElementID($0)) } }

  /// The path of the item with the id of the given one. O(log n).
  package func path(of item: Element) -> ListPath? {
    item.withIDBytes { path(ofItem: ElementID($0)) }
  }

  private func path(ofItem id: ElementID) -> ListPath? { sections.path(ofItem: id, in: directory) }

  /// The index of a section; nil if there is none with this id. O(log n).
  package func index(ofSection id: Identifier) -> Int? { id.withBytes { index(ofSection: ElementID($0)) } }

  /// The index of the section with the id of the given one. O(log n).
  package func index(of section: Element) -> Int? {
    section.withIDBytes { index(ofSection: ElementID($0)) }
  }

  private func index(ofSection id: ElementID) -> Int? { sections.index(ofSection: id, in: directory) }

  package func hasItem(_ item: Element) -> Bool { path(of: item) != nil }

  package func hasSection(_ section: Element) -> Bool { index(of: section) != nil }

  // MARK: Editing

  package mutating func insertItem(_ entry: ItemEntry, at path: ListPath) {
    insertItem(entry, at: path, isNew: true)
  }

  package mutating func removeItem(at path: ListPath) -> ItemEntry {
    let entry = liftItem(at: path)
    directory.items.remove(entry)
    return entry
  }

  /// Removes an item that ``dropItem(_:at:)`` inserts elsewhere; until then it must not be looked up.
  package mutating func liftItem(at path: ListPath) -> ItemEntry {
    itemCount -= 1
    return sections.update(at: path.section) { $0.items.remove(at: path.item, in: &directory) }
  }

  /// Inserts an item that ``liftItem(at:)`` removed.
  package mutating func dropItem(_ entry: ItemEntry, at path: ListPath) {
    insertItem(entry, at: path, isNew: false)
  }

  private mutating func insertItem(_ entry: ItemEntry, at path: ListPath, isNew: Bool) {
    itemCount += 1
    sections.update(at: path.section) {
      $0.items.insert(entry, at: path.item, isNew: isNew, in: &directory)
    }
  }

  /// Replaces the content of an item under the same id.
  package mutating func replaceItem(at path: ListPath, with element: Element) {
    sections.update(at: path.section) { section in
      section.items.update(at: path.item) { entry in
        directory.items.replace(entry.element, with: element)
        entry.replaceElement(with: element)
      }
    }
  }

  package mutating func rekeyItems(section: Int, at start: Int, to keys: [OrderKey]) {
    sections.update(at: section) { section in section.items.rekey(at: start, to: keys) }
  }

  /// Inserts a section together with items. O(count of items).
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
  }

  /// Removes a section with its items. O(count of items).
  package mutating func removeSection(at index: Int) -> SectionEntry {
    let entry = liftSection(at: index)
    directory.sections.remove(entry)
    entry.items.forEach(in: 0..<entry.items.count) { directory.items.remove($0) }
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
    sections.update(at: index) { entry in
      directory.sections.replace(entry.element, with: element)
      entry.replaceElement(with: element)
    }
  }

  package mutating func rekeySections(at start: Int, to keys: [OrderKey]) {
    sections.rekey(at: start, to: keys)
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
