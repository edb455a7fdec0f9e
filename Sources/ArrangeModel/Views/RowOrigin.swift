/// The element that a row of a view shows: it leads from a click on a row to the item in its collection.
///
/// An element can have several rows in a view, one in each part that shows it. They have the same origin and
/// different ids.
public struct RowOrigin: Sendable {
  /// Shared by all copies, so that an element without an origin is larger only by one reference.
  private let storage: Storage

  private final class Storage: Sendable {
    let collection: Identifier
    let section: Identifier
    let item: Identifier?

    init(_ collection: Identifier, _ section: Identifier, _ item: Identifier?) {
      self.collection = collection
      self.section = section
      self.item = item
    }
  }

  /// The collection of the element.
  public var collection: Identifier { storage.collection }
  /// The section that the row shows, or the section of the item. When it changes, the row is updated.
  public var section: Identifier { storage.section }
  /// The item that the row shows; nil if the row is a section of the view.
  public var item: Identifier? { storage.item }

  public init(collection: Identifier, section: Identifier, item: Identifier? = nil) {
    storage = Storage(collection, section, item)
  }
}

extension RowOrigin: Hashable {
  public static func == (a: RowOrigin, b: RowOrigin) -> Bool {
    a.storage === b.storage || a.collection == b.collection && a.section == b.section && a.item == b.item
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(collection)
    hasher.combine(section)
    hasher.combine(item)
  }
}
