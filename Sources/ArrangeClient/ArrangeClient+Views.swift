internal import ClientWire

extension ArrangeClient {
  /// Stores a view under a name, or redefines the view of that name: its subscribers get the resulting
  /// changes.
  ///
  ///     let open = Filter.not(.comparison("done", .equal, .bool(true)))
  ///     try await client.defineView("open", ViewDefinition([.init(.collection(.init("board", filter: open)))]))
  ///     for try await update in client.updates(of: "open") { ... }
  ///
  /// - Throws: ``ArrangeModel/StatusCode/alreadyExists`` if a collection has the name,
  ///   ``ArrangeModel/StatusCode/notFound`` if a collection of the view does not exist,
  ///   ``ArrangeModel/StatusCode/invalidArgument`` for an invalid definition.
  @discardableResult
  public func defineView(
    _ name: Identifier,
    _ definition: ViewDefinition
  ) async throws(ArrangeError) -> ViewInfo {
    try await session.call(
      .defineView,
      DefineViewRequest(name: name, view: definition)
    )
  }

  /// A stored view.
  ///
  /// - Throws: ``ArrangeModel/StatusCode/notFound`` if there is none of the name.
  public func view(_ name: Identifier) async throws(ArrangeError) -> ViewInfo {
    try await session.call(.getView, GetViewRequest(name: name))
  }

  /// A page of the list of stored views, in ascending order of the bytes of their names.
  ///
  /// - Parameters:
  ///   - pageSize: the maximum number of views in the page; nil for the server's default.
  ///   - pageToken: ``ArrangeModel/ViewsPage/nextPageToken`` of the previous page; nil for the first page.
  public func views(
    pageSize: Int? = nil,
    pageToken: [UInt8]? = nil
  ) async throws(ArrangeError) -> ViewsPage {
    try await session.call(
      .listViews,
      ListViewsRequest(pageSize: pageSize, pageToken: pageToken)
    )
  }

  /// All stored views, page after page, in ascending order of the bytes of their names.
  public func viewPages(pageSize: Int? = nil) -> PageSequence<ViewsPage> {
    PageSequence(client: self) { (client, token) throws(ArrangeError) in
      let page = try await client.views(pageSize: pageSize, pageToken: token)
      return (page, page.nextPageToken)
    }
  }

  /// Deletes a stored view. Its collections are not affected; subscriptions to it end.
  public func deleteView(_ name: Identifier) async throws(ArrangeError) {
    let _: EmptyMessage = try await session.call(
      .deleteView,
      DeleteViewRequest(name: name)
    )
  }
}
