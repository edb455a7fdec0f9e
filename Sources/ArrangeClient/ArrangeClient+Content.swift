internal import Wire

extension ArrangeClient {
  /// Changes the content of a collection: all operations or none, in one commit. When this returns, the
  /// change is on disk.
  ///
  /// A request without a request id gets one, so that it can be retried without taking effect twice.
  ///
  /// - Throws: an error whose ``ArrangeModel/ArrangeError/processed`` says whether the transaction took effect.
  @discardableResult
  public func apply(_ request: ApplyRequest) async throws(ArrangeError) -> ApplyResult {
    var request = request
    if request.requestID == nil { request.requestID = session.requestIDs.next() }
    return try await session.call(.apply, request)
  }

  /// Changes the content of a collection; see ``apply(_:)``.
  ///
  /// - Parameters:
  ///   - operations: the edits, in order.
  ///   - collection: the collection.
  ///   - ifVersion: the version that the collection must have; otherwise the call fails with
  ///     ``ArrangeModel/StatusCode/aborted``.
  @discardableResult
  public func apply(
    _ operations: [ListOperation],
    to collection: Identifier,
    ifVersion: UInt64? = nil
  ) async throws(ArrangeError) -> ApplyResult {
    try await apply(ApplyRequest(collection: collection, operations: operations, ifVersion: ifVersion))
  }

  /// Changes the content of a collection if it is in a state that the caller has seen; see ``apply(_:)``.
  ///
  /// A version alone is only a number, which is used again if a backup of the server's data is restored. The
  /// state also identifies the history: ``ArrangeModel/ApplyResult/state`` of the last transaction, or
  /// ``ArrangeModel/CollectionInfo/state`` of a read.
  ///
  /// - Parameters:
  ///   - operations: the edits, in order.
  ///   - collection: the collection.
  ///   - ifState: the state that the collection must be in; otherwise the call fails with ``ArrangeModel/StatusCode/aborted``.
  @discardableResult
  public func apply(
    _ operations: [ListOperation],
    to collection: Identifier,
    ifState: StateID
  ) async throws(ArrangeError) -> ApplyResult {
    try await apply(
      ApplyRequest(
        collection: collection,
        operations: operations,
        ifVersion: ifState.version,
        ifHistory: ifState.history
      )
    )
  }

  /// Changes several collections: all steps or none, in one commit for each collection that changes. When this returns, the
  /// change is on disk.
  ///
  ///     let transfer = ItemTransfer([ElementReference("write")], to: "archive", ItemDestination(section: "done"))
  ///     try await client.transact([TransactionStep("board", .transfer(transfer))])
  ///
  /// A request without a request id gets one, so that it can be retried without taking effect twice.
  ///
  /// - Throws: an error whose ``ArrangeModel/ArrangeError/processed`` says whether the transaction took effect.
  @discardableResult
  public func transact(_ request: TransactRequest) async throws(ArrangeError) -> TransactResult {
    var request = request
    if request.requestID == nil { request.requestID = session.requestIDs.next() }
    return try await session.call(.transact, request)
  }

  /// Changes several collections; see ``transact(_:)``.
  ///
  /// - Parameters:
  ///   - steps: what is done, in order.
  ///   - conditions: the versions that collections must have; otherwise the call fails with
  ///     ``ArrangeModel/StatusCode/aborted``.
  @discardableResult
  public func transact(
    _ steps: [TransactionStep],
    if conditions: [VersionCondition] = []
  ) async throws(ArrangeError) -> TransactResult {
    try await transact(TransactRequest(steps, conditions: conditions))
  }

