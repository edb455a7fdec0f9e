import NIOCore

/// Closes a connection whose request is too large or takes too long, or that sends none.
///
/// It is the first handler, before the HTTP decoder, which buffers a request line of any length. It is
/// removed from a connection that becomes a WebSocket.
final class RequestLimits: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer

  /// The maximum number of bytes received before the response begins, besides the body of a call.
  static let maximumBytes = 64 * 1024
  /// The maximum size of the body of a call, in bytes.
  static let largestBody = 1_024 * 1_024
  /// The maximum time from the beginning of the connection, or from the first byte of a later request, to the end of the
  /// request, in seconds.
  static let longestSeconds: Int64 = 20

  private var bytes = 0
  /// The maximum size of the body of the request in progress.
  private var largestBody = 0
  /// Whether the head of a request has arrived, and not its end.
  private var isArriving = false
  /// Whether the connection is about to end, and what still comes counts for nothing.
  private var isDiscarding = false
  private var timer: Scheduled<Void>?

  func handlerAdded(context: ChannelHandlerContext) {
    // The channel is active already if it has had a handshake.
    if context.channel.isActive { startTimer(context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    if timer == nil { startTimer(context) }
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isDiscarding else { return }
    if timer == nil { startTimer(context) }
    bytes += unwrapInboundIn(data).readableBytes
    guard bytes <= RequestLimits.maximumBytes + largestBody else { return context.close(promise: nil) }
    context.fireChannelRead(data)
  }

  /// The head of a request has arrived, whose body may have so many bytes.
  func headArrived(largestBody: Int) { (self.largestBody, isArriving) = (largestBody, true) }

  /// The last answer of the connection is sent. A client that is still sending can read it if its bytes are taken.
  func discardRest() {
    isDiscarding = true
    forgetRequest()
  }

  /// All of a request has arrived. Its answer can take long.
  func requestArrived() {
    isArriving = false
    timer?.cancel()
    timer = nil
  }

  func triggerUserOutboundEvent(
    context: ChannelHandlerContext,
    event: Any,
    promise: EventLoopPromise<Void>?
  ) {
    guard !(event is StreamBegins) else {
      promise?.succeed(())
      return
    }
    context.triggerUserOutboundEvent(event, promise: promise)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    // The answer may come before the end of the request, whose limits hold until then.
    if isArriving { bytes = 0 } else { forgetRequest() }
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
    (bytes, largestBody) = (0, 0)
    timer?.cancel()
    timer = nil
  }
}
