internal import ClientWire

extension ArrangeClient {
  /// The ordering strategies that the server has, in ascending order of the bytes of their names.
  public func strategies() async throws(ArrangeError) -> [StrategyInfo] {
    try await strategyList().strategies
  }

  /// The ordering strategies that the server has, and which one a collection gets that names none.
  public func strategyList() async throws(ArrangeError) -> StrategyList {
    try await session.call(.listStrategies, EmptyMessage())
  }

  /// Gives a collection another ordering strategy, in one commit. Nothing moves: only order keys change, and
  /// subscribers are told nothing.
  ///
  /// - Throws: ``ArrangeModel/StatusCode/invalidArgument`` for a strategy that the server does not have,
  ///   ``ArrangeModel/StatusCode/aborted`` where the collection does not have the version that is asked for.
  @discardableResult
  public func changeStrategy(
    _ request: ChangeStrategyRequest
  ) async throws(ArrangeError) -> ChangeStrategyResult {
    // A second time it finds nothing to do, unless keys are to be renewed, or the version must be a certain one.
    try await session.call(
      .changeStrategy,
      request,
      isRepeatable: !request.renewsKeys && request.ifVersion == nil
    )
  }

  /// Gives all elements of a collection new order keys a few at a time, while it is used.
  ///
  /// - Parameters:
  ///   - collection: its name.
  ///   - limit: the most elements of one step, and so of one commit.
  ///   - progress: called after each step.
  /// - Returns: how many elements got another key.
  /// - Throws: ``ArrangeModel/StatusCode/failedPrecondition`` where the strategy has no generations of keys.
  @discardableResult
  public func rotateKeys(
    of collection: Identifier,
    limit: Int = RotateKeysRequest.standardElements,
    progress: (RotateKeysResult) -> Void = { _ in }
  ) async throws(ArrangeError) -> Int {
    var request = RotateKeysRequest(collection: collection, limit: limit)
    var rekeyed = 0
    while true {
      // A step that is made twice is two steps.
      let result: RotateKeysResult = try await session.call(.rotateKeys, request)
      rekeyed += result.rekeyed
      progress(result)
      guard result.remaining > 0 else { return rekeyed }
      request.generation = result.generation
    }
  }

  /// Tells what a transaction would write, without carrying it out, and how the order keys are.
  public func explain(_ request: ExplainRequest) async throws(ArrangeError) -> Explanation {
    try await session.call(.explain, request)
  }

  /// Looks at all stored order keys of a collection. What is wrong is mended by ``changeStrategy(_:)`` with
  /// ``ArrangeModel/ChangeStrategyRequest/renewsKeys``.
  public func verifyKeys(of collection: Identifier) async throws(ArrangeError) -> KeyReport {
    try await session.call(.verifyKeys, VerifyKeysRequest(collection: collection))
  }

  /// What the server is, what it holds and what it takes.
  public func serverInfo() async throws(ArrangeError) -> ServerInfo {
    try await session.call(.serverInfo, EmptyMessage())
  }

  /// How long it takes to the server and back, without any work there.
  public func ping() async throws(ArrangeError) -> Duration {
    try await session.attempt(isRepeatable: true) { deadline, completion in
      PingCall(deadline: deadline, completion: completion)
    }
  }

  /// Whether the server, or one service of it, can serve.
  ///
  /// - Parameter service: the full name of the service, such as `arrange.v1.Collections`; empty for the server as a
  ///   whole.
  /// - Throws: ``ArrangeModel/StatusCode/notFound`` for a service that the server does not have.
  public func health(of service: String = "") async throws(ArrangeError) -> ServerHealth {
    let status: ServingStatus = try await session.call(
      .healthCheck,
      HealthCheckRequest(service: service)
    )
    return ServerHealth(status)
  }

  /// The collections that can be read but not written at the moment, since a strategy of a loaded library does not answer.
  public func slowStrategies() async throws(ArrangeError) -> [SlowStrategy] {
    let report: HealthReport = try await session.call(
      .healthCheck,
      HealthCheckRequest()
    )
    return report.slowStrategies
  }

  /// Whether the server can serve: the state at this moment, and then each change.
  ///
  /// When the connection is lost, the sequence goes on with the next one. It ends with an error when the server
  /// can't be reached within the attempts of the ``RetryPolicy``.
  ///
  /// - Parameter service: the full name of a service; empty for the server as a whole.
  public func watchHealth(of service: String = "") -> ServerHealthUpdates {
    ServerHealthUpdates(stream: ServerStream(session, .healthWatch, HealthCheckRequest(service: service)))
  }
}

/// Whether a server can serve.
public enum ServerHealth: Sendable, Hashable {
  /// The server takes calls.
  case serving

  /// The server is starting, draining, or has stopped because it can't store safely any more.
  case notServing

  /// The server does not have the service.
  case serviceUnknown

  /// The server does not know.
  case unknown

  init(_ status: ServingStatus) {
    self =
      switch status {
      case .serving: .serving
      case .notServing: .notServing
      case .serviceUnknown: .serviceUnknown
      case .unknown: .unknown
      }
  }
}

/// The states of a server, as they change.
public struct ServerHealthUpdates: AsyncSequence, Sendable {
  public typealias Element = ServerHealth
  public typealias Failure = ArrangeError

  let stream: ServerStream<HealthCheckRequest, ServingStatus>
  public func makeAsyncIterator() -> Iterator {
    Iterator(states: stream.makeAsyncIterator())
  }

  /// A place among the states. Dropping it ends the watch.
  public struct Iterator: AsyncIteratorProtocol {
    let states: ServerStream<HealthCheckRequest, ServingStatus>.Iterator

    /// The next state that the server tells; nil after the last one.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(ArrangeError) -> ServerHealth? {
      try await states.next(isolation: actor).map { ServerHealth($0) }
    }

    public mutating func next() async throws(ArrangeError) -> ServerHealth? { try await next(isolation: nil) }
  }
}
