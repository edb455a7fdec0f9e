package import ArrangeModel
import Ordering

/// A list whose edits a ``ChangeLog`` keeps and takes back. Each is O(log n), but for sections that come or go with
/// their items.
package protocol LoggedList {
  /// An item that was taken out for a moment.
  associatedtype LiftedItem
  /// A section that was taken out for a moment with its items.
  associatedtype LiftedSection

  mutating func insertItem(_ element: Element, at path: ListPath)
  mutating func discardItem(at path: ListPath)
  /// Takes an item out that ``dropItem(_:at:)`` puts back elsewhere.
  mutating func liftItem(at path: ListPath) -> LiftedItem
  mutating func dropItem(_ item: LiftedItem, at path: ListPath)
  /// Gives an item other content under the same id.
  mutating func replaceItem(at path: ListPath, with element: Element)

  mutating func insertSection(_ element: Element, items: some Sequence<Element>, at index: Int)
  mutating func discardSection(at index: Int)
  /// Takes a section out that ``dropSection(_:at:)`` puts back elsewhere.
  mutating func liftSection(at index: Int) -> LiftedSection
  mutating func dropSection(_ section: LiftedSection, at index: Int)
  /// Gives a section other content under the same id.
  mutating func replaceSection(at index: Int, with element: Element)
}

/// A list without order keys: what is taken back has none.
extension CollectionState: LoggedList {
  package mutating func insertItem(_ element: Element, at path: ListPath) {
    insertItem(ItemEntry(element: element, key: .empty), at: path)
  }

  package mutating func discardItem(at path: ListPath) { _ = removeItem(at: path) }

  package mutating func insertSection(_ element: Element, items: some Sequence<Element>, at index: Int) {
    insertSection(
      element,
      key: .empty,
      items: items.lazy.map { ItemEntry(element: $0, key: .empty) },
      at: index
    )
  }

  package mutating func discardSection(at index: Int) { _ = removeSection(at: index) }
}
