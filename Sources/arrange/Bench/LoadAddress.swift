internal import ArrangeClient
internal import ArrangeModel
internal import NIOCore
internal import NIOPosix

/// Where the connections of a load test go.
struct LoadAddress: Sendable {
  private let configuration: ArrangeClientConfiguration

  init(_ server: String) throws(ArrangeError) {
    configuration = try ArrangeClientConfiguration(server: server)
  }

  /// Opens a connection.
  func connect(
    _ eventLoop: any EventLoop,
    _ makeHandler: @escaping @Sendable () -> LoadConnection
  ) -> EventLoopFuture<Void> {
    let bootstrap = ClientBootstrap(group: eventLoop)
      .connectTimeout(.seconds(10))
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
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
