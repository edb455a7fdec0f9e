public import ArrangeModel

/// Two versions of a list, for deriving a batch from one to the other; the older one only as far as needed.
///
/// The older version may come from a list, as in ``ListPair``, or be computed from the changes since.
@usableFromInline
package protocol VersionPair {
  /// A handle of a touched section or item in both versions.
  associatedtype Element
  associatedtype New: ListContents

  var new: New { get }
  /// The size of OLD.
  var before: ListSize { get }
  /// The size of NEW.
  var after: ListSize { get }
  /// How many items a section of OLD has.
  func oldItemCount(ofSection index: Int) -> Int
  /// The indices of a section in OLD and in NEW; nil if there is none.
  func places(ofSection element: Element) -> (from: Int?, to: Int?)
  /// The paths of an item in OLD and in NEW; nil if there is none.
  func places(ofItem element: Element) -> (from: ListPath?, to: ListPath?)
  /// Whether a section has the same content in both, if its content was touched.
  func hasSameContent(section element: Element, from: Int, to: Int) -> Bool
  /// Whether an item has the same content in both, if its content was touched.
  func hasSameContent(item element: Element, from: ListPath, to: ListPath) -> Bool
  /// The content in OLD of a section whose content was touched.
  func oldContent(ofSection element: Element, at index: Int) -> FieldsFingerprint
  /// The content in OLD of an item whose content was touched.
  func oldContent(ofItem element: Element, at path: ListPath) -> FieldsFingerprint
  /// The path in OLD of an item of a new section that was not listed as touched; nil if it is new.
  func oldPath(ofItemAt path: ListPath) -> ListPath?
  /// Whether a batch includes the order keys of placed elements.
  var hasKeys: Bool { get }
  /// The order key and the placement version of a section of NEW.
  func placedKey(ofSection index: Int) -> PlacedKey<Int>
  /// The order key and the placement version of an item of NEW.
  func placedKey(ofItemAt path: ListPath) -> PlacedKey<ListPath>
}

extension VersionPair {
  @inlinable package var hasKeys: Bool { false }

  @inlinable
  package func placedKey(ofSection index: Int) -> PlacedKey<Int> {
    PlacedKey(at: index, new.snapshot(ofSection: index))
  }

  @inlinable
  package func placedKey(ofItemAt path: ListPath) -> PlacedKey<ListPath> {
    PlacedKey(at: path, new.snapshot(ofItemAt: path))
  }
}

/// Two lists in which all elements are looked up.
@usableFromInline
package struct ListPair<List: ListVersion>: VersionPair {
  @usableFromInline let old: List
  @usableFromInline package let new: List

  @inlinable
  init(from old: List, to new: List) {
    self.old = old
    self.new = new
  }

  @inlinable package var before: ListSize { ListSize(sections: old.sectionCount, items: old.itemCount) }
  @inlinable package var after: ListSize { ListSize(sections: new.sectionCount, items: new.itemCount) }

  @inlinable
  package func oldItemCount(ofSection index: Int) -> Int { old.itemCount(ofSection: index) }

  @inlinable
  package func places(ofSection element: List.Element) -> (from: Int?, to: Int?) {
    (old.index(ofSection: element), new.index(ofSection: element))
  }

  @inlinable
  package func places(ofItem element: List.Element) -> (from: ListPath?, to: ListPath?) {
    (old.path(ofItem: element), new.path(ofItem: element))
  }

  @inlinable
  package func hasSameContent(section element: List.Element, from: Int, to: Int) -> Bool {
    old.hasSameContent(sectionAt: from, asSectionAt: to, in: new)
  }

  @inlinable
  package func hasSameContent(item element: List.Element, from: ListPath, to: ListPath) -> Bool {
    old.hasSameContent(itemAt: from, asItemAt: to, in: new)
  }

  @inlinable
  package func oldContent(ofSection element: List.Element, at index: Int) -> FieldsFingerprint {
    FieldsFingerprint(old.snapshot(ofSection: index))
  }

  @inlinable
  package func oldContent(ofItem element: List.Element, at path: ListPath) -> FieldsFingerprint {
    FieldsFingerprint(old.snapshot(ofItemAt: path))
  }

  @inlinable package var hasKeys: Bool { new.hasKeys }

  @inlinable
  package func oldPath(ofItemAt path: ListPath) -> ListPath? { old.path(ofItem: new.item(at: path)) }
}