  /// Reads one page of a collection or of a view.
  ///
  /// For the next page, pass ``ArrangeModel/FetchPage/nextPageToken`` as ``ArrangeModel/FetchRequest/pageToken``.
  /// All pages of one read are of one version.
  ///
  /// - Throws: an error with the code ``ArrangeModel/StatusCode/aborted`` if the version of the token is no longer
  ///   kept, ``ArrangeModel/StatusCode/outOfRange`` if that of the request is not, and
  ///   ``ArrangeModel/StatusCode/unimplemented`` if it names a version and the server can't read earlier ones.
  public func fetch(_ request: FetchRequest) async throws(ArrangeError) -> FetchPage {
    let page: FetchPage = try await session.call(.fetch, request)
    guard request.at == nil || page.isPast else { throw .noPast }
    return page
  }

  /// The changes from one version of a collection to another, as one batch.
  ///
  /// How long it takes depends on the number of changes between the two, not on the size of the collection.
  ///
  /// - Parameters:
  ///   - collection: the collection.
  ///   - version: the version that the changes begin with.
  ///   - last: the version to which they lead, which may be the earlier one; nil for the newest.
  ///   - profile: the form of the batch.
  /// - Throws: an error with the code ``ArrangeModel/StatusCode/outOfRange`` if one of the versions is not kept, and
  ///   ``ArrangeModel/StatusCode/resourceExhausted`` if there are too many changes: then read both versions.
  public func diff(
    of collection: Identifier,
    from version: VersionReference,
    to last: VersionReference? = nil,
    profile: ChangeBatch.Profile = .exact
  ) async throws(ArrangeError) -> VersionDiff {
    let request = DiffRequest(collection: collection, from: version, to: last, profile: profile)
    return try await session.call(.diff, request)
  }

  /// Reads a collection, or a stored view, page by page. All pages are of one version.
  ///
  ///     for try await page in client.pages(of: "board") {
  ///       for slice in page.sections { ... }
  ///     }
  ///
  /// - Parameters:
  ///   - collection: the collection, or the stored view.
  ///   - window: the part to read.
  ///   - pageSize: the maximum number of items in a page; nil for the server's default.
  ///   - version: the version of the collection; nil for the newest.
  public func pages(
    of collection: Identifier,
    window: FetchRequest.Window = .all,
    pageSize: Int? = nil,
    at version: VersionReference? = nil
  ) -> PageSequence<FetchPage> {
    pages(of: .named(collection), window: window, pageSize: pageSize, at: version)
  }

  /// Reads a view that has no name, page by page; see ``pages(of:window:pageSize:at:)``.
  public func pages(
    of view: ViewDefinition,
    window: FetchRequest.Window = .all,
    pageSize: Int? = nil,
    at version: VersionReference? = nil
  ) -> PageSequence<FetchPage> {
    pages(of: .view(view), window: window, pageSize: pageSize, at: version)
  }

  /// Reads a source page by page; see ``pages(of:window:pageSize:at:)``.
  package func pages(
    of source: ListSource,
    window: FetchRequest.Window = .all,
    pageSize: Int? = nil,
    at version: VersionReference? = nil
  ) -> PageSequence<FetchPage> {
    PageSequence(client: self) { (client, token) throws(ArrangeError) in
      var request = FetchRequest(source: source, window: window, pageSize: pageSize, pageToken: token)
      request.at = version
      let page = try await client.fetch(request)
      return (page, page.nextPageToken)
    }
  }
}

extension ArrangeClient {
  /// What was removed from a collection and is not there again, the newest first, page by page. A page can have no elements and
  /// still not be the last one.
  ///
  /// - Parameters:
  ///   - collection: the collection.
  ///   - pageSize: the maximum number of elements in a page; nil for the server's default.
  public func bin(of collection: Identifier, pageSize: Int? = nil) -> PageSequence<BinPage> {
    PageSequence(client: self) { (client, token) throws(ArrangeError) in
      let request = ListBinRequest(collection: collection, pageSize: pageSize, pageToken: token)
      let page: BinPage = try await client.session.call(.listBin, request)
      return (page, page.nextPageToken)
    }
  }
}

extension ArrangeError {
  static let noPast = ArrangeError(
    .unimplemented,
    "the server can't read earlier versions; upgrade it",
    field: "at"
  )
}
