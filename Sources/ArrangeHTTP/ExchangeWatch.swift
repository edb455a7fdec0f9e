import NIOCore
import NIOHTTP1

/// Tells the ``ConnectionCount`` when requests begin and end, closes a connection whose peer does not read its
/// answer, and answers everything but probes on a connection that is for probes only.
///
/// It is behind the HTTP decoder, and is removed from a connection that becomes a WebSocket.
final class ExchangeWatch: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// The maximum time from the beginning of a response to its end, in seconds.
  static let longestSeconds: Int64 = 20
  /// The paths of probes.
  static let probes: Set<Substring> = ["/livez", "/readyz"]

  private let count: ConnectionCount
  private let isForProbes: Bool
  /// Whether a request was refused, after which nothing is read.
  private var isRefused = false
  /// The number of responses that have begun and are not completely sent.
  private var unsent = 0
  /// Closes the connection unless the first of them is sent in time.
  private var timer: Scheduled<Void>?

  init(_ count: ConnectionCount, isForProbes: Bool) {
    self.count = count
    self.isForProbes = isForProbes
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isRefused else { return }
    guard case .head(let head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    if isForProbes, !ExchangeWatch.probes.contains(head.uri.prefix { $0 != "?" }) { return refuse(context) }
    count.begin(context.channel)
    context.fireChannelRead(data)
  }

  private func refuse(_ context: ChannelHandlerContext) {
    isRefused = true
    let body = ByteBuffer(string: NoRoom.text)
    let headers: HTTPHeaders = [
      "Content-Type": "text/plain", "Content-Length": "\(body.readableBytes)", "Retry-After": "1",
      "Connection": "close",
    ]
    let head = HTTPResponseHead(version: .http1_1, status: .serviceUnavailable, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    context.closeAfterAnswer()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head) where head.status.code >= 200:
      unsent += 1
      if unsent == 1 { startTimer(context) }
    case .end:
      let promise = promise ?? context.eventLoop.makePromise()
      promise.futureResult.assumeIsolated().whenComplete { [self] _ in
        timer?.cancel()
        timer = nil
        unsent -= 1
        // One for each response: requests that come one behind the other do not extend it.
        if unsent > 0, context.channel.isActive { startTimer(context) }
        count.end(context.channel)
      }
      return context.write(data, promise: promise)
    default: break
    }
    context.write(data, promise: promise)
  }

  private func startTimer(_ context: ChannelHandlerContext) {
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(ExchangeWatch.longestSeconds)) {
      context.close(promise: nil)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
    timer = nil
  }
}
