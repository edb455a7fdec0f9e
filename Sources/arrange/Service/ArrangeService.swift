package import ArrangeClient
package import ArrangeModel

/// The calls that the commands make: what a command needs to know of the service. Commands are run against a
/// server with ``ClientService`` and in tests against a list in memory.
package protocol ArrangeService: Sendable {
  func apply(_ request: ApplyRequest) async throws(ArrangeError) -> ApplyResult
  func create(_ request: CreateCollectionRequest) async throws(ArrangeError) -> CollectionInfo
  func info(_ collection: Identifier) async throws(ArrangeError) -> CollectionInfo
  func collections(_ request: ListCollectionsRequest) async throws(ArrangeError) -> CollectionsPage
  func update(_ request: UpdateCollectionRequest) async throws(ArrangeError) -> CollectionInfo
  func delete(_ collection: Identifier) async throws(ArrangeError)
  func fetch(_ request: FetchRequest) async throws(ArrangeError) -> FetchPage
  func history(_ request: HistoryRequest) async throws(ArrangeError) -> HistoryPage
  /// The list and everything that changes in it. See ``ArrangeClient/updates(of:from:options:)``.
  func updates(
    of source: ListSource,
    from token: [UInt8]?,
    options: ListUpdates.Options
  ) -> any AsyncSequence<ListUpdate, ArrangeError> & Sendable
  func changeStrategy(_ request: ChangeStrategyRequest) async throws(ArrangeError) -> ChangeStrategyResult
  func rotateKeys(of collection: Identifier, limit: Int) async throws(ArrangeError) -> Int
  func explain(_ request: ExplainRequest) async throws(ArrangeError) -> Explanation
  func verifyKeys(of collection: Identifier) async throws(ArrangeError) -> KeyReport
  func defineView(_ request: DefineViewRequest) async throws(ArrangeError) -> ViewInfo
  func view(_ name: Identifier) async throws(ArrangeError) -> ViewInfo
  func views(_ request: ListViewsRequest) async throws(ArrangeError) -> ViewsPage
  func deleteView(_ name: Identifier) async throws(ArrangeError)
  func strategies() async throws(ArrangeError) -> StrategyList
  func serverInfo() async throws(ArrangeError) -> ServerInfo
  /// The time that a message to the server and back takes.
  func ping() async throws(ArrangeError) -> Duration
  func health() async throws(ArrangeError) -> ServiceHealth
  /// The collections whose strategies do not answer.
  func slowStrategies() async throws(ArrangeError) -> [SlowStrategy]
  /// How the connection is, and each change. See ``ArrangeClient/connectionStates``.
  func connectionStates() -> AsyncStream<ConnectionState>
  func close() async
}

/// Whether a server can serve.
package enum ServiceHealth: String, Sendable {
  case serving
  case notServing = "not serving"
  case unknown
}

/// The pages of one read, which are all of one version.
struct PageCursor {
  private let service: any ArrangeService
  private var request: FetchRequest?

  init(_ service: any ArrangeService, _ source: ListSource, window: FetchRequest.Window = .all) {
    self.service = service
    request = FetchRequest(source: source, window: window, pageSize: FetchRequest.maximumPageSize)
  }

  /// The next page; nil after the last one.
  mutating func next() async throws(ArrangeError) -> FetchPage? {
    guard let request else { return nil }
    let page = try await service.fetch(request)
    self.request?.pageToken = page.nextPageToken
    if page.nextPageToken == nil { self.request = nil }
    return page
  }
}

extension ArrangeService {
  /// The content of a window as one page. Slices of one section that came on several pages are put together.
  func content(
    of source: ListSource,
    window: FetchRequest.Window = .all
  ) async throws(ArrangeError) -> FetchPage {
    var cursor = PageCursor(self, source, window: window)
    guard var whole = try await cursor.next() else {
      throw ArrangeError(.internal, "the server sent no page")
    }
    whole.nextPageToken = nil
    while let page = try await cursor.next() {
      for slice in page.sections {
        if let last = whole.sections.indices.last, whole.sections[last].index == slice.index {
          whole.sections[last].items += slice.items
        } else {
          whole.sections.append(slice)
        }
      }
    }
    return whole
  }
}
