import NIOCore
import NIOTLS

/// Closes a connection whose TLS handshake takes too long, and removes itself after it. It is the first handler of a connection
/// with TLS.
final class HandshakeLimit: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// The maximum time of a handshake, in seconds.
  static let longestSeconds: Int64 = 10

  private var timer: Scheduled<Void>?

  func handlerAdded(context: ChannelHandlerContext) {
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(HandshakeLimit.longestSeconds)) {
      context.close(promise: nil)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
    timer = nil
  }
}

/// Removes the ``HandshakeLimit`` of a connection after its handshake.
final class HandshakeEnd: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let limit: HandshakeLimit

  init(_ limit: HandshakeLimit) { self.limit = limit }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // A handler that is removed passes nothing on any more.
    context.fireUserInboundEventTriggered(event)
    guard case TLSUserEvent.handshakeCompleted = event else { return }
    context.pipeline.syncOperations.removeHandler(limit, promise: nil)
    context.pipeline.syncOperations.removeHandler(self, promise: nil)
  }
}
