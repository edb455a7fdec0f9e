package import NIOCore

/// Closes a connection whose request is too large or takes too long.
///
/// It is the first handler, before the HTTP decoder, which buffers a request line of any length. A handler that
/// upgrades the connection to another protocol must remove it.
package final class RequestLimits: ChannelDuplexHandler, RemovableChannelHandler {
  package typealias InboundIn = ByteBuffer
  package typealias InboundOut = ByteBuffer
  package typealias OutboundIn = ByteBuffer

  /// The maximum number of bytes received before the response begins.
  package static let mostBytes = 64 * 1024
  /// The maximum time from the first byte of a request to that of its response, in seconds.
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

  /// Installs the limits as the first handler.
  final class Installer: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Never

    func handlerAdded(context: ChannelHandlerContext) {
      try? context.pipeline.syncOperations.addHandler(RequestLimits(), position: .first)
    }
  }
}
