import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import ArrangeHTTP

@Suite("A peer that does not read its answers")
struct ExchangeWatchTests {
  @Test("is closed in time, whatever it has requested behind the first answer")
  func pipelined() throws {
    let channel = EmbeddedChannel()
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    let count = ConnectionCount()
    _ = count.open(channel)
    try channel.pipeline.syncOperations.addHandler(ExchangeWatch(count, RequestLimits(), isForProbes: false))
    let head = HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok))
    channel.write(head, promise: nil)
    channel.write(HTTPServerResponsePart.end(nil), promise: nil)
    channel.write(head, promise: nil)
    channel.embeddedEventLoop.advanceTime(by: .seconds(ExchangeWatch.longestSeconds - 1))
    // The first one is sent, and the second one has its own time from then on.
    channel.flush()
    channel.embeddedEventLoop.advanceTime(by: .seconds(ExchangeWatch.longestSeconds - 1))
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(!channel.isActive)
    _ = try? channel.finish()
  }
}
