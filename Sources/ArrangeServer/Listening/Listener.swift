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
