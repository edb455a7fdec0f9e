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
    ("UNSUPPORTED_PROTOCOL", "the peer speaks no TLS from version 1.2 on"),
    ("NO_SHARED_CIPHER", "there is no cipher that both sides have"),
    ("PEER_DID_NOT_RETURN_A_CERTIFICATE", "the peer shows no certificate"),
    ("CERTIFICATE_VERIFY_FAILED", "the peer's certificate is not one of the client authority, or has ended"),
    ("ALERT_UNKNOWN_CA", "the peer does not know the authority of the server's certificate"),
    ("ALERT_CERTIFICATE_EXPIRED", "the peer says that the server's certificate has ended"),
    ("ALERT_BAD_CERTIFICATE", "the peer does not take the server's certificate"),
    ("ALERT_CERTIFICATE_UNKNOWN", "the peer does not take the server's certificate"),
    ("ALERT_PROTOCOL_VERSION", "the peer speaks another version of TLS"),
    ("eofDuringHandshake", "the peer left during the handshake"),
    ("EOF during handshake", "the peer left during the handshake"),
  ]
}
