/// Where the server is, who asks, and how long for.
package struct ServerAddress: Sendable, Hashable {
  package static let standard = "127.0.0.1:7411"

  /// `HOST:PORT`.
  package var server: String
  package var token: String?
  /// How long the command waits for it.
  package var patience: Patience

  /// What protects the connection; nil for nothing.
  package var security: Security?
  /// Whether the token may travel to another machine where nothing protects the connection.
  package var sendsTokenInClear = false

  /// The files of a connection with TLS, in PEM.
  package struct Security: Sendable, Hashable {
    /// Whom to trust; nil for whom the machine trusts.
    package var authorities: String?
    /// What to show; nil for nothing.
    package var certificate: String?
    /// The key of the certificate.
    package var key: String?
  }
}

extension Duration {
  /// The time in words, such as `3 seconds`.
  var secondsText: String {
    let seconds = self / .seconds(1)
    let number = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    return "\(number) second\(number == "1" ? "" : "s")"
  }
}
