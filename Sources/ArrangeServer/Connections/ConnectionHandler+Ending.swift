import ArrangeModel
import Engine
import NIOCore
import Wire

/// The end of streams, and of the connection.
extension ConnectionHandler {
  /// How long a peer may take to read its last answers and close, after the server has closed its side.
  static let linger = TimeAmount.seconds(2)
  /// The same for a refused connection. It is shorter because few descriptors are reserved for them.
  static let refusalLinger = TimeAmount.milliseconds(500)

  /// Closes the connection at once.
  func close() { context?.close(mode: .all, promise: nil) }

  /// Sends the buffered output and closes the connection.
  ///
  /// Closing a socket with unread input resets the connection, and the peer may then lose answers that it has
  /// not read. So only the sending side is closed at first; further input is dropped until the peer closes as
  /// well, or the linger time is over.
  func closeAfterFlush() {
    guard let context, !isLingering else { return }
    abandonedCalls.recordEnd()
    flushOutput()
    guard !isInputClosed else { return context.close(mode: .all, promise: nil) }
    isLingering = true
    context.close(mode: .output, promise: nil)
    context.eventLoop.scheduleTask(in: isRefused ? ConnectionHandler.refusalLinger : ConnectionHandler.linger)
    { [weak self] in self?.close() }
    context.read()
  }

  /// The health of the server has changed.
  func healthChanged() {
    loop.check()
    for stream in streams.values { stream.healthChanged() }
  }

  /// The server is stopping: open calls finish, streams end.
  func drain() {
    loop.check()
    healthChanged()
    let action = connection.drain()
    guard action != .none else { return }
    record.end = record.end ?? .stopped
    withOutput {
      FrameEncoder.writeGoAway(.draining, lastStream: connection.lastStream, using: arena, to: &$0)
    }
    if action == .goAwayAndClose { return closeAfterFlush() }
    for stream in Array(streams.values) { stream.drain() }
  }

  /// Stops the work of a stream. A unary call can't be undone once it has begun: it is answered now, and its
  /// slot is freed when the work is done. Work that has not begun is never started.
  func stop(_ stream: UInt32, _ code: StatusCode, _ message: String) {
    guard streams[stream] == nil else {
      return finish(stream, Status(code, message, processed: .notStarted))
    }
    abandonedCalls.recordStop(of: stream)
    admission.forget(stream)
    if connection.end(stream, workContinues: true) == .send {
      writeEnd(stream, Status(code, message, processed: .unknown))
    }
    receiver?.callStopped(stream)
  }

  /// Whether the client still waits for an answer. If END was sent before the work was done, this frees the
  /// slot of the work.
  @inline(__always)
  func takesAnswer(_ stream: UInt32) -> Bool {
    if connection.isClosed { return false }
    guard connection.stopReason(of: stream) != nil else { return true }
    abandonedCalls.recordEnd(of: stream)
    perform(connection.workStopped(stream))
    recordDirty()
    return false
  }

  /// Ends a stream with the frame that a closure writes, if the stream is still open.
  @inline(__always)
  func end(_ stream: UInt32, _ write: (inout ByteBuffer) -> Void) {
    admission.forget(stream)
    let action = connection.end(stream)
    guard action != .drop else { return }
    withOutput(write)
    if action == .sendAndClose { closeAfterFlush() }
  }

  /// Ends a stream with an error or a stop.
  func finish(_ stream: UInt32, _ status: Status) {
    loop.check()
    forget(stream, status.code)
    end(stream) { FrameEncoder.writeEnd(stream, status, using: arena, to: &$0) }
  }

  /// Releases the source of a stream.
  ///
  /// - Parameter code: the status of the stream's end.
  func forget(_ stream: UInt32, _ code: StatusCode = .cancelled) {
    guard let ended = streams.removeValue(forKey: stream) else { return }
    loop.metrics?.recordCall(ended.method.rawValue, code, nanoseconds: nil)
    admission.endStream()
    ended.wasEnded()
  }
}

extension StopReason {
  /// The message that the client receives.
  var message: String {
    switch self {
    case .deadlineExceeded: "the call took longer than it was given"
    case .cancelled, .halfClosed: "the call was cancelled"
    }
  }
}
