internal import Wire

extension ArrangeClient {
  /// The ordering strategies that the server has, in ascending order of the bytes of their names.
  public func strategies() async throws(ArrangeError) -> [StrategyInfo] {
    try await strategyList().strategies
  }

  /// Changes the ordering strategy of a collection, in one commit. Nothing moves: only order keys change, and
  /// subscribers get no update.
  ///
  /// - Throws: ``ArrangeModel/StatusCode/invalidArgument`` for a strategy that the server does not have,
  ///   ``ArrangeModel/StatusCode/aborted`` if the collection does not have the required version.
  @discardableResult
  public func changeStrategy(
    _ request: ChangeStrategyRequest
  ) async throws(ArrangeError) -> ChangeStrategyResult {
    // A repetition has no effect, unless keys are to be renewed, or a certain version is required.
    try await session.call(
      .changeStrategy,
      request,
      isRepeatable: !request.renewsKeys && request.ifVersion == nil
    )
  }

  /// Gives all elements of a collection new order keys, a few at a time, while it is in use.
  ///
  /// - Parameters:
  ///   - collection: its name.
  ///   - limit: the maximum number of elements in one step, and so in one commit.
  ///   - progress: called after each step.
  /// - Returns: the number of rekeyed elements.
  /// - Throws: ``ArrangeModel/StatusCode/failedPrecondition`` if the strategy has no generations of keys.
  @discardableResult
  public func rotateKeys(
    of collection: Identifier,
    limit: Int = RotateKeysRequest.standardElements,
    progress: (RotateKeysResult) -> Void = { _ in }
  ) async throws(ArrangeError) -> Int {
    var request = RotateKeysRequest(collection: collection, limit: limit)
    var rekeyed = 0
    while true {
      // A repeated step would be a second step.
      let result: RotateKeysResult = try await session.call(.rotateKeys, request)
      rekeyed += result.rekeyed
      progress(result)
      guard result.remaining > 0 else { return rekeyed }
      request.generation = result.generation
    }
  }

  /// The round-trip time to the server, without any work there.
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

  /// The collections that can currently be read but not written, because a strategy of a loaded library does
  /// not answer.
  public func slowStrategies() async throws(ArrangeError) -> [SlowStrategy] {
    let report: HealthReport = try await session.call(
      .healthCheck,
      HealthCheckRequest()
    )
    return report.slowStrategies
  }

  /// Whether the server can serve: the current state, and then each change.
  ///
  /// When the connection is lost, the sequence continues on the next one. It ends with an error if the server
  /// can't be reached within the attempts of the ``RetryPolicy``.
  ///
  /// - Parameter service: the full name of a service; empty for the server as a whole.
  public func watchHealth(of service: String = "") -> ServerHealthUpdates {
    ServerHealthUpdates(stream: ServerStream(session, .healthWatch, HealthCheckRequest(service: service)))
  }
}

/// Whether a server can serve.
public enum ServerHealth: Sendable, Hashable {
  /// The server accepts calls.
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

/// The changing states of a server.
public struct ServerHealthUpdates: AsyncSequence, Sendable {
  public typealias Element = ServerHealth
  public typealias Failure = ArrangeError

  let stream: ServerStream<HealthCheckRequest, ServingStatus>
  public func makeAsyncIterator() -> Iterator {
    Iterator(states: stream.makeAsyncIterator())
  }

  /// An iterator over the states. Dropping it ends the watch.
  public struct Iterator: AsyncIteratorProtocol {
    let states: ServerStream<HealthCheckRequest, ServingStatus>.Iterator

    /// The next state; nil after the last one.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(ArrangeError) -> ServerHealth? {
      try await states.next(isolation: actor).map { ServerHealth($0) }
    }

    public mutating func next() async throws(ArrangeError) -> ServerHealth? { try await next(isolation: nil) }
  }
}
