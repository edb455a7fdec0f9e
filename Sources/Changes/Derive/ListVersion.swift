public import ArrangeModel

/// A list at one version, for deriving batches. The engine's persistent lists conform.
///
/// Elements are named by handles, which know their id without making a string and hold the fields of one
/// version. A handle of one version finds the element with the same id in another.
@usableFromInline
package protocol ListVersion: ListContents {
  /// A section or an item.
  associatedtype Element: ListElement

  /// The items of all sections together.
  var itemCount: Int { get }
  /// Whether elements come with their order keys.
  var hasKeys: Bool { get }
  /// The index of the section with a handle's id; nil if there is none. O(log n).
  func index(ofSection element: Element) -> Int?
  /// The path of the item with a handle's id; nil if there is none. O(log n).
  func path(ofItem element: Element) -> ListPath?
  /// O(log n).
  func section(at index: Int) -> Element
  /// O(log n).
  func item(at path: ListPath) -> Element
  /// Whether an item has the same content as the one with the same id in another version: its fields and, in
  /// a view, its origin. O(log n).
  func hasSameContent(itemAt path: ListPath, asItemAt other: ListPath, in version: Self) -> Bool
  /// The same for a section.
  func hasSameContent(sectionAt index: Int, asSectionAt other: Int, in version: Self) -> Bool
}

extension ListVersion {
  @inlinable package var hasKeys: Bool { false }

  @inlinable
  package func hasSameContent(itemAt path: ListPath, asItemAt other: ListPath, in version: Self) -> Bool {
    item(at: path).hasSameFields(as: version.item(at: other))
  }

  @inlinable
  package func hasSameContent(sectionAt index: Int, asSectionAt other: Int, in version: Self) -> Bool {
    section(at: index).hasSameFields(as: version.section(at: other))
  }
}

/// A handle of an element with its fields at one version.
@usableFromInline
package protocol ListElement {
  /// Whether the fields are equal. Fast if both share the same memory.
  func hasSameFields(as other: Self) -> Bool
}

/// An element that may differ between two versions of a list.
@usableFromInline
package struct Touched<Element> {
  @usableFromInline package var kind: Kind
  @usableFromInline package var touch: Touch
  /// The element at any version; only its id counts.
  @usableFromInline package var element: Element

  @usableFromInline
  package enum Kind: UInt8, Sendable, Hashable {
    case section
    case item
  }

  @inlinable
  package init(_ kind: Kind, _ element: Element, _ touch: Touch) {
    self.kind = kind
    self.touch = touch
    self.element = element
  }
}

extension Touched: Sendable where Element: Sendable {}

/// The aspects that may differ.
@usableFromInline
package struct Touch: OptionSet, Sendable, Hashable {
  @usableFromInline package let rawValue: UInt8

  @inlinable
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The position: the element was moved, to its section or within it.
  @inlinable package static var position: Touch { Touch(rawValue: 1) }
  /// The content: fields were updated, or the origin of a row.
  @inlinable package static var content: Touch { Touch(rawValue: 2) }
  /// Both: the element was inserted or removed, by itself or with its section.
  @inlinable package static var existence: Touch { [.position, .content] }
}
