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
    let depth: UInt32
    let isContext: Bool

    init(
      _ collection: Identifier,
      _ section: Identifier,
      _ item: Identifier?,
      depth: UInt32,
      isContext: Bool
    ) {
      self.collection = collection
      self.section = section
      self.item = item
      self.depth = depth
      self.isContext = isContext
    }
  }

  /// The collection of the element.
  public var collection: Identifier { storage.collection }
  /// The section that the row shows, or the section of the item. When it changes, the row is updated.
  public var section: Identifier { storage.section }
  /// The item that the row shows; nil if the row is a section of the view.
  public var item: Identifier? { storage.item }

  /// How deep the item is in an outline, from 1 at the top of its section, if the view shows what is below items below them;
  /// otherwise 0. When it changes, the row is updated.
  public var depth: UInt32 { storage.depth }
  /// Whether the item is only shown because of one below it that the filter shows. When that changes, the row is updated.
  public var isContext: Bool { storage.isContext }

  public init(
    collection: Identifier,
    section: Identifier,
    item: Identifier? = nil,
    depth: UInt32 = 0,
    isContext: Bool = false
  ) {
    storage = Storage(collection, section, item, depth: depth, isContext: isContext)
  }
}

extension RowOrigin: Hashable {
  public static func == (a: RowOrigin, b: RowOrigin) -> Bool {
    a.storage === b.storage
      || a.collection == b.collection && a.section == b.section && a.item == b.item && a.depth == b.depth
        && a.isContext == b.isContext
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(collection)
    hasher.combine(section)
    hasher.combine(item)
    hasher.combine(depth)
  }
}
