import ArrangeModel
package import ArrangeServer
package import HTTPTypes
package import Hummingbird
import HummingbirdCore

/// Rejects requests whose Host header is not this machine.
///
/// A page of another site can send requests to a loopback address if the site's name resolves to it (DNS
/// rebinding). The Host header then contains that name.
struct LocalHosts: RouterMiddleware {
  static let sentence = "Ask for localhost: this address is for this machine alone."

  /// Other accepted hosts: a proxy in front of the listener has a name of its own.
  let isListed: @Sendable (String) -> Bool

  func handle(
    _ request: Request,
    context: ListenerContext,
    next: (Request, ListenerContext) async throws -> Response
  ) async throws -> Response {
    guard let authority = request.head.authority, LocalHosts.contains(authority) || isListed(authority) else {
      return .text(.misdirectedRequest, LocalHosts.sentence)
    }
    return try await next(request, context)
  }

  /// Whether HOST or HOST:PORT is a loopback address.
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

/// Headers of every response: no caching, no content sniffing.
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
  /// A response of one line of text.
  package static func text(_ status: HTTPResponse.Status, _ line: String) -> Response {
    Response(
      status: status,
      headers: [.contentType: "text/plain; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: line + "\n"))
    )
  }
}

extension ListenAddress {
  /// Whether only this machine can reach the address.
  package var isLocal: Bool {
    switch self {
    case .tcp(let host, _), .tls(let host, _): Loopback.contains(host)
    case .unixSocket: true
    // The address of a passed socket is not known here.
    case .passed: false
    }
  }
}
