import ArrangeModel
import NIOCore
import NIOEmbedded
import SwiftCodec
import TestSupport
import Testing
import Wire

@testable import ArrangeClient

/// Calls on one connection, with the test as the server.
@Suite struct CallTests {
  @Test func helloLeavesWithTheFirstCalls() throws {
    let bench = Bench {
      $0.token = "secret"
      $0.clientName = "bench/1"
    }
    let calls = bench.get(["a", "b"], timeout: .seconds(3))
    bench.loop.run()
    // One flush: everything is in one buffer.
    let bytes = try #require(try bench.network.channels[0].readOutbound(as: ByteBuffer.self))
    #expect(try bench.network.channels[0].readOutbound(as: ByteBuffer.self) == nil)
    try bench.network.channels[0].writeOutbound(bytes)
    let frames = try bench.received()
    #expect(frames.map(\.summary) == ["hello", "open 1", "open 2"])
    let hello = try frames[0].body.withUnsafeBytes { try Hello(decoding: $0, using: Arena(codec: .swift)) }
    #expect(hello.token == "secret")
    #expect(hello.clientName == "bench/1")
    #expect(hello.clientID == "bench")
    #expect(frames[1].method == "arrange.v1.Collections/Get")
    #expect(frames[1].timeoutMicroseconds == 3_000_000)
    #expect(try frames[2].decode(GetCollectionRequest.self).name == "b")
    #expect(calls.allSatisfy { $0.outcome.count == 0 })
  }

  @Test func answersComeInAnyOrder() throws {
    let bench = Bench()
    let calls = bench.get(["a", "b", "c"])
    try bench.send(
      ServerFrames.welcome(),
      ServerFrames.end(3, info("c")),
      ServerFrames.end(1, info("a")),
      ServerFrames.end(2, ArrangeError(.notFound, "there is no b", field: "name"))
    )
    #expect(calls[0].outcome.response?.name == "a")
    #expect(calls[2].outcome.response?.name == "c")
    #expect(calls[1].outcome.failure?.error == ArrangeError(.notFound, "there is no b", field: "name"))
    #expect(calls.allSatisfy { $0.outcome.count == 1 })
    #expect(bench.network.attempts == 1)
  }

  @Test func answersArriveByteByByte() throws {
    let bench = Bench()
    let call = bench.get("a")
    var bytes = ServerFrames.welcome()
    var end = ServerFrames.end(1, info("a"))
    bytes.writeBuffer(&end)
    while let byte = bytes.readSlice(length: 1) {
      #expect(call.outcome.count == 0)
      try bench.send(byte)
    }
    #expect(call.outcome.response?.name == "a")
  }

  @Test func anAnswerThatCantBeReadFailsTheCallOnly() throws {
    let bench = Bench()
    let calls = bench.get(["a", "b"])
    var body: [UInt8] = [0xFF]
    let broken = body.withUnsafeMutableBytes {
      ServerFrames.frame(Frame(.end, stream: 1, body: UnsafeRawBufferPointer($0)))
    }
    try bench.send(ServerFrames.welcome(), broken, ServerFrames.end(2, info("b")))
    #expect(calls[0].outcome.failure?.error.code == .internal)
    #expect(calls[0].outcome.failure?.error.processed == .done)
    #expect(calls[1].outcome.response?.name == "b")
  }

  @Test func theDeadlineOfAnOpenCallSendsCancel() throws {
    let bench = Bench()
    let slow = bench.get("a", timeout: .milliseconds(500))
    let other = bench.get("b")
    try bench.send(ServerFrames.welcome())
    _ = try bench.received()
    bench.advance(.milliseconds(499))
    #expect(slow.outcome.count == 0)
    bench.advance(.milliseconds(1))
    #expect(slow.outcome.failure?.error.code == .deadlineExceeded)
    #expect(slow.outcome.failure?.error.processed == .unknown)
    #expect(try bench.summaries() == ["cancel 1"])
    // Late frames do no harm.
    try bench.send(ServerFrames.end(1, info("a")), ServerFrames.end(2, info("b")))
    #expect(slow.outcome.count == 1)
    #expect(other.outcome.response?.name == "b")
  }

  @Test func theDeadlineHoldsWithoutAConnection() throws {
    let bench = Bench()
    bench.network.outcomes = [.hang]
    let long = bench.get("a", timeout: .seconds(2))
    let short = bench.get("b", timeout: .seconds(1))
    bench.advance(.seconds(1))
    #expect(short.outcome.failure?.error.code == .deadlineExceeded)
    #expect(short.outcome.failure?.error.processed == .notStarted)
    #expect(long.outcome.count == 0)
    bench.advance(.seconds(1))
    #expect(long.outcome.failure?.error.code == .deadlineExceeded)
  }

  @Test func cancellingTellsTheServer() throws {
    let bench = Bench()
    let call = bench.get("a")
    _ = try bench.received()
    bench.core.performTogether([.cancel(call.call), .cancel(call.call)])
    #expect(call.outcome.failure?.error.code == .cancelled)
    #expect(call.outcome.failure?.error.processed == .unknown)
    #expect(try bench.summaries() == ["cancel 1"])
    try bench.send(ServerFrames.welcome(), ServerFrames.end(1, info("a")))
    #expect(call.outcome.count == 1)
  }

  @Test func cancellingBeforeTheHandoverSendsNothing() throws {
    let bench = Bench()
    let outcome = Bench.Outcomes<CollectionInfo>()
    let request = GetCollectionRequest(name: "a")
    let call = UnaryCall<GetCollectionRequest, CollectionInfo>(.getCollection, request, deadline: .never) {
      outcome.add($0)
    }
    bench.core.performTogether([.cancel(call), .call(call)])
    #expect(outcome.failure?.error.code == .cancelled)
    #expect(outcome.failure?.error.processed == .notStarted)
    #expect(outcome.count == 1)
    #expect(bench.network.attempts == 0)
  }

