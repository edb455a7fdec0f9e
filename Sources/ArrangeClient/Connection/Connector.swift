internal import NIOCore
internal import NIOPosix

/// Opens the channels of a client.
struct Connector: Sendable {
  /// Opens a channel on an event loop, prepares it with a closure, and connects it.
  var connect:
    @Sendable (
      _ eventLoop: any EventLoop,
      _ prepare: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) -> EventLoopFuture<any Channel>

  /// A connector for TCP or a Unix socket.
  static func network(_ configuration: ArrangeClientConfiguration) -> Connector {
    Connector { eventLoop, prepare in
      let timeout = Int64(clamping: configuration.connectTimeout.wholeNanoseconds)
      if let objection = configuration.objection { return eventLoop.makeFailedFuture(objection) }
      let host = configuration.unixSocketPath == nil ? configuration.host : nil
      let bootstrap = ClientBootstrap(group: eventLoop)
        .connectTimeout(.nanoseconds(timeout))
        .channelInitializer { channel in
          do { try configuration.security?.secure(channel, host) } catch {
            return channel.eventLoop.makeFailedFuture(error)
          }
          return prepare(channel)
        }
      if let path = configuration.unixSocketPath { return bootstrap.connect(unixDomainSocketPath: path) }
      // An address needs no resolver.
      if let address = try? SocketAddress(ipAddress: configuration.host, port: configuration.port) {
        return bootstrap.connect(to: address)
      }
      return bootstrap.connect(host: configuration.host, port: configuration.port)
    }
  }
}
