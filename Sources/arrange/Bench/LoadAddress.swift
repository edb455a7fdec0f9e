internal import ArrangeClient
internal import ArrangeModel
internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// The address that a load test connects to; the connections take turns with several ones.
struct LoadAddress: Sendable {
  private let configuration: ArrangeClientConfiguration
  private let connections = Connections()

  private final class Connections: Sendable {
    let count = Atomic(0)
  }

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
    let locations = configuration.locations
    let number = connections.count.wrappingAdd(1, ordering: .relaxed).oldValue
    let location = locations[number % locations.count]
    let bootstrap = ClientBootstrap(group: eventLoop)
      .connectTimeout(.seconds(10))
      .channelInitializer { [configuration] channel in
        channel.eventLoop.makeCompletedFuture {
          try configuration.security?.secure(channel, location.host)
          try channel.pipeline.syncOperations.addHandler(makeHandler())
        }
      }
    let channel =
      switch location {
      case .unixSocket(let path): bootstrap.connect(unixDomainSocketPath: path)
      case .tcp(let host, let port): bootstrap.connect(host: host, port: port)
      }
    return channel.map { _ in }.flatMapErrorThrowing { error in
      throw ArrangeError(.unavailable, "can't connect to the server: \(error)")
    }
  }
}
