import HTTPTypes
import NIOCore
import NIOHTTP1

/// Whose requests a listener takes for what goes to the service: WebSockets and calls.
///
/// A page of another site can send requests to any address, and the browser sends the page's origin. So only listed origins are
/// accepted, and the listener's own. Programs other than browsers send no origin.
struct ListenerPolicy: Sendable {
  /// The other accepted origins.
  var origins: Set<WebOrigin> = []
  /// Whether only this machine can reach the address.
  var isLocal = true
  /// Whether unencrypted connections from other machines are served.
  var isInsecure = false
  /// Whether the listener's own connections are encrypted.
  var hasTLS = false
  /// Whose word counts about the requests that they forward.
  var proxies = ProxyNetworks()

  /// Why a request is refused.
  enum Refusal: Equatable {
    /// Other machines can read what passes.
    case unencrypted
    /// A proxy has forwarded it, and there is no access file.
    case forwarded
    /// It is from a page of another origin, of which this is the beginning.
    case origin(String)

    /// What the caller is told.
    var sentence: String {
      switch self {
      case .unencrypted:
        "Other machines can read what passes here: put a proxy with TLS in front of it and name it with --http-behind-proxy, or start the server with --insecure."
      case .forwarded:
        "A proxy has forwarded this request. Who may connect through it, an access file says: name one with --access."
      case .origin(let text): "Pages of \(text) are not let in: name the origin with --http-origins."
      }
    }

    /// What the audit log says; nil if it says nothing.
    var reason: String? {
      switch self {
      case .unencrypted: nil
      case .forwarded: "a proxy has forwarded it, and there is no access file"
      case .origin(let text): "the origin \"\(text)\" is not one of this listener"
      }
    }
  }

  /// Why a request is refused; nil if it is accepted.
  ///
  /// - Parameters:
  ///   - visitor: from where it is.
  ///   - origin: the origin of the page that sends it; nil if it is not from a page.
  ///   - knowsTokens: whether there is an access file.
  func refusal(_ visitor: Visitor, origin: String?, knowsTokens: Bool) -> Refusal? {
    guard isLocal || isInsecure || visitor.isEncrypted else { return .unencrypted }
    guard !visitor.isOfProxy || isInsecure || knowsTokens else { return .forwarded }
    guard let origin else { return nil }
    guard let known = WebOrigin(origin),
      known.authority == WebOrigin.authority(visitor.host ?? "", known.scheme) || origins.contains(known)
    else { return .origin(String(origin.prefix(WebOrigin.longest))) }
    return nil
  }

  /// From where a request is that has come on a connection.
  func visitor(_ head: HTTPRequest, on channel: any Channel) throws(Visitor.Doubt) -> Visitor {
    try visitor(Visitor.Headers(head.headerFields), head.authority, channel)
  }

  func visitor(_ head: HTTPRequestHead, on channel: any Channel) throws(Visitor.Doubt) -> Visitor {
    let hosts = head.headers["Host"]
    return try visitor(Visitor.Headers(head.headers), hosts.count == 1 ? hosts[0] : nil, channel)
  }

  private func visitor(
    _ headers: Visitor.Headers,
    _ host: String?,
    _ channel: any Channel
  ) throws(Visitor.Doubt) -> Visitor {
    let peer = channel.remoteAddress?.ipAddress ?? "unknown"
    return try Visitor(headers, peer: peer, host: host, isEncrypted: hasTLS, proxies)
  }

  /// Whether one of the listed origins has a host.
  func lists(host: String) -> Bool {
    origins.contains { $0.authority == WebOrigin.authority(host, $0.scheme) }
  }

  /// Whether pages of an origin may read the answers, because it is listed.
  func lists(origin: String) -> Bool { WebOrigin(origin).map(origins.contains) ?? false }
}
