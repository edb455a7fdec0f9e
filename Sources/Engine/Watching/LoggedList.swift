package import ArrangeModel
import Ordering

/// A list whose edits a ``ChangeLog`` records and undoes. Each edit is O(log n), except for sections that are
/// inserted or removed with their items.
package protocol LoggedList {
  /// A detached item.
  associatedtype LiftedItem
  /// A detached section with its items.
  associatedtype LiftedSection

  mutating func insertItem(_ element: Element, at path: ListPath)
  mutating func discardItem(at path: ListPath)
  /// Detaches an item that ``dropItem(_:at:)`` inserts elsewhere.
  mutating func liftItem(at path: ListPath) -> LiftedItem
  mutating func dropItem(_ item: LiftedItem, at path: ListPath)
  /// Replaces the content of an item under the same id.
  mutating func replaceItem(at path: ListPath, with element: Element)

  mutating func insertSection(_ element: Element, items: some Sequence<Element>, at index: Int)
  mutating func discardSection(at index: Int)
  /// Detaches a section that ``dropSection(_:at:)`` inserts elsewhere.
  mutating func liftSection(at index: Int) -> LiftedSection
  mutating func dropSection(_ section: LiftedSection, at index: Int)
  /// Replaces the content of a section under the same id.
  mutating func replaceSection(at index: Int, with element: Element)
}

/// A list without order keys: restored elements have none.
extension CollectionState: LoggedList {
  package typealias LiftedItem = ItemEntry

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
