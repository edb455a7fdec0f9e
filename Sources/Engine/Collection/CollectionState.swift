package import ArrangeModel
package import Ordering

/// The whole content of a collection at one version: a value whose copies are O(1) and share everything
/// that they have in common, so that old versions stay readable for as long as somebody holds them.
///
/// Positions are found by id, and ids by position, in O(log n).
package struct CollectionState: Sendable {
  /// The number of commits that led here.
  package var version: UInt64 = 0
  /// Who made the versions up to this one, and perhaps later ones that were taken back.
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

  /// What stands where a state was taken out for a moment, to be edited in place.
  static let placeholder = CollectionState()

  package var sectionCount: Int { sections.count }

  /// How many node numbers the state has ever made; numbers of gone nodes are used again, so it stays within
  /// the most nodes that were there at a time.
  package var nodeNumberCount: Int { directory.numberCount }

  /// How many nodes there are. O(free numbers).
  package var nodeNumbersInUse: Int { directory.numberCount - directory.freeCount }

  /// The number of items with different ids, which is ``itemCount`` in every state that is sound. O(1), but for
  /// ids that share a hash.
  var distinctItemCount: Int {
    // An item that is there twice looks like one that shares its hash with another.
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

  /// Where an item is; nil if there is none with this id. O(log n).
  package func path(ofItem id: Identifier) -> ListPath? { id.withBytes { path(ofItem: ElementID($0)) } }

  /// Where an item with the id of the given one is. O(log n).
  package func path(of item: Element) -> ListPath? {
    item.withIDBytes { path(ofItem: ElementID($0)) }
  }

  private func path(ofItem id: ElementID) -> ListPath? { directory.path(ofItem: id, in: sections) }

  /// Where a section is; nil if there is none with this id. O(log n).
  package func index(ofSection id: Identifier) -> Int? { id.withBytes { index(ofSection: ElementID($0)) } }

  /// Where a section with the id of the given one is. O(log n).
  package func index(of section: Element) -> Int? {
    section.withIDBytes { index(ofSection: ElementID($0)) }
  }

  private func index(ofSection id: ElementID) -> Int? { directory.index(ofSection: id, in: sections) }

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

  /// Takes an item out that ``dropItem(_:at:)`` puts back elsewhere; until then it must not be looked up.
  package mutating func liftItem(at path: ListPath) -> ItemEntry {
    itemCount -= 1
    return sections.update(at: path.section) { $0.items.remove(at: path.item, in: &directory) }
  }

  /// Puts an item back that ``liftItem(at:)`` took out.
  package mutating func dropItem(_ entry: ItemEntry, at path: ListPath) {
    insertItem(entry, at: path, isNew: false)
  }

  private mutating func insertItem(_ entry: ItemEntry, at path: ListPath, isNew: Bool) {
    itemCount += 1
    sections.update(at: path.section) {
      $0.items.insert(entry, at: path.item, isNew: isNew, in: &directory)
    }
  }

  /// Gives an item other content under the same id.
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
    items: some Sequence<ItemEntry>,
    at index: Int
  ) {
    let items = OrderTree(items, owner: NodeDirectory.none, in: &directory)
    itemCount += items.count
    let entry = SectionEntry(element: element, key: key, items: items)
    sections.insert(entry, at: index, isNew: true, in: &directory)
  }

  /// Takes a section with its items out. O(count of items).
  package mutating func removeSection(at index: Int) -> SectionEntry {
    let entry = liftSection(at: index)
    directory.sections.remove(entry)
    entry.items.forEach(in: 0..<entry.items.count) { directory.items.remove($0) }
    entry.items.freeNumbers(in: &directory)
    itemCount -= entry.items.count
    return entry
  }

  /// Takes a section out that ``dropSection(_:at:)`` puts back elsewhere. O(log n), whatever it holds.
  ///
  /// Until then neither it nor its items are found.
  package mutating func liftSection(at index: Int) -> SectionEntry {
    let entry = sections.remove(at: index, in: &directory)
    directory.setParent(of: entry.items.root.number, to: NodeDirectory.none)
    return entry
  }

  /// Puts a section back that ``liftSection(at:)`` took out. O(log n).
  package mutating func dropSection(_ entry: SectionEntry, at index: Int) {
    sections.insert(entry, at: index, isNew: false, in: &directory)
  }

  /// Gives a section other content under the same id.
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
  /// Gives entries that follow each other other keys. O(log n + length).
  fileprivate mutating func rekey(at start: Int, to keys: [OrderKey]) {
    var index = 0
    updateEach(in: start..<start + keys.count) {
      $0.key = keys[index]
      index += 1
    }
  }
}
