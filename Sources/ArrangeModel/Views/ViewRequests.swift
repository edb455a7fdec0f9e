/// A view to store under a name.
///
/// If there is a view of the name, it gets the new definition; who is subscribed to it sees what that changes.
public struct DefineViewRequest: Sendable, Hashable {
  /// The name: no collection has it.
  public var name: Identifier
  public var view: ViewDefinition

  public init(name: Identifier, view: ViewDefinition) {
    self.name = name
    self.view = view
  }
}

/// A stored view to tell about.
public struct GetViewRequest: Sendable, Hashable {
  public var name: Identifier

  public init(name: Identifier) { self.name = name }
}

/// Which page of the list of stored views to read.
public struct ListViewsRequest: Sendable, Hashable {
  /// The maximum number of views in one page, and how many a page has where the request does not say.
  public static let maximumPageSize = 1_000
  public static let defaultPageSize = 100

  /// How many views a page may have; nil for the default.
  public var pageSize: Int?
  /// From the page before.
  public var pageToken: [UInt8]?

  public init(pageSize: Int? = nil, pageToken: [UInt8]? = nil) {
    self.pageSize = pageSize
    self.pageToken = pageToken
  }
}

/// One page of the list of stored views, in ascending order of the bytes of their names: fewer than were asked for where
/// they are large, so that the page fits a frame.
public struct ViewsPage: Sendable, Hashable {
  public var views: [ViewInfo]
  /// What to ask for the next page with; nil on the last one.
  public var nextPageToken: [UInt8]?

  public init(views: [ViewInfo], nextPageToken: [UInt8]?) {
    self.views = views
    self.nextPageToken = nextPageToken
  }
}

/// A stored view to remove. Its collections stay as they are; subscriptions to it end.
public struct DeleteViewRequest: Sendable, Hashable {
  public var name: Identifier

  public init(name: Identifier) { self.name = name }
}

/// A stored view.
public struct ViewInfo: Sendable, Hashable {
  public var name: Identifier
  public var definition: ViewDefinition
  /// When the name was given to a view first.
  public var createdAt: Timestamp
  /// Who defined it last; nil if that is the configuration of the server, or if it was before servers noted who did.
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
