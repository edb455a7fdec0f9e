package import ArrangeServer
package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// Where a server speaks HTTP: to probes, to Prometheus, and to whatever routes somebody adds.
///
///     let listener = try await HTTPListener.start(at: address, [OperatorRoutes(...)], logger: logger)
///     print(listener.address)                        // with the real port where port 0 was asked for
///     await listener.stop()
///
/// It has an event loop of its own, so that nobody who asks it takes the time of calls. It is there before the server is: while
/// the data is opened a probe learns that, and why.
package final class HTTPListener: Sendable {
  /// The most connections that are open at a time. Others wait until one is closed.
  package static let mostConnections = 64
  /// The most bytes of one header field, of all of them, and how many there may be.
  static let largestField = 8 * 1024
  static let largestFields = 16 * 1024
  static let mostFields = 64
  /// For how long a connection may say nothing between two requests, in seconds.
  package static let idleSeconds: Int64 = 30
  /// For how long the requests under way are waited for in the end, in seconds.
  private static let drainSeconds = 1

  /// Where it listens.
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

  /// Ends it: requests under way are answered, if that does not take long.
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

/// Something that a listener serves.
package protocol HTTPRoutes: Sendable {
  /// Adds the routes, before the listener begins.
  func add(to router: Router<ListenerContext>)
}

/// What is known of a request beside what it says.
package struct ListenerContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  /// The address of the other side, for the log.
  package let peer: String

  package init(source: Source) {
    coreContext = .init(source: source)
    peer = source.channel.remoteAddress?.ipAddress ?? "unknown"
  }
}
