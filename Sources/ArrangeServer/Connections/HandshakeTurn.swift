import Engine
import NIOCore

/// Spreads the steps of TLS handshakes over time, so that many new connections at once do not delay the
/// admitted ones.
///
/// A step takes some tenths of a millisecond of processor time. Input that arrives during a handshake is held
/// back until it is the connection's turn; between two steps on an event loop, for whatever connections, the
/// loop polls its sockets. The held input is bounded, because nothing more is read meanwhile.
///
/// It is placed before the TLS handler, is used on the connection's event loop, and is removed when the
/// handshake is complete.
final class HandshakeTurn: ChannelInboundHandler, RemovableChannelHandler, @unchecked Sendable {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let loop: LoopContext
  private var context: ChannelHandlerContext?
  /// Input that waits for the connection's turn.
  private var held: ByteBuffer?
  private var isTakingTurn = false
  private var isComplete = false

  init(_ loop: LoopContext) { self.loop = loop }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    if held == nil {
      held = bytes
      loop.giveTurnLater(to: self)
    } else {
      held?.writeBuffer(&bytes)
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if held == nil { context.fireChannelReadComplete() }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // The end of the input must follow the input that was read before it.
    takeTurn()
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    held = nil
    context.fireChannelInactive()
  }

  /// Takes the next step of the handshake.
  func takeTurn() {
    loop.check()
    guard let context, let bytes = held else { return }
    held = nil
    isTakingTurn = true
    context.fireChannelRead(wrapInboundOut(bytes))
    context.fireChannelReadComplete()
    isTakingTurn = false
    if isComplete { remove() }
  }

  /// The handshake is complete. Input that was read along with its last bytes is passed on first, because a
  /// removed handler passes nothing on.
  func end() {
    loop.check()
    isComplete = true
    if !isTakingTurn, held == nil { remove() }
  }

  private func remove() { context?.pipeline.syncOperations.removeHandler(self, promise: nil) }
}
