import Logging
import NIOCore

extension ServerContext {
  /// Writes what happened on a stream of a connection, which is named by the port of the other side: no other open connection
  /// from there has it.
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
