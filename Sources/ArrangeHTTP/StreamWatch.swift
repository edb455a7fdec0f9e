import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Does for a stream of HTTP/2 what ``ExchangeWatch`` and ``RequestLimits`` do for a connection of HTTP/1.1: it tells the
/// ``ConnectionCount`` when the request of the stream begins and ends, and closes the stream if its request takes too long, or
/// the client does not read the answer. On a connection that is for probes only, it answers everything else.
final class StreamWatch: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let count: ConnectionCount
  private let connection: any Channel
  private let isForProbes: Bool
  /// Whether the request was refused, of which nothing more is read.
  private var isRefused = false
  private var hasBegun = false
  private var isStreaming = false
  private var timer: Scheduled<Void>?

  /// - Parameter connection: the connection of the stream.
  init(_ count: ConnectionCount, of connection: any Channel, isForProbes: Bool) {
    (self.count, self.connection, self.isForProbes) = (count, connection, isForProbes)
  }

  func handlerAdded(context: ChannelHandlerContext) { startTimer(context, RequestLimits.longestSeconds) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isRefused else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      if isForProbes, !ExchangeWatch.probes.contains((head.path ?? "").prefix { $0 != "?" }) {
        return refuse(context)
      }
      hasBegun = true
      count.begin(connection)
      if head.waitsToContinue {
        let answer = HTTPResponse(status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(answer)), promise: nil)
      }
    case .body: break
    case .end: stopTimer()
    }
    context.fireChannelRead(data)
  }

  private func refuse(_ context: ChannelHandlerContext) {
    isRefused = true
    let body = ByteBuffer(string: NoRoom.text)
    let headers: HTTPFields = [
      .contentType: "text/plain", .contentLength: "\(body.readableBytes)", .retryAfter: "1",
    ]
    context.write(
      wrapOutboundOut(.head(HTTPResponse(status: .serviceUnavailable, headerFields: headers))),
      promise: nil
    )
    context.write(wrapOutboundOut(.body(body)), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .head(let head) = unwrapOutboundIn(data), head.status.kind != .informational {
      stopTimer()
      if !isStreaming { startTimer(context, ExchangeWatch.longestSeconds) }
    }
    context.write(data, promise: promise)
  }

  func triggerUserOutboundEvent(
    context: ChannelHandlerContext,
    event: Any,
    promise: EventLoopPromise<Void>?
  ) {
    guard event is StreamBegins else { return context.triggerUserOutboundEvent(event, promise: promise) }
    if !isStreaming { count.beginStream(connection) }
    isStreaming = true
    promise?.succeed(())
  }

  func channelInactive(context: ChannelHandlerContext) {
    stopTimer()
    if hasBegun { count.end(connection) }
    if isStreaming { count.endStream(connection) }
    (hasBegun, isStreaming) = (false, false)
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { stopTimer() }

  private func startTimer(_ context: ChannelHandlerContext, _ seconds: Int64) {
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(seconds)) {
      context.close(promise: nil)
    }
  }

  private func stopTimer() {
    timer?.cancel()
    timer = nil
  }
}

extension HTTPRequest {
  /// Whether the client waits to be told to send the body, which is not longer than a body may be.
  fileprivate var waitsToContinue: Bool {
    guard headerFields[.expect]?.lowercased() == "100-continue" else { return false }
    let length = headerFields[.contentLength].flatMap { Int($0) }
    return length.map { (1...RequestLimits.largestBody).contains($0) } ?? true
  }
}
