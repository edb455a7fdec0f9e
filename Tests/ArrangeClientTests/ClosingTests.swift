import ArrangeModel
import NIOCore
import Synchronization
import TestSupport
import Testing
import Wire

@testable import ArrangeClient

/// The end of a client.
@Suite struct ClosingTests {
  private final class Flag: Sendable {
    private let count = Atomic(0)
    func raise() { count.add(1, ordering: .relaxed) }
    var value: Int { count.load(ordering: .relaxed) }
  }

  private func close(_ bench: Bench) -> Flag {
    let flag = Flag()
    bench.core.performTogether([.close { flag.raise() }])
    return flag
  }

  @Test func openCallsFinish() throws {
    let bench = Bench()
    let calls = bench.get(["a", "b"])
    let stream = StreamCall<HealthCheckRequest, ServingStatus>(.healthWatch, HealthCheckRequest(), window: 2)
    bench.core.performTogether([.call(stream)])
    try bench.send(ServerFrames.welcome())
    _ = try bench.received()
    let flag = close(bench)
    #expect(try bench.summaries() == ["cancel 3", "goAway 0"])
    #expect(flag.value == 0)
    let late = bench.get("c")
    #expect(late.outcome.failure?.error.code == .failedPrecondition)
    try bench.send(ServerFrames.end(1, info("a")))
    #expect(calls[0].outcome.response != nil)
    #expect(!bench.isClosed())
    // Nobody waits for the END of the stream, which was cancelled.
    try bench.send(ServerFrames.end(2, info("b")))
    #expect(calls[1].outcome.response != nil)
    #expect(bench.isClosed())
    #expect(flag.value == 1)
    // Closing again is at once done.
    #expect(close(bench).value == 1)
    #expect(bench.network.attempts == 1)
  }

  /// A server that answers nothing any more must not keep a client from closing.
  @Test func cancelledCallsAreNotAwaited() throws {
    let bench = Bench()
    let calls = bench.get(["a", "b"])
    try bench.send(ServerFrames.welcome())
    _ = try bench.received()
    bench.core.performTogether(calls.map { .cancel($0.call) })
    #expect(try bench.summaries() == ["cancel 1", "cancel 2"])
    let flag = close(bench)
    #expect(try bench.summaries() == ["goAway 0"])
    #expect(bench.isClosed())
    #expect(flag.value == 1)
  }

  /// The same for calls whose deadline has passed.
  @Test func expiredCallsAreNotAwaited() throws {
    let bench = Bench()
    let call = bench.get("a", timeout: .milliseconds(500))
    try bench.send(ServerFrames.welcome())
    bench.advance(.milliseconds(500))
    #expect(call.outcome.failure?.error.code == .deadlineExceeded)
    let flag = close(bench)
    #expect(bench.isClosed())
    #expect(flag.value == 1)
  }

  @Test func anUnusedClientClosesAtOnce() {
    #expect(close(Bench()).value == 1)
  }

  @Test func anIdleConnectionClosesAtOnce() throws {
    let bench = Bench()
    let call = bench.get("a")
    try bench.send(ServerFrames.welcome(), ServerFrames.end(1, info("a")))
    #expect(call.outcome.response != nil)
    _ = try bench.received()
    let flag = close(bench)
    #expect(try bench.summaries() == ["goAway 0"])
    #expect(bench.isClosed())
    #expect(flag.value == 1)
  }

  @Test func waitingCallsFail() throws {
    let bench = Bench()
    bench.network.outcomes = [.refuse(IOError(errnoCode: 111, reason: "connect"))]
    let call = bench.get("a")
    let flag = close(bench)
    #expect(call.outcome.failure?.error.code == .failedPrecondition)
    #expect(flag.value == 1)
    bench.advance(.seconds(5))
    #expect(bench.network.attempts == 1)
  }
}
