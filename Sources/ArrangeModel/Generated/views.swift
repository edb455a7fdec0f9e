// Generated from Protos/arrange/v1/views.proto by the command generate-protos. Do not edit.
// swift-format-ignore-file

/// A request to store a view under a name. An existing view of the name gets the new definition, and its subscribers get
/// the resulting changes.
public struct DefineViewRequest: Sendable, Hashable {
  /// The name of the view: an id, which must not be the name of a collection. Required.
  public var name: Identifier
  /// The definition of the view. Required.
  public var view: ViewDefinition

  public init(name: Identifier, view: ViewDefinition) {
    self.name = name
    self.view = view
  }
}

/// A request for a stored view.
public struct GetViewRequest: Sendable, Hashable {
  /// The name of the view. Required.
  public var name: Identifier

  public init(name: Identifier) {
    self.name = name
  }
}

/// A request for a page of the list of stored views.
public struct ListViewsRequest: Sendable, Hashable {
  /// The maximum number of views in one page.
  public static let maximumPageSize = 1_000
  /// The default of ``pageSize``.
  public static let defaultPageSize = 100

  /// The maximum number of views in the response, 1 to 1000; nil: 100. Other values are refused with OUT_OF_RANGE. The
  /// page may have fewer so that it fits a frame.
  public var pageSize: Int?
  /// `nextPageToken` of the previous page; nil: the first page. At most 1024 bytes.
  public var pageToken: [UInt8]?

  public init(pageSize: Int? = nil, pageToken: [UInt8]? = nil) {
    self.pageSize = pageSize
    self.pageToken = pageToken
  }
}

/// One page of the list of stored views, in ascending order of the bytes of their names; fewer than requested if they
/// are large, so that the page fits a frame.
public struct ViewsPage: Sendable, Hashable {
  /// The views of the page.
  public var views: [ViewInfo]
  /// The token for the next page; nil if this is the last one.
  public var nextPageToken: [UInt8]?

  public init(views: [ViewInfo], nextPageToken: [UInt8]? = nil) {
    self.views = views
    self.nextPageToken = nextPageToken
  }
}

/// A request to delete a stored view. Its collections are not affected; subscriptions to it end.
public struct DeleteViewRequest: Sendable, Hashable {
  /// The name of the view. Required.
  public var name: Identifier

  public init(name: Identifier) {
    self.name = name
  }
}

/// A request of `Views/Parse`.
public struct ParseViewRequest: Sendable, Hashable {
  /// The text, at most 32768 bytes; ignored if `view` is set.
  public var text: String
  /// A view to write as text; not set for a text to read.
  public var view: ViewDefinition?
  /// The path of a member of the view whose place in the text is asked for, as errors of other calls name it:
  /// "view.parts[1].query.collection". At most 1024 bytes.
  public var locate: String

  public init(text: String = "", view: ViewDefinition? = nil, locate: String = "") {
    self.text = text
    self.view = view
    self.locate = locate
  }
}

/// A stored view.
public struct ViewInfo: Sendable, Hashable {
  /// The name of the view.
  public var name: Identifier
  /// The definition of the view.
  public var definition: ViewDefinition
  /// When the name was first given to a view, in microseconds since 1970-01-01T00:00:00Z.
  public var createdAt: Timestamp
  /// The name of the principal that last defined the view; nil if that was the server's configuration, or a server of
  /// a version that did not store definers.
  public var definer: Principal?

  public init(name: Identifier, definition: ViewDefinition, createdAt: Timestamp, definer: Principal? = nil) {
    self.name = name
    self.definition = definition
    self.createdAt = createdAt
    self.definer = definer
  }
}

/// The position of a view's window at one version.
public struct WindowPlace: Sendable, Hashable {
  /// The id of the row that a window with an anchor is around: the requested row if it is shown, and otherwise the
  /// nearest row that is left of those that were around it; nil if there is none, and for a window without an anchor.
  public var anchor: Identifier?
  /// The index of the shown section among all sections of the view, without regard to the window.
  ///
  /// This and the following numbers are 0 if no section is shown, and for a view with VIEW_RIGHTS_DEFINER, which does
  /// not disclose them.
  public var section: Int
  /// The index, in the section, of the first row in the window.
  public var firstItem: Int
  /// The number of rows of the section, in the window or not.
  public var sectionItems: Int

  public init(anchor: Identifier? = nil, section: Int, firstItem: Int, sectionItems: Int) {
    self.anchor = anchor
    self.section = section
    self.firstItem = firstItem
    self.sectionItems = sectionItems
  }
}
