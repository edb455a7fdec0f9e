import ArrangeModel
import NIOCore
import Ordering
import TestSupport
import Testing
import Wire

@testable import ArrangeClient

/// Calls whose connections end, can't be opened, or are refused.
@Suite struct ConnectionLossTests {
  private let refused = IOError(errnoCode: 111, reason: "connect")

  @Test func aCallOnALostConnectionIsOfUnknownOutcome() throws {
    let bench = Bench()
    let call = bench.get("a")
    try bench.send(ServerFrames.welcome())
    bench.lose()
    #expect(call.outcome.failure?.error.code == .unavailable)
    #expect(call.outcome.failure?.error.processed == .unknown)
    #expect(call.outcome.failure?.isFinal == false)
    #expect(
      call.outcome.failure?.error.message
        == "the connection to 127.0.0.1:7411 was lost before the answer came"
    )
    // No connection is needed now; the next call needs one.
    #expect(bench.network.attempts == 1)
    let next = bench.get("b")
    #expect(try bench.summaries(on: 1) == ["hello", "open 1"])
    try bench.send(ServerFrames.welcome(), ServerFrames.end(1, info("b")), on: 1)
    #expect(next.outcome.response?.name == "b")
  }

  @Test func waitingCallsShareTheAttemptsToConnect() throws {
    let bench = Bench()
    bench.network.outcomes = [.refuse(refused), .refuse(refused), .accept]
    let call = bench.get("a")
    #expect(bench.network.attempts == 1)
    bench.advance(.milliseconds(99))
    let late = bench.get("b")
    #expect(bench.network.attempts == 1)
    bench.advance(.milliseconds(1))
    #expect(bench.network.attempts == 2)
    bench.advance(.milliseconds(199))
    #expect(bench.network.attempts == 2)
    bench.advance(.milliseconds(1))
    #expect(bench.network.attempts == 3)
    #expect(try bench.summaries() == ["hello", "open 1", "open 2"])
    try bench.send(ServerFrames.welcome(), ServerFrames.end(1, info("a")), ServerFrames.end(2, info("b")))
    #expect(call.outcome.response != nil)
    #expect(late.outcome.response != nil)
  }

  @Test func anUnreachableServerIsExplained() throws {
    let bench = Bench()
    bench.network.outcomes = Array(repeating: .refuse(refused), count: 5)
    let call = bench.get("a")
    bench.advance(.seconds(1))
    #expect(bench.network.attempts == 4)
    let failure = try #require(call.outcome.failure)
    // Calls without further attempts end here.
    #expect(!failure.isFinal && failure.attempts == 4)
    #expect(
      failure.error
        == ArrangeError(
          .unavailable,
          "cannot reach 127.0.0.1:7411: connection refused; is arranged running there?"
        )
    )
    // The next call begins a new round.
    let next = bench.get("b")
    #expect(bench.network.attempts == 5)
    bench.advance(.milliseconds(100))
    #expect(bench.network.attempts == 6)
    #expect(next.outcome.count == 0)
    #expect(try bench.summaries() == ["hello", "open 1"])
  }

  @Test func aTimeoutThatEndsTheAttemptsIsExplained() throws {
    let bench = Bench()
    bench.network.outcomes = [.refuse(refused), .refuse(refused)]
    let call = bench.get("a", timeout: .milliseconds(150))
    bench.advance(.milliseconds(150))
    #expect(bench.network.attempts == 2)
    #expect(
      call.outcome.failure?.error
        == ArrangeError(
          .deadlineExceeded,
          "the timeout passed before the call could be made: cannot reach 127.0.0.1:7411: connection refused; "
            + "is arranged running there?"
        )
    )
  }

  @Test func aServerThatNobodyWaitsForIsNotSought() throws {
    let bench = Bench()
    bench.network.outcomes = [.refuse(refused)]
    let call = bench.get("a")
    bench.core.performTogether([.cancel(call.call)])
    bench.advance(.seconds(10))
    #expect(bench.network.attempts == 1)
    #expect(call.outcome.failure?.error.code == .cancelled)
  }

  @Test func goAwaySendsUnacceptedCallsToTheNextServer() throws {
    let bench = Bench()
    let calls = bench.get(["a", "b", "c"])
    try bench.send(ServerFrames.welcome(), ServerFrames.goAway(.draining, last: 1))
    #expect(bench.network.attempts == 2)
    let reopened = try bench.received(on: 1)
    #expect(reopened.map(\.summary) == ["hello", "open 1", "open 2"])
    let names = try reopened.dropFirst().map { try $0.decode(GetCollectionRequest.self).name }
    #expect(Set(names) == ["b", "c"])
    #expect(!bench.isClosed(0))
    // The accepted call finishes on the old connection, which closes then.
    let later = bench.get("d")
    #expect(try bench.summaries(on: 1) == ["open 3"])
    try bench.send(ServerFrames.end(1, info("a")), on: 0)
    #expect(calls[0].outcome.response?.name == "a")
    #expect(bench.isClosed(0))
    #expect(!bench.isClosed(1))
    try bench.send(
      ServerFrames.welcome(),
      ServerFrames.end(1, info(names[0])),
      ServerFrames.end(2, info(names[1])),
      ServerFrames.end(3, info("d")),
      on: 1
    )
    #expect(calls[1].outcome.response?.name == "b")
    #expect(calls[2].outcome.response?.name == "c")
    #expect(later.outcome.response?.name == "d")
  }

  @Test func refusalsHaveAnEnd() throws {
    let bench = Bench()
    let call = bench.get("a")
    for place in 0...Call.maximumRefusals {
      #expect(bench.network.attempts == place + 1)
      #expect(call.outcome.count == 0)
      try bench.send(ServerFrames.welcome(), ServerFrames.goAway(.draining, last: 0), on: place)
    }
    #expect(bench.network.attempts == Call.maximumRefusals + 1)
    #expect(call.outcome.failure?.error.code == .unavailable)
    #expect(call.outcome.failure?.error.processed == .notStarted)
    #expect(call.outcome.failure?.isFinal == false)
  }

  @Test func aWrongTokenIsNotTriedAgain() throws {
    let bench = Bench { $0.token = "wrong" }
    let call = bench.get("a")
    try bench.send(ServerFrames.goAway(.unauthenticated(.invalid), last: 0))
    let error = try #require(call.outcome.failure?.error)
    #expect(error.code == .unauthenticated)
    #expect(error.processed == .notStarted)
    #expect(error.message.hasSuffix("check the token"))
    #expect(bench.network.attempts == 1)
    #expect(bench.isClosed())
  }

  /// The error for the caller of a call that the server had accepted, and whether a read is retried.
  @Test(
    arguments: [
      (.draining, .unavailable, true), (.leaving, .unavailable, true),
      (.greetingTimeout, .unavailable, true), (.partialFrameTimeout, .unavailable, true),
      (.keepaliveTimeout, .unavailable, true), (.tooManyConnections, .resourceExhausted, true),
      (.frame(.tooLarge(announced: 9, limit: 8)), .resourceExhausted, false),
      (.frame(.tooManyParts), .resourceExhausted, false), (.frame(.malformed), .internal, false),
      (.frame(.overlongLength), .internal, false), (.greetingExpected, .internal, false),
      (.greetingRepeated, .internal, false), (.greeting(.malformed), .internal, false),
      (.greeting(.version(low: 2, high: 3)), .unimplemented, false),
      (.unauthenticated(.invalid), .unauthenticated, false), (.unexpectedFrame(.welcome), .internal, false),
      (.unknownFrameType(77), .internal, false), (.streamNotZero(.ping), .internal, false),
      (.streamNotRising(stream: 1, highest: 1), .internal, false),
      (.streamNotOpen(.cancel, stream: 9), .internal, false), (.openAfterGoAway, .internal, false),
      (.dataNotAllowed(stream: 1), .internal, false), (.truncated, .internal, false),
    ] as [(GoAwayReason, StatusCode, Bool)]
  ) func eachGoAwayIsUnderstood(reason: GoAwayReason, code: StatusCode, isRetried: Bool) throws {
    let bench = Bench()
    let call = bench.get("a")
    try bench.send(ServerFrames.welcome(), ServerFrames.goAway(reason, last: 1))
    #expect(call.outcome.count == 0)
    bench.lose()
    let failure = try #require(call.outcome.failure)
    #expect(failure.error.code == code)
    #expect(failure.error.processed == .unknown)
    #expect(failure.error.message.contains(reason.description))
    var random = OrderingRandom(seed: 1)
    var retry = CallRetry(policy: bench.core.configuration.retry, isRepeatable: true, deadline: .never)
    let decision = retry.failed(failure, at: bench.now, using: &random)
    #expect((decision != .fail(failure.error)) == isRetried)
  }

  @Test func whatWaitsForTheGreetingIsRefusedWithTheConnection() throws {
    let bench = Bench { $0.token = "wrong" }
    let large = bench.insertMuch()
    let behind = bench.get("b")
    #expect(try bench.summaries() == ["hello"])
    try bench.send(ServerFrames.goAway(.unauthenticated(.invalid), last: 0))
    for error in [large.failure?.error, behind.outcome.failure?.error] {
      #expect(error?.code == .unauthenticated)
      #expect(error?.processed == .notStarted)
    }
    bench.advance(.seconds(10))
    #expect(bench.network.attempts == 1)
  }

  @Test func aServerThatGoesBeforeItGreetsIsSoughtWithPauses() throws {
    let bench = Bench()
    let large = bench.insertMuch()
    for (place, pause) in [TimeAmount.milliseconds(100), .milliseconds(200), .milliseconds(300)].enumerated()
    {
      if place == 1 {
        bench.lose(place)
      } else {
        try bench.send(ServerFrames.goAway(.draining, last: 0), on: place)
      }
      bench.advance(pause - .milliseconds(1))
      #expect(bench.network.attempts == place + 1)
      bench.advance(.milliseconds(1))
      #expect(bench.network.attempts == place + 2)
      #expect(large.count == 0)
    }
    try bench.send(ServerFrames.goAway(.draining, last: 0), on: 3)
    #expect(large.failure?.error.code == .unavailable)
    #expect(large.failure?.error.processed == .notStarted)
    #expect(large.failure?.attempts == 4)
    // The next call begins a new round, and a greeting ends it successfully.
    let next = bench.get("b")
    #expect(bench.network.attempts == 5)
    try bench.send(ServerFrames.welcome(), on: 4)
    #expect(bench.core.reconnection.state == .connected)
    try bench.send(ServerFrames.end(1, info("b")), on: 4)
    #expect(next.outcome.response?.name == "b")
  }

  @Test func whatIsNoServerOfArrangeIsSaidToBeNone() throws {
    let bench = Bench()
    let call = bench.get("a")
    try bench.send(
      ByteBuffer(string: "HTTP/1.1 400 Bad Request\r\n\r\n" + String(repeating: " ", count: 100))
    )
    let error = try #require(call.outcome.failure?.error)
    #expect(error.code == .internal)
    #expect(error.message.hasPrefix("what answers at 127.0.0.1:7411 does not keep the protocol"))
    #expect(bench.isClosed())
    #expect(try bench.summaries().last?.hasPrefix("goAway") == true)
  }

  @Test func aServerThatDoesNotGreetIsGivenUp() throws {
    let bench = Bench()
    let call = bench.get("a")
    bench.advance(.seconds(5))
    #expect(call.outcome.failure?.error.code == .unavailable)
    #expect(bench.isClosed())
  }
}
