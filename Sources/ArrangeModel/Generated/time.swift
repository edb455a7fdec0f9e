// Generated from Protos/arrange/v1/time.proto by the command generate-protos. Do not edit.
// swift-format-ignore-file

/// A request to give a version a name.
public struct SetVersionRequest: Sendable, Hashable {
  /// The name of the collection. Required.
  public var collection: Identifier
  /// The name of the version: an id that is not a number. Required.
  public var name: Identifier
  /// The version; not set: the newest.
  public var version: VersionReference?

  public init(collection: Identifier, name: Identifier, version: VersionReference? = nil) {
    self.collection = collection
    self.name = name
    self.version = version
  }
}

/// A version with a name.
public struct NamedVersion: Sendable, Hashable {
  /// The name.
  public var name: Identifier
  /// The version.
  public var version: UInt64
  /// When the name was given to it, in microseconds since 1970-01-01T00:00:00Z.
  public var setAt: Timestamp
  /// The name of the principal that gave it; "anonymous" for a caller without credentials.
  public var author: Principal?

  public init(name: Identifier, version: UInt64, setAt: Timestamp, author: Principal? = nil) {
    self.name = name
    self.version = version
    self.setAt = setAt
    self.author = author
  }
}

/// A request for the versions of a collection that have names.
public struct ListVersionsRequest: Sendable, Hashable {
  /// The name of the collection. Required.
  public var collection: Identifier

  public init(collection: Identifier) {
    self.collection = collection
  }
}

/// The versions of a collection that have names.
public struct VersionList: Sendable, Hashable {
  /// They are sorted by version, the newest first, and then in ascending order of the bytes of their names.
  public var versions: [NamedVersion]

  public init(versions: [NamedVersion]) {
    self.versions = versions
  }
}

/// A request to delete the name of a version.
public struct DeleteVersionRequest: Sendable, Hashable {
  /// The name of the collection. Required.
  public var collection: Identifier
  /// The name of the version. Required.
  public var name: Identifier

  public init(collection: Identifier, name: Identifier) {
    self.collection = collection
    self.name = name
  }
}

/// A request for a page of the bin.
public struct ListBinRequest: Sendable, Hashable {
  /// The maximum number of elements in one page.
  public static let maximumPageSize = 1_000
  /// The default of ``pageSize``.
  public static let defaultPageSize = 100

  /// The name of the collection. Required.
  public var collection: Identifier
  /// The maximum number of elements in the response, 1 to 1000; nil: 100. Other values are refused with OUT_OF_RANGE. The
  /// page may have fewer so that it fits a frame.
  public var pageSize: Int?
  /// `nextPageToken` of the previous page; nil: the first page. At most 1024 bytes.
  public var pageToken: [UInt8]?

  public init(collection: Identifier, pageSize: Int? = nil, pageToken: [UInt8]? = nil) {
    self.collection = collection
    self.pageSize = pageSize
    self.pageToken = pageToken
  }
}

/// A page of the bin.
public struct BinPage: Sendable, Hashable {
  /// The removed elements, the newest first.
  public var elements: [BinElement]
  /// The token for the next page; nil if this is the last one.
  public var nextPageToken: [UInt8]?

  public init(elements: [BinElement], nextPageToken: [UInt8]? = nil) {
    self.elements = elements
    self.nextPageToken = nextPageToken
  }
}

/// A removed element.
public struct BinElement: Sendable, Hashable {
  /// The id.
  public var id: Identifier
  /// Whether it is a section.
  public var isSection: Bool
  /// The fields that it had.
  public var fields: Fields
  /// The id of the section that an item was in; empty for the default section, and for a section.
  public var section: Identifier
  /// The number of items that were removed with a section, or with an item that they were below.
  public var itemCount: Int
  /// The version of the commit that removed it.
  public var removedBy: UInt64
  /// When it was removed, in microseconds since 1970-01-01T00:00:00Z.
  public var removedAt: Timestamp
  /// The name of the principal that removed it; "anonymous" for a caller without credentials; nil if unknown.
  public var author: Principal?
  /// The id of the item that an item of an outline was below; empty at the top of the section, and for a section.
  public var parent: Identifier?

  public init(id: Identifier, isSection: Bool, fields: Fields, section: Identifier, itemCount: Int, removedBy: UInt64, removedAt: Timestamp, author: Principal? = nil, parent: Identifier? = nil) {
    self.id = id
    self.isSection = isSection
    self.fields = fields
    self.section = section
    self.itemCount = itemCount
    self.removedBy = removedBy
    self.removedAt = removedAt
    self.author = author
    self.parent = parent
  }
}

/// A request to put removed elements back.
public struct PutBackRequest: Sendable, Hashable {
  /// The maximum number of elements of a request.
  public static let maximumElements = 1_000

  /// The name of the collection. Required.
  public var collection: Identifier
  /// The elements, 1 to 1000, each named once.
  public var elements: [RemovedElement]
  /// Makes a retry safe: a second request with the same request id changes nothing and gets the response of the first.
  /// 1 to 64 bytes, best random; nil: no request id.
  public var requestID: RequestID?
  /// The stack on which the commit becomes a step, so that Undo can undo it, see `ApplyRequest.stack`.
  public var stack: StackID?

  public init(collection: Identifier, elements: [RemovedElement], requestID: RequestID? = nil, stack: StackID? = nil) {
    self.collection = collection
    self.elements = elements
    self.requestID = requestID
    self.stack = stack
  }
}

/// An element of the bin, as a request names it.
public struct RemovedElement: Sendable, Hashable {
  /// The id of the element; empty for the default section.
  public var id: Identifier
  /// Whether it is a section.
  public var isSection: Bool
  /// The version of the commit that removed it, see `BinElement.removedBy`.
  public var removedBy: UInt64

  public init(id: Identifier, isSection: Bool = false, removedBy: UInt64) {
    self.id = id
    self.isSection = isSection
    self.removedBy = removedBy
  }
}

/// A request to empty the bin.
public struct EmptyBinRequest: Sendable, Hashable {
  /// The name of the collection. Required.
  public var collection: Identifier

  public init(collection: Identifier) {
    self.collection = collection
  }
}

/// The bin was emptied.
public struct EmptiedBin: Sendable, Hashable {
  /// The oldest version that can be read from now on: the one that the call made.
  public var oldestKept: UInt64

  public init(oldestKept: UInt64) {
    self.oldestKept = oldestKept
  }
}
