package import ArrangeServer
import HTTPTypes
package import Hummingbird
import HummingbirdCore
import NIOCore
import NIOHTTP1
import Synchronization

/// The WebSocket endpoint, `GET /arrange`: the protocol of the server in binary messages, for browsers.
package final class WebSocketRoutes: HTTPRoutes {
  /// The path of the endpoint.
  package static let path = "/arrange"
  /// The subprotocol, for clients that ask for one.
  package static let subprotocol = "arrange.v1"

  /// Whose requests are taken.
  let policy: ListenerPolicy
  private let server = Mutex<ArrangeServer?>(nil)

  /// - Parameters:
  ///   - origins: the other accepted origins.
  ///   - isLocal: whether only this machine can reach the address.
  ///   - isInsecure: whether unencrypted connections from other machines are served.
  ///   - hasTLS: whether the listener's own connections are encrypted.
  ///   - proxies: whose word counts about the requests that they forward.
  package init(
    origins: Set<WebOrigin>,
    isLocal: Bool,
    isInsecure: Bool,
    hasTLS: Bool = false,
    proxies: ProxyNetworks = ProxyNetworks()
  ) {
    policy = ListenerPolicy(
      origins: origins,
      isLocal: isLocal,
      isInsecure: isInsecure,
      hasTLS: hasTLS,
      proxies: proxies
    )
  }

  /// Sets the server that serves the connections. Until then all requests are refused.
  package func serve(_ server: ArrangeServer) { self.server.withLock { $0 = server } }

  /// Decides which hosts are accepted on an address that only this machine can reach.
  var hosts: LocalHosts {
    LocalHosts(
      isListed: { [policy] in policy.lists(host: $0) },
      onRefusal: { [self] in record($0, peer: $1) }
    )
  }

  private func record(_ reason: String, peer: String) {
    server.withLock { $0 }?.recordRefusedRequest(reason, peer: peer)
  }

  package func add(to router: Router<ListenerContext>) {
    // Accepted requests have been upgraded before they come to this route.
    router.get(.init(WebSocketRoutes.path)) { [self] request, context in
      guard let refusal = refusal(WebSocketRequest(request.head, context.visitor, port: context.port)) else {
        // The refused request would be accepted now: the server has just begun to serve, or has room again.
        if UpgradeFilter.hasRefused(request.head) {
          return Response.text(.serviceUnavailable, "The server was not ready for a WebSocket. Try again.")
        }
        var response = Response.text(
          .init(code: 426, reasonPhrase: "Upgrade Required"),
          "This is a WebSocket endpoint: connect with a client library, or ask with Upgrade: websocket, version 13."
        )
        response.headers[.upgrade] = "websocket"
        return response
      }
      if let reason = refusal.reason { record(reason, peer: context.peer) }
      return .text(refusal.status, refusal.sentence)
    }
  }

  /// Why a request is refused.
  struct Refusal: Equatable {
    let status: HTTPResponse.Status
    let sentence: String
    /// What the audit log says; nil if it says nothing.
    var reason: String?
  }

  /// Why a request is refused; nil if it is accepted.
  func refusal(_ request: WebSocketRequest) -> Refusal? {
    guard request.path == WebSocketRoutes.path else {
      return Refusal(status: .notFound, sentence: "The WebSocket endpoint is \(WebSocketRoutes.path).")
    }
    // The audit log has a line of it already: the host of every request is checked first.
    guard let host = request.visitor.host,
      !policy.isLocal || request.visitor.isByProxy || hosts.accepts(host, port: request.port)
    else {
      return Refusal(status: .misdirectedRequest, sentence: LocalHosts.sentence(request.port))
    }
    let server = server.withLock { $0 }
    let refusal = policy.refusal(
      request.visitor,
      origin: request.origin,
      knowsTokens: server?.knowsTokens ?? true
    )
    if let refusal {
      return Refusal(status: .forbidden, sentence: refusal.sentence, reason: refusal.reason)
    }
    guard request.protocols.isEmpty || request.protocols.contains(WebSocketRoutes.subprotocol) else {
      return Refusal(
        status: .badRequest,
        sentence: "The subprotocol is \(WebSocketRoutes.subprotocol)."
      )
    }
    guard !request.hasBody else {
      return Refusal(status: .badRequest, sentence: "A request for a WebSocket has no body.")
    }
    guard let server else {
      return Refusal(status: .serviceUnavailable, sentence: Readiness.State.recovering.reason ?? "")
    }
    guard server.hasRoomForWebSocket else {
      return Refusal(status: .serviceUnavailable, sentence: "The server takes no more connections now.")
    }
    return nil
  }

  /// The additional headers of the answer to an accepted request; nil if it is refused.
  ///
  /// - Parameter channel: the connection on which it has come.
  func headers(_ head: HTTPRequestHead, on channel: any Channel) -> HTTPHeaders? {
    guard let visitor = try? policy.visitor(head, on: channel) else { return nil }
    let request = WebSocketRequest(head, visitor, port: channel.localAddress?.port)
    guard request.asksForWebSocket, refusal(request) == nil else { return nil }
    return request.protocols.isEmpty ? [:] : ["Sec-WebSocket-Protocol": WebSocketRoutes.subprotocol]
  }

  /// Serves a connection that has become a WebSocket with a request. Called on its event loop.
  ///
  /// - Parameter next: the handler before which those of the WebSocket are placed.
  func serve(_ channel: any Channel, _ head: HTTPRequestHead, before next: any ChannelHandler) throws {
    guard let server = server.withLock({ $0 }) else { throw ChannelError.alreadyClosed }
    let visitor = try policy.visitor(head, on: channel)
    try server.serveWebSocket(channel, from: visitor.isByProxy ? visitor.address : nil, before: next)
  }
}

