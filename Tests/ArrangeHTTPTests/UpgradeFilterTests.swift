import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypesHTTP1
import Testing

@testable import ArrangeHTTP

/// Requests for a WebSocket that are refused, here because there is no server yet.
@Suite("Refused requests for a WebSocket")
struct UpgradeFilterTests {
  /// The head of a request, as its route gets it.
  private func filtered(_ changed: [(String, String?)] = []) throws -> HTTPRequest {
    let routes = WebSocketRoutes(origins: [], isLocal: true, isInsecure: false)
    let count = ConnectionCount()
    let watch = ExchangeWatch(count, RequestLimits(), isForProbes: false)
    let channel = EmbeddedChannel(handlers: [watch, UpgradeFilter(routes, count, watch)])
    var headers: HTTPHeaders = [
      "Host": "localhost", "Connection": "Upgrade", "Upgrade": "websocket",
      "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version": "13",
    ]
    for (name, value) in changed {
      headers.remove(name: name)
      if let value { headers.add(name: name, value: value) }
    }
    let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: WebSocketRoutes.path, headers: headers)
    try channel.writeInbound(HTTPServerRequestPart.head(head))
    guard case .head(let passed)? = try channel.readInbound(as: HTTPServerRequestPart.self) else {
      throw ChannelError.inappropriateOperationForState
    }
    #expect(!passed.headers.contains(name: "Upgrade"))
    return try HTTPRequest(passed, secure: false, splitCookie: false)
  }

  @Test("are known to their route as complete, which answers that they can be repeated")
  func complete() throws {
    let head = try filtered()
    #expect(UpgradeFilter.hasRefused(head))
    #expect(head.headerFields[.connection] == "close")
  }

  @Test(
    "are known as incomplete, which it does not help to repeat",
    arguments: [("Upgrade", "h2c"), ("Sec-WebSocket-Version", "12"), ("Sec-WebSocket-Key", "short")]
  )
  func incomplete(name: String, value: String) throws {
    #expect(!UpgradeFilter.hasRefused(try filtered([(name, value)])))
  }
}
