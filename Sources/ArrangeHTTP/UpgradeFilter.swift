import ArrangeServer
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1
import NIOWebSocket

/// Makes a connection a WebSocket when an accepted request asks for it, and turns a refused request into a plain one, which is
/// answered with the reason.
///
/// Any request of a connection can ask for it, since proxies that keep connections send it behind others. The upgrade handlers of
/// SwiftNIO take the first request alone, and drop it if it is refused.
final class UpgradeFilter: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let webSockets: WebSocketRoutes
  private let count: ConnectionCount
  private let watch: ExchangeWatch
  /// The request that is accepted, and the additional headers of its answer, until all of the request has arrived.
  private var accepted: (head: HTTPRequestHead, headers: HTTPHeaders)?

  /// - Parameter watch: knows the other requests of the connection.
  init(_ webSockets: WebSocketRoutes, _ count: ConnectionCount, _ watch: ExchangeWatch) {
    self.webSockets = webSockets
    self.count = count
    self.watch = watch
  }

  /// Whether a request, as it comes to its route, was a complete request for a WebSocket that was refused.
  static func hasRefused(_ head: HTTPRequest) -> Bool {
    head.headerFields[.secWebSocketKey] != nil && head.headerFields[.connection] == "close"
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head) where head.headers.contains(name: "Upgrade"):
      if watch.hasOnlyRequest, let headers = webSockets.headers(head, on: context.channel) {
        accepted = (head, headers)
      } else {
        context.fireChannelRead(wrapInboundOut(.head(plain(head))))
      }
    // A request for a WebSocket has no body.
    case .body where accepted != nil: break
    case .end where accepted != nil: answer(context)
    case .head, .body, .end: context.fireChannelRead(data)
    }
  }

  /// A request that is refused as a plain one.
  private func plain(_ head: HTTPRequestHead) -> HTTPRequestHead {
    var head = head
    // The route tells by the key that this was a complete request, which was refused.
    if !WebSocketRequest(head, Visitor(peer: ""), port: nil).asksForWebSocket {
      head.headers.remove(name: "Sec-WebSocket-Key")
    }
    head.headers.remove(name: "Upgrade")
    // The decoder has stopped, because the bytes that follow would belong to another protocol.
    head.headers.replaceOrAdd(name: "Connection", value: "close")
    return head
  }

  // MARK: Accepted requests

  private func answer(_ context: ChannelHandlerContext) {
    guard let (head, headers) = accepted else { return }
    accepted = nil
    // Knows the header that proves to the client that its request was understood.
    let upgrader = NIOTypedWebSocketServerUpgrader<Void>(
      shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture(headers) },
      upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() }
    )
    upgrader.buildUpgradeResponse(
      channel: context.channel,
      upgradeRequest: head,
      initialResponseHeaders: ["Connection": "upgrade", "Upgrade": "websocket"]
    )
    .assumeIsolated().whenComplete { [self] headers in
      do {
        let response = HTTPResponseHead(
          version: .http1_1,
          status: .switchingProtocols,
          headers: try headers.get()
        )
        context.writeAndFlush(wrapOutboundOut(.head(response)), promise: nil)
        try becomeWebSocket(context, head)
      } catch {
        context.channel.close(promise: nil)
      }
    }
  }

  /// Replaces what serves requests by what serves WebSockets.
  private func becomeWebSocket(_ context: ChannelHandlerContext, _ head: HTTPRequestHead) throws {
    let (channel, pipeline) = (context.channel, context.pipeline.syncOperations)
    let past = PastRequests()
    try pipeline.addHandler(past, position: .after(self))
    try pipeline.addHandlers(
      [
        WebSocketFrameEncoder(),
        ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: ArrangeServer.largestWebSocketFrame)),
      ],
      position: .before(past)
    )
    for handler in [
      try pipeline.context(handlerType: RequestLimits.self),
      try pipeline.context(handlerType: HTTPResponseEncoder.self),
      try pipeline.context(handlerType: ExchangeWatch.self),
      context,
      try pipeline.context(handlerType: HTTP1ToHTTPServerCodec.self),
      try pipeline.context(handlerType: HTTPConnectionStateHandler.self),
    ] { pipeline.removeHandler(context: handler, promise: nil) }
    // It is removed later, and hands over the bytes that have arrived behind the request.
    let decoder = try pipeline.context(handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self)
    let removed = context.eventLoop.makePromise(of: Void.self)
    pipeline.removeHandler(context: decoder, promise: removed)
    removed.futureResult.whenComplete { _ in channel.pipeline.fireChannelReadComplete() }
    count.becomesStream(channel)
    try webSockets.serve(channel, head, before: past)
    past.end()
  }
}

/// Ends the task that serves the requests of a connection without closing it, when it has become a WebSocket. It is between what serves the
/// WebSocket and what is left of HTTP.
private final class PastRequests: ChannelOutboundHandler {
  typealias OutboundIn = Any

  /// The error by which the task learns that there are no more requests.
  private struct BecameWebSocket: Error {}

  private var context: ChannelHandlerContext?
  /// Whether the task was told.
  private var hasEnded = false
  /// Whether the task has closed its connection, which it does once.
  private var hasClosed = false

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }
  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  /// Has the task end.
  func end() {
    hasEnded = true
    context?.fireErrorCaught(BecameWebSocket())
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    // Only the task closes one half of the connection.
    guard hasEnded, mode != .all || !hasClosed else { return context.close(mode: mode, promise: promise) }
    if mode == .all { hasClosed = true }
    promise?.succeed(())
  }
}
