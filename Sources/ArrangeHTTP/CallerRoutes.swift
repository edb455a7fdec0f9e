package import ArrangeServer
import HTTPTypes
package import Hummingbird
import HummingbirdCore
import Synchronization

/// The route by which the console learns who has signed in, and what that principal may do.
///
/// `GET /caller?name=NAME` with a bearer token, or without one, is answered with two lines: the name of the principal, which is
/// empty without an access file, and the permissions on the name. They are the same whether there is something of that name.
package final class CallerRoutes: HTTPRoutes {
  private let server = Mutex<ArrangeServer?>(nil)

  package init() {}

  /// Sets the server that knows its callers. Until then the route is unavailable.
  package func serve(_ server: ArrangeServer) { self.server.withLock { $0 = server } }

  package func add(to router: Router<ListenerContext>) {
    router.get("/caller") { [self] request, context in await caller(request, context) }
  }

  private func caller(_ request: Request, _ context: ListenerContext) async -> Response {
    guard let server = server.withLock({ $0 }) else {
      return .text(.serviceUnavailable, Readiness.State.recovering.reason ?? "")
    }
    let name = request.uri.queryParameters["name"].map(String.init) ?? ""
    let token = OperatorRoutes.token(of: request)
    guard let caller = await server.caller(token: token, on: name, peer: context.peer) else {
      return .text(.unauthorized, "Send a valid token: Authorization: Bearer TOKEN")
    }
    return .text(.ok, "\(caller.principal)\n\(caller.permissions.joined(separator: " "))")
  }
}
