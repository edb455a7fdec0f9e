import Logging
package import NIOCore
import Synchronization

extension ArrangeServer {
  /// The maximum size of a WebSocket frame that a client sends, in bytes.
  package static let largestWebSocketFrame = WebSocketMessages.largestFrame

  /// Serves a WebSocket as it serves the connections that it accepts itself: with the same limits and access rules.
  ///
  /// The pipeline holds the encoder and the decoder of WebSocket frames and nothing behind them. Called on the channel's event
  /// loop, which is one of those that the server was given.
  ///
  /// - Parameter address: the address of the client, if a proxy is at the other end of the connection.
  package func serveWebSocket(
    _ channel: any Channel,
    from address: String? = nil,
    before next: any ChannelHandler
  ) throws {
    let isRefused = takeIn(channel) == .refuse
    let options = channel.syncOptions
    try options?.setOption(.autoRead, value: false)
    try options?.setOption(.tcpOption(.tcp_nodelay), value: 1)
    try options?.setOption(
      .recvAllocator,
      value: FixedSizeRecvByteBufferAllocator(capacity: ArrangeServer.readBeforeHello)
    )
    let handler = ConnectionHandler(
      server: server,
      loop: server.loop(of: channel),
      isRefused: isRefused,
      mayBeForeign: false
    )
    handler.record.clientAddress = address
    let messages = WebSocketMessages()
    try channel.pipeline.syncOperations.addHandlers([messages, handler], position: .before(next))
    // The channel became active before the handler was added.
    try channel.pipeline.syncOperations.context(handler: messages).fireChannelActive()
  }

  /// Whether there is an access file, without which no token is valid.
  package var knowsTokens: Bool { server.access.isInForce }

  /// Records that a request to the HTTP listener was refused, in the log and in the audit log.
  ///
  /// - Parameter reason: one sentence, which may contain what the client has sent.
  package func recordRefusedRequest(_ reason: String, peer: String) {
    server.record(.refusal, "an HTTP request was refused", ["reason": "\(reason)", "peer": "\(peer)"])
    server.audit?.recordRefusedConnection(reason, peer: peer)
  }

  /// Whether one more connection can be accepted, even if only to be refused with a reason.
  package var hasRoomForWebSocket: Bool {
    gate.withLock { $0 }?.mayAccept(descriptorLimit: Descriptors.limit) ?? false
  }

  /// Counts a connection among the accepted ones.
  private func takeIn(_ channel: any Channel) -> AcceptGate.Verdict {
    guard let gate = gate.withLock({ $0 }) else { return .refuse }
    let verdict = gate.accept(descriptorLimit: Descriptors.limit)
    if verdict == .refuse { server.refusals.count() }
    channel.closeFuture.whenComplete { _ in gate.close(verdict) }
    return verdict
  }
}
