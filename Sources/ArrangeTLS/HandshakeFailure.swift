internal import NIOSSL

/// Explanations of TLS errors for users of a client.
enum HandshakeFailure {
  /// What went wrong, as the end of a sentence; nil if the error is not a TLS error.
  static func explanation(of error: any Error) -> String? {
    switch error {
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      return "its certificate is that of another host"
    case NIOSSLError.uncleanShutdown: return nil
    case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: break
    default: return nil
    }
    let text = "\(error)"
    return words.first { text.contains($0.word) }?.meaning ?? "TLS failed: \(text)"
  }

  /// BoringSSL's names of failure reasons, and what they mean for the client.
  private static let words: [(word: String, meaning: String)] = [
    (
      "CERTIFICATE_VERIFY_FAILED",
      "its certificate is of no authority that is trusted, or has ended; check which authorities are given"
    ),
    ("WRONG_VERSION_NUMBER", "it does not speak TLS; is it a plain port?"),
    ("CERTIFICATE_REQUIRED", "it wants a client certificate"),
    ("HANDSHAKE_FAILURE", "it refuses the handshake; does it want a client certificate?"),
    ("ALERT_UNKNOWN_CA", "it does not know the authority of the client certificate"),
    ("ALERT_BAD_CERTIFICATE", "it does not take the client certificate"),
    ("ALERT_CERTIFICATE_UNKNOWN", "it does not take the client certificate"),
    ("ALERT_CERTIFICATE_EXPIRED", "it says that the client certificate has ended"),
    ("ALERT_DECRYPT_ERROR", "it does not take the client certificate"),
    ("UNSUPPORTED_PROTOCOL", "it speaks no TLS from version 1.2 on"),
    ("ALERT_PROTOCOL_VERSION", "it speaks no TLS, or none from version 1.2 on"),
    ("EOF during handshake", "it ended the connection during the TLS handshake; is it a port with TLS?"),
    ("eofDuringHandshake", "it ended the connection during the TLS handshake; is it a port with TLS?"),
  ]
}
