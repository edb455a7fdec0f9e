package import ArrangeServer
package import Hummingbird
import HummingbirdCore
package import Logging
package import NIOCore
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
  /// Looks for new certificates.
  private let watch: Task<Void, Never>?

  private init(
    _ address: ListenAddress,
    _ socket: any Channel,
    _ running: Task<Void, Never>,
    _ count: ConnectionCount,
    _ watch: Task<Void, Never>?
  ) {
    self.address = address
    self.socket = socket
    self.running = running
    self.count = count
    self.watch = watch
  }

  /// How often certificates are looked at, in seconds.
  private static let watchSeconds = 1

  /// The certificate of an address with TLS, and what looks for new ones.
  private static func identity(
    _ tls: TLSOptions?,
    _ logger: Logger
  ) async throws -> (TLSIdentity?, Task<Void, Never>?) {
    guard let tls else { return (nil, nil) }
    let identity = try await TLSIdentity(tls, protocols: HTTPConnections.protocols, logger: logger)
    return (identity, Task { await watch(identity, logger) })
  }

  private static func watch(_ identity: TLSIdentity, _ logger: Logger) async {
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(watchSeconds))
      guard !Task.isCancelled else { return }
      await identity.reload(logger: logger)
    }
  }

  /// Starts to listen.
  ///
  /// - Parameter routes: the routes to serve. On an address that only this machine can reach, the Host header
  ///   of a request has to be a loopback address or a listed host, which prevents DNS rebinding, and requests
  ///   that a proxy forwards are those of other machines.
  /// - Parameter webSockets: the routes that decide which requests become WebSockets.
  /// - Parameter tls: the certificate of an address with TLS. Such connections can be of HTTP/2 as well.
  /// - Parameter group: the event loops of the server.
  /// - Throws: a ``ListenError``, or a ``TLSError``.
  package static func start(
    at address: ListenAddress,
    _ routes: [any HTTPRoutes],
    _ webSockets: WebSocketRoutes,
    tls: TLSOptions? = nil,
    group: MultiThreadedEventLoopGroup,
    logger: Logger
  ) async throws -> HTTPListener {
    let (host, port): (String, Int)
    switch address {
    case .tcp(let name, let number), .tls(let name, let number): (host, port) = (name, number)
    case .unixSocket, .passed: preconditionFailure("the HTTP listener needs a TCP address")
    }
    var ofHTTP = logger
    ofHTTP[metadataKey: "listener"] = "http"
    let (identity, watch) = try await self.identity(tls, ofHTTP)
    let router = router(routes, webSockets.policy, hosts: address.isLocal ? webSockets.hosts : nil)
    var quiet = logger
    quiet.logLevel = max(logger.logLevel, .warning)
    let count = ConnectionCount(webSockets.policy.proxies)
    let (sockets, bound) = AsyncThrowingStream.makeStream(of: (any Channel).self)
    let application = Application(
      responder: Responses(router: router.buildResponder()),
      server: HTTPServerBuilder { responder in
        HTTPConnections(
          responder: responder,
          webSockets: webSockets,
          count: count,
          tls: identity,
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
        let port = socket.localAddress?.port ?? port
        let address: ListenAddress =
          identity == nil ? .tcp(host: host, port: port) : .tls(host: host, port: port)
        return HTTPListener(address, socket, running, count, watch)
      }
      throw CancellationError()
    } catch {
      watch?.cancel()
      throw ListenError(address, error, setting: "--http")
    }
  }

  /// Creates the router.
  ///
  /// - Parameters:
  ///   - policy: knows from where requests are.
  ///   - hosts: decides which hosts are accepted; nil for all, if other machines can reach the address.
  static func router(
    _ routes: [any HTTPRoutes],
    _ policy: ListenerPolicy = ListenerPolicy(),
    hosts: LocalHosts?
  ) -> Router<ListenerContext> {
    let router = Router(context: ListenerContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: Entrance(policy: policy, hosts: hosts))
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
    watch?.cancel()
    count.quiesce()
    let end = Task { [running] in
      try? await Task.sleep(for: .seconds(HTTPListener.drainSeconds))
      running.cancel()
    }
    await running.value
    await watch?.value
    end.cancel()
    await count.closeAll()
  }
}

