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
  private let callers = CallerRoutes()
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
      isInsecure: settings.isInsecure
    )
    listener = try await HTTPListener.start(
      at: address,
      [routes, webSockets, callers, ConsoleRoutes()],
      webSockets,
      group: group,
      logger: logger
    )
    logger.info("speaks HTTP", metadata: ["address": "\(listener.address)"])
  }

  /// Sets the server whose metrics are shown, and which serves WebSockets.
  func serve(_ server: ArrangeServer) {
    routes.serve(server)
    callers.serve(server)
    webSockets.serve(server)
  }

  func close() async { await listener.stop() }
}
