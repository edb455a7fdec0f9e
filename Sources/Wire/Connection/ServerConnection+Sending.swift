extension ServerConnection {
  /// The action for a DATA frame that the server wants to send.
  package enum DataAction: Sendable, Hashable {
    /// Send it with this number.
    case send(sequence: UInt64)

    /// Discard it and wait for ``ServerAction/credit(stream:)``.
    case wait

    /// Send nothing more: the work must stop, or the connection has ended.
    case drop
  }

  /// The action for an END that the server wants to send.
  package enum EndAction: Sendable, Hashable {
    /// Send it.
    case send

    /// Send it and then close: it was the last one of a draining connection.
    case sendAndClose

    /// Discard it: the connection has ended.
    case drop
  }

  /// The server wants to send a DATA frame. The credit is used if the result is `send`.
  ///
  /// - Precondition: the stream is an open server stream, or the connection has ended.
  package mutating func data(_ stream: UInt32) -> DataAction {
    if isClosed { return .drop }
    guard let content = streams.pointer(to: stream) else {
      preconditionFailure("DATA for stream \(stream), which is not open")
    }
    precondition(content.pointee.kind == .serverStream, "DATA for the unary call \(stream)")
    if content.pointee.stopping != nil { return .drop }
    guard content.pointee.sent < content.pointee.credit else { return .wait }
    content.pointee.sent += 1
    return .send(sequence: content.pointee.sent)
  }

  /// The number of DATA frames that a stream may currently send; 0 if it is not open.
  package func availableCredit(of stream: UInt32) -> UInt64 {
    guard let content = streams.pointer(to: stream), content.pointee.stopping == nil else { return 0 }
    return content.pointee.credit - content.pointee.sent
  }

  /// Whether a stream is open and was not ended.
  package func isOpen(_ stream: UInt32) -> Bool {
    streams.pointer(to: stream).map { !$0.pointee.isEnded } ?? false
  }

  /// Why the work of a stream must stop; nil if it may continue or is not open.
  package func stopReason(of stream: UInt32) -> StopReason? {
    streams.pointer(to: stream)?.pointee.stopping
  }

  /// The server wants to end a stream: with the result, an error, or because it had to stop.
  ///
  /// - Parameters:
  ///   - stream: the stream.
  ///   - workContinues: whether the work could not be stopped and keeps its slot; then ``workStopped(_:)`` is
  ///     called later. No result can be sent any more.
  /// - Precondition: the stream is open and was not ended, or the connection has ended.
  package mutating func end(_ stream: UInt32, workContinues: Bool = false) -> EndAction {
    if isClosed { return .drop }
    if workContinues {
      guard let content = streams.pointer(to: stream), !content.pointee.isEnded else {
        preconditionFailure("END for stream \(stream), which is not open")
      }
      content.pointee.isEnded = true
      content.pointee.stopping = content.pointee.stopping ?? .cancelled
      return .send
    }
    guard let content = streams.remove(stream), !content.isEnded else {
      preconditionFailure("END for stream \(stream), which is not open")
    }
    release(content)
    return closeIfDone() == .close ? .sendAndClose : .send
  }

  /// The work of a stream that was already ended has stopped; its slot is free.
  ///
  /// - Precondition: the stream was ended with `workContinues`, or the connection has ended.
  package mutating func workStopped(_ stream: UInt32) -> ServerAction {
    if isClosed { return .none }
    guard let content = streams.remove(stream), content.isEnded else {
      preconditionFailure("the work of stream \(stream) was not to go on after END")
    }
    release(content)
    return closeIfDone()
  }

  /// The action for draining.
  package enum DrainAction: Sendable, Hashable {
    /// Nothing: the connection is draining or has ended.
    case none

    /// Send GOAWAY with ``GoAwayReason/draining`` and ``lastStream``, and end the subscriptions, each with a
    /// token to resume. Calls finish.
    case goAway

    /// Send GOAWAY and close: nothing is open.
    case goAwayAndClose
  }

  /// The server is stopping.
  package mutating func drain() -> DrainAction {
    switch state {
    case .closed: return .none
    case .draining(let draining) where draining.isByServer: return .none
    case .awaitingHello, .authenticating:
      state = .closed
      return .goAwayAndClose
    case .serving:
      state = .draining(Draining(isByServer: true, isByClient: false))
    case .draining:
      state = .draining(Draining(isByServer: true, isByClient: true))
    }
    return closeIfDone() == .close ? .goAwayAndClose : .goAway
  }

  /// Bytes were sent. A slow reader needs time for them, during which it does not count as silent.
  @inline(__always)
  package mutating func didWrite(_ bytes: Int) { keepalive.sent(bytes) }

  /// The connection was closed.
  package mutating func closed() { state = .closed }

  /// A stream whose work must be stopped because the connection has ended; nil when there are no more.
  ///
  /// - Precondition: the connection has ended.
  package mutating func nextAbandoned() -> UInt32? {
    precondition(isClosed, "streams are abandoned only when the connection is over")
    return streams.removeAny()?.stream
  }

  /// Closes a draining connection that has nothing left to do.
  mutating func closeIfDone() -> ServerAction {
    guard case .draining = state, streams.count == 0 else { return .none }
    state = .closed
    return .close
  }

  /// Frees the slot of a stream.
  private mutating func release(_ stream: Stream) {
    heldBytes &-= stream.held
    requestBytes &-= stream.request
    switch stream.kind {
    case .unary: calls &-= 1
    case .serverStream:
      subscriptions &-= 1
      subscriptionBytes &-= stream.held
    }
  }
}
