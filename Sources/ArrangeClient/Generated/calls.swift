// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

internal import ClientWire

extension ArrangeClient {
  /// Makes an empty collection. Ends with ALREADY_EXISTS where the name is taken.
  ///
  /// - Parameters:
  ///   - name: The name of the collection: an id.
  ///   - strategy: The name of the ordering strategy, with parameters where they are not the standard ones, such as
  ///     "lexorank:jitter=40,step=64"; nil: the server's default. One that the server does not have is refused with
  ///     INVALID_ARGUMENT. See Strategies/List.
  ///   - fields: Fields of the collection itself, such as a title, in any order.
  @discardableResult
  public func create(_ name: Identifier, strategy: String? = nil, fields: Fields = Fields()) async throws(ArrangeError) -> CollectionInfo {
    try await session.call(.createCollection, CreateCollectionRequest(name: name, strategy: strategy, fields: fields))
  }

  /// What there is to know about a collection without reading its content.
  public func info(_ name: Identifier) async throws(ArrangeError) -> CollectionInfo {
    try await session.call(.getCollection, GetCollectionRequest(name: name))
  }

  /// The collections and stored views in ascending order of the bytes of their names, in pages. Of views neither the version
  /// nor the size is told, for which they would have to be evaluated: both are 0.
  ///
  /// - Parameters:
  ///   - pageSize: The most collections in the response, 1 to 1000; nil: 100. Others are refused with OUT_OF_RANGE. A page may have fewer so
  ///     that it fits a frame.
  ///   - pageToken: `next_page_token` of the page before; nil: the first page. At most 1024 bytes.
  public func collections(pageSize: Int? = nil, pageToken: [UInt8]? = nil) async throws(ArrangeError) -> CollectionsPage {
    try await session.call(.listCollections, ListCollectionsRequest(pageSize: pageSize, pageToken: pageToken))
  }

  /// Changes the fields of the collection itself. Its content and its version stay as they are.
  ///
  /// - Parameters:
  ///   - set: Fields that get these values.
  ///   - remove: Names of fields that go away; names of fields that are not there do no harm. At most 64. A field that is
  ///     also in `set` gets its value.
  ///   - replaceAll: Whether all fields that `set` does not name go away.
  @discardableResult
  public func update(_ name: Identifier, set: Fields, remove: [String] = [], replaceAll: Bool = false) async throws(ArrangeError) -> CollectionInfo {
    try await session.call(.updateCollection, UpdateCollectionRequest(name: name, set: set, remove: remove, replaceAll: replaceAll))
  }

  /// Removes a collection with its content and its history, for good.
  public func delete(_ name: Identifier) async throws(ArrangeError) {
    let _: EmptyMessage = try await session.call(.deleteCollection, DeleteCollectionRequest(name: name))
  }

  /// Reads content, in pages that are all of one version.
  public func fetch(_ request: FetchRequest) async throws(ArrangeError) -> FetchPage {
    try await session.call(.fetch, request)
  }

  /// Reads the commits between two versions.
  public func history(_ request: HistoryRequest) async throws(ArrangeError) -> HistoryPage {
    try await session.call(.history, request)
  }

  /// Tells what a transaction would write, without carrying it out, and how the order keys are.
  public func explain(_ request: ExplainRequest) async throws(ArrangeError) -> Explanation {
    try await session.call(.explain, request)
  }

  /// Looks at all stored order keys. What is wrong is mended by ChangeStrategy with `renew_keys`.
  public func verifyKeys(of collection: Identifier) async throws(ArrangeError) -> KeyReport {
    try await session.call(.verifyKeys, VerifyKeysRequest(collection: collection))
  }

  /// The strategies that the server has, in ascending order of the bytes of their names.
  public func strategyList() async throws(ArrangeError) -> StrategyList {
    try await session.call(.listStrategies, EmptyMessage())
  }

  /// What the server is, what it holds and what it takes.
  public func serverInfo() async throws(ArrangeError) -> ServerInfo {
    try await session.call(.serverInfo, EmptyMessage())
  }

  /// Stores a view. Where there is a view of the name it gets the new definition, and its subscribers see what that changes.
  /// Ends with ALREADY_EXISTS where a collection has the name, and with NOT_FOUND where a collection of the view is not there.
  ///
  /// - Parameters:
  ///   - name: The name of the view: an id.
  ///   - view: Required.
  @discardableResult
  public func defineView(_ name: Identifier, _ view: ViewDefinition) async throws(ArrangeError) -> ViewInfo {
    try await session.call(.defineView, DefineViewRequest(name: name, view: view))
  }

  /// A stored view. Ends with NOT_FOUND where there is none of the name.
  public func view(_ name: Identifier) async throws(ArrangeError) -> ViewInfo {
    try await session.call(.getView, GetViewRequest(name: name))
  }

  /// The stored views in ascending order of the bytes of their names, in pages.
  ///
  /// - Parameters:
  ///   - pageSize: The most views in the response, 1 to 1000; nil: 100. Others are refused with OUT_OF_RANGE. A page may have fewer so that
  ///     it fits a frame.
  ///   - pageToken: `next_page_token` of the page before; nil: the first page. At most 1024 bytes.
  public func views(pageSize: Int? = nil, pageToken: [UInt8]? = nil) async throws(ArrangeError) -> ViewsPage {
    try await session.call(.listViews, ListViewsRequest(pageSize: pageSize, pageToken: pageToken))
  }

  /// Removes a stored view. Its collections stay as they are; subscriptions to it end with NOT_FOUND.
  public func deleteView(_ name: Identifier) async throws(ArrangeError) {
    let _: EmptyMessage = try await session.call(.deleteView, DeleteViewRequest(name: name))
  }

  /// Who follows: the subscriptions that are open on this server at the moment. It shows those of the collections and views
  /// that the caller has the permission `manage` for, and leaves the others out. To repeat it every few seconds is fine.
  ///
  /// - Parameters:
  ///   - collection: The name of a collection or of a stored view; nil: all.
  ///   - limit: The most followers in the answer; nil: 100. At most 1000. The counts include those that are not in it.
  public func followers(of collection: Identifier? = nil, limit: Int = FollowersRequest.standardLimit) async throws(ArrangeError) -> FollowerList {
    try await session.call(.followers, FollowersRequest(collection: collection, limit: limit))
  }
}
