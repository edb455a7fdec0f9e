internal import ArrangeModel
internal import NIOCore
internal import Wire

/// How connections come and go.
extension ClientCore {
  func carryOut(_ action: Reconnection.Action) {
    switch action {
    case .none: break
    case .connect: connect()
    case .pause(let nanoseconds):
      let time = now.advanced(byNanoseconds: nanoseconds)
      _ = eventLoop.assumeIsolated().scheduleTask(deadline: NIODeadline(time)) {
        self.begin()
        self.carryOut(self.reconnection.pauseEnded(isWanted: self.waiting.contains { !$0.isFinished }))
        self.end()
      }
    case .fail: break
    }
  }

  private func connect() {
    isConnecting = true
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

  /// An attempt led to no connection.
  ///
  /// - Parameters:
  ///   - isPermanent: whether another attempt at once would end in the same way.
  ///   - isFinal: whether calls that wait may not be tried again either.
  private func attemptFailed(_ error: ArrangeError, isPermanent: Bool, isFinal: Bool) {
    let action = random.use { reconnection.failed(isPermanent: isPermanent, using: &$0) }
    carryOut(action)
    guard action == .fail else { return }
    // The attempts of the round were those of every call that waited for it. Who may make more begins another round.
    let attempts = isPermanent ? 1 : reconnection.policy.maximumAttempts
    failWaiting(CallFailure(error: error, isFinal: isFinal, attempts: attempts))
  }

  /// A connection is open. It takes calls, although only the server's greeting shows that there is a server.
  ///
  /// - Returns: whether it is needed.
  func opened(_ handler: ClientHandler) -> Bool {
    guard !isClosed, case .connecting = reconnection.state else { return false }
    handlers.append(handler)
    current = handler
    return true
  }

  /// The server has greeted.
  func welcomed(_ handler: ClientHandler) {
    if current === handler { reconnection.succeeded() }
  }

  /// A connection takes no new calls any more.
  func leaves(_ handler: ClientHandler) {
    guard current === handler else { return }
    current = nil
    guard handler.connection.welcome == nil else { return reconnection.lost() }
    // What still waits may be too large for a server that has not said what it takes.
    let ending = handler.ending
    attemptFailed(
      ending.error(processed: .notStarted, configuration),
      isPermanent: !ending.isHarmless,
      isFinal: false
    )
  }

  func retire(_ handler: ClientHandler) {
    leaves(handler)
    handler.retire()
  }

  /// A connection is gone; its calls have been told.
  func closed(_ handler: ClientHandler) {
    leaves(handler)
    handlers.removeAll { $0 === handler }
    reportClosed()
  }

  /// A server that is about to stop did not start the call: the next one gets it.
  func resubmit(_ call: Call) {
    if call.isFinished { return }
    call.place = .new
    start(call)
  }
}
