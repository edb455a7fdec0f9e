import ArrangeModel
package import ArrangeServer
package import HTTPTypes
package import Hummingbird
import HummingbirdCore

/// Refuses requests that do not name this machine as their host.
///
/// A browser lets a page of a strange site ask an address of this machine when the site's name stands for that address (DNS
/// rebinding). The name of the site is in the request then.
struct LocalHosts: RouterMiddleware {
  func handle(
    _ request: Request,
    context: ListenerContext,
    next: (Request, ListenerContext) async throws -> Response
  ) async throws -> Response {
    guard let authority = request.head.authority, LocalHosts.contains(authority) else {
      return .text(.misdirectedRequest, "Ask for localhost: this address is for this machine alone.")
    }
    return try await next(request, context)
  }

  /// Whether HOST or HOST:PORT is this machine.
  static func contains(_ authority: String) -> Bool {
    var host = authority[...]
    if let colon = host.lastIndex(of: ":"), host[host.index(after: colon)...].allSatisfy(\.isNumber),
      host.hasPrefix("[") == (host[..<colon].last == "]")
    {
      host = host[..<colon]
    }
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    return Loopback.contains(String(host))
  }
}

/// What every answer says: it is for now, and what its content type says.
struct AnswerHeaders: RouterMiddleware {
  func handle(
    _ request: Request,
    context: ListenerContext,
    next: (Request, ListenerContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    response.headers[.xContentTypeOptions] = "nosniff"
    return response
  }
}

extension Response {
  /// An answer of one line for people.
  package static func text(_ status: HTTPResponse.Status, _ line: String) -> Response {
    Response(
      status: status,
      headers: [.contentType: "text/plain; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: line + "\n"))
    )
  }
}

extension ListenAddress {
  /// Whether only this machine reaches the address.
  package var isLocal: Bool {
    switch self {
    case .tcp(let host, _), .tls(let host, _): Loopback.contains(host)
    case .unixSocket: true
    // Where a passed socket listens is not known here.
    case .passed: false
    }
  }
}
