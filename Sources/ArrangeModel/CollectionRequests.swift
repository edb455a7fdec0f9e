internal import Ordering

/// A request to create a collection.
public struct CreateCollectionRequest: Sendable, Hashable {
  /// The longest name of a strategy with its parameters, in bytes.
  public static let maximumStrategyLength = StrategyChoice.maximumLength

  public var name: Identifier
  /// The name of the ordering strategy, with any parameters that differ from the defaults, such as
  /// `lexorank:jitter=40,step=64`; nil for the server's default.
  public var strategy: String?
  /// Fields of the collection itself, such as a title.
  public var fields: Fields

  public init(name: Identifier, strategy: String? = nil, fields: Fields = Fields()) {
    self.name = name
    self.strategy = strategy
    self.fields = fields
  }
}

/// A request for the description of a collection.
public struct GetCollectionRequest: Sendable, Hashable {
  public var name: Identifier

  public init(name: Identifier) { self.name = name }
}

/// A request for a page of the list of collections.
public struct ListCollectionsRequest: Sendable, Hashable {
  /// The maximum number of collections in one page, which is also the default.
  public static let maximumPageSize = 1_000
  public static let defaultPageSize = 100

  /// The maximum number of collections in the page; nil for the default.
  public var pageSize: Int?
  /// The token from the previous page.
  public var pageToken: [UInt8]?

  public init(pageSize: Int? = nil, pageToken: [UInt8]? = nil) {
    self.pageSize = pageSize
    self.pageToken = pageToken
  }
}

/// One page of the list of collections, in ascending order of the bytes of their names.
public struct CollectionsPage: Sendable, Hashable {
  public var collections: [CollectionInfo]
  /// The token for the next page; nil on the last one.
  public var nextPageToken: [UInt8]?

  public init(collections: [CollectionInfo], nextPageToken: [UInt8]?) {
    self.collections = collections
    self.nextPageToken = nextPageToken
  }
}

/// New values for some fields of a collection itself. Its content and its version do not change.
public struct UpdateCollectionRequest: Sendable, Hashable {
  public var name: Identifier
  /// Fields to set.
  public var set: Fields
  /// Names of fields to remove, except those in ``set``.
  public var remove: [String]
  /// Whether all fields not named by ``set`` are removed.
  public var replaceAll: Bool

  public init(name: Identifier, set: Fields, remove: [String] = [], replaceAll: Bool = false) {
    self.name = name
    self.set = set
    self.remove = remove
    self.replaceAll = replaceAll
  }
}

/// A request to delete a collection with its content and its history.
public struct DeleteCollectionRequest: Sendable, Hashable {
  public var name: Identifier

  public init(name: Identifier) { self.name = name }
}

/// Page tokens: bytes that only the server interprets.
public enum PageToken {
  /// The longest page token, in bytes.
  public static let maximumLength = 1_024
}
