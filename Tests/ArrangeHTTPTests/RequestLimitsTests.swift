import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import ArrangeHTTP

@Suite("The size and the time of a request")
struct RequestLimitsTests {
  private let channel = EmbeddedChannel()
  private let limits = RequestLimits()

  init() throws {
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    try channel.pipeline.syncOperations.addHandler(limits)
  }

  private func receive(_ count: Int) throws {
    try channel.writeInbound(ByteBuffer(repeating: 0x20, count: count))
  }

  private func pass(_ seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }

  @Test("is that of its body as well, which comes slowly")
  func slow() throws {
    try receive(100)
    limits.headArrived(largestBody: RequestLimits.largestBody)
    for _ in 1..<RequestLimits.longestSeconds {
      pass(1)
      try receive(1)
    }
    #expect(channel.isActive)
    pass(1)
    #expect(!channel.isActive)
  }

  @Test("holds until its end, where the answer comes before it")
  func earlyAnswer() throws {
    try receive(100)
    limits.headArrived(largestBody: RequestLimits.largestBody)
    try channel.writeOutbound(ByteBuffer(string: "HTTP/1.1 404 Not Found"))
    try receive(RequestLimits.largestBody)
    #expect(channel.isActive)
    pass(RequestLimits.longestSeconds - 1)
    #expect(channel.isActive)
    pass(1)
    #expect(!channel.isActive)
  }

  @Test("is none while its answer takes long")
  func longAnswer() throws {
    try receive(100)
    limits.headArrived(largestBody: 0)
    limits.requestArrived()
    pass(10 * RequestLimits.longestSeconds)
    #expect(channel.isActive)
    try channel.writeOutbound(ByteBuffer(string: "HTTP/1.1 200 OK"))
    try receive(RequestLimits.maximumBytes)
    #expect(channel.isActive)
    try receive(1)
    #expect(!channel.isActive)
  }

  @Test("counts no more after the last answer, so that the client can read it")
  func discarded() throws {
    try receive(100)
    limits.headArrived(largestBody: RequestLimits.largestBody)
    limits.discardRest()
    while try channel.readInbound(as: ByteBuffer.self) != nil {}
    try receive(10 * RequestLimits.largestBody)
    #expect(try channel.readInbound(as: ByteBuffer.self) == nil && channel.isActive)
  }

  @Test("is for nobody whose connection finds no room, who is told so also after a handshake")
  func noRoom() throws {
    try channel.pipeline.syncOperations.addHandler(NoRoom())
    let answer = try channel.readOutbound(as: ByteBuffer.self)
    #expect(answer.map { String(buffer: $0) }?.hasPrefix("HTTP/1.1 503 ") == true)
    pass(1)
    #expect(!channel.isActive)
  }
}
