internal import Ordering

/// A collection to make.
public struct CreateCollectionRequest: Sendable, Hashable {
  /// The longest name of a strategy with its parameters, in bytes.
  public static let maximumStrategyLength = StrategyChoice.maximumLength

  public var name: Identifier
  /// The name of the ordering strategy, and its parameters if they are not the standard ones, such as
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

/// A collection to tell about.
public struct GetCollectionRequest: Sendable, Hashable {
  public var name: Identifier

  public init(name: Identifier) { self.name = name }
}

/// Which page of the list of collections to read.
public struct ListCollectionsRequest: Sendable, Hashable {
  /// The maximum number of collections in one page, and how many a page has where the request does not say.
  public static let maximumPageSize = 1_000
  public static let defaultPageSize = 100

  /// How many collections a page may have; nil for the default.
  public var pageSize: Int?
  /// From the page before.
  public var pageToken: [UInt8]?

  public init(pageSize: Int? = nil, pageToken: [UInt8]? = nil) {
    self.pageSize = pageSize
    self.pageToken = pageToken
  }
}

/// One page of the list of collections, in ascending order of the bytes of their names.
public struct CollectionsPage: Sendable, Hashable {
  public var collections: [CollectionInfo]
  /// What to ask for the next page with; nil on the last one.
  public var nextPageToken: [UInt8]?

  public init(collections: [CollectionInfo], nextPageToken: [UInt8]?) {
    self.collections = collections
    self.nextPageToken = nextPageToken
  }
}

/// New values for some fields of a collection itself. Its content and its version stay as they are.
public struct UpdateCollectionRequest: Sendable, Hashable {
  public var name: Identifier
  /// Fields that get these values.
  public var set: Fields
  /// Names of fields that go away, except those that ``set`` names.
  public var remove: [String]
  /// Whether all fields that ``set`` does not name go away.
  public var replaceAll: Bool

  public init(name: Identifier, set: Fields, remove: [String] = [], replaceAll: Bool = false) {
    self.name = name
    self.set = set
    self.remove = remove
    self.replaceAll = replaceAll
  }
}

/// A collection to remove, with its content and its history.
public struct DeleteCollectionRequest: Sendable, Hashable {
  public var name: Identifier

  public init(name: Identifier) { self.name = name }
}

/// What all page tokens have in common: bytes that only the server understands.
public enum PageToken {
  /// The longest page token, in bytes.
  public static let maximumLength = 1_024
}
