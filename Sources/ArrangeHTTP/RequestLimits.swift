package import NIOCore

/// Closes a connection whose request is too long or takes too long.
///
/// It stands at the very front, where bytes are bytes: a line that never ends is not parsed before it is complete, and would
/// be held until then. What takes over a connection for another protocol removes it.
package final class RequestLimits: ChannelDuplexHandler, RemovableChannelHandler {
  package typealias InboundIn = ByteBuffer
  package typealias InboundOut = ByteBuffer
  package typealias OutboundIn = ByteBuffer

  /// The most bytes that come before an answer begins.
  package static let mostBytes = 64 * 1024
  /// How long it takes at most from the first byte of a request to that of its answer, in seconds.
  package static let longestSeconds: Int64 = 20

  private var bytes = 0
  private var timer: Scheduled<Void>?

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if bytes == 0 {
      timer = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(RequestLimits.longestSeconds)) {
        context.close(promise: nil)
      }
    }
    bytes += unwrapInboundIn(data).readableBytes
    guard bytes <= RequestLimits.mostBytes else { return context.close(promise: nil) }
    context.fireChannelRead(data)
  }

  package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    forgetRequest()
    context.write(data, promise: promise)
  }

  package func channelInactive(context: ChannelHandlerContext) {
    forgetRequest()
    context.fireChannelInactive()
  }

  package func handlerRemoved(context: ChannelHandlerContext) { forgetRequest() }

  private func forgetRequest() {
    bytes = 0
    timer?.cancel()
    timer = nil
  }

  /// Puts the limits in front of what reads requests.
  final class Installer: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Never

    func handlerAdded(context: ChannelHandlerContext) {
      try? context.pipeline.syncOperations.addHandler(RequestLimits(), position: .first)
    }
  }
}
