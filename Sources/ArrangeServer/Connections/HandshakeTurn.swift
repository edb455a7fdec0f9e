import Engine
import NIOCore

/// Spreads the steps of TLS handshakes over time, so that many strangers at once do not hold up the connections that are served.
///
/// A step takes the processor for some tenths of a millisecond. What arrives during a handshake is held back until it is the
/// connection's turn; between two steps of an event loop, whichever connections they belong to, the sockets are looked at. What
/// is held is bounded, because nothing more is read meanwhile.
///
/// It stands in front of the TLS handler, on the connection's event loop, and is removed when the handshake is complete.
final class HandshakeTurn: ChannelInboundHandler, RemovableChannelHandler, @unchecked Sendable {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let loop: LoopContext
  private var context: ChannelHandlerContext?
  /// What has arrived and waits for its turn.
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
    // The end of the input comes after what was read before it.
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

  /// The handshake is complete. What was read with its end comes through first: a handler that is removed passes nothing on.
  func end() {
    loop.check()
    isComplete = true
    if !isTakingTurn, held == nil { remove() }
  }

  private func remove() { context?.pipeline.syncOperations.removeHandler(self, promise: nil) }
}
