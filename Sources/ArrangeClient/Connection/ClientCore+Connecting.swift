internal import ArrangeModel
internal import ClientWire
internal import NIOCore

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
    let opened = connector.connect(eventLoop) { channel in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandler(ClientHandler(core: self))
      }
    }
    opened.assumeIsolated().whenComplete { result in
      self.isConnecting = false
      self.begin()
      if case .failure(let error) = result { self.connectFailed(error) }
      self.end()
      self.reportClosed()
    }
  }

  private func connectFailed(_ error: any Error) {
    let failure = ConnectFailure(error, configuration)
    attemptFailed(failure.error, isPermanent: failure.isPermanent, isFinal: failure.isPermanent)
  }

  /// A connection attempt failed.
  ///
  /// - Parameters:
  ///   - isPermanent: whether another attempt at once would fail in the same way.
  ///   - isFinal: whether waiting calls may not be retried either.
  ///   - isLast: whether it was the last attempt of the waiting calls.
  private func attemptFailed(
    _ error: ArrangeError,
    isPermanent: Bool,
    isFinal: Bool,
    isLast: Bool = false
  ) {
    connection.become(.disconnected(error))
    let action = random.use { reconnection.failed(isPermanent: isPermanent, using: &$0) }
    perform(action)
    guard action == .fail else { return }
    // The attempts of the round count for every call that waited for it. A call that may make more begins
    // another round.
    let attempts = isPermanent && !isLast ? 1 : reconnection.policy.maximumAttempts
    failWaiting(CallFailure(error: error, isFinal: isFinal, attempts: attempts))
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
    reconnection.succeeded()
    connection.become(.connected)
  }

  /// A connection accepts no more calls.
  func leaves(_ handler: ClientHandler) {
    check()
    guard current === handler else { return }
    current = nil
    guard handler.connection.welcome == nil else {
      connection.become(.disconnected(handler.ending.error(processed: .notStarted, configuration)))
      return reconnection.lost()
    }
    // Waiting calls may be too large for a server whose limits are not known yet.
    let ending = handler.ending
    // A server that does not greet in time is waited for only once: the next attempt would take as long.
    attemptFailed(
      ending.error(processed: .notStarted, configuration),
      isPermanent: !ending.isTransient || ending.isGreetingTimeout,
      isFinal: false,
      isLast: ending.isGreetingTimeout
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
