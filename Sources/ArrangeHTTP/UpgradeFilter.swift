import HTTPTypes
import NIOCore
import NIOHTTP1

/// Makes sure that the first request of a connection is always answered.
///
/// The upgrade handler of SwiftNIO, which comes after it, drops refused upgrade requests and invalid input.
/// This handler turns a refused request into a plain one, which is answered with the reason, and answers
/// invalid input itself. Only the first request can upgrade a connection.
final class UpgradeFilter: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let webSockets: WebSocketRoutes

  init(_ webSockets: WebSocketRoutes) { self.webSockets = webSockets }

  /// Whether a request, as it comes to its route, was a complete request for a WebSocket that was refused.
  static func hasRefused(_ head: HTTPRequest) -> Bool {
    head.headerFields[.secWebSocketKey] != nil && head.headerFields[.connection] == "close"
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    if head.headers.contains(name: "Upgrade"),
      webSockets.headers(head, port: context.localAddress?.port) == nil
    {
      // The route tells by the key that this was a complete request, which was refused.
      if !WebSocketRequest(head, port: nil).asksForWebSocket {
        head.headers.remove(name: "Sec-WebSocket-Key")
      }
      head.headers.remove(name: "Upgrade")
      // The decoder has stopped, because the bytes that follow would belong to another protocol.
      head.headers.replaceOrAdd(name: "Connection", value: "close")
    }
    context.fireChannelRead(wrapInboundOut(.head(head)))
    context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is HTTPParserError else { return context.fireErrorCaught(error) }
    let headers: HTTPHeaders = ["Content-Length": "0", "Connection": "close"]
    let head = HTTPResponseHead(version: .http1_1, status: .badRequest, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    context.closeAfterAnswer()
  }
}
