import NIOCore

/// Another protocol on a plain port, recognized by its first bytes. HELLO can't begin with them, because its
/// length is followed by the tag of its type.
enum ForeignProtocol: Sendable {
  case http
  case tls

  private static let methods = ["GET ", "HEAD", "POST", "PUT ", "OPTI", "DELE", "PRI ", "CONN"].map {
    Array($0.utf8)
  }

  /// - Parameter bytes: the first bytes of the connection.
  init?(_ bytes: ByteBufferView) {
    let first = Array(bytes.prefix(4))
    if first.count >= 3, first[0] == 0x16, first[1] == 0x03 {
      self = .tls
    } else if ForeignProtocol.methods.contains(first) {
      self = .http
    } else {
      return nil
    }
  }

  /// The sentence in the log.
  var sentence: String {
    switch self {
    case .http: "the peer speaks HTTP"
    case .tls: "the peer speaks TLS, and this port is a plain one"
    }
  }

  /// The answer to the peer, in its own protocol.
  var answer: [UInt8] {
    switch self {
    case .http:
      let body = "This port speaks the protocol of Arrange, not HTTP: use arrange, or a client library.\n"
      return Array(
        ("HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: \(body.utf8.count)\r\n"
          + "Connection: close\r\n\r\n\(body)").utf8
      )
    // An alert: fatal, protocol_version.
    case .tls: return [0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46]
    }
  }
}
