// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

internal import Wire

extension ArrangeClient {
  /// Creates an empty collection.
  ///
  /// Without a `strategy` the collection gets the server's default one. Ends with ALREADY_EXISTS if the name is taken,
  /// and with INVALID_ARGUMENT for a strategy that the server does not have.
  ///
  /// - Parameters:
  ///   - name: The name of the collection: an id. Required.
  ///   - strategy: The name of the ordering strategy, with any parameters that differ from the defaults, such as
  ///     "lexorank:jitter=40,step=64"; nil: the server's default. At most 128 bytes. A strategy that the server does not
  ///     have is refused with INVALID_ARGUMENT. See Strategies/List.
  ///   - fields: Fields of the collection itself, such as a title, in any order.
  @discardableResult
  public func create(_ name: Identifier, strategy: String? = nil, fields: Fields = Fields()) async throws(ArrangeError) -> CollectionInfo {
    try await session.call(.createCollection, CreateCollectionRequest(name: name, strategy: strategy, fields: fields))
  }

  /// Describes a collection or a stored view, without its content.
  ///
  /// - Parameters:
  ///   - name: The name of a collection or of a stored view. Required.
  public func info(_ name: Identifier) async throws(ArrangeError) -> CollectionInfo {
    try await session.call(.getCollection, GetCollectionRequest(name: name))
  }

  /// Lists the collections and stored views, in ascending order of the bytes of their names, one page per call.
  ///
  /// For the next page, pass `nextPageToken` of the response as `pageToken`. The version and the size of views are 0,
  /// because views would have to be evaluated to know them.
  ///
  /// - Parameters:
  ///   - pageSize: The maximum number of collections in the response, 1 to 1000; nil: 100. Other values are refused with OUT_OF_RANGE.
  ///     The page may have fewer so that it fits a frame.
  ///   - pageToken: `nextPageToken` of the previous page; nil: the first page. At most 1024 bytes.
  public func collections(pageSize: Int? = nil, pageToken: [UInt8]? = nil) async throws(ArrangeError) -> CollectionsPage {
    try await session.call(.listCollections, ListCollectionsRequest(pageSize: pageSize, pageToken: pageToken))
  }

  /// Changes the fields of the collection itself. Its content and its version do not change.
  ///
  /// Fields that `set` does not name keep their values, unless `remove` names them or `replaceAll` is set.
  ///
  /// - Parameters:
  ///   - name: The name of the collection. Required.
  ///   - set: Fields to set, in any order.
  ///   - remove: Names of fields to remove, except those in `set`; at most 64. Names of fields that do not exist are ignored.
  ///   - replaceAll: Whether all fields that `set` does not name are removed.
  @discardableResult
  public func update(_ name: Identifier, set: Fields, remove: [String] = [], replaceAll: Bool = false) async throws(ArrangeError) -> CollectionInfo {
    try await session.call(.updateCollection, UpdateCollectionRequest(name: name, set: set, remove: remove, replaceAll: replaceAll))
  }

  /// Permanently deletes a collection with its content and its history.
  ///
  /// - Parameters:
  ///   - name: The name of the collection. Required.
  public func delete(_ name: Identifier) async throws(ArrangeError) {
    let _: EmptyMessage = try await session.call(.deleteCollection, DeleteCollectionRequest(name: name))
  }

  /// Reads one page of a collection or of a view.
  ///
  /// For the next page, pass `nextPageToken` of the response as `pageToken`. All pages of one read are of one
  /// version. Ends with ABORTED if the version of `pageToken` is no longer kept.
  public func fetch(_ request: FetchRequest) async throws(ArrangeError) -> FetchPage {
    try await session.call(.fetch, request)
  }

  /// Reads the commits between two versions of a collection.
  ///
  /// Both versions are included; without a last version, the commits up to the newest are read. The response may have
  /// fewer commits than requested, so that it fits a frame. To continue, call again from the version after the last
  /// commit. A commit that is larger than a frame is returned in parts: if the last commit is a part, call again from
  /// its version with `fromChange`.
  public func history(_ request: HistoryRequest) async throws(ArrangeError) -> HistoryPage {
    try await session.call(.history, request)
  }

  /// Explains what a transaction would write, without carrying it out, with statistics of the order keys.
  ///
  /// Nothing is written. Without operations, only the statistics are returned.
  public func explain(_ request: ExplainRequest) async throws(ArrangeError) -> Explanation {
    try await session.call(.explain, request)
  }

  /// Checks all stored order keys of a collection.
  ///
  /// ChangeStrategy with `renewKeys` repairs them.
  ///
  /// - Parameters:
  ///   - collection: The name of the collection. Required.
  public func verifyKeys(of collection: Identifier) async throws(ArrangeError) -> KeyReport {
    try await session.call(.verifyKeys, VerifyKeysRequest(collection: collection))
  }

