import NIOCore

/// A server that listens: the channel, and the file of its socket where it has one.
struct Listener {
  let channel: any Channel
  let file: UnixSocketFile?

  /// Stops to listen.
  func close() async {
    file?.remove()
    try? await channel.close()
  }
}
