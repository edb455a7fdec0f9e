import ArrangeModel
package import ArrangeServer
package import HTTPTypes
package import Hummingbird
import HummingbirdCore

/// Rejects requests whose Host header is not this machine.
///
/// A page of another site can send requests to a loopback address if the site's name resolves to it (DNS
/// rebinding). The Host header then contains that name.
struct LocalHosts: Sendable {
  /// The maximum length of a host in the audit log, in characters.
  private static let shownLength = 300

  /// Other accepted hosts: a proxy in front of the listener has a name of its own.
  let isListed: @Sendable (String) -> Bool
  /// Records a refused request.
  var onRefusal: @Sendable (_ reason: String, _ peer: String) -> Void = { _, _ in }

  /// The refusal of a request; nil if its host is accepted.
  func refusal(of request: Request, _ context: ListenerContext) -> Response? {
    // Whoever reaches a trusted proxy was let in there, by whatever name.
    guard !context.visitor.isByProxy else { return nil }
    if let authority = request.head.authority, accepts(authority, port: context.port) { return nil }
    let host = (request.head.authority ?? "").prefix(LocalHosts.shownLength)
    onRefusal("the Host header \"\(host)\" is not one of this listener", context.peer)
    let sentence = LocalHosts.sentence(context.port)
    guard request.uri.path.hasPrefix(ExchangeWatch.calls) else { return .text(.misdirectedRequest, sentence) }
    return Problem(.misdirectedRequest, .permissionDenied, sentence).response
  }

  /// Whether a Host header is one of this machine, or of a listed host.
  ///
  /// - Parameter port: the port of the listener; nil if it is unknown.
  func accepts(_ authority: String, port: Int?) -> Bool {
    LocalHosts.contains(authority, port: port) || isListed(authority)
  }

  /// Says what to do.
  static func sentence(_ port: Int?) -> String {
    "Ask for localhost\(port.map { ":\($0)" } ?? ""): this address is for this machine alone. If a proxy or a tunnel "
      + "is in front of it, name the origin that browsers see with --http-origins, such as https://lists.example."
  }

  /// Whether HOST or HOST:PORT is a loopback address, with that port if there is one.
  ///
  /// - Parameter port: nil for any.
  static func contains(_ authority: String, port: Int? = nil) -> Bool {
    var host = authority[...]
    if let colon = host.lastIndex(of: ":"), host[host.index(after: colon)...].allSatisfy(\.isNumber),
      host.hasPrefix("[") == (host[..<colon].last == "]")
    {
      let number = host[host.index(after: colon)...]
      guard port == nil || number.isEmpty || Int(number) == port else { return false }
      host = host[..<colon]
    }
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    return Loopback.contains(String(host))
  }
}

/// Requests that a proxy has forwarded for somebody else, who may be on another machine.
enum ForwardedRequest {
  /// Headers that proxies add, in lower case.
  private static let names: Set<String> = [
    "forwarded", "via", "x-real-ip", "x-client-ip", "x-cluster-client-ip", "true-client-ip",
    "cf-connecting-ip",
    "x-original-forwarded-for", "x-original-host",
  ]
  /// The prefix of further ones, such as X-Forwarded-For.
  private static let prefix = "x-forwarded-"

  /// Whether one of the headers of a request is from a proxy.
  ///
  /// - Parameter headers: their names in lower case.
  static func isMarked(by headers: some Sequence<String>) -> Bool {
    headers.contains { names.contains($0) || $0.hasPrefix(prefix) }
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
