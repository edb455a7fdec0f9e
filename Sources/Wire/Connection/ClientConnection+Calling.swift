internal import ArrangeModel

extension ClientConnection {
  /// The result of opening a call.
  package enum OpenAction: Sendable, Hashable {
    /// Send OPEN with this stream id.
    case send(stream: UInt32)

    /// The maximum number of calls or server streams is open: wait until one ends.
    case full

    /// No more calls can be opened here: use another connection.
    case unavailable
  }

  /// The connection is established: HELLO must be sent, and calls can be opened.
  ///
  /// - Precondition: this is the first event.
  package mutating func start(at now: MonotonicTime) {
    guard case .idle = state else { preconditionFailure("a connection starts once") }
    keepalive.recordReceived(at: now)
    state = .awaitingWelcome(deadline: now.advanced(byNanoseconds: limits.helloNanoseconds))
  }

  /// Opens a call.
  ///
  /// - Parameters:
  ///   - kind: the kind of call.
  ///   - timeoutMicroseconds: the caller's timeout; 0: none. OPEN must have the same value.
  ///   - credit: the number of DATA frames that may be sent; OPEN must have the same value.
  ///   - now: the time.
  package mutating func open(
    _ kind: MethodKind,
    timeoutMicroseconds: UInt64 = 0,
    credit: UInt64 = 0,
    at now: MonotonicTime
  ) -> OpenAction {
    switch state {
    case .idle: preconditionFailure("calls are opened after start(at:)")
    case .leaving, .closed: return .unavailable
    case .awaitingWelcome, .serving: break
    }
    guard highestStream < .max else { return .unavailable }
    switch kind {
    case .unary:
      guard calls < (welcome?.maximumCalls ?? limits.maximumCalls) else { return .full }
      calls &+= 1
    case .serverStream:
      guard subscriptions < (welcome?.maximumSubscriptions ?? limits.maximumSubscriptions) else {
        return .full
      }
      subscriptions &+= 1
    }
    highestStream &+= 1
    let stream = highestStream
    streams.insert(Stream(kind: kind, credit: kind == .serverStream ? credit : 0), for: stream)
    wantedStreams &+= 1
    if timeoutMicroseconds > 0 {
      let deadline = now.advanced(byMicroseconds: timeoutMicroseconds)
      if deadline < .never { watch(stream, deadline: deadline) }
    }
    return .send(stream: stream)
  }

  /// The caller gave up. The stream keeps its slot until END arrives.
  ///
  /// - Returns: whether CANCEL must be sent.
  package mutating func cancel(_ stream: UInt32) -> Bool {
    guard !isClosed, let content = streams.pointer(to: stream), !content.pointee.isCancelled else {
      return false
    }
    content.pointee.isCancelled = true
    wantedStreams &-= 1
    return true
  }

  /// The caller has room for more messages of a server stream.
  ///
  /// - Parameters:
  ///   - stream: the stream, which may have ended.
  ///   - credit: the total number of messages, since the stream's beginning, that may be sent.
  /// - Returns: whether CREDIT must be sent with this number.
  package mutating func grant(_ stream: UInt32, credit: UInt64) -> Bool {
    guard !isClosed, let content = streams.pointer(to: stream), !content.pointee.isCancelled,
      content.pointee.kind == .serverStream, credit > content.pointee.credit
    else { return false }
    content.pointee.credit = credit
    return true
  }

  /// The client no longer needs the connection: GOAWAY with ``GoAwayReason/leaving`` must be sent. Open calls
  /// finish, except cancelled ones: nobody waits for their END, which a server that does not answer never
  /// sends.
  ///
  /// - Returns: `close` if there are none, else `none`; ``isFinished`` tells when the last one has ended.
  package mutating func leave() -> ClientAction {
    switch state {
    case .idle: state = .closed
    case .awaitingWelcome(let deadline): state = .leaving(welcomeDeadline: deadline)
    case .serving: state = .leaving(welcomeDeadline: nil)
    case .leaving: break
    case .closed: return .none
    }
    if isClosed { return .close }
    guard wantedStreams == 0 else { return .none }
    state = .closed
    return .close
  }

  /// Whether the end of no call is awaited and none can be opened: the connection may be closed.
  package var isFinished: Bool {
    switch state {
    case .idle, .awaitingWelcome, .serving: false
    case .leaving: wantedStreams == 0
    case .closed: true
    }
  }

  /// The connection was closed.
  package mutating func closed() { state = .closed }

  /// A call that will get no answer; nil when there are no more. O(1), after O(streams) once.
  package mutating func nextLost() -> Lost? {
    while let stream = unaccepted.popLast() {
      guard let content = streams.remove(stream) else { continue }
      release(content)
      return Lost(stream: stream, processed: .notStarted)
    }
    guard isClosed, let (stream, content) = streams.removeAny() else { return nil }
    release(content)
    return Lost(stream: stream, processed: .unknown)
  }

  /// Frees the slot of a stream.
  mutating func release(_ stream: Stream) {
    if !stream.isCancelled { wantedStreams &-= 1 }
    switch stream.kind {
    case .unary: calls &-= 1
    case .serverStream: subscriptions &-= 1
    }
  }
}
