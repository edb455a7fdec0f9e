internal import ArrangeClient
internal import ArrangeModel
internal import NIOCore
internal import NIOPosix

/// The address that a load test connects to.
struct LoadAddress: Sendable {
  private let configuration: ArrangeClientConfiguration

  init(_ address: ServerAddress) throws(ArrangeError) {
    var configuration = try ArrangeClientConfiguration(server: address.server)
    configuration.security = try address.connectionSecurity
    self.configuration = configuration
  }

  /// Opens a connection.
  func connect(
    _ eventLoop: any EventLoop,
    _ makeHandler: @escaping @Sendable () -> LoadConnection
  ) -> EventLoopFuture<Void> {
    let bootstrap = ClientBootstrap(group: eventLoop)
      .connectTimeout(.seconds(10))
      .channelInitializer { [configuration] channel in
        channel.eventLoop.makeCompletedFuture {
          try configuration.security?.secure(channel, configuration.host)
          try channel.pipeline.syncOperations.addHandler(makeHandler())
        }
      }
    let channel =
      if let path = configuration.unixSocketPath {
        bootstrap.connect(unixDomainSocketPath: path)
      } else {
        bootstrap.connect(host: configuration.host, port: configuration.port)
      }
    return channel.map { _ in }.flatMapErrorThrowing { error in
      throw ArrangeError(.unavailable, "can't connect to the server: \(error)")
    }
  }
}