  @Test func callsBeyondTheLimitWaitForTheirTurn() throws {
    var limits = ConnectionLimits()
    limits.maximumCalls = 2
    let bench = Bench()
    let first = bench.get("a")
    try bench.send(ServerFrames.welcome(limits))
    let rest = bench.get(["b", "c", "d", "e"])
    #expect(try bench.summaries() == ["hello", "open 1", "open 2"])
    // One of the waiting calls is cancelled.
    bench.core.performTogether([.cancel(rest[1].call)])
    #expect(try bench.summaries() == [])
    try bench.send(ServerFrames.end(1, info("a")))
    #expect(first.outcome.response != nil)
    let next = try bench.received()
    #expect(next.map(\.summary) == ["open 3"])
    #expect(try next[0].decode(GetCollectionRequest.self).name == "d")
    try bench.send(ServerFrames.end(2, info("b")), ServerFrames.end(3, info("d")))
    #expect(try bench.summaries() == ["open 4"])
    #expect(rest[1].outcome.failure?.error.processed == .notStarted)
  }

  @Test func callsWaitWhileTheNetworkIsFull() throws {
    let bench = Bench()
    let first = bench.get("a")
    try bench.send(ServerFrames.welcome())
    #expect(try bench.summaries() == ["hello", "open 1"])
    bench.network.channels[0].isWritable = false
    let second = bench.get("b")
    #expect(try bench.summaries() == [])
    bench.network.channels[0].isWritable = true
    bench.network.channels[0].pipeline.fireChannelWritabilityChanged()
    #expect(try bench.summaries() == ["open 2"])
    try bench.send(ServerFrames.end(2, info("b")), ServerFrames.end(1, info("a")))
    #expect(first.outcome.response != nil)
    #expect(second.outcome.response != nil)
  }

  @Test func aRequestTooLargeForTheServerIsNotSent() throws {
    let bench = Bench()
    let text = String(repeating: "x", count: 30_000)
    let operations = try (0..<40).map { _ in
      ListOperation.insertItems(
        [NewElement(fields: try Fields([("t", .string(text))]))],
        to: ItemDestination()
      )
    }
    let outcomes = (0..<2).map { _ in Bench.Outcomes<ApplyResult>() }
    func apply(_ place: Int) {
      let request = ApplyRequest(collection: "a", operations: operations)
      let outcome = outcomes[place]
      bench.core.performTogether([
        .call(UnaryCall<ApplyRequest, ApplyResult>(.apply, request, deadline: .never) { outcome.add($0) })
      ])
    }
    apply(0)
    #expect(try bench.summaries() == ["hello"])
    try bench.send(ServerFrames.welcome())
    #expect(outcomes[0].failure?.error.code == .resourceExhausted)
    #expect(outcomes[0].failure?.error.processed == .notStarted)
    #expect(try bench.summaries() == [])
    // The next server accepts more.
    bench.lose()
    var limits = ConnectionLimits()
    limits.largestFrame = 2 * 1024 * 1024
    apply(1)
    #expect(try bench.summaries(on: 1) == ["hello"])
    try bench.send(ServerFrames.welcome(limits), on: 1)
    #expect(try bench.summaries(on: 1) == ["open 1"])
    #expect(outcomes[1].count == 0)
  }

  @Test func pingMeasuresTheWay() throws {
    let bench = Bench()
    let outcome = Bench.Outcomes<Duration>()
    let lost = Bench.Outcomes<Duration>()
    let deadline = bench.now.advanced(byNanoseconds: 1_000_000_000)
    bench.core.performTogether([
      .call(PingCall(deadline: deadline) { outcome.add($0) }),
      .call(PingCall(deadline: deadline) { lost.add($0) }),
    ])
    let frames = try bench.received()
    #expect(frames.map(\.summary) == ["hello", "ping", "ping"])
    bench.advance(.milliseconds(3))
    try bench.send(ServerFrames.welcome(), ServerFrames.frame(Frame(.pong, sequence: frames[1].sequence)))
    #expect(outcome.response == .milliseconds(3))
    bench.advance(.seconds(1))
    #expect(lost.failure?.error.code == .deadlineExceeded)
  }

  @Test func thePingOfTheServerIsAnswered() throws {
    let bench = Bench()
    _ = bench.get("a")
    _ = try bench.received()
    try bench.send(ServerFrames.welcome(), ServerFrames.frame(Frame(.ping, sequence: 42)))
    #expect(try bench.summaries() == ["pong 42"])
  }

  @Test func aSilentServerIsGivenUp() throws {
    let bench = Bench()
    let call = bench.get("a")
    try bench.send(ServerFrames.welcome())
    _ = try bench.received()
    bench.advance(.seconds(30))
    let ping = try bench.received()
    #expect(ping.map(\.summary) == ["ping"])
    try bench.send(ServerFrames.frame(Frame(.pong, sequence: ping[0].sequence)))
    bench.advance(.seconds(30))
    #expect(try bench.summaries() == ["ping"])
    #expect(call.outcome.count == 0)
    bench.advance(.seconds(10))
    #expect(call.outcome.failure?.error.code == .unavailable)
    #expect(call.outcome.failure?.error.processed == .unknown)
    #expect(try bench.summaries() == ["goAway \(StatusCode.deadlineExceeded.rawValue)"])
    #expect(bench.isClosed())
  }
}
