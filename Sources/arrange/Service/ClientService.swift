import ArrangeClient
import ArrangeModel

/// A server, through the client library.
struct ClientService: ArrangeService {
  /// A person at a terminal waits for a server that restarts, but not for one that is not there.
  private static let retry = RetryPolicy(maximumAttempts: 3, maximumBackoff: .milliseconds(250))

  private let client: ArrangeClient

  /// A client that connects when it is used.
  init(_ address: ServerAddress) throws(ArrangeError) {
    var configuration = try ArrangeClientConfiguration(server: address.server)
    configuration.token = address.token
    configuration.clientName = "arrange \(ArrangeVersion.current)"
    configuration.callTimeout = address.patience
    // Before the call's own time is over, so that a port is named at which no server of ours answers.
    configuration.connectTimeout = min(address.patience / 2, ServerAddress.longestConnecting)
    configuration.retry = ClientService.retry
    client = ArrangeClient(configuration)
  }

  func apply(_ request: ApplyRequest) async throws(ArrangeError) -> ApplyResult {
    try await client.apply(request)
  }

  func create(_ request: CreateCollectionRequest) async throws(ArrangeError) -> CollectionInfo {
    try await client.create(request.name, strategy: request.strategy, fields: request.fields)
  }

  func info(_ collection: Identifier) async throws(ArrangeError) -> CollectionInfo {
    try await client.info(collection)
  }

  func collections(_ request: ListCollectionsRequest) async throws(ArrangeError) -> CollectionsPage {
    try await client.collections(pageSize: request.pageSize, pageToken: request.pageToken)
  }

  func update(_ request: UpdateCollectionRequest) async throws(ArrangeError) -> CollectionInfo {
    try await client.update(
      request.name,
      set: request.set,
      remove: request.remove,
      replaceAll: request.replaceAll
    )
  }

  func delete(_ collection: Identifier) async throws(ArrangeError) { try await client.delete(collection) }

  func fetch(_ request: FetchRequest) async throws(ArrangeError) -> FetchPage {
    try await client.fetch(request)
  }

  func history(_ request: HistoryRequest) async throws(ArrangeError) -> HistoryPage {
    try await client.history(request)
  }

  func updates(
    of source: ListSource,
    from token: [UInt8]?,
    options: ListUpdates.Options
  ) -> any AsyncSequence<ListUpdate, ArrangeError> & Sendable {
    client.updates(of: source, from: token, options: options)
  }

  func changeStrategy(
    _ request: ChangeStrategyRequest
  ) async throws(ArrangeError) -> ChangeStrategyResult {
    try await client.changeStrategy(request)
  }

  func rotateKeys(of collection: Identifier, limit: Int) async throws(ArrangeError) -> Int {
    try await client.rotateKeys(of: collection, limit: limit)
  }

  func explain(_ request: ExplainRequest) async throws(ArrangeError) -> Explanation {
    try await client.explain(request)
  }

  func verifyKeys(of collection: Identifier) async throws(ArrangeError) -> KeyReport {
    try await client.verifyKeys(of: collection)
  }

  func defineView(_ request: DefineViewRequest) async throws(ArrangeError) -> ViewInfo {
    try await client.defineView(request.name, request.view)
  }

  func view(_ name: Identifier) async throws(ArrangeError) -> ViewInfo { try await client.view(name) }

  func views(_ request: ListViewsRequest) async throws(ArrangeError) -> ViewsPage {
    try await client.views(pageSize: request.pageSize, pageToken: request.pageToken)
  }

  func deleteView(_ name: Identifier) async throws(ArrangeError) { try await client.deleteView(name) }

  func strategies() async throws(ArrangeError) -> StrategyList { try await client.strategyList() }

  func serverInfo() async throws(ArrangeError) -> ServerInfo { try await client.serverInfo() }

  func ping() async throws(ArrangeError) -> Duration { try await client.ping() }

  func health() async throws(ArrangeError) -> ServiceHealth {
    switch try await client.health() {
    case .serving: .serving
    case .notServing: .notServing
    case .serviceUnknown, .unknown: .unknown
    }
  }

  func slowStrategies() async throws(ArrangeError) -> [SlowStrategy] { try await client.slowStrategies() }

  func connectionStates() -> AsyncStream<ConnectionState> { client.connectionStates }

  func close() async { await client.close() }
}
