extension ServerConnection {
  /// A frame arrived.
  ///
  /// - Parameters:
  ///   - frame: the decoded frame.
  ///   - arena: temporary memory.
  ///   - now: the time, which may be that of the whole read.
  ///   - arrival: when the frame's bytes arrived, from which its timeout counts; nil for now.
  package mutating func receive(
    _ frame: Frame,
    using arena: Arena,
    at now: MonotonicTime,
    arrived arrival: MonotonicTime? = nil
  ) -> ServerAction {
    framesInRead &+= 1
    switch state {
    case .serving:
      if frame.rawType == FrameType.open.rawValue { return open(frame, at: now, arrived: arrival ?? now) }
      return receiveOther(frame)
    case .draining(let draining):
      if frame.rawType == FrameType.open.rawValue { return openWhileDraining(frame, draining) }
      return receiveOther(frame)
    case .awaitingHello:
      return greet(frame, using: arena)
    case .authenticating:
      preconditionFailure("HELLO has to be accepted or refused before the next frame is read")
    case .closed:
      return .none
    }
  }

  /// The read has ended: all its frames were passed to ``receive(_:using:at:arrived:)``.
  ///
  /// - Parameter hasPartialFrame: whether an incomplete frame is pending.
  package mutating func didRead(at now: MonotonicTime, hasPartialFrame: Bool) {
    keepalive.recordReceived(at: now)
    if !hasPartialFrame {
      partialSince = nil
    } else if framesInRead > 0 || partialSince == nil {
      partialSince = now
    }
    framesInRead = 0
  }

  /// Frames are waiting, some of which may be incomplete: their timeout starts again when they are processed.
  package mutating func didPause() {
    partialSince = nil
    framesInRead = 0
  }

  /// The decoder failed, or the connection has another error.
  package mutating func fail(_ reason: GoAwayReason) -> ServerAction {
    if isClosed { return .none }
    state = .closed
    return .fail(reason)
  }

  /// The client closed its side: no more bytes arrive, but answers can still be sent.
  ///
  /// Unary calls finish. Server streams, which can get no more credit, must be stopped: `tick(at:)` names
  /// them, and must be called.
  ///
  /// - Parameter hasPartialFrame: whether an incomplete frame was pending.
  package mutating func inputClosed(hasPartialFrame: Bool) -> ServerAction {
    switch state {
    case .closed:
      return .none
    case .awaitingHello, .authenticating:
      state = .closed
      return hasPartialFrame ? .fail(.truncated) : .close
    case .serving, .draining:
      if hasPartialFrame { return fail(.truncated) }
      peerClosed()
      // Silence is no longer meaningful.
      keepalive.interval = 0
      var stopping: [UInt32] = []
      streams.visit { stream, content in
        if content.pointee.kind == .serverStream, content.pointee.stopping == nil {
          content.pointee.stopping = .halfClosed
          stopping.append(stream)
        }
      }
      halfClosed = stopping
      return closeIfDone()
    }
  }

  /// The first frame.
  private mutating func greet(_ frame: Frame, using arena: Arena) -> ServerAction {
    guard frame.type == .hello else { return fail(.greetingExpected) }
    guard frame.stream == 0 else { return fail(.streamNotZero(.hello)) }
    do throws(GreetingError) {
      hello = try Hello(decoding: frame.body, using: arena)
    } catch {
      return fail(.greeting(error))
    }
    state = .authenticating
    return .authenticate
  }

  /// HELLO is accepted: WELCOME must be sent, and calls are accepted. The decoder's limit must be set to
  /// ``largestFrame``.
  ///
  /// - Parameter serverID: the server's name for itself.
  /// - Returns: the content of WELCOME.
  package mutating func accept(serverID: String) -> Welcome {
    guard case .authenticating = state, let hello else { preconditionFailure("there is no HELLO to accept") }
    state = .serving
    let version = min(hello.versions.upperBound, Hello.versions.upperBound)
    return Welcome(version: version, serverID: serverID, limits: limits)
  }

  /// HELLO is refused: GOAWAY must be sent, and the connection ends.
  package mutating func refuse(_ reason: GoAwayReason) -> ServerAction {
    guard case .authenticating = state else { preconditionFailure("there is no HELLO to refuse") }
    return fail(reason)
  }

