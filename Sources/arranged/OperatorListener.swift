import ArrangeHTTP
import ArrangeServer
import Logging
import Measuring
import NIOPosix

/// The HTTP listener with the routes for operators.
struct OperatorListener: Sendable {
  let readiness = Readiness()
  let metrics = PrometheusMetrics(ServerMetric.all)
  private let routes: OperatorRoutes
  private let webSockets: WebSocketRoutes
  private let calls: CallRoutes
  private let listener: HTTPListener

  /// Starts to listen if the settings have an address; the result is nil otherwise.
  ///
  /// - Parameter group: the event loops of the server.
  /// - Throws: a ``ListenError``.
  init?(_ settings: Settings, group: MultiThreadedEventLoopGroup, logger: Logger) async throws {
    guard let address = settings.http else { return nil }
    let isLocal = address.isLocal
    routes = OperatorRoutes(readiness, metrics, needsToken: !isLocal)
    webSockets = WebSocketRoutes(
      origins: settings.httpOrigins,
      isLocal: isLocal,
      isInsecure: settings.isInsecure,
      hasTLS: address.isSecure,
      proxies: settings.httpProxies
    )
    calls = CallRoutes(webSockets)
    listener = try await HTTPListener.start(
      at: address,
      [routes, webSockets, calls, ConsoleRoutes()],
      webSockets,
      tls: address.isSecure ? settings.server.tls : nil,
      group: group,
      logger: logger
    )
    logger.info("speaks HTTP", metadata: ["address": "\(listener.address)"])
  }

  /// Sets the server whose metrics are shown, and which serves WebSockets and calls.
  func serve(_ server: ArrangeServer) {
    routes.serve(server)
    webSockets.serve(server)
    calls.serve(server)
  }

  func close() async { await listener.stop() }
}
