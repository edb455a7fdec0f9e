import NIOCore
import NIOWebSocket
import Wire

/// Carries the bytes of a connection in the binary messages of a WebSocket.
///
/// Messages are pieces of one stream of bytes: a message holds one frame of the protocol, several, or a part
/// of one. So nothing is buffered here, and a message of any length can be sent as long as its pieces are
/// small.
///
/// It is placed between the decoder of WebSocket frames and the ``ConnectionHandler``, on the connection's
/// event loop.
final class WebSocketMessages: ChannelDuplexHandler {
  typealias InboundIn = WebSocketFrame
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = WebSocketFrame

  /// The maximum size of a WebSocket frame that a client sends, in bytes. It is held until it is complete.
  static let largestFrame = 64 * 1024

  /// Whether the last data frame was not the end of its message.
  private var isInMessage = false
  /// Whether a close frame was written, after which nothing may follow.
  private var isClosed = false
  /// Whether input is dropped.
  private var dropsInput = false
  /// The code of the close frame.
  private var closeCode = WebSocketErrorCode.normalClosure

  // MARK: In

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !dropsInput else { return }
    let frame = unwrapInboundIn(data)
    guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
      return fail(.malformed, .protocolError, context)
    }
    switch frame.opcode {
    case .binary where !isInMessage, .continuation where isInMessage:
      isInMessage = !frame.fin
      context.fireChannelRead(wrapInboundOut(frame.unmaskedData))
    case .text where !isInMessage: fail(.text, .unacceptableData, context)
    // A peer that does not read its answers gets no pongs.
    case .ping where context.channel.isWritable && !isClosed:
      let pong = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
      context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
    case .ping, .pong: break
    case .connectionClose:
      dropsInput = true
      closeCode = WebSocketMessages.answer(toClose: frame.unmaskedData)
      writeClose(context)
      context.close(mode: .all, promise: nil)
    default: fail(.malformed, .protocolError, context)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    // After an error, the decoder reports one for everything that still arrives.
    case _ where dropsInput: break
    case NIOWebSocketError.invalidFrameLength:
      fail(.tooLarge(limit: WebSocketMessages.largestFrame), .messageTooLarge, context)
    case is NIOWebSocketError: fail(.malformed, .protocolError, context)
    default: context.fireErrorCaught(error)
    }
  }

  /// Ends the connection with GOAWAY, which gives the reason, and with a close code for peers that only know
  /// WebSockets.
  private func fail(_ error: MessageError, _ code: WebSocketErrorCode, _ context: ChannelHandlerContext) {
    dropsInput = true
    closeCode = code
    context.fireErrorCaught(error)
  }

  /// The code that answers a close frame: the same, or the one for a frame that breaks the rules of RFC 6455, section 7.4.
  private static func answer(toClose body: ByteBuffer) -> WebSocketErrorCode {
    var body = body
    guard body.readableBytes > 0 else { return .normalClosure }
    guard let number = body.readInteger(as: UInt16.self) else { return .protocolError }
    switch number {
    case 1000...1003, 1007...1014, 3000...4999: break
    default: return .protocolError
    }
    guard String(validating: body.readableBytesView, as: UTF8.self) != nil else {
      return .dataInconsistentWithMessage
    }
    return WebSocketErrorCode(codeNumber: Int(number))
  }

  // MARK: Out

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let frame = WebSocketFrame(fin: true, opcode: .binary, data: unwrapOutboundIn(data))
    context.write(wrapOutboundOut(frame), promise: promise)
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    if mode == .output { writeClose(context) }
    context.close(mode: mode, promise: promise)
  }

  private func writeClose(_ context: ChannelHandlerContext) {
    guard !isClosed else { return }
    isClosed = true
    var body = context.channel.allocator.buffer(capacity: 2)
    body.write(webSocketErrorCode: closeCode)
    context.writeAndFlush(
      wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: body)),
      promise: nil
    )
  }
}
