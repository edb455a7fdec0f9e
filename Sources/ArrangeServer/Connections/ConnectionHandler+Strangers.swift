import Logging
import NIOCore
import Wire

/// Clients that can't be served.
extension ConnectionHandler {
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let error = error as? MessageError {
      perform(connection.fail(.message(error)))
      return flushOutput()
    }
    if let failure = HandshakeFailure(error) {
      record.isNoted = true
      loop.metrics?.recordRefusal(.tlsHandshake)
      server.record(.refusal, "TLS handshake failed", ["reason": "\(failure.sentence)", "peer": "\(peer)"])
    } else {
      record.end = .lost
      server.record(.loss, "connection lost", ["error": "\(error)"], level: .debug)
    }
    context.close(promise: nil)
  }

  /// The address of the peer, for logs.
  var peer: String {
    if let address = record.clientAddress { return address }
    guard let address = context?.remoteAddress else { return "unknown" }
    return address.ipAddress ?? "unix"
  }

  /// Answers a client that speaks another protocol, in that protocol, and closes the connection.
  func refuse(_ foreign: ForeignProtocol) {
    record.isNoted = true
    loop.metrics?.recordRefusal(.foreignProtocol)
    server.record(.violation, "connection ended", ["reason": "\(foreign.sentence)", "peer": "\(peer)"])
    withOutput { $0.writeBytes(foreign.answer) }
    connection.closed()
    closeAfterFlush()
  }
}
