internal import ArrangeModel
internal import NIOCore
internal import Wire

/// Opening and closing connections.
extension ClientCore {
  func perform(_ action: Reconnection.Action) {
    check()
    switch action {
    case .none: break
    case .connect: connect()
    case .pause(let nanoseconds):
      let time = now.advanced(byNanoseconds: nanoseconds)
      _ = eventLoop.assumeIsolated().scheduleTask(deadline: NIODeadline(time)) {
        self.begin()
        self.perform(self.reconnection.pauseEnded(isWanted: self.waiting.contains { !$0.isFinished }))
        self.end()
      }
    case .fail: break
    }
  }

  private func connect() {
    isConnecting = true
    connection.attempt()
    let server = locations[reconnection.address]
    let opened = connector.connect(server, eventLoop) { channel in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandler(ClientHandler(core: self, server: server))
      }
    }
    opened.assumeIsolated().whenComplete { result in
      self.isConnecting = false
      self.begin()
      if case .failure(let error) = result { self.connectFailed(error, server) }
      self.end()
      self.reportClosed()
    }
  }

  private func connectFailed(_ error: any Error, _ server: ServerLocation) {
    let failure = ConnectFailure(error, server, timeout: configuration.connectTimeout)
    _ = attemptFailed(
      AttemptFailure(error: failure.error, isPermanent: failure.isPermanent, isFinal: failure.isPermanent)
    )
  }

  /// A connection attempt failed.
  ///
  /// - Returns: whether there will be another attempt for the calls that wait.
  private func attemptFailed(_ attempt: AttemptFailure) -> Bool {
    connection.become(.disconnected(attempt.error))
    let failure = attempt.following(failure)
    self.failure = failure
    let action = random.use { reconnection.failed(isPermanent: failure.isPermanent, using: &$0) }
    if action != .connect { self.failure = nil }
    perform(action)
    guard action == .fail else { return action != .none }
    // The attempts of the round count for every call that waited for it. A call that may make more begins
    // another round.
    let attempts = failure.isPermanent && !failure.isLast ? 1 : reconnection.policy.maximumAttempts
    failWaiting(
      CallFailure(
        error: failure.error(ofAddresses: locations.count),
        isFinal: failure.isFinal,
        attempts: attempts
      )
    )
    return false
  }

  /// A connection is open. Calls are sent on it, although only the server's greeting shows that there is a
  /// server.
  ///
  /// - Returns: whether it is needed.
  func opened(_ handler: ClientHandler) -> Bool {
    check()
    guard !isClosed, case .connecting = reconnection.state else { return false }
    handlers.append(handler)
    current = handler
    return true
  }

  /// The server has sent WELCOME.
  func welcomed(_ handler: ClientHandler) {
    check()
    guard current === handler else { return }
    failure = nil
    reconnection.succeeded()
    connection.become(.connected)
  }

  /// A connection accepts no more calls.
  func leaves(_ handler: ClientHandler) {
    check()
    guard current === handler else { return }
    current = nil
    guard handler.connection.welcome == nil else {
      connection.become(.disconnected(handler.ending.error(processed: .notStarted, handler.server)))
      return reconnection.lost()
    }
    // Waiting calls may be too large for a server whose limits are not known yet.
    let ending = handler.ending
    // A server that does not greet in time is waited for only once: the next attempt would take as long.
    handler.hasSuccessor = attemptFailed(
      AttemptFailure(
        error: ending.error(processed: .notStarted, handler.server),
        isPermanent: !ending.isTransient || ending.isGreetingTimeout,
        isFinal: false,
        isLast: ending.isGreetingTimeout
      )
    )
  }

  func retire(_ handler: ClientHandler) {
    leaves(handler)
    handler.retire()
  }

  /// A connection is closed; its calls were notified.
  func closed(_ handler: ClientHandler) {
    check()
    leaves(handler)
    handlers.removeAll { $0 === handler }
    reportClosed()
  }

  /// A server that is about to stop did not start the call: it is sent to the next one.
  func resubmit(_ call: Call) {
    check()
    if call.isFinished { return }
    call.place = .new
    start(call)
  }
}
