package import ArrangeServer
package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import NIOHTTP1
package import NIOPosix

/// The HTTP listener of a server, for probes, Prometheus and further routes.
///
/// ```text
/// let routes = WebSocketRoutes(origins: [], isLocal: true, isInsecure: false)
/// let listener = try await HTTPListener.start(at: address, [routes, OperatorRoutes(...)], routes, group: group, logger: logger)
/// print(listener.address)                        // with the actual port if port 0 was requested
/// await listener.stop()
/// ```
///
/// It runs on the event loops of the server, since a connection that becomes a WebSocket stays on its loop.
/// It starts before the server, so that probes are answered during recovery, too.
package final class HTTPListener: Sendable {
  /// The maximum number of open descriptors of the listener, without WebSockets.
  package static let maximumDescriptors =
    ConnectionCount.limits.all + ConnectionCount.limits.forProbes + ConnectionCount.limits.refused + 1
  /// The limits of header fields: the size of one, which has room for the longest token, and of all, in bytes, and their
  /// number.
  static let largestField = 16 * 1024
  static let largestFields = 24 * 1024
  static let maximumFields = 64
  /// The maximum idle time between two requests, in seconds.
  package static let idleSeconds: Int64 = 30
  /// How long `stop()` waits for open requests, in seconds.
  private static let drainSeconds = 1

  /// The address, with the actual port.
  package let address: ListenAddress
  private let socket: any Channel
  private let running: Task<Void, Never>
  private let count: ConnectionCount

  private init(
    _ address: ListenAddress,
    _ socket: any Channel,
    _ running: Task<Void, Never>,
    _ count: ConnectionCount
  ) {
    self.address = address
    self.socket = socket
    self.running = running
    self.count = count
  }

  /// Starts to listen.
  ///
  /// - Parameter routes: the routes to serve. On an address that only this machine can reach, the Host header
  ///   of a request has to be a loopback address or a listed host, which prevents DNS rebinding, and requests
  ///   that a proxy forwards are those of other machines.
  /// - Parameter webSockets: the routes that decide which requests become WebSockets.
  /// - Parameter group: the event loops of the server.
  /// - Throws: a ``ListenError``.
  package static func start(
    at address: ListenAddress,
    _ routes: [any HTTPRoutes],
    _ webSockets: WebSocketRoutes,
    group: MultiThreadedEventLoopGroup,
    logger: Logger
  ) async throws -> HTTPListener {
    guard case .tcp(let host, let port) = address else {
      preconditionFailure("the HTTP listener needs a TCP address")
    }
    let router = router(routes, hosts: address.isLocal ? webSockets.hosts : nil)
    var quiet = logger
    quiet.logLevel = max(logger.logLevel, .warning)
    let count = ConnectionCount()
    let (sockets, bound) = AsyncThrowingStream.makeStream(of: (any Channel).self)
    let application = Application(
      router: router,
      server: HTTPServerBuilder { responder in
        HTTPConnections(
          responder: responder,
          webSockets: webSockets,
          count: count,
          idleTime: .seconds(idleSeconds),
          decoding: decoding
        )
      },
      configuration: .init(address: .hostname(host, port: port)),
      onServerRunning: { bound.yield($0) },
      eventLoopGroupProvider: .shared(group),
      logger: quiet
    )
    let running = Task {
      do {
        try await application.run()
        bound.finish()
      } catch {
        bound.finish(throwing: error)
      }
    }
    do {
      for try await socket in sockets {
        let address = ListenAddress.tcp(host: host, port: socket.localAddress?.port ?? port)
        return HTTPListener(address, socket, running, count)
      }
      throw CancellationError()
    } catch {
      throw ListenError(address, error, setting: "--http")
    }
  }

  /// Creates the router.
  ///
  /// - Parameter hosts: decides which hosts are accepted; nil for all, if other machines can reach the
  ///   address.
  static func router(_ routes: [any HTTPRoutes], hosts: LocalHosts?) -> Router<ListenerContext> {
    let router = Router(context: ListenerContext.self, options: .autoGenerateHeadEndpoints)
    if let hosts { router.add(middleware: hosts) }
    router.add(middleware: AnswerHeaders())
    for routes in routes { routes.add(to: router) }
    return router
  }

  private static var decoding: NIOHTTPDecoderLimitConfiguration {
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderFieldSize = largestField
    limits.maxHeaderListSize = largestFields
    limits.maxHeaderFieldCount = maximumFields
    return limits
  }

  /// Stops the listener after open requests are answered, or after a second, and returns when all of its
  /// channels are closed, so that the event loops can end.
  ///
  /// Hummingbird's own graceful shutdown starts a task that nobody can await, and that still needs an event loop when
  /// everything else has ended. So the socket is closed here, and the connections are told.
  package func stop() async {
    socket.close(promise: nil)
    count.quiesce()
    let end = Task { [running] in
      try? await Task.sleep(for: .seconds(HTTPListener.drainSeconds))
      running.cancel()
    }
    await running.value
    end.cancel()
    await count.closeAll()
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
  /// The port of the listener; nil if it is unknown.
  package let port: Int?

  package init(source: Source) {
    coreContext = .init(source: source)
    peer = source.channel.remoteAddress?.ipAddress ?? "unknown"
    port = source.channel.localAddress?.port
  }
}