/// The facts of a request for a WebSocket.
struct WebSocketRequest {
  var path: String
  /// From where it is.
  var visitor: Visitor
  var origin: String?
  var protocols: [String]
  /// Whether the request is as in RFC 6455, section 4.2.1: `Upgrade: websocket`, a key and version 13.
  var asksForWebSocket = false

  /// Whether a body follows, or may follow.
  var hasBody = false
  /// The port of the listener; nil if it is unknown.
  var port: Int?

  init(_ head: HTTPRequestHead, _ visitor: Visitor, port: Int?) {
    self.port = port
    self.visitor = visitor
    path = String(head.uri.prefix { $0 != "?" })
    // A request with several origins is never accepted.
    origin = head.headers["Origin"].isEmpty ? nil : WebSocketRequest.only(head.headers["Origin"]) ?? ""
    protocols = head.headers[canonicalForm: "Sec-WebSocket-Protocol"].map { String($0) }
    asksForWebSocket =
      head.method == .GET && head.version == .http1_1
      && head.headers[canonicalForm: "Upgrade"].contains { $0.lowercased() == "websocket" }
      && head.headers[canonicalForm: "Connection"].contains { $0.lowercased() == "upgrade" }
      && WebSocketRequest.only(head.headers["Sec-WebSocket-Key"]).map(WebSocketRequest.isKey) ?? false
      && WebSocketRequest.only(head.headers["Sec-WebSocket-Version"]) == "13"
    hasBody =
      head.headers.contains(name: "Transfer-Encoding")
      || head.headers["Content-Length"].contains { $0 != "0" }
  }

  init(_ head: HTTPRequest, _ visitor: Visitor, port: Int?) {
    self.port = port
    self.visitor = visitor
    path = String((head.path ?? "").prefix { $0 != "?" })
    origin = head.headerFields[.origin]
    protocols =
      head.headerFields[.secWebSocketProtocol]?.split(separator: ",").map {
        String($0.drop { $0 == " " }.prefix { $0 != " " })
      } ?? []
    hasBody =
      head.headerFields[.transferEncoding] != nil
      || (head.headerFields[.contentLength].map { $0 != "0" } ?? false)
  }

  /// Whether a text is 16 bytes in base64.
  private static func isKey(_ text: String) -> Bool {
    text.utf8.count == 24 && text.hasSuffix("==")
      && text.dropLast(2).utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
          true
        default: false
        }
      }
  }

  private static func only(_ values: [String]) -> String? { values.count == 1 ? values[0] : nil }
}
