import ArrangeModel
import Engine
import NIOCore
import Wire

/// The end of a connection, and of its streams.
extension ConnectionHandler {
  /// How long a peer may take to read its last answers and close, after the server has closed its side.
  static let linger = TimeAmount.seconds(2)
  /// The same for one for whom there is no room: its descriptor is one of few.
  static let refusalLinger = TimeAmount.milliseconds(500)

  /// Closes at once.
  func close() { context?.close(mode: .all, promise: nil) }

  /// The server stops: open calls finish, subscriptions end.
  func drain() {
    loop.check()
    tellHealth()
    let action = connection.drain()
    guard action != .none else { return }
    withOutput {
      FrameEncoder.writeGoAway(.draining, lastStream: connection.lastStream, using: arena, to: &$0)
    }
    if action == .goAwayAndClose { return closeAfterFlush() }
    drainSubscriptions()
    for stream in Array(healthWatches.keys) {
      finish(stream, Status(.unavailable, "the server stops; connect again", processed: .notStarted))
    }
  }

  /// Ends a stream with an error or a stop.
  func finish(_ stream: UInt32, _ status: Status) {
    loop.check()
    healthWatches[stream] = nil
    forgetSubscription(stream)
    switch connection.end(stream) {
    case .drop: break
    case .send: writeEnd(stream, status)
    case .sendAndClose:
      writeEnd(stream, status)
      closeAfterFlush()
    }
  }
}
