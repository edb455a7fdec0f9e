import ArrangeHTTP
import ArrangeServer
import Logging
import Measuring

/// The HTTP listener with the routes for operators.
struct OperatorDoor: Sendable {
  let readiness = Readiness()
  let metrics = PrometheusMetrics(ServerMetric.all)
  private let routes: OperatorRoutes
  private let listener: HTTPListener

  /// Begins to listen.
  ///
  /// - Parameter address: nil to not listen; then the result is nil.
  /// - Throws: a ``ListenError``.
  init?(_ address: ListenAddress?, logger: Logger) async throws {
    guard let address else { return nil }
    routes = OperatorRoutes(readiness, metrics, needsToken: !address.isLocal)
    listener = try await HTTPListener.start(at: address, [routes], logger: logger)
    logger.info("speaks HTTP", metadata: ["address": "\(listener.address)"])
  }

  /// Sets the server whose metrics are shown.
  func serve(_ server: ArrangeServer) { routes.serve(server) }

  func close() async { await listener.stop() }
}
