public import Ordering

/// A request to read a part of a collection or of a view.
public struct FetchRequest: Sendable, Hashable {
  /// The maximum number of items in one page, which is also the default.
  public static let maximumPageSize = 5_000
  public static let defaultPageSize = 1_000

  /// The name of a collection or of a stored view; empty if there is a ``view``.
  public var collection: Identifier
  /// A view sent with the request, in place of a name.
  public var view: ViewDefinition?
  public var window: Window
  /// The maximum number of items in the page; nil for the default.
  public var pageSize: Int?
  /// The token from the previous page; it determines the window.
  public var pageToken: [UInt8]?
  /// The version to read, for all pages of a read; nil for the newest. Elements of a version that is named have no order
  /// keys and no placement versions. A view can't be read at a version.
  public var at: VersionReference?

  /// The part to read.
  public enum Window: Sendable, Hashable {
    /// Everything: all sections, including empty ones, with all items.
    case all
    /// The items of one section whose indices are in the range; indices past the end are left out.
    case section(Identifier, Range<Int>)
    /// Up to the given numbers of items before and after an item of the same section, and the item.
    case around(Identifier, before: Int, after: Int)
  }

  public init(
    collection: Identifier,
    window: Window = .all,
    pageSize: Int? = nil,
    pageToken: [UInt8]? = nil,
    at version: VersionReference? = nil
  ) {
    self.collection = collection
    self.window = window
    self.pageSize = pageSize
    self.pageToken = pageToken
    at = version
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
  /// The collection or the view; a view sent with the request has an empty name.
  public var collection: CollectionInfo
  public var sections: [SectionSlice]
  /// The token for the next page; nil on the last one.
  public var nextPageToken: [UInt8]?
  /// Where the window of a view is; nil for a list without one.
  public var window: WindowPlace?
  /// Whether this is the version that ``FetchRequest/at`` names. Servers that do not know it read the newest version.
  public var isPast = false

  public init(collection: CollectionInfo, sections: [SectionSlice], nextPageToken: [UInt8]?) {
    self.collection = collection
    self.sections = sections
    self.nextPageToken = nextPageToken
  }
}

/// An item or a section at one version.
public struct ElementSnapshot: Sendable, Hashable, Identifiable {
  public var id: Identifier
  public var fields: Fields
  /// The version of the collection at which the fields last changed.
  public var contentVersion: UInt64
  /// The version of the commit that last placed the element: inserted or moved it. 0 if unknown, without the key, and for
  /// rows of views.
  public var placementVersion: UInt64
  public var key: OrderKey
  /// The element that this row of a view shows; nil in a collection, for fixed rows of a view, and for
  /// sections that a view makes by flattening or grouping.
  public var origin: RowOrigin?
  /// Where an item is in an outline; nil for what is in a flat collection or was not fetched.
  public var outline: OutlineRow?

  public init(
    id: Identifier,
    fields: Fields,
    contentVersion: UInt64,
    placementVersion: UInt64 = 0,
    key: OrderKey,
    origin: RowOrigin? = nil,
    outline: OutlineRow? = nil
  ) {
    self.id = id
    self.fields = fields
    self.contentVersion = contentVersion
    self.placementVersion = placementVersion
    self.key = key
    self.origin = origin
    self.outline = outline
  }
}

/// The depth of an item of an outline, and the numbers of items below it.
public struct OutlineRow: Sendable, Hashable {
  /// 1 at the top of the section, and one more than that of the parent below.
  public var depth: UInt32
  /// The number of children.
  public var childCount: UInt32
  /// The number of items below, at all depths.
  public var descendantCount: UInt32

  public init(depth: UInt32, childCount: UInt32, descendantCount: UInt32) {
    self.depth = depth
    self.childCount = childCount
    self.descendantCount = descendantCount
  }
}

/// Page tokens: bytes that only the server interprets.
public enum PageToken {
  /// The longest page token, in bytes.
  public static let maximumLength = 1_024
}
