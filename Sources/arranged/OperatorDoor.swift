import ArrangeHTTP
import ArrangeServer
import Logging
import Measuring

/// Where operators look in: the HTTP listener with what it shows.
struct OperatorDoor: Sendable {
  let readiness = Readiness()
  let metrics = PrometheusMetrics(ServerMetric.all)
  private let routes: OperatorRoutes
  private let listener: HTTPListener

  /// Begins to listen.
  ///
  /// - Parameter address: nil for nowhere; then there is no door.
  /// - Throws: a ``ListenError``.
  init?(_ address: ListenAddress?, logger: Logger) async throws {
    guard let address else { return nil }
    routes = OperatorRoutes(readiness, metrics, needsToken: !address.isLocal)
    listener = try await HTTPListener.start(at: address, [routes], logger: logger)
    logger.info("speaks HTTP", metadata: ["address": "\(listener.address)"])
  }

  /// There is a server now.
  func serve(_ server: ArrangeServer) { routes.serve(server) }

  func close() async { await listener.stop() }
}
