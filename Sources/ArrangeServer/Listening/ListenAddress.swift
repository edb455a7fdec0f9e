/// Where a server listens.
package enum ListenAddress: Sendable, Hashable {
  case tcp(host: String, port: Int)
  /// With TLS, see ``TLSOptions``.
  case tls(host: String, port: Int)
  case unixSocket(path: String)

  /// Whether connections are encrypted.
  package var isSecure: Bool { if case .tls = self { true } else { false } }
}

extension ListenAddress: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tcp(let host, let port): ListenAddress.text(host, port)
    case .tls(let host, let port): "tls:" + ListenAddress.text(host, port)
    case .unixSocket(let path): "unix:\(path)"
    }
  }

  private static func text(_ host: String, _ port: Int) -> String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
