import Logging
import NIOCore

extension ServerContext {
  /// Logs an event on a stream of a connection. The connection is named by the peer's port, which no other
  /// open connection from the same address has.
  @inline(never)
  func trace(
    _ event: String,
    _ stream: UInt32,
    of connection: ConnectionHandler,
    _ facts: KeyValuePairs<String, String>
  ) {
    let address = connection.context?.remoteAddress
    let peer = address?.port.map { "\(address?.ipAddress ?? ""):\($0)" } ?? "unix"
    var metadata = Logger.Metadata(facts)
    metadata["stream"] = "\(peer)/\(stream)"
    logger.trace("\(event)", metadata: metadata)
  }
}
