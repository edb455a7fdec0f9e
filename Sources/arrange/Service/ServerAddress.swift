/// The address of the server, the credentials, and the timeouts.
package struct ServerAddress: Sendable, Hashable {
  package static let standard = "127.0.0.1:7411"

  /// `HOST:PORT`, or several with commas between them.
  package var server: String
  package var token: String?
  /// How long the command waits for the server.
  package var patience: Patience

  /// The TLS settings; nil without TLS.
  package var security: Security?
  /// Whether the token may be sent to another machine without TLS.
  package var sendsTokenInClear = false

  /// The files of a connection with TLS, in PEM.
  package struct Security: Sendable, Hashable {
    /// The trusted authorities; nil for those that the machine trusts.
    package var authorities: String?
    /// The client's certificate; nil for none.
    package var certificate: String?
    /// The key of the certificate.
    package var key: String?
  }
}

extension Duration {
  /// The duration as text, such as `3 seconds`.
  var secondsText: String {
    let seconds = self / .seconds(1)
    let number = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    return "\(number) second\(number == "1" ? "" : "s")"
  }
}
