package import ArrangeServer
import HTTPTypes
package import Hummingbird
import HummingbirdCore
package import Measuring
import NIOCore
import Synchronization

/// The routes for operators: liveness, readiness and metrics.
///
/// `/metrics` needs a token if other machines can reach it: by the listener's address, or through a proxy that says
/// so in the headers of a request.
package final class OperatorRoutes: HTTPRoutes {
  /// The content type of Prometheus' text format.
  private static let metricsType = "text/plain; version=0.0.4; charset=utf-8"

  private let readiness: Readiness
  private let metrics: PrometheusMetrics
  /// Whether `/metrics` requires a token.
  private let needsToken: Bool
  private let server = Mutex<ArrangeServer?>(nil)

  /// - Parameter needsToken: whether other machines can reach the address.
  package init(_ readiness: Readiness, _ metrics: PrometheusMetrics, needsToken: Bool) {
    self.readiness = readiness
    self.metrics = metrics
    self.needsToken = needsToken
  }

  /// Sets the server whose metrics are shown. Until then `/metrics` is unavailable.
  package func serve(_ server: ArrangeServer) { self.server.withLock { $0 = server } }

  package func add(to router: Router<ListenerContext>) {
    router.get("/livez") { _, _ in Response.text(.ok, "ok") }
    router.get("/readyz") { [readiness] _, _ in
      readiness.state.reason.map { .text(.serviceUnavailable, $0) } ?? Response.text(.ok, "ok")
    }
    router.get("/metrics") { [self] request, context in await figures(request, context) }
  }

  private func figures(_ request: Request, _ context: ListenerContext) async -> Response {
    guard let server = server.withLock({ $0 }) else {
      return .text(.serviceUnavailable, Readiness.State.recovering.reason ?? "")
    }
    let isForwarded = context.visitor.isOfProxy
    if isForwarded, !server.knowsTokens {
      return .text(
        .forbidden,
        "A proxy has forwarded this request. Who may read the metrics through it, an access file says: name one with --access."
      )
    }
    if needsToken || isForwarded {
      switch await server.mayReadMetrics(token: OperatorRoutes.token(of: request), peer: context.peer) {
      case .allowed: break
      case .unauthenticated:
        var response = Response.text(.unauthorized, "Send a token: Authorization: Bearer TOKEN")
        response.headers[.wwwAuthenticate] = "Bearer"
        return response
      case .denied: return .text(.forbidden, "Reading the metrics needs the permission metrics or admin.")
      }
    }
    await server.collectFigures()
    return Response(
      status: .ok,
      headers: [.contentType: OperatorRoutes.metricsType],
      body: ResponseBody(byteBuffer: ByteBuffer(string: metrics.text))
    )
  }

  /// The bearer token of a request; empty if there is none.
  static func token(of request: Request) -> String {
    let parts = request.headers[.authorization]?.split(separator: " ", maxSplits: 1) ?? []
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return "" }
    return String(parts[1])
  }
}
