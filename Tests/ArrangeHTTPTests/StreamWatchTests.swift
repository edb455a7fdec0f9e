import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import ArrangeHTTP

@Suite("A stream of HTTP/2")
struct StreamWatchTests {
  private let count = ConnectionCount()

  private func stream(of connection: EmbeddedChannel, isForProbes: Bool = false) throws -> EmbeddedChannel {
    let stream = EmbeddedChannel()
    let watch = StreamWatch(count, of: connection, isForProbes: isForProbes)
    try stream.pipeline.syncOperations.addHandler(watch)
    try stream.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    return stream
  }

  private func ask(_ path: String, on stream: EmbeddedChannel) throws {
    let head = HTTPRequest(method: .get, scheme: "https", authority: "localhost", path: path)
    try stream.writeInbound(HTTPRequestPart.head(head))
    try stream.writeInbound(HTTPRequestPart.end(nil))
  }

  @Test(
    "is answered on a connection for probes if it is one",
    arguments: [
      ("/livez", true), ("/readyz?verbose", true), ("/v1/collections", false), ("/livez/x", false),
      ("", false),
    ]
  )
  func probes(path: String, isProbe: Bool) throws {
    let connection = EmbeddedChannel()
    _ = count.open(connection)
    let stream = try stream(of: connection, isForProbes: true)
    try ask(path, on: stream)
    #expect(try (stream.readInbound(as: HTTPRequestPart.self) != nil) == isProbe)
    let answer = try stream.readOutbound(as: HTTPResponsePart.self)
    guard !isProbe else {
      #expect(answer == nil)
      return
    }
    guard case .head(let head) = answer else {
      Issue.record("\(String(describing: answer)) is no answer")
      return
    }
    #expect(head.status == .serviceUnavailable && head.headerFields[.retryAfter] == "1")
    stream.embeddedEventLoop.advanceTime(by: .seconds(ExchangeWatch.longestSeconds))
    #expect(!stream.isActive)
  }

  private final class Events: ChannelInboundHandler {
    typealias InboundIn = Any
    var quiesced = 0

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if event is ChannelShouldQuiesceEvent { quiesced += 1 }
    }
  }

  @Test("leaves its connection to the server while it is one of events, and no longer")
  func events() throws {
    let connections = (0..<ConnectionCount.limits.ofAddress).map { _ in EmbeddedChannel() }
    let seen = Events()
    try connections[0].pipeline.syncOperations.addHandler(seen)
    for connection in connections {
      #expect(count.open(connection) == .served)
      count.begin(connection)
    }
    #expect(count.open(EmbeddedChannel()) == .probesOnly)
    let streams = try (0..<2).map { _ in try stream(of: connections[0]) }
    for stream in streams {
      try ask("/v1/collections/b/changes", on: stream)
      try stream.triggerUserOutboundEvent(StreamBegins()).wait()
    }
    let another = EmbeddedChannel()
    #expect(count.open(another) == .served)
    count.begin(another)
    // It is one too many when its last stream has ended.
    try streams[0].close().wait()
    #expect(seen.quiesced == 0)
    try streams[1].close().wait()
    #expect(seen.quiesced == 1)
  }

  @Test("is closed if its answer is not taken, except for one of events")
  func unread() throws {
    let connection = EmbeddedChannel()
    _ = count.open(connection)
    let (plain, events) = (try stream(of: connection), try stream(of: connection))
    try events.triggerUserOutboundEvent(StreamBegins()).wait()
    for stream in [plain, events] {
      try ask("/v1/collections/b", on: stream)
      stream.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
      stream.embeddedEventLoop.advanceTime(by: .seconds(ExchangeWatch.longestSeconds))
    }
    #expect(!plain.isActive && events.isActive)
  }
}
