package import NIOCore

/// The protection of a client's connections, such as TLS, which the library `ArrangeTLS` provides.
///
///     import ArrangeTLS
///
///     configuration.security = try .tls(authorities: .file("ca.pem"))
///
/// It is a separate library, so that clients of the same machine link no TLS.
public struct ConnectionSecurity: Sendable {
  /// Adds the protection to a channel's pipeline, before everything else. The host is that of the
  /// configuration; nil for a Unix socket.
  package let secure: @Sendable (_ channel: any Channel, _ host: String?) throws -> Void

  /// An explanation of a protection error, as the end of a sentence; nil for other errors.
  package let explain: @Sendable (any Error) -> String?

  package init(
    secure: @escaping @Sendable (_ channel: any Channel, _ host: String?) throws -> Void,
    explain: @escaping @Sendable (any Error) -> String?
  ) {
    self.secure = secure
    self.explain = explain
  }
}
