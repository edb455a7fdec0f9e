import NIOCore

/// A listening channel, and the file of its socket if it has one.
struct Listener {
  /// The address with the actual port.
  let address: ListenAddress
  let channel: any Channel
  var file: UnixSocketFile?

  /// Stops listening.
  func close() async {
    file?.remove()
    try? await channel.close()
  }
}

extension ListenAddress {
  /// The address that a channel listens on; nil if it has none.
  static func local(of channel: any Channel, isSecure: Bool) -> ListenAddress? {
    guard let address = channel.localAddress else { return nil }
    if let path = address.pathname { return .unixSocket(path: path) }
    guard let host = address.ipAddress, let port = address.port else { return nil }
    return isSecure ? .tls(host: host, port: port) : .tcp(host: host, port: port)
  }
}
