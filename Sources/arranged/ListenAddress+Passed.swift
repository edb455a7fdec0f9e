import ArrangeServer
import ServiceManager

/// Sockets that a service manager listens on.
extension ListenAddress {
  private static let prefix = "socket:"
  private static let securePrefix = "tls:socket:"

  /// The default addresses: the sockets that were passed to the server, or else the loopback address.
  static func standard(_ sockets: [PassedSocket]?) -> [String] {
    guard let sockets, !sockets.isEmpty else { return ["127.0.0.1:7411"] }
    return Set(sockets.map(\.name)).sorted().map { prefix + $0 }
  }

  /// Parses what ``init(parsing:)`` accepts, and socket:NAME and tls:socket:NAME, which can be several
  /// sockets: a service manager gives all sockets of a unit the same name.
  ///
  /// - Parameter sockets: the sockets that were passed; nil if they are unknown, in which case any name is
  ///   accepted.
  static func all(
    parsing text: String,
    _ sockets: [PassedSocket]?
  ) throws(SettingError) -> [ListenAddress] {
    let isSecure = text.hasPrefix(securePrefix)
    guard isSecure || text.hasPrefix(prefix) else { return [try ListenAddress(parsing: text)] }
    let name = String(text.dropFirst(isSecure ? securePrefix.count : prefix.count))
    guard let sockets else { return [.passed(descriptor: -1, name: name, isSecure: isSecure)] }
    let named = sockets.filter { $0.name == name }
    guard !named.isEmpty else {
      let known = Set(sockets.map(\.name)).sorted().map { "\"\($0)\"" }.joined(separator: ", ")
      throw SettingError(
        "listen: the service manager has passed no socket \"\(name)\""
          + (known.isEmpty ? ", nor another; see LISTEN_FDS in sd_listen_fds(3)" : "; there is \(known)")
      )
    }
    return named.map { .passed(descriptor: $0.descriptor, name: name, isSecure: isSecure) }
  }
}
