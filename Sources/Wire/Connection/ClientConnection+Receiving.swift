internal import ArrangeModel

extension ClientConnection {
  /// A frame arrived.
  ///
  /// - Parameter arena: temporary memory.
  package mutating func receive(
    _ frame: Frame,
    using arena: Arena,
    at now: MonotonicTime
  ) -> ClientAction {
    framesInRead &+= 1
    switch state {
    case .idle: preconditionFailure("frames come after start(at:)")
    case .closed: return .none
    case .awaitingWelcome, .leaving(welcomeDeadline: .some): return receiveFirst(frame, using: arena)
    case .serving, .leaving: break
    }
    guard let type = frame.type else {
      return frame.isIgnorable ? .none : fail(.unknownFrameType(frame.rawType))
    }
    switch type {
    case .end: return end(frame)
    case .data: return data(frame)
    case .ping, .pong, .goAway:
      guard frame.stream == 0 else { return fail(.streamNotZero(type)) }
      switch type {
      case .ping: return .pong(token: frame.sequence)
      case .pong: return .ponged(token: frame.sequence)
      default: return goAway(frame)
      }
    case .welcome: return fail(.greetingRepeated)
    case .hello, .open, .cancel, .credit: return fail(.unexpectedFrame(type))
    }
  }

  /// The read has ended: all its frames were passed to ``receive(_:using:at:)``.
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

  /// The decoder failed, or the connection has another error.
  package mutating func fail(_ reason: GoAwayReason) -> ClientAction {
    if isClosed { return .none }
    state = .closed
    return .fail(reason)
  }

  /// WELCOME, or a GOAWAY in its place.
  private mutating func receiveFirst(_ frame: Frame, using arena: Arena) -> ClientAction {
    switch frame.type {
    case .welcome:
      guard frame.stream == 0 else { return fail(.streamNotZero(.welcome)) }
      do throws(GreetingError) {
        let welcome = try Welcome(decoding: frame.body, using: arena)
        self.welcome = welcome
        keepalive.adopt(welcome)
      } catch {
        return fail(.greeting(error))
      }
      if case .awaitingWelcome = state {
        state = .serving
      } else {
        state = .leaving(welcomeDeadline: nil)
      }
      return .welcome
    case .goAway:
      guard frame.stream == 0 else { return fail(.streamNotZero(.goAway)) }
      return goAway(frame)
    default:
      return fail(.greetingExpected)
    }
  }

  private mutating func end(_ frame: Frame) -> ClientAction {
    guard let content = streams.remove(frame.stream) else {
      // A server that sent GOAWAY still refuses calls that were already sent to it.
      if let acceptedStream, frame.stream > acceptedStream, frame.stream <= highestStream { return .none }
      return fail(.streamNotOpen(.end, stream: frame.stream))
    }
    release(content)
    return .end(stream: frame.stream, StatusCode(rawValue: frame.status) ?? .unknown)
  }

  private mutating func data(_ frame: Frame) -> ClientAction {
    guard let content = streams.pointer(to: frame.stream) else {
      return fail(.streamNotOpen(.data, stream: frame.stream))
    }
    guard content.pointee.kind == .serverStream,
      content.pointee.received < content.pointee.credit,
      frame.sequence == content.pointee.received + 1
    else { return fail(.dataNotAllowed(stream: frame.stream)) }
    content.pointee.received += 1
    // Messages that were in transit when the caller gave up are dropped.
    if content.pointee.isCancelled { return .none }
    return .data(stream: frame.stream, sequence: frame.sequence)
  }

  private mutating func goAway(_ frame: Frame) -> ClientAction {
    let accepted = UInt32(clamping: frame.sequence)
    var lost: [UInt32] = []
    streams.visit { stream, _ in
      if stream > accepted { lost.append(stream) }
    }
    unaccepted = lost
    acceptedStream = accepted
    switch state {
    case .awaitingWelcome(let deadline): state = .leaving(welcomeDeadline: deadline)
    case .serving: state = .leaving(welcomeDeadline: nil)
    case .idle, .leaving, .closed: break
    }
    return .goAway
  }
}
