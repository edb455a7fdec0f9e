package import Ordering

/// An item in the list: its content and its order key, which is empty if keys follow from ranks.
package struct ItemEntry: OrderTreeEntry {
  package private(set) var element: Element
  package let idHash: UInt64
  package var key: OrderKey
  /// The version of the commit that last placed the item; 0 if unknown.
  package var placementVersion: UInt64

  package init(element: Element, key: OrderKey, placementVersion: UInt64 = 0) {
    self.init(element: element, idHash: element.idHash, key: key, placementVersion: placementVersion)
  }

  /// - Parameter idHash: the element's hash, if it is already known.
  init(element: Element, idHash: UInt64, key: OrderKey, placementVersion: UInt64) {
    self.element = element
    self.key = key
    self.placementVersion = placementVersion
    self.idHash = idHash
  }

  /// Replaces the element by one with the same id.
  mutating func replaceElement(with element: Element) { self.element = element }

  package func retainReferences() {
    element.retainReferences()
    key.retainReferences()
  }

  package func record(leaf: NodeNumber, isNew: Bool, in directory: inout NodeDirectory) {
    directory.items.record(self, leaf: leaf, isNew: isNew)
  }
}
