import ArrangeModel
import NIOCore
import TestSupport
import Testing
import Wire

@testable import ArrangeClient

/// Server streams and their credit.
@Suite struct StreamTests {
  typealias Watch = StreamCall<HealthCheckRequest, ServingStatus>

  private func watch(_ bench: Bench, window: UInt64) throws -> Watch {
    let call = Watch(.healthWatch, HealthCheckRequest(), window: window)
    bench.core.performTogether([.call(call)])
    let frames = try bench.received()
    #expect(frames.map(\.summary) == ["hello", "open 1"])
    #expect(frames[1].credit == window)
    try bench.send(ServerFrames.welcome())
    return call
  }

  /// Takes what is there, as the iterator does.
  private func take(_ call: Watch, _ bench: Bench) -> ServingStatus? {
    guard case .element(let status, let grant) = call.buffer.next() else { return nil }
    if let grant { bench.core.performTogether([.grant(call, credit: grant)]) }
    return status
  }

  @Test func creditFollowsConsumption() throws {
    let bench = Bench()
    let call = try watch(bench, window: 2)
    try bench.send(
      ServerFrames.data(1, 1, ServingStatus.serving),
      ServerFrames.data(1, 2, ServingStatus.notServing)
    )
    // Nothing was consumed, nothing is granted.
    #expect(try bench.summaries() == [])
    #expect(take(call, bench) == .serving)
    #expect(try bench.summaries() == ["credit 1 3"])
    #expect(take(call, bench) == .notServing)
    #expect(try bench.summaries() == ["credit 1 4"])
    #expect(take(call, bench) == nil)
  }

  @Test func wideWindowsAreGrantedInHalves() throws {
    let bench = Bench()
    let call = try watch(bench, window: 8)
    var sent: UInt64 = 0
    var credits: [String] = []
    for round in 0..<3 {
      for _ in 0..<8 {
        sent += 1
        try bench.send(ServerFrames.data(1, sent, ServingStatus.serving))
        #expect(take(call, bench) == .serving)
      }
      credits += try bench.summaries()
      #expect(credits.count == 2 * (round + 1))
    }
    #expect(credits == [12, 16, 20, 24, 28, 32].map { "credit 1 \($0)" })
  }

  @Test func whatCameBeforeTheEndIsRead() throws {
    let bench = Bench()
    let call = try watch(bench, window: 2)
    try bench.send(
      ServerFrames.data(1, 1, ServingStatus.serving),
      ServerFrames.end(1, ArrangeError(.unavailable, "the server stops"))
    )
    #expect(take(call, bench) == .serving)
    #expect(try bench.summaries() == [])
    guard case .end(let failure?) = call.buffer.next() else {
      Issue.record("the end is missing")
      return
    }
    #expect(failure.error.message == "the server stops")
    guard case .end(.some) = call.buffer.next() else {
      Issue.record("the end does not last")
      return
    }
  }

  @Test func aServerBeyondTheCreditIsRefused() throws {
    let bench = Bench()
    let call = try watch(bench, window: 1)
    try bench.send(
      ServerFrames.data(1, 1, ServingStatus.serving),
      ServerFrames.data(1, 2, ServingStatus.serving)
    )
    #expect(bench.isClosed())
    #expect(take(call, bench) == .serving)
    guard case .end(let failure?) = call.buffer.next() else {
      Issue.record("the end is missing")
      return
    }
    #expect(failure.error.code == .internal)
  }

  @Test func aMessageThatCantBeReadEndsTheStream() throws {
    let bench = Bench()
    let call = try watch(bench, window: 2)
    let other = bench.get("a")
    _ = try bench.received()
    try bench.send(ServerFrames.data(1, 1, info("no status")))
    #expect(try bench.summaries() == ["cancel 1"])
    guard case .end(let failure?) = call.buffer.next() else {
      Issue.record("the end is missing")
      return
    }
    #expect(failure.error.code == .internal)
    try bench.send(ServerFrames.end(2, info("a")))
    #expect(other.outcome.response != nil)
  }

  @Test func unacceptedStreamsAreOpenedOnTheNextServer() throws {
    let bench = Bench()
    let call = try watch(bench, window: 2)
    try bench.send(ServerFrames.goAway(.draining, last: 0))
    let frames = try bench.received(on: 1)
    #expect(frames.map(\.summary) == ["hello", "open 1"])
    #expect(frames[1].credit == 2)
    try bench.send(ServerFrames.welcome(), ServerFrames.data(1, 1, ServingStatus.serving), on: 1)
    #expect(take(call, bench) == .serving)
  }
}