/// Makes the responses to requests.
///
/// That to a request for a stream is made by a task of its own: a task keeps the memory that its deepest calls have needed, and the one
/// that serves a connection lives as long as the stream.
private struct Responses: HTTPResponder {
  let router: RouterResponder<ListenerContext>

  func respond(to request: Request, context: ListenerContext) async throws -> Response {
    guard request.uri.path.hasSuffix(ExchangeWatch.streams) else {
      return try await router.respond(to: request, context: context)
    }
    return try await withThrowingTaskGroup(of: Response.self) { [router] group in
      group.addTask { try await router.respond(to: request, context: context) }
      guard let response = try await group.next() else { preconditionFailure("a task has a result") }
      return response
    }
  }
}

/// What every request comes through: it is found out from where the request is, whether its host is accepted, and where the answer is
/// made. Every response says that it is not to be kept, and that its type is not to be guessed.
private struct Entrance: RouterMiddleware {
  let policy: ListenerPolicy
  let hosts: LocalHosts?

  func handle(
    _ request: Request,
    context: ListenerContext,
    next: (Request, ListenerContext) async throws -> Response
  ) async throws -> Response {
    var response = try await answer(request, context, next)
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    response.headers[.xContentTypeOptions] = "nosniff"
    return response
  }

  private func answer(
    _ request: Request,
    _ context: ListenerContext,
    _ next: (Request, ListenerContext) async throws -> Response
  ) async throws -> Response {
    let visitor: Visitor
    do throws(Visitor.Doubt) { visitor = try policy.visitor(request.head, on: context.channel) } catch {
      return .text(.badRequest, error.sentence)
    }
    let known = context.with(visitor)
    if let refusal = hosts?.refusal(of: request, known) { return refusal }
    // Calls take care of event loops themselves. Other answers are made at once, such as metrics and files that are compressed.
    let path = request.head.path ?? ""
    if path.hasPrefix(ExchangeWatch.calls) || ExchangeWatch.probes.contains(path[...]) {
      return try await next(request, known)
    }
    return try await withTaskExecutorPreference(globalConcurrentExecutor) { try await next(request, known) }
  }
}

/// A set of routes of a listener.
package protocol HTTPRoutes: Sendable {
  /// Adds the routes. Called once, before the listener starts.
  func add(to router: Router<ListenerContext>)
}

/// The context of a request.
package struct ListenerContext: RequestContext, Sendable {
  package var coreContext: CoreRequestContextStorage
  /// From where the request is.
  var visitor: Visitor
  /// The address of the client, for logs.
  var peer: String { visitor.address }
  /// The port of the listener; nil if it is unknown.
  package let port: Int?
  /// The channel of the request: its connection, or one of the streams of that.
  package let channel: any Channel

  /// The same, from where the request is.
  func with(_ visitor: Visitor) -> ListenerContext {
    var context = self
    context.visitor = visitor
    return context
  }

  /// The connection on which the request has come.
  var connection: any Channel { ofStream ?? channel }

  /// Whether the request has come on a stream of HTTP/2.
  var isOfStream: Bool { ofStream != nil }

  /// The connection of HTTP/2 whose stream the channel is; nil if it is a connection.
  private var ofStream: (any Channel)? {
    // The parent of a connection is the listening socket, which has no peer.
    channel.parent.flatMap { $0.remoteAddress == nil ? nil : $0 }
  }

  package init(source: Source) {
    coreContext = .init(source: source)
    visitor = Visitor(peer: source.channel.remoteAddress?.ipAddress ?? "unknown")
    port = source.channel.localAddress?.port
    channel = source.channel
  }
}