  /// OPEN while calls are accepted.
  private mutating func open(
    _ frame: Frame,
    at now: MonotonicTime,
    arrived arrival: MonotonicTime
  ) -> ServerAction {
    let stream = frame.stream
    guard stream > highestStream else {
      return fail(.streamNotRising(stream: stream, highest: highestStream))
    }
    highestStream = stream
    lastStream = stream
    guard let method = methods.find(frame.method) else {
      return .refuse(stream: stream, .unknownMethod)
    }
    var deadline = MonotonicTime.never
    if frame.timeoutMicroseconds > 0 {
      deadline = arrival.advanced(byMicroseconds: frame.timeoutMicroseconds)
      guard now < deadline else { return .refuse(stream: stream, .deadlineExceeded) }
    }
    let kind = method.kind
    let held = frame.body.count &+ method.largestAnswer
    switch kind {
    case .unary:
      guard calls < limits.maximumCalls else {
        return .refuse(stream: stream, .tooManyCalls(limit: limits.maximumCalls))
      }
      calls &+= 1
    case .serverStream:
      guard subscriptions < limits.maximumSubscriptions else {
        return .refuse(stream: stream, .tooManySubscriptions(limit: limits.maximumSubscriptions))
      }
      guard subscriptionBytes &+ held <= limits.maximumSubscriptionBytes else {
        return .refuse(stream: stream, .subscriptionsTooLarge(limit: limits.maximumSubscriptionBytes))
      }
      subscriptions &+= 1
      subscriptionBytes &+= held
    }
    let credit = kind == .serverStream ? frame.credit : 0
    heldBytes &+= held
    requestBytes &+= frame.body.count
    streams.insert(
      Stream(method: method.index, kind: kind, held: held, request: frame.body.count, credit: credit),
      for: stream
    )
    if deadline < .never { watch(stream, deadline: deadline) }
    return .start(
      ServerCall(stream: stream, method: method.index, kind: kind, credit: credit, deadline: deadline)
    )
  }

  /// OPEN after GOAWAY from either side.
  private mutating func openWhileDraining(_ frame: Frame, _ draining: Draining) -> ServerAction {
    if draining.isByClient { return fail(.openAfterGoAway) }
    let stream = frame.stream
    guard stream > highestStream else {
      return fail(.streamNotRising(stream: stream, highest: highestStream))
    }
    highestStream = stream
    return .refuse(stream: stream, .draining)
  }

  /// Any frame except OPEN, after HELLO.
  private mutating func receiveOther(_ frame: Frame) -> ServerAction {
    guard let type = frame.type else {
      return frame.isIgnorable ? .none : fail(.unknownFrameType(frame.rawType))
    }
    switch type {
    case .cancel, .credit:
      guard frame.stream != 0, frame.stream <= highestStream else {
        return fail(.streamNotOpen(type, stream: frame.stream))
      }
      return type == .cancel ? cancel(frame.stream) : raise(frame.stream, to: frame.credit)
    case .ping, .pong, .goAway:
      guard frame.stream == 0 else { return fail(.streamNotZero(type)) }
      if type == .ping { return .pong(token: frame.sequence) }
      if type == .pong { keepalive.answered() }
      if type == .goAway {
        peerClosed()
        return closeIfDone()
      }
      return .none
    case .hello:
      return fail(.greetingRepeated)
    case .welcome, .data, .end, .open:
      return fail(.unexpectedFrame(type))
    }
  }

  private mutating func cancel(_ stream: UInt32) -> ServerAction {
    guard let content = streams.pointer(to: stream), content.pointee.stopping == nil else { return .none }
    content.pointee.stopping = .cancelled
    return .stop(stream: stream, .cancelled)
  }

  private mutating func raise(_ stream: UInt32, to credit: UInt64) -> ServerAction {
    guard let content = streams.pointer(to: stream),
      content.pointee.kind == .serverStream,
      credit > content.pointee.credit
    else { return .none }
    content.pointee.credit = credit
    return content.pointee.stopping == nil ? .credit(stream: stream) : .none
  }

  private mutating func peerClosed() {
    if case .draining(var draining) = state {
      draining.isByClient = true
      state = .draining(draining)
    } else {
      state = .draining(Draining(isByServer: false, isByClient: true))
    }
  }
}
