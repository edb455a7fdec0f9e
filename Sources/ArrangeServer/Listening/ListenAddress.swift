/// An address that a server listens on.
package enum ListenAddress: Sendable, Hashable {
  case tcp(host: String, port: Int)
  /// With TLS; see ``TLSOptions``.
  case tls(host: String, port: Int)
  case unixSocket(path: String)
  /// A socket that another process listens on, and has passed to this process.
  case passed(descriptor: CInt, name: String, isSecure: Bool)

  /// Whether connections are encrypted.
  package var isSecure: Bool {
    switch self {
    case .tls: true
    case .passed(_, _, let isSecure): isSecure
    case .tcp, .unixSocket: false
    }
  }
}

extension ListenAddress: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tcp(let host, let port): ListenAddress.text(host, port)
    case .tls(let host, let port): "tls:" + ListenAddress.text(host, port)
    case .unixSocket(let path): "unix:\(path)"
    case .passed(_, let name, let isSecure): (isSecure ? "tls:" : "") + "socket:\(name)"
    }
  }

  private static func text(_ host: String, _ port: Int) -> String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
