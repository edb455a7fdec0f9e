internal import NIOCore
internal import NIOPosix

/// Opens the channels of a client.
struct Connector: Sendable {
  /// Opens a channel on an event loop, prepares it with a closure, and connects it.
  var connect:
    @Sendable (
      _ location: ServerLocation,
      _ eventLoop: any EventLoop,
      _ prepare: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) -> EventLoopFuture<any Channel>

  /// A connector for TCP or a Unix socket.
  static func network(_ configuration: ArrangeClientConfiguration) -> Connector {
    Connector { location, eventLoop, prepare in
      let timeout = Int64(clamping: configuration.connectTimeout.wholeNanoseconds)
      if let objection = configuration.objection { return eventLoop.makeFailedFuture(objection) }
      let bootstrap = ClientBootstrap(group: eventLoop)
        .connectTimeout(.nanoseconds(timeout))
        .channelInitializer { channel in
          do { try configuration.security?.secure(channel, location.host) } catch {
            return channel.eventLoop.makeFailedFuture(error)
          }
          return prepare(channel)
        }
      switch location {
      case .unixSocket(let path): return bootstrap.connect(unixDomainSocketPath: path)
      case .tcp(let host, let port):
        // An address needs no resolver.
        if let address = try? SocketAddress(ipAddress: host, port: port) {
          return bootstrap.connect(to: address)
        }
        return bootstrap.connect(host: host, port: port)
      }
    }
  }
}
