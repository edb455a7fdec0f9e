import Foundation
import Logging
import NIOCore
import Synchronization

/// Accepts connections as the ``AcceptGate`` decides. It is in the pipeline of the listening channel, before
/// the handler that sets up a connection, and holds back reads, which accept connections, while there is no
/// room. Used on that channel's event loop only.
final class AcceptHandler: ChannelDuplexHandler, @unchecked Sendable {
  typealias InboundIn = any Channel
  typealias InboundOut = any Channel
  typealias OutboundIn = Never

  /// How long a server without room waits before it checks again, even if no connection was closed.
  private static let pause = TimeAmount.seconds(1)
  /// How long nothing is accepted after the system ran out of descriptors.
  private static let backoff = TimeAmount.milliseconds(100)

  private let server: ServerContext
  private let gate: SharedGate
  // The rest is used on the event loop of the listening channel only.
  private var reserve = ReserveDescriptor()
  /// Whether the next connection is accepted with the reserve descriptor, only to be refused.
  private var refusesNext = false
  private var isBackingOff = false
  /// Whether the channel has asked to accept, and has to wait.
  private var isAcceptPending = false
  private var isRetryScheduled = false

  init(server: ServerContext, gate: SharedGate) {
    self.server = server
    self.gate = gate
  }

  func read(context: ChannelHandlerContext) {
    guard !isBackingOff, gate.mayAccept(descriptorLimit: Descriptors.limit) else { return holdBack(context) }
    isAcceptPending = false
    context.read()
  }

  private func holdBack(_ context: ChannelHandlerContext) {
    if !isAcceptPending, !isBackingOff {
      server.record(
        .refusal,
        "the limit of connections is reached; new connections wait",
        ["descriptors": "\(Descriptors.limit)", "connections": "\(server.connectionCount)"]
      )
    }
    isAcceptPending = true
    guard !isRetryScheduled else { return }
    isRetryScheduled = true
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: isBackingOff ? AcceptHandler.backoff : AcceptHandler.pause) {
      self.isRetryScheduled = false
      self.isBackingOff = false
      self.continueAccepting(bound.value)
    }
  }

  /// Accepts again, if that was requested and there is room.
  private func continueAccepting(_ context: ChannelHandlerContext) {
    if isAcceptPending { read(context: context) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let channel = unwrapInboundIn(data)
    let verdict = refusesNext ? gate.refuse() : gate.accept(descriptorLimit: Descriptors.limit)
    refusesNext = false
    if verdict == .refuse { server.refusals.insert(channel) }
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    channel.closeFuture.hop(to: context.eventLoop).whenComplete { _ in
      self.gate.close(verdict)
      self.reserve.take()
      self.continueAccepting(bound.value)
    }
    server.channels.insert(channel)
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let error = error as? IOError, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode) {
      // The limit was lowered, or the whole system has reached its own.
      if error.errnoCode == EMFILE || error.errnoCode == ENFILE, reserve.relinquish() {
        refusesNext = true
      } else {
        isBackingOff = true
      }
      server.record(.refusal, "a connection can't be accepted", ["error": "\(systemText(error.errnoCode))"])
    }
    context.fireErrorCaught(error)
  }
}