  /// Lists the ordering strategies that the server has, with the default one.
  ///
  /// The strategies are in ascending order of the bytes of their names.
  public func strategyList() async throws(ArrangeError) -> StrategyList {
    try await session.call(.listStrategies, EmptyMessage())
  }

  /// Describes the server: its version, statistics and limits, and the nodes if it is one of several.
  ///
  /// Without the permission `admin` the statistics are 0, and there are no nodes.
  public func serverInfo() async throws(ArrangeError) -> ServerInfo {
    try await session.call(.serverInfo, EmptyMessage())
  }

  /// Stores a view under a name, or redefines the view of that name.
  ///
  /// The subscribers of a redefined view get the resulting changes. Ends with ALREADY_EXISTS if a collection has the
  /// name, with NOT_FOUND if a collection of the view does not exist, and with INVALID_ARGUMENT for an invalid
  /// definition.
  ///
  /// - Parameters:
  ///   - name: The name of the view: an id, which must not be the name of a collection. Required.
  ///   - view: The definition of the view. Required.
  @discardableResult
  public func defineView(_ name: Identifier, _ view: ViewDefinition) async throws(ArrangeError) -> ViewInfo {
    try await session.call(.defineView, DefineViewRequest(name: name, view: view))
  }

  /// Returns a stored view.
  ///
  /// Ends with NOT_FOUND if there is no stored view of the name.
  ///
  /// - Parameters:
  ///   - name: The name of the view. Required.
  public func view(_ name: Identifier) async throws(ArrangeError) -> ViewInfo {
    try await session.call(.getView, GetViewRequest(name: name))
  }

  /// Lists the stored views, in ascending order of the bytes of their names, one page per call.
  ///
  /// For the next page, pass `nextPageToken` of the response as `pageToken`.
  ///
  /// - Parameters:
  ///   - pageSize: The maximum number of views in the response, 1 to 1000; nil: 100. Other values are refused with OUT_OF_RANGE. The
  ///     page may have fewer so that it fits a frame.
  ///   - pageToken: `nextPageToken` of the previous page; nil: the first page. At most 1024 bytes.
  public func views(pageSize: Int? = nil, pageToken: [UInt8]? = nil) async throws(ArrangeError) -> ViewsPage {
    try await session.call(.listViews, ListViewsRequest(pageSize: pageSize, pageToken: pageToken))
  }

  /// Deletes a stored view. Its collections are not affected.
  ///
  /// Subscriptions to the view end with NOT_FOUND. The call ends with NOT_FOUND if there is no stored view of the name.
  ///
  /// - Parameters:
  ///   - name: The name of the view. Required.
  public func deleteView(_ name: Identifier) async throws(ArrangeError) {
    let _: EmptyMessage = try await session.call(.deleteView, DeleteViewRequest(name: name))
  }

  /// Reads the text of a view, or writes a view as text. Looks at no collection and needs no permission. An error in the text
  /// is part of the response.
  ///
  /// - Parameters:
  ///   - text: The text, at most 32768 bytes; ignored if `view` is set.
  ///   - view: A view to write as text; not set for a text to read.
  ///   - locate: The path of a member of the view whose place in the text is asked for, as errors of other calls name it:
  ///     "view.parts[1].query.collection". At most 1024 bytes.
  public func parseView(_ text: String = "", view: ViewDefinition? = nil, locate: String = "") async throws(ArrangeError) -> ParsedView {
    try await session.call(.parseView, ParseViewRequest(text: text, view: view, locate: locate))
  }

  /// Moves rows of a view into a gap between other rows, or inserts items there.
  ///
  /// Of all states of the underlying lists in which the view shows exactly the old rows with the dragged ones in the gap,
  /// the one with the least effect is taken. If that needs effects that are not allowed, nothing changes: the call ends
  /// with FAILED_PRECONDITION, and the field of the error lists them, such as "allow[section,sort]": "section", "sort" and
  /// "collection", separated by commas.
  /// Needs the permission `read` for the view, `move` for the collection of the gap, and `write` where fields are written
  /// or items inserted.
  @discardableResult
  public func place(_ request: PlaceRowsRequest) async throws(ArrangeError) -> PlacedRows {
    try await session.call(.placeRows, request)
  }

  /// Lists the subscriptions that are currently open on this server.
  ///
  /// Without a name, these are the subscriptions to all collections and views. Only those to collections and views for
  /// which the caller has the permission `manage` are included. At most `limit` followers are listed; the counts include
  /// the others. It is fine to repeat this call every few seconds.
  ///
  /// - Parameters:
  ///   - collection: The name of a collection or of a stored view; nil: all.
  ///   - limit: The maximum number of followers in the response, 1 to 1000; 0: 100. Other values are refused with OUT_OF_RANGE. The
  ///     counts include the followers that are left out.
  public func followers(of collection: Identifier? = nil, limit: Int = FollowersRequest.standardLimit) async throws(ArrangeError) -> FollowerList {
    try await session.call(.followers, FollowersRequest(collection: collection, limit: limit))
  }
}
