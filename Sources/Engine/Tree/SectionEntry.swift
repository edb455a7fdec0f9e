package import Ordering

/// A section in the list with its items.
package struct SectionEntry: SectionTreeEntry {
  package private(set) var element: Element
  package let idHash: UInt64
  package var key: OrderKey
  /// The version of the commit that last placed the section; 0 if unknown.
  package var placementVersion: UInt64
  package var items: OrderTree<ItemEntry>

  init(element: Element, key: OrderKey, placementVersion: UInt64, items: OrderTree<ItemEntry>) {
    self.element = element
    self.key = key
    self.placementVersion = placementVersion
    self.items = items
    idHash = element.idHash
  }

  /// Replaces the element by one with the same id.
  mutating func replaceElement(with element: Element) { self.element = element }

  package func retainReferences() {
    element.retainReferences()
    key.retainReferences()
    items.retainReferences()
  }

  package func record(leaf: NodeNumber, isNew: Bool, in directory: inout NodeDirectory) {
    directory.sections.record(self, leaf: leaf, isNew: isNew)
    directory.setParent(of: items.root.number, to: leaf)
  }
}
