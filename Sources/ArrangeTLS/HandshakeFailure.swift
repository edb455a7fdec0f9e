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
      "its certificate is not signed by a trusted authority, or has expired; check the trusted authorities"
    ),
    ("WRONG_VERSION_NUMBER", "it does not speak TLS; is it a plain port?"),
    ("CERTIFICATE_REQUIRED", "it requires a client certificate"),
    (
      "HANDSHAKE_FAILURE",
      "it refuses the handshake: it wants a client certificate, or its own is of a kind other than RSA, P-256, P-384, "
        + "P-521 and Ed25519"
    ),
    ("ALERT_UNKNOWN_CA", "it does not know the authority of the client certificate"),
    ("ALERT_BAD_CERTIFICATE", "it rejects the client certificate"),
    ("ALERT_CERTIFICATE_UNKNOWN", "it rejects the client certificate"),
    ("ALERT_CERTIFICATE_EXPIRED", "it says that the client certificate has expired"),
    ("ALERT_DECRYPT_ERROR", "it rejects the client certificate"),
    ("UNSUPPORTED_PROTOCOL", "it does not support TLS 1.2 or later"),
    ("ALERT_PROTOCOL_VERSION", "it does not support TLS 1.2 or later"),
    ("EOF during handshake", "it ended the connection during the TLS handshake; is it a port with TLS?"),
    ("eofDuringHandshake", "it ended the connection during the TLS handshake; is it a port with TLS?"),
  ]
}
