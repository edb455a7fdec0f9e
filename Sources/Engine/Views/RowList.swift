import ArrangeModel

/// A row of a view: an item of a collection, whose element it shares. It has no key, since its position
/// follows from the view.
struct RowEntry: OrderTreeEntry {
  private(set) var element: Element
  let idHash: UInt64

  init(_ element: Element) {
    self.element = element
    idHash = element.idHash
  }

  /// Replaces the element by one with the same id.
  mutating func replaceElement(with element: Element) { self.element = element }

  func retainReferences() { element.retainReferences() }

  func record(leaf: NodeNumber, isNew: Bool, in directory: inout NodeDirectory) {
    directory.items.record(self, leaf: leaf, isNew: isNew)
  }
}

/// A section of a view with its rows.
struct RowSection: SectionTreeEntry {
  private(set) var element: Element
  let idHash: UInt64
  var items: OrderTree<RowEntry>

  init(_ element: Element, items: OrderTree<RowEntry>) {
    self.element = element
    self.items = items
    idHash = element.idHash
  }

  /// Replaces the element by one with the same id.
  mutating func replaceElement(with element: Element) { self.element = element }

  func retainReferences() {
    element.retainReferences()
    items.retainReferences()
  }

  func record(leaf: NodeNumber, isNew: Bool, in directory: inout NodeDirectory) {
    directory.sections.record(self, leaf: leaf, isNew: isNew)
    directory.setParent(of: items.root.number, to: leaf)
  }
}

/// The rows of a part of a view at one version: a value whose copies are O(1) and share their common parts,
/// like ``CollectionState`` for a collection.
struct RowList: Sendable {
  private(set) var itemCount = 0
  private var sections: OrderTree<RowSection>
  private var directory: NodeDirectory

  init() {
    var directory = NodeDirectory()
    sections = OrderTree(owner: NodeDirectory.none, in: &directory)
    self.directory = directory
  }

  var sectionCount: Int { sections.count }

  // MARK: Reading

  /// O(log n).
  func section(at index: Int) -> Element { sections.read(at: index) { $0.element } }

  /// O(log n).
  func item(at path: ListPath) -> Element {
    sections.read(at: path.section) { $0.items.read(at: path.item) { $0.element } }
  }

  /// O(log n).
  func itemCount(section: Int) -> Int { sections.read(at: section) { $0.items.count } }

  /// The rows of a section, for reading several. O(log n).
  func items(ofSection section: Int) -> OrderTree<RowEntry> { sections.read(at: section) { $0.items } }

  /// The path of the row of the item with an id; nil if there is none. O(log n).
  func path(ofItem id: Identifier) -> ListPath? {
    id.withBytes { sections.path(ofItem: ElementID($0), in: directory) }
  }

  /// O(log n).
  func path(of item: Element) -> ListPath? {
    item.withIDBytes { sections.path(ofItem: ElementID($0), in: directory) }
  }

  /// O(log n).
  func index(ofSection id: Identifier) -> Int? {
    id.withBytes { sections.index(ofSection: ElementID($0), in: directory) }
  }

  /// O(log n).
  func index(of section: Element) -> Int? {
    section.withIDBytes { sections.index(ofSection: ElementID($0), in: directory) }
  }
}

extension RowList: LoggedList {
  mutating func insertItem(_ element: Element, at path: ListPath) {
    insert(RowEntry(element), at: path, isNew: true)
  }

  mutating func discardItem(at path: ListPath) {
    directory.items.remove(liftItem(at: path))
  }

  mutating func liftItem(at path: ListPath) -> RowEntry {
    itemCount -= 1
    return sections.update(at: path.section) { $0.items.remove(at: path.item, in: &directory) }
  }

  mutating func dropItem(_ entry: RowEntry, at path: ListPath) { insert(entry, at: path, isNew: false) }

  private mutating func insert(_ entry: RowEntry, at path: ListPath, isNew: Bool) {
    itemCount += 1
    sections.update(at: path.section) {
      $0.items.insert(entry, at: path.item, isNew: isNew, in: &directory)
    }
  }

  mutating func replaceItem(at path: ListPath, with element: Element) {
    sections.update(at: path.section) { section in
      section.items.update(at: path.item) { entry in
        directory.items.replace(entry.element, with: element)
        entry.replaceElement(with: element)
      }
    }
  }

  mutating func insertSection(_ element: Element, items: some Sequence<Element>, at index: Int) {
    let rows = OrderTree(items.lazy.map { RowEntry($0) }, owner: NodeDirectory.none, in: &directory)
    itemCount += rows.count
    sections.insert(RowSection(element, items: rows), at: index, isNew: true, in: &directory)
  }

  mutating func discardSection(at index: Int) {
    let entry = liftSection(at: index)
    directory.sections.remove(entry)
    entry.items.forEach(in: 0..<entry.items.count) { directory.items.remove($0) }
    entry.items.freeNumbers(in: &directory)
    itemCount -= entry.items.count
  }

  mutating func liftSection(at index: Int) -> RowSection {
    let entry = sections.remove(at: index, in: &directory)
    directory.setParent(of: entry.items.root.number, to: NodeDirectory.none)
    return entry
  }

  mutating func dropSection(_ entry: RowSection, at index: Int) {
    sections.insert(entry, at: index, isNew: false, in: &directory)
  }

  mutating func replaceSection(at index: Int, with element: Element) {
    sections.update(at: index) { entry in
      directory.sections.replace(entry.element, with: element)
      entry.replaceElement(with: element)
    }
  }
}
