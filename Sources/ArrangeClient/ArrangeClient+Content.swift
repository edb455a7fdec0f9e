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
  public func pages(
    of collection: Identifier,
    window: FetchRequest.Window = .all,
    pageSize: Int? = nil
  ) -> PageSequence<FetchPage> {
    pages(of: .named(collection), window: window, pageSize: pageSize)
  }

  /// Reads a view that has no name, page by page; see ``pages(of:window:pageSize:)-(Identifier,_,_)``.
  public func pages(
    of view: ViewDefinition,
    window: FetchRequest.Window = .all,
    pageSize: Int? = nil
  ) -> PageSequence<FetchPage> {
    pages(of: .view(view), window: window, pageSize: pageSize)
  }

  /// Reads a source page by page; see ``pages(of:window:pageSize:)-(Identifier,_,_)``.
  package func pages(
    of source: ListSource,
    window: FetchRequest.Window = .all,
    pageSize: Int? = nil
  ) -> PageSequence<FetchPage> {
    PageSequence(client: self) { (client, token) throws(ArrangeError) in
      let page = try await client.fetch(
        FetchRequest(source: source, window: window, pageSize: pageSize, pageToken: token)
      )
      return (page, page.nextPageToken)
    }
  }
}
