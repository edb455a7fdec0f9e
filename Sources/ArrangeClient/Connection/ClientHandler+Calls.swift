internal import ArrangeModel
internal import NIOCore
internal import Wire

extension ClientHandler {
  /// Sends a call if there is room for it.
  func open(_ call: Call) -> Opening {
    let now = core.now
    guard let method = call.method else { return ask(call, at: now) }
    guard call.deadline > now else {
      call.finish(.neverSent(core.connection.error))
      return .taken
    }
    if connection.isClosed { return .unavailable }
    // Output that the network does not accept yet stays small: calls wait in the queue, where they cost
    // little.
    guard isWritable else { return .full }
    let arena = core.arena
    return arena.temporary {
      let body = call.packable(in: arena)
      let count = body.count
      let limit = connection.largestFrameToSend - ClientHandler.maximumHeadBytes
      if count > limit {
        // WELCOME may allow larger frames.
        if connection.welcome == nil, count <= Frame.largestEver { return .full }
        call.finish(.tooLarge(count, limit: limit))
        return .taken
      }
      var timeout: UInt64 = 0
      if call.deadline < .never { timeout = max((call.deadline.nanoseconds - now.nanoseconds) / 1_000, 1) }
      let credit = call.credit
      switch connection.open(method.description.kind, timeoutMicroseconds: timeout, credit: credit, at: now) {
      case .unavailable: return .unavailable
      case .full where method.description.kind == .serverStream:
        call.finish(.tooManyStreams)
        return .taken
      case .full: return .full
      case .send(let stream):
        calls.insert(call, for: stream)
        call.place = .open(self, stream: stream)
        var name = method.name
        name.withUTF8 { name in
          let frame = Frame(
            .open,
            stream: stream,
            timeoutMicroseconds: timeout,
            credit: credit,
            method: UnsafeRawBufferPointer(name)
          )
          FrameEncoder.write(frame, body: body, to: &output)
        }
        return .taken
      }
    }
  }

  /// The maximum number of bytes that a frame takes in addition to the request.
  private static let maximumHeadBytes = FrameEncoder.maximumHeadBytes + 64

  private func ask(_ call: Call, at now: MonotonicTime) -> Opening {
    guard let ping = call as? PingCall else { preconditionFailure("only PING has no method") }
    guard ping.deadline > now else {
      ping.finish(.neverSent(core.connection.error))
      return .taken
    }
    if connection.isClosed { return .unavailable }
    lastToken += 1
    pings[lastToken] = ping
    ping.sent(by: self, token: lastToken, at: now)
    FrameEncoder.write(Frame(.ping, sequence: lastToken), to: &output)
    return .taken
  }

  /// The caller of a call has given up.
  func cancel(_ stream: UInt32) {
    calls.remove(stream)
    if connection.cancel(stream) { FrameEncoder.write(Frame(.cancel, stream: stream), to: &output) }
  }

  /// The caller of a PING has given up.
  func forget(_ token: UInt64) { pings[token] = nil }

  /// The reader of a server stream grants more credit.
  func grant(_ stream: UInt32, credit: UInt64) {
    guard connection.grant(stream, credit: credit) else { return }
    FrameEncoder.write(Frame(.credit, stream: stream, credit: credit), to: &output)
  }

  /// Closes the connection, which accepts no more calls, once the open ones have ended.
  func retire() { _ = connection.leave() }

  /// Closes the connection once its unary calls have ended. Server streams end at once.
  func leave() {
    var streams: [(UInt32, Call)] = []
    calls.visit { stream, call in
      if call.pointee.method?.description.kind == .serverStream { streams.append((stream, call.pointee)) }
    }
    for (stream, call) in streams {
      cancel(stream)
      call.finish(.closed)
    }
    if connection.isClosed { return }
    core.arena.temporary {
      FrameEncoder.writeGoAway(.leaving, lastStream: 0, using: core.arena, to: &output)
    }
    ending = .ours(.leaving)
    _ = connection.leave()
  }
}
