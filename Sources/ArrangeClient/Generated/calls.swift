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
  ///   - outline: Makes the collection an outline, with these limits; not set: it is flat. It can't be changed later.
  @discardableResult
  public func create(_ name: Identifier, strategy: String? = nil, fields: Fields = Fields(), outline: OutlineSettings? = nil) async throws(ArrangeError) -> CollectionInfo {
    try await session.call(.createCollection, CreateCollectionRequest(name: name, strategy: strategy, fields: fields, outline: outline))
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

  /// Takes a collection back to the content of an earlier version, in one commit with as few moves as possible.
  ///
  /// Nothing of the history is lost: it is a commit like any other. What comes back has its id and its fields, also if it was
  /// transferred to another collection, which keeps it. Other writes to the collection wait meanwhile. Limits of sections
  /// are not checked. Ends with OUT_OF_RANGE if the version is not kept, with ABORTED if the collection does not have the
  /// required version, and with RESOURCE_EXHAUSTED if the commit would write more than 67108864 bytes, if the collection
  /// would have more elements than it may have, or if the commits in between have more than 100000 changes.
  @discardableResult
  public func restore(_ request: RestoreRequest) async throws(ArrangeError) -> RestoreResult {
    try await session.call(.restore, request)
  }

  /// Removes items for good: from the collection, if it still has them, from its bin, and from what is kept of its history. The
  /// response comes when the files of the server have nothing of their content any more.
  ///
  /// The history begins anew with the commit that the call makes: no earlier version can be read, nothing of before can be undone or
  /// put back, a client that resumes from before gets the whole collection, and a transaction of before that is sent again is carried
  /// out again. Other items keep their present content. Ends with NOT_FOUND, and erases nothing, if neither the collection nor its
  /// history has one of the items, and with FAILED_PRECONDITION if a version has a name, because it would not stay
  /// readable: `deleteNames` deletes the names.
  ///
  /// The ids of the items are not erased everywhere: an overlay of the collection may still name them. What else has the
  /// content: backups that were made before, collections to which the items were transferred, and clients.
  ///
  /// - Parameters:
  ///   - items: The ids of the items, 1 to 100.
  ///   - collection: The name of the collection. Required.
  ///   - deletesNames: Whether the names of versions are deleted; otherwise the call ends with FAILED_PRECONDITION if there are any.
  @discardableResult
  public func erase(_ items: [Identifier], from collection: Identifier, deletesNames: Bool = false) async throws(ArrangeError) -> Erasure {
    try await session.call(.erase, EraseRequest(collection: collection, items: items, deletesNames: deletesNames))
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

  /// Describes the server: its version, statistics and limits, and the nodes if it is one of several; and the caller: who it is,
  /// and what it may do.
  ///
  /// Without the permission `admin` the statistics are 0, and there are no nodes.
  ///
  /// - Parameters:
  ///   - names: Names of collections and views, whether they exist or not: the response says what the caller may do with each of them. At
  ///     most 100.
  public func serverInfo(permissionsOn names: [Identifier] = []) async throws(ArrangeError) -> ServerInfo {
    try await session.call(.serverInfo, ServerInfoRequest(names: names))
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
  /// In a part that shows an overlay, rows are placed in the overlay, and nothing else changes: what needs another effect
  /// ends with FAILED_PRECONDITION.
  /// Needs the permission `read` for the view, `move` for the collection of the gap unless that shows the caller's own
  /// overlay, and `write` where fields are written or items inserted. In a view with VIEW_RIGHTS_DEFINER, which needs
  /// `View.mayMove`, the caller needs these permissions for the view, and its definer for the collections; the response then
  /// names rows alone: no collection, no version, and no field that is written.
  @discardableResult
  public func place(_ request: PlaceRowsRequest) async throws(ArrangeError) -> PlacedRows {
    try await session.call(.placeRows, request)
  }

  /// Creates an overlay without entries.
  ///
  /// Ends with ALREADY_EXISTS if there is one of the name, with NOT_FOUND if there is no such collection, and with
  /// RESOURCE_EXHAUSTED if the principal has 1000 overlays of the collection, or it has 1000 shared ones.
  ///
  /// - Parameters:
  ///   - overlay: The name of the overlay, an id. "mine" is shown by the clause `overlay mine` of a view, and can't be that of a shared
  ///     one. Required.
  ///   - collection: The name of the collection. Required.
  ///   - isShared: Whether it is shared and belongs to no principal.
  ///   - principal: Whose it is; nil for the caller. Must be empty for a shared one.
  @discardableResult
  public func createOverlay(_ overlay: Identifier, of collection: Identifier, isShared: Bool = false, principal: Principal? = nil) async throws(ArrangeError) -> OverlayInfo {
    try await session.call(.createOverlay, CreateOverlayRequest(collection: collection, overlay: overlay, isShared: isShared, principal: principal))
  }

  /// Returns the entries of an overlay in their sequence, a page per call.
  ///
  /// Ends with NOT_FOUND if there is no such overlay.
  ///
  /// - Parameters:
  ///   - overlay: The name of the overlay. Required.
  ///   - collection: The name of the collection. Required.
  ///   - isShared: Whether it is shared.
  ///   - principal: Whose it is; nil for the caller.
  ///   - first: The index of the first entry of the page.
  ///   - limit: The maximum number of entries, 1 to 1000; 0 for 1000. A page has fewer if they do not fit into a frame.
  public func overlay(_ overlay: Identifier, of collection: Identifier, isShared: Bool = false, principal: Principal? = nil, first: Int = 0, limit: Int? = nil) async throws(ArrangeError) -> OverlayPage {
    try await session.call(.getOverlay, GetOverlayRequest(collection: collection, overlay: overlay, isShared: isShared, principal: principal, first: first, limit: limit))
  }

  /// Lists the shared overlays of a collection and those of one principal.
  ///
  /// - Parameters:
  ///   - collection: The name of the collection. Required.
  ///   - principal: Whose overlays are listed besides the shared ones; nil for those of the caller.
  public func overlays(of collection: Identifier, principal: Principal? = nil) async throws(ArrangeError) -> OverlayList {
    try await session.call(.listOverlays, ListOverlaysRequest(collection: collection, principal: principal))
  }

  /// Removes entries, so that the items are where the collection has them. Items without an entry are left alone.
  ///
  /// Ends with NOT_FOUND if there is no such overlay.
  ///
  /// - Parameters:
  ///   - overlay: The name of the overlay. Required.
  ///   - collection: The name of the collection. Required.
  ///   - isShared: Whether it is shared.
  ///   - principal: Whose it is; nil for the caller.
  ///   - items: The items whose entries are removed, 1 to 1000; none if `all` is set.
  ///   - resetsAll: Whether all entries are removed.
  @discardableResult
  public func resetOverlay(_ overlay: Identifier, of collection: Identifier, isShared: Bool = false, principal: Principal? = nil, items: [Identifier] = [], resetsAll: Bool = false) async throws(ArrangeError) -> OverlayInfo {
    try await session.call(.resetOverlay, ResetOverlayRequest(collection: collection, overlay: overlay, isShared: isShared, principal: principal, items: items, resetsAll: resetsAll))
  }

  /// Deletes an overlay. Subscriptions to views that show it end with NOT_FOUND, and so does the call if there is no such
  /// overlay.
  ///
  /// - Parameters:
  ///   - overlay: The name of the overlay. Required.
  ///   - collection: The name of the collection. Required.
  ///   - isShared: Whether it is shared.
  ///   - principal: Whose it is; nil for the caller.
  public func deleteOverlay(_ overlay: Identifier, of collection: Identifier, isShared: Bool = false, principal: Principal? = nil) async throws(ArrangeError) {
    let _: EmptyMessage = try await session.call(.deleteOverlay, DeleteOverlayRequest(collection: collection, overlay: overlay, isShared: isShared, principal: principal))
  }

  /// Gives a version a name. A name that is in use refers to the new version from then on.
  ///
  /// Ends with OUT_OF_RANGE if the version is not kept, and with RESOURCE_EXHAUSTED if the collection has 100 names.
  ///
  /// - Parameters:
  ///   - name: The name of the version: an id that is not a number. Required.
  ///   - collection: The name of the collection. Required.
  ///   - version: The version; not set: the newest.
  @discardableResult
  public func setVersion(_ name: Identifier, of collection: Identifier, version: VersionReference? = nil) async throws(ArrangeError) -> NamedVersion {
    try await session.call(.setVersion, SetVersionRequest(collection: collection, name: name, version: version))
  }

  /// Lists the versions with names, the newest first.
  ///
  /// - Parameters:
  ///   - collection: The name of the collection. Required.
  public func versions(of collection: Identifier) async throws(ArrangeError) -> VersionList {
    try await session.call(.listVersions, ListVersionsRequest(collection: collection))
  }

  /// Deletes a name. Commits that were kept because of it are trimmed with the next checkpoint.
  ///
  /// Ends with NOT_FOUND if there is no such name.
  ///
  /// - Parameters:
  ///   - name: The name of the version. Required.
  ///   - collection: The name of the collection. Required.
  public func deleteVersion(_ name: Identifier, of collection: Identifier) async throws(ArrangeError) {
    let _: EmptyMessage = try await session.call(.deleteVersion, DeleteVersionRequest(collection: collection, name: name))
  }

  /// Puts removed elements back, in one commit: with their ids and fields, at their old neighbours.
  ///
  /// An item goes behind the item that was before it, or else behind the next one further up that is still in the section;
  /// else before the item that was after it; else to the start of the section. Sections likewise, with those of their
  /// items that the collection does not have again. Ends with NOT_FOUND if an element is not in the bin, with ALREADY_EXISTS if the
  /// collection has its id again, and with FAILED_PRECONDITION if the section of an item is not there and not put back as
  /// well, or would exceed its limit.
  ///
  /// - Parameters:
  ///   - elements: The elements, 1 to 1000, each named once.
  ///   - collection: The name of the collection. Required.
  ///   - requestID: Makes a retry safe: a second request with the same request id changes nothing and gets the response of the first.
  ///     1 to 64 bytes, best random; nil: no request id.
  ///   - stack: The stack on which the commit becomes a step, so that Undo can undo it, see `ApplyRequest.stack`.
  @discardableResult
  public func putBack(_ elements: [RemovedElement], in collection: Identifier, requestID: RequestID? = nil, stack: StackID? = nil) async throws(ArrangeError) -> ApplyResult {
    try await session.call(.putBack, PutBackRequest(collection: collection, elements: elements, requestID: requestID, stack: stack))
  }

  /// Removes everything from the bin for good, in a commit that changes nothing else. With it goes the whole history up to
  /// now: earlier versions can't be read any more. The commits are removed from the store once the next checkpoint is
  /// complete, which begins at once.
  ///
  /// Ends with FAILED_PRECONDITION if a version has a name, because it would not stay readable.
  ///
  /// - Parameters:
  ///   - collection: The name of the collection. Required.
  @discardableResult
  public func emptyBin(of collection: Identifier) async throws(ArrangeError) -> EmptiedBin {
    try await session.call(.emptyBin, EmptyBinRequest(collection: collection))
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

  /// Tells who may do what: the roles and principals of the access file that is in force. Nothing in it is secret: of a token
  /// it has the expiry alone.
  ///
  /// Ends with PERMISSION_DENIED without the permission `admin`.
  ///
  /// - Parameters:
  ///   - containing: Only principals whose names contain this text, in capital or small letters; empty: all.
  ///   - limit: The maximum number of principals in the response, 1 to 1000; 0: 100. Other values are refused with OUT_OF_RANGE. The count
  ///     includes those that are left out.
  public func serverAccess(containing: String = "", limit: Int = ServerAccessRequest.standardLimit) async throws(ArrangeError) -> ServerAccess {
    try await session.call(.serverAccess, ServerAccessRequest(containing: containing, limit: limit))
  }

  /// Reads the newest lines of the log of the answering server, of which it keeps 1000, and at most 1 MiB, in memory.
  ///
  /// Ends with PERMISSION_DENIED without the permission `admin`.
  ///
  /// - Parameters:
  ///   - after: The number of a line: the lines after it are read, the oldest first. 0: the newest lines. A number that the server has not
  ///     reached, as after its restart, is the same as 0.
  ///   - limit: The maximum number of lines in the response, 1 to 1000; 0: 100. Other values are refused with OUT_OF_RANGE.
  ///   - severity: Only lines of this severity and above. Lines below the level of the server's log are not written, so they are never
  ///     there.
  public func serverLog(after: UInt64 = 0, limit: Int = ServerLogRequest.standardLimit, severity: LogSeverity = .trace) async throws(ArrangeError) -> ServerLog {
    try await session.call(.serverLog, ServerLogRequest(after: after, limit: limit, severity: severity))
  }

  /// Creates a sink. Its first message about each collection has the whole list, and those after it the changes.
  ///
  /// Ends with ALREADY_EXISTS if there is one of the name, with RESOURCE_EXHAUSTED if there are 100 sinks, and with NOT_FOUND if
  /// there is no such view.
  ///
  /// - Parameters:
  ///   - name: The name of the sink, an id of at most 64 bytes. Required.
  ///   - settings: What it delivers. Required.
  ///   - isPaused: Whether it is created paused.
  @discardableResult
  public func createSink(_ name: Identifier, settings: SinkSettings, isPaused: Bool = false) async throws(ArrangeError) -> SinkInfo {
    try await session.call(.createSink, CreateSinkRequest(name: name, settings: settings, isPaused: isPaused))
  }

  /// Describes a sink.
  ///
  /// Ends with NOT_FOUND if there is no such sink.
  ///
  /// - Parameters:
  ///   - name: The name. Required.
  public func sink(_ name: Identifier) async throws(ArrangeError) -> SinkInfo {
    try await session.call(.getSink, GetSinkRequest(name: name))
  }

  /// Lists the sinks that the caller may manage, in ascending order of the bytes of their names.
  ///
  /// - Parameters:
  ///   - containing: What the names of the sinks contain; empty for all of them.
  public func sinks(containing: String = "") async throws(ArrangeError) -> SinkList {
    try await session.call(.listSinks, ListSinksRequest(containing: containing))
  }

  /// Replaces the settings of a sink. Its positions are kept.
  ///
  /// Ends with NOT_FOUND if there is no such sink, and with FAILED_PRECONDITION if the configuration of the server declares it.
  ///
  /// - Parameters:
  ///   - name: The name. Required.
  ///   - settings: What it delivers from now on. Required.
  @discardableResult
  public func updateSink(_ name: Identifier, settings: SinkSettings) async throws(ArrangeError) -> SinkInfo {
    try await session.call(.updateSink, UpdateSinkRequest(name: name, settings: settings))
  }

  /// Pauses a sink: nothing is delivered until it is resumed. Requests that were sent are not taken back.
  ///
  /// Ends with NOT_FOUND if there is no such sink.
  ///
  /// - Parameters:
  ///   - name: The name. Required.
  @discardableResult
  public func pauseSink(_ name: Identifier) async throws(ArrangeError) -> SinkInfo {
    try await session.call(.pauseSink, PauseSinkRequest(name: name))
  }

  /// Resumes a sink, also for collections for which the server has paused it. Deliveries that were to be tried again later are
  /// tried at once.
  ///
  /// Ends with NOT_FOUND if there is no such sink.
  ///
  /// - Parameters:
  ///   - name: The name. Required.
  @discardableResult
  public func resumeSink(_ name: Identifier) async throws(ArrangeError) -> SinkInfo {
    try await session.call(.resumeSink, ResumeSinkRequest(name: name))
  }

  /// Delivers the commits of a collection after a version again, or the whole list. Of a view it is always the whole. Returns the
  /// sink.
  ///
  /// Ends with NOT_FOUND if there is no such sink, or if it does not deliver the collection, and with OUT_OF_RANGE if the
  /// version is not kept.
  ///
  /// - Parameters:
  ///   - sink: The name of the sink. Required.
  ///   - collection: The name of the collection, or of the view of the sink. Required.
  ///   - after: The version after which commits are delivered again. Nil: the whole list is delivered. A view has none.
  @discardableResult
  public func replaySink(_ sink: Identifier, of collection: Identifier, after: UInt64? = nil) async throws(ArrangeError) -> SinkInfo {
    try await session.call(.replaySink, ReplaySinkRequest(collection: collection, sink: sink, after: after))
  }

  /// Sends a message of the type `arrange.test` at once, also if the sink is paused, and returns what became of it. With a mirror
  /// it connects and looks at the tables and the rights, and changes nothing.
  ///
  /// Ends with NOT_FOUND if there is no such sink.
  ///
  /// - Parameters:
  ///   - name: The name of the sink. Required.
  @discardableResult
  public func testSink(_ name: Identifier) async throws(ArrangeError) -> SinkTest {
    try await session.call(.testSink, TestSinkRequest(name: name))
  }

  /// Deletes a sink with its positions. Returns what it was.
  ///
  /// Ends with NOT_FOUND if there is no such sink, and with FAILED_PRECONDITION if the configuration of the server declares it.
  ///
  /// - Parameters:
  ///   - name: The name. Required.
  @discardableResult
  public func deleteSink(_ name: Identifier) async throws(ArrangeError) -> SinkInfo {
    try await session.call(.deleteSink, DeleteSinkRequest(name: name))
  }

  /// Says how far a sink has delivered its collections, on all nodes, those that lag most first.
  ///
  /// Ends with NOT_FOUND if there is no such sink.
  ///
  /// - Parameters:
  ///   - name: The name. Required.
  ///   - limit: The maximum number of collections in the answer, 1 to 1000; 0 for 100.
  public func sinkStatus(_ name: Identifier, limit: Int = SinkStatusRequest.standardLimit) async throws(ArrangeError) -> SinkStatus {
    try await session.call(.sinkStatus, SinkStatusRequest(name: name, limit: limit))
  }
}
