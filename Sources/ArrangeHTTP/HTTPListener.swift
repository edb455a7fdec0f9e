package import ArrangeServer
package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// The HTTP listener of a server, for probes, Prometheus and further routes.
///
/// ```text
/// let listener = try await HTTPListener.start(at: address, [OperatorRoutes(...)], logger: logger)
/// print(listener.address)                        // with the actual port if port 0 was requested
/// await listener.stop()
/// ```
///
/// It has its own event loop, so that requests don't delay calls. It starts before the server: during recovery,
/// probes get an answer that says so.
package final class HTTPListener: Sendable {
  /// The maximum number of open connections. Others wait until one is closed.
  package static let mostConnections = 64
  /// The limits of header fields: bytes of one, bytes of all, and their number.
  static let largestField = 8 * 1024
  static let largestFields = 16 * 1024
  static let mostFields = 64
  /// The maximum idle time between two requests, in seconds.
  package static let idleSeconds: Int64 = 30
  /// How long `stop()` waits for open requests, in seconds.
  private static let drainSeconds = 1

  /// The address, with the actual port.
  package let address: ListenAddress
  private let services: ServiceGroup
  private let running: Task<Void, Never>
  private let group: MultiThreadedEventLoopGroup

  private init(
    _ address: ListenAddress,
    _ services: ServiceGroup,
    _ running: Task<Void, Never>,
    _ group: MultiThreadedEventLoopGroup
  ) {
    self.address = address
    self.services = services
    self.running = running
    self.group = group
  }

  /// Begins to listen.
  ///
  /// - Parameter routes: what is served. On an address that only this machine reaches, a request has to name such a one as its
  ///   host: a page of another site that has its own name stand for this address gets nothing.
  /// - Throws: a ``ListenError``.
  package static func start(
    at address: ListenAddress,
    _ routes: [any HTTPRoutes],
    logger: Logger
  ) async throws -> HTTPListener {
    guard case .tcp(let host, let port) = address else { preconditionFailure("HTTP is spoken over TCP") }
    let router = router(routes, isLocal: address.isLocal)
    var quiet = logger
    quiet.logLevel = max(logger.logLevel, .warning)
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let (ports, told) = AsyncThrowingStream.makeStream(of: Int.self)
    let application = Application(
      router: router,
      server: .http1(configuration: configuration),
      configuration: .init(
        address: .hostname(host, port: port),
        availableConnectionsDelegate: .maximum(mostConnections, logger: quiet)
      ),
      onServerRunning: { told.yield($0.localAddress?.port ?? port) },
      eventLoopGroupProvider: .shared(group),
      logger: quiet
    )
    let services = ServiceGroup(services: [application], logger: quiet)
    let running = Task {
      do {
        try await services.run()
        told.finish()
      } catch {
        told.finish(throwing: error)
      }
    }
    do {
      for try await port in ports {
        return HTTPListener(.tcp(host: host, port: port), services, running, group)
      }
      throw CancellationError()
    } catch {
      try? await group.shutdownGracefully()
      throw ListenError(address, error, setting: "--http")
    }
  }

  /// What answers requests.
  ///
  /// - Parameter isLocal: whether only this machine reaches the address.
  static func router(_ routes: [any HTTPRoutes], isLocal: Bool) -> Router<ListenerContext> {
    let router = Router(context: ListenerContext.self, options: .autoGenerateHeadEndpoints)
    if isLocal { router.add(middleware: LocalHosts()) }
    router.add(middleware: AnswerHeaders())
    for routes in routes { routes.add(to: router) }
    return router
  }

  private static var configuration: HTTP1Channel.Configuration {
    .init(
      additionalChannelHandlers: [RequestLimits.Installer()],
      idleTimeout: .seconds(idleSeconds),
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: largestField,
        maxHeaderListSize: largestFields,
        maxHeaderFieldCount: mostFields
      )
    )
  }

  /// Stops the listener after open requests are answered, or after a second.
  package func stop() async {
    await services.triggerGracefulShutdown()
    let end = Task { [running] in
      try? await Task.sleep(for: .seconds(HTTPListener.drainSeconds))
      running.cancel()
    }
    await running.value
    end.cancel()
    try? await group.shutdownGracefully()
  }
}

/// A set of routes of a listener.
package protocol HTTPRoutes: Sendable {
  /// Adds the routes. Called once, before the listener starts.
  func add(to router: Router<ListenerContext>)
}

/// The context of a request.
package struct ListenerContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  /// The address of the peer, for logs.
  package let peer: String

  package init(source: Source) {
    coreContext = .init(source: source)
    peer = source.channel.remoteAddress?.ipAddress ?? "unknown"
  }
}
