public import Ordering

/// Which part of a collection or of a view to read.
public struct FetchRequest: Sendable, Hashable {
  /// The maximum number of items in one page, and how many a page has where the request does not say.
  public static let maximumPageSize = 5_000
  public static let defaultPageSize = 1_000

  /// The name of a collection or of a stored view; empty if there is a ``view``.
  public var collection: Identifier
  /// A view that is given with the request, in place of a name.
  public var view: ViewDefinition?
  public var window: Window
  /// How many items a page may have; nil for the default.
  public var pageSize: Int?
  /// From the page before; the window is then taken from the token.
  public var pageToken: [UInt8]?

  /// The part to read.
  public enum Window: Sendable, Hashable {
    /// Everything: all sections, also the empty ones, with all items.
    case all
    /// The items of one section whose indices are in the range; indices past the end are left out.
    case section(Identifier, Range<Int>)
    /// Up to so many items before and after an item of the same section, and the item.
    case around(Identifier, before: Int, after: Int)
  }

  public init(
    collection: Identifier,
    window: Window = .all,
    pageSize: Int? = nil,
    pageToken: [UInt8]? = nil
  ) {
    self.collection = collection
    self.window = window
    self.pageSize = pageSize
    self.pageToken = pageToken
  }

  /// A request for a part of a view that has no name.
  public init(
    view: ViewDefinition,
    window: Window = .all,
    pageSize: Int? = nil,
    pageToken: [UInt8]? = nil
  ) {
    self.init(collection: .empty, window: window, pageSize: pageSize, pageToken: pageToken)
    self.view = view
  }
}

/// One page of a read. All pages of one read are of one version.
public struct FetchPage: Sendable, Hashable {
  /// The collection or the view; a view that was given with the request has the empty name.
  public var collection: CollectionInfo
  public var sections: [SectionSlice]
  /// What to ask for the next page with; nil on the last one.
  public var nextPageToken: [UInt8]?

  public init(collection: CollectionInfo, sections: [SectionSlice], nextPageToken: [UInt8]?) {
    self.collection = collection
    self.sections = sections
    self.nextPageToken = nextPageToken
  }
}

/// A section and a run of its items.
public struct SectionSlice: Sendable, Hashable {
  /// The section's index in the collection.
  public var index: Int
  public var section: ElementSnapshot
  /// How many items the whole section has.
  public var itemCount: Int
  /// The index, in the section, of the first item of the run.
  public var firstItem: Int
  public var items: [ElementSnapshot]

  public init(index: Int, section: ElementSnapshot, itemCount: Int, firstItem: Int, items: [ElementSnapshot])
  {
    self.index = index
    self.section = section
    self.itemCount = itemCount
    self.firstItem = firstItem
    self.items = items
  }
}

/// An item or a section as it is at one version.
public struct ElementSnapshot: Sendable, Hashable, Identifiable {
  public var id: Identifier
  public var fields: Fields
  /// The collection's version at which the fields changed last.
  public var contentVersion: UInt64
  public var key: OrderKey
  /// What this is a row of; nil in a collection, for what a view gives itself, and for sections that a view makes of
  /// several or of a field's values.
  public var origin: RowOrigin?

  public init(
    id: Identifier,
    fields: Fields,
    contentVersion: UInt64,
    key: OrderKey,
    origin: RowOrigin? = nil
  ) {
    self.id = id
    self.fields = fields
    self.contentVersion = contentVersion
    self.key = key
    self.origin = origin
  }
}
