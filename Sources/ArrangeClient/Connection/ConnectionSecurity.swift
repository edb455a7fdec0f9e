package import NIOCore

/// What protects the connections of a client, such as TLS: the library `ArrangeTLS` makes one.
///
///     import ArrangeTLS
///
///     configuration.security = try .tls(authorities: .file("ca.pem"))
///
/// It is a library of its own, so that who connects to the same machine alone links no TLS.
public struct ConnectionSecurity: Sendable {
  /// Puts what protects a channel into its pipeline, before everything else. The host is that of the configuration; nil for
  /// a Unix socket.
  package let secure: @Sendable (_ channel: any Channel, _ host: String?) throws -> Void

  /// What an error of the protection means, as the end of a sentence; nil for another error.
  package let explain: @Sendable (any Error) -> String?

  package init(
    secure: @escaping @Sendable (_ channel: any Channel, _ host: String?) throws -> Void,
    explain: @escaping @Sendable (any Error) -> String?
  ) {
    self.secure = secure
    self.explain = explain
  }
}
