import NIOCore

/// A server that listens: the channel, and the file of its socket where it has one.
struct Listener {
  /// With the real port.
  let address: ListenAddress
  let channel: any Channel
  var file: UnixSocketFile?

  /// Stops to listen.
  func close() async {
    file?.remove()
    try? await channel.close()
  }
}

extension ListenAddress {
  /// Where a channel listens; nil where that has no address.
  static func local(of channel: any Channel, isSecure: Bool) -> ListenAddress? {
    guard let address = channel.localAddress else { return nil }
    if let path = address.pathname { return .unixSocket(path: path) }
    guard let host = address.ipAddress, let port = address.port else { return nil }
    return isSecure ? .tls(host: host, port: port) : .tcp(host: host, port: port)
  }
}
