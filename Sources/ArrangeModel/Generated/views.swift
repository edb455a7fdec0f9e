// Generated from Protos/arrange/v1/views.proto by the command generate-protos. Do not edit.
// swift-format-ignore-file

/// A request of `Views/Define`.
public struct DefineViewRequest: Sendable, Hashable {
  /// The name of the view: an id.
  public var name: Identifier
  /// Required.
  public var view: ViewDefinition

  public init(name: Identifier, view: ViewDefinition) {
    self.name = name
    self.view = view
  }
}

/// A request of `Views/Get`.
public struct GetViewRequest: Sendable, Hashable {
  public var name: Identifier

  public init(name: Identifier) {
    self.name = name
  }
}

/// A request of `Views/List`.
public struct ListViewsRequest: Sendable, Hashable {
  /// The maximum number of views in one page.
  public static let maximumPageSize = 1_000
  /// The default of ``pageSize``.
  public static let defaultPageSize = 100

  /// The most views in the response, 1 to 1000; nil: 100. Others are refused with OUT_OF_RANGE. A page may have fewer so that
  /// it fits a frame.
  public var pageSize: Int?
  /// `next_page_token` of the page before; nil: the first page. At most 1024 bytes.
  public var pageToken: [UInt8]?

  public init(pageSize: Int? = nil, pageToken: [UInt8]? = nil) {
    self.pageSize = pageSize
    self.pageToken = pageToken
  }
}

public struct ViewsPage: Sendable, Hashable {
  public var views: [ViewInfo]
  /// What to ask for the next page with; empty on the last one.
  public var nextPageToken: [UInt8]?

  public init(views: [ViewInfo], nextPageToken: [UInt8]? = nil) {
    self.views = views
    self.nextPageToken = nextPageToken
  }
}

/// A request of `Views/Delete`.
public struct DeleteViewRequest: Sendable, Hashable {
  public var name: Identifier

  public init(name: Identifier) {
    self.name = name
  }
}

/// A stored view.
public struct ViewInfo: Sendable, Hashable {
  public var name: Identifier
  public var definition: ViewDefinition
  /// When the name was given to a view first, in microseconds since 1970-01-01T00:00:00Z.
  public var createdAt: Timestamp
  /// The name of the principal that defined it last; empty where that is the configuration of the server, or where it was
  /// defined by a version that did not note it.
  public var definer: Principal?

  public init(name: Identifier, definition: ViewDefinition, createdAt: Timestamp, definer: Principal? = nil) {
    self.name = name
    self.definition = definition
    self.createdAt = createdAt
    self.definer = definer
  }
}

/// Where the window of a view is.
public struct WindowPlace: Sendable, Hashable {
  /// The id of the row that a window with an anchor is around: the one that was asked for, or the one that stands in for it
  /// while it is not shown. Empty where there is neither, and for windows without an anchor.
  public var anchor: Identifier?
  /// The index of the section among all sections of the view. This and what follows is 0 where no section is shown, and in a
  /// view with VIEW_RIGHTS_DEFINER.
  public var section: Int
  /// The index, in the section, of the first row in the window.
  public var firstItem: Int
  /// How many rows the section has, in the window or not.
  public var sectionItems: Int

  public init(anchor: Identifier? = nil, section: Int, firstItem: Int, sectionItems: Int) {
    self.anchor = anchor
    self.section = section
    self.firstItem = firstItem
    self.sectionItems = sectionItems
  }
}
