import ArrangeModel
import Engine
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization
import Testing

@testable import ArrangeServer

@Suite("The sender of webhooks")
struct WebhookSenderTests {
  private static let loopback = SinkNetwork("127.0.0.1").map { [$0] } ?? []

  /// A receiver whose answers a test defines.
  private final class Receiver: Sendable {
    struct Answer: Sendable {
      var status: HTTPResponseStatus
      var headers: HTTPHeaders = [:]
      var body = 0
    }

    let channel: any Channel
    private let state: State

    init(_ answer: Answer) async throws {
      let state = State(answer)
      channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.configureHTTPServerPipeline()
            try channel.pipeline.syncOperations.addHandler(Handler(state))
          }
        }
        .bind(host: "127.0.0.1", port: 0).get()
      self.state = state
    }

    var requests: [HTTPRequestHead] { state.content.withLock { $0.heads } }
    func set(_ answer: Answer) { state.content.withLock { $0.answer = answer } }
    var url: String { "http://127.0.0.1:\(channel.localAddress?.port ?? 0)/hook" }

    private final class State: Sendable {
      let content: Mutex<(heads: [HTTPRequestHead], answer: Answer)>
      init(_ answer: Answer) { content = Mutex(([], answer)) }
    }

    private final class Handler: ChannelInboundHandler {
      typealias InboundIn = HTTPServerRequestPart
      typealias OutboundOut = HTTPServerResponsePart

      private let state: State

      init(_ state: State) { self.state = state }

      func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): state.content.withLock { $0.heads.append(head) }
        case .body: break
        case .end:
          let answer = state.content.withLock { $0.answer }
          var head = HTTPResponseHead(version: .http1_1, status: answer.status, headers: answer.headers)
          head.headers.add(name: "content-length", value: "\(answer.body)")
          context.write(wrapOutboundOut(.head(head)), promise: nil)
          let body = ByteBuffer(repeating: UInt8(ascii: "x"), count: answer.body)
          context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
          context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
      }
    }
  }

  private static let key = "whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="

  private func send(
    to url: String,
    allowed: [SinkNetwork] = loopback,
    secrets: [String]
  ) async -> WebhookSender.Outcome {
    let clock = EngineClock(
      wallTime: { Timestamp(microseconds: 1_700_000_000_000_000) },
      monotonicNanoseconds: { 5 }
    )
    let sender = WebhookSender(on: MultiThreadedEventLoopGroup.singleton, clock: clock)
    let receiver = WebhookSender.Receiver(sink: CollectionKey(1), url: url, allowed: allowed)
    let outcome = await sender.send(Array("{}".utf8), id: "a.b.c.1-2", to: receiver, keys: secrets)
    await sender.close()
    return outcome
  }

  private func withKey<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let path = "/tmp/arrange-webhook-\(UInt64.random(in: 0...(.max)))"
    try Array(WebhookSenderTests.key.utf8).withUnsafeBytes { bytes in
      let file = try #require(fopen(path, "w"))
      fwrite(bytes.baseAddress, 1, bytes.count, file)
      fclose(file)
    }
    defer { unlink(path) }
    return try await body("file:\(path)")
  }

  @Test("sends the headers of Standard Webhooks, and does what the status says")
  func statuses() async throws {
    try await withKey { key in
      let receiver = try await Receiver(.init(status: .noContent))
      #expect(await send(to: receiver.url, secrets: [key]).failure == nil)
      let head = try #require(receiver.requests.first)
      #expect(head.method == .POST && head.uri == "/hook")
      #expect(
        head.headers["webhook-id"] == ["a.b.c.1-2"] && head.headers["webhook-timestamp"] == ["1700000000"]
      )
      #expect(head.headers["webhook-signature"].first?.hasPrefix("v1,") == true)
      let kinds: [(HTTPResponseStatus, SinkDelivery.Kind)] = [
        (.conflict, .conflict), (.gone, .gone), (.tooManyRequests, .limited), (.badRequest, .refused),
        (.internalServerError, .failing), (.movedPermanently, .refused), (.temporaryRedirect, .refused),
      ]
      for (status, kind) in kinds {
        receiver.set(.init(status: status, headers: ["retry-after": "7", "location": receiver.url]))
        let before = receiver.requests.count
        let outcome = await send(to: receiver.url, secrets: [key])
        #expect(outcome.failure?.kind == kind && outcome.status == status.code)
        #expect(outcome.failure?.retryAfter == (status == .tooManyRequests ? 7_000_000_000 : nil))
        // Nothing was followed.
        #expect(receiver.requests.count == before + 1)
      }
      receiver.set(.init(status: .ok, body: 10_000_000))
      #expect(await send(to: receiver.url, secrets: [key]).failure == nil)
      try await receiver.channel.close()
      #expect(await send(to: receiver.url, secrets: [key]).failure?.kind == .unreachable)
    }
  }

  @Test("reaches no private address that is not allowed, whatever its name")
  func forbidden() async throws {
    try await withKey { key in
      let receiver = try await Receiver(.init(status: .ok))
      let port = receiver.channel.localAddress?.port ?? 0
      for host in [
        "127.0.0.1", "localhost", "127.1", "0x7f.1", "2130706433", "017700000001", "0.0.0.0", "0", "[::1]",
        "[::ffff:127.0.0.1]",
        "[::]", "10.0.0.1", "169.254.169.254", "[fe80::1]", "[fd00::1]", "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
      ] {
        let outcome = await send(to: "http://\(host):\(port)/", allowed: [], secrets: [key])
        let kind = outcome.failure?.kind
        #expect(kind == .forbidden || kind == .unreachable, "\(host): \(String(describing: outcome))")
      }
      #expect(receiver.requests.isEmpty)
      try await receiver.channel.close()
    }
  }

  @Test("sends nothing without a key")
  func keys() async throws {
    let receiver = try await Receiver(.init(status: .ok))
    let outcome = await send(to: receiver.url, secrets: ["env:THERE_IS_NO_SUCH_VARIABLE"])
    #expect(outcome.failure?.kind == .keys && receiver.requests.isEmpty)
    try await receiver.channel.close()
  }
}
