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
      loop.metrics?.noteRefusal(.tlsHandshake)
      server.note(.refusal, "TLS handshake failed", ["reason": "\(failure.sentence)", "peer": "\(peer)"])
    } else {
      record.end = .lost
      server.note(.loss, "connection lost", ["error": "\(error)"], level: .debug)
    }
    context.close(promise: nil)
  }

  /// The address of the peer, for logs.
  var peer: String {
    guard let address = context?.remoteAddress else { return "unknown" }
    return address.ipAddress ?? "unix"
  }

  /// Answers a client that speaks another protocol, in that protocol, and closes the connection.
  func refuse(_ foreign: ForeignProtocol) {
    record.isNoted = true
    loop.metrics?.noteRefusal(.foreignProtocol)
    server.note(.violation, "connection ended", ["reason": "\(foreign.sentence)", "peer": "\(peer)"])
    withOutput { $0.writeBytes(foreign.answer) }
    connection.closed()
    closeAfterFlush()
  }
}
