/// A request to store a view under a name.
///
/// An existing view of the name gets the new definition, and its subscribers get the resulting changes.
public struct DefineViewRequest: Sendable, Hashable {
  /// The name, which must not be that of a collection.
  public var name: Identifier
  public var view: ViewDefinition

  public init(name: Identifier, view: ViewDefinition) {
    self.name = name
    self.view = view
  }
}

/// A request for a stored view.
public struct GetViewRequest: Sendable, Hashable {
  public var name: Identifier

  public init(name: Identifier) { self.name = name }
}

/// A request for a page of the list of stored views.
public struct ListViewsRequest: Sendable, Hashable {
  /// The maximum number of views in one page, which is also the default.
  public static let maximumPageSize = 1_000
  public static let defaultPageSize = 100

  /// The maximum number of views in the page; nil for the default.
  public var pageSize: Int?
  /// The token from the previous page.
  public var pageToken: [UInt8]?

  public init(pageSize: Int? = nil, pageToken: [UInt8]? = nil) {
    self.pageSize = pageSize
    self.pageToken = pageToken
  }
}

/// One page of the list of stored views, in ascending order of the bytes of their names: fewer than requested
/// if they are large, so that the page fits a frame.
public struct ViewsPage: Sendable, Hashable {
  public var views: [ViewInfo]
  /// The token for the next page; nil on the last one.
  public var nextPageToken: [UInt8]?

  public init(views: [ViewInfo], nextPageToken: [UInt8]?) {
    self.views = views
    self.nextPageToken = nextPageToken
  }
}

/// A request to delete a stored view. Its collections are not affected; subscriptions to it end.
public struct DeleteViewRequest: Sendable, Hashable {
  public var name: Identifier

  public init(name: Identifier) { self.name = name }
}

/// A stored view.
public struct ViewInfo: Sendable, Hashable {
  public var name: Identifier
  public var definition: ViewDefinition
  /// When the name was first given to a view.
  public var createdAt: Timestamp
  /// The last definer; nil if that was the server's configuration, or a server that did not store definers
  /// yet.
  public var definer: Principal?

  public init(
    name: Identifier,
    definition: ViewDefinition,
    createdAt: Timestamp,
    definer: Principal? = nil
  ) {
    self.name = name
    self.definition = definition
    self.createdAt = createdAt
    self.definer = definer
  }
}
