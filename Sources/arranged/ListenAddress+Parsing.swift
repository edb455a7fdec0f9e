import ArrangeModel
import ArrangeServer
import ServiceManager

extension ListenAddress {
  /// What an address with TLS begins with.
  static let tlsPrefix = "tls:"

  /// Parses HOST:PORT, [HOST]:PORT, tls:HOST:PORT, tls:[HOST]:PORT, or unix:PATH.
  init(parsing text: String) throws(SettingError) {
    if text.hasPrefix("unix:") {
      let path = String(text.dropFirst(5))
      guard !path.isEmpty else { throw SettingError("listen: unix: needs the path of a socket") }
      self = .unixSocket(path: path)
      return
    }
    let isSecure = text.hasPrefix(ListenAddress.tlsPrefix)
    let place = isSecure ? text.dropFirst(ListenAddress.tlsPrefix.count) : text[...]
    guard let colon = place.lastIndex(of: ":"), let port = UInt16(place[place.index(after: colon)...]) else {
      throw SettingError(
        "listen: \"\(text)\" is not one of HOST:PORT, tls:HOST:PORT, unix:PATH and socket:NAME"
      )
    }
    var host = String(place[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    guard !host.isEmpty else {
      throw SettingError("listen: \"\(text)\" names no host; try 127.0.0.1:\(port)")
    }
    self = isSecure ? .tls(host: host, port: Int(port)) : .tcp(host: host, port: Int(port))
  }

  /// Checks that the address is safe: other machines may reach the server only if it authenticates its
  /// clients, or if that is explicitly allowed.
  ///
  /// - Parameter isLocked: whether TLS requires a certificate of the client.
  func check(isInsecure: Bool, isLocked: Bool, sockets: [PassedSocket]) throws(SettingError) {
    let place: ListenAddress
    if case .passed(let descriptor, _, let isSecure) = self {
      guard let host = sockets.first(where: { $0.descriptor == descriptor })?.host else { return }
      place = isSecure ? .tls(host: host, port: 0) : .tcp(host: host, port: 0)
    } else {
      place = self
    }
    switch place {
    case .tcp(let host, _) where !isInsecure && !Loopback.contains(host):
      throw SettingError(
        "listen: other machines can reach \(host), and nothing is encrypted; listen on 127.0.0.1, or say "
          + "--insecure if you mean it"
      )
    case .tls(let host, _) where !isInsecure && !isLocked && !Loopback.contains(host):
      throw SettingError(
        "listen: other machines can reach \(host), and clients need no credentials; name an access file with --access, or "
          + "require client certificates with --tls-client-ca, or say --insecure if you mean it"
      )
    default: break
    }
  }
}
