import NIOCore

/// Closes a connection whose request is too large or takes too long, or that sends none.
///
/// It is the first handler, before the HTTP decoder, which buffers a request line of any length. It is
/// removed from a connection that becomes a WebSocket.
final class RequestLimits: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer

  /// The maximum number of bytes received before the response begins.
  static let maximumBytes = 64 * 1024
  /// The maximum time from the beginning of the connection, or from the first byte of a later request, to the response, in
  /// seconds.
  static let longestSeconds: Int64 = 20

  private var bytes = 0
  private var timer: Scheduled<Void>?

  func channelActive(context: ChannelHandlerContext) {
    startTimer(context)
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if timer == nil { startTimer(context) }
    bytes += unwrapInboundIn(data).readableBytes
    guard bytes <= RequestLimits.maximumBytes else { return context.close(promise: nil) }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    forgetRequest()
    context.write(data, promise: promise)
  }

  func channelInactive(context: ChannelHandlerContext) {
    forgetRequest()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { forgetRequest() }

  private func startTimer(_ context: ChannelHandlerContext) {
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(RequestLimits.longestSeconds)) {
      context.close(promise: nil)
    }
  }

  private func forgetRequest() {
    bytes = 0
    timer?.cancel()
    timer = nil
  }
}
