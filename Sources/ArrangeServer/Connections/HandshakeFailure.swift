import NIOSSL

/// Why a TLS handshake failed, for the log.
struct HandshakeFailure {
  let sentence: String

  /// - Returns: nil for an error that is not a handshake failure.
  init?(_ error: any Error) {
    guard let error = error as? NIOSSLError, case .handshakeFailed(let cause) = error else { return nil }
    let text = "\(cause)"
    sentence = HandshakeFailure.sentences.first { text.contains($0.word) }?.sentence ?? text
  }

  /// The names that BoringSSL gives to reasons, and what they mean for the server.
  private static let sentences: [(word: String, sentence: String)] = [
    ("HTTP_REQUEST", "the peer speaks HTTP"),
    ("HTTPS_PROXY_REQUEST", "the peer speaks HTTP"),
    ("WRONG_VERSION_NUMBER", "the peer does not speak TLS"),
    ("UNSUPPORTED_PROTOCOL", "the peer does not support TLS 1.2 or later"),
    ("NO_SHARED_CIPHER", "the two sides have no cipher suite in common"),
    ("PEER_DID_NOT_RETURN_A_CERTIFICATE", "the peer sent no certificate"),
    (
      "CERTIFICATE_VERIFY_FAILED",
      "the peer's certificate is not signed by the client authority, or has expired"
    ),
    ("ALERT_UNKNOWN_CA", "the peer does not know the authority of the server's certificate"),
    ("ALERT_CERTIFICATE_EXPIRED", "the peer says that the server's certificate has expired"),
    ("ALERT_BAD_CERTIFICATE", "the peer rejects the server's certificate"),
    ("ALERT_CERTIFICATE_UNKNOWN", "the peer rejects the server's certificate"),
    ("ALERT_PROTOCOL_VERSION", "the peer speaks another version of TLS"),
    ("eofDuringHandshake", "the peer closed the connection during the handshake"),
    ("EOF during handshake", "the peer closed the connection during the handshake"),
  ]
}
