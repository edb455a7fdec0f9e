/// The connection settings from one source: the command line, the environment, or a context. Nil for what is
/// not set.
package struct ConnectionSettings: Sendable, Hashable {
  /// `HOST:PORT`, `tls:HOST:PORT`, or the path of a Unix socket.
  package var server: String?
  /// The token itself. A context has none.
  package var token: String?
  /// A file with the token.
  package var tokenFile: String?
  /// The trusted authorities for TLS; a PEM file, as are the next two.
  package var authorities: String?
  package var certificate: String?
  package var key: String?
  /// Whether the token may be sent to another machine without TLS.
  package var sendsTokenInClear = false

  package init(server: String? = nil) { self.server = server }

  /// The settings in the environment. An empty variable is not set.
  init(environment: [String: String]) {
    func given(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    server = given("ARRANGE_SERVER")
    token = given("ARRANGE_TOKEN")
    tokenFile = given("ARRANGE_TOKEN_FILE")
    authorities = given("ARRANGE_CA")
    certificate = given("ARRANGE_CERT")
    key = given("ARRANGE_KEY")
  }

  /// These settings, completed by those of another source. A token and its file count as one setting, and so
  /// do a certificate and its key.
  func completed(by others: ConnectionSettings) -> ConnectionSettings {
    var settings = self
    settings.server = server ?? others.server
    if token == nil, tokenFile == nil {
      (settings.token, settings.tokenFile) = (others.token, others.tokenFile)
    }
    settings.authorities = authorities ?? others.authorities
    if certificate == nil, key == nil {
      (settings.certificate, settings.key) = (others.certificate, others.key)
    }
    settings.sendsTokenInClear = sendsTokenInClear || others.sendsTokenInClear
    return settings
  }
}
