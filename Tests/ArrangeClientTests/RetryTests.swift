import ArrangeModel
import Ordering
import Testing
import Wire

@testable import ArrangeClient

/// The decisions about trying again.
@Suite struct RetryTests {
  private let policy = RetryPolicy(
    maximumAttempts: 4,
    initialBackoff: .milliseconds(100),
    maximumBackoff: .milliseconds(300),
    jitter: 0
  )

  private func decide(
    _ error: ArrangeError,
    isFinal: Bool = false,
    isRepeatable: Bool = false,
    deadline: MonotonicTime = .never
  ) -> CallRetry.Decision {
    var random = OrderingRandom(seed: 1)
    var retry = CallRetry(policy: policy, isRepeatable: isRepeatable, deadline: deadline)
    return retry.failed(
      CallFailure(error: error, isFinal: isFinal),
      at: MonotonicTime(nanoseconds: 0),
      using: &random
    )
  }

  @Test func onlyWhatIsSafeIsTriedAgain() {
    let again = CallRetry.Decision.retry(afterNanoseconds: 100_000_000)
    func unavailable(_ processed: ArrangeError.Processed) -> ArrangeError {
      ArrangeError(.unavailable, "gone", processed: processed)
    }
    #expect(decide(unavailable(.notStarted)) == again)
    #expect(decide(unavailable(.notStarted), isRepeatable: true) == again)
    #expect(decide(unavailable(.unknown)) == .fail(unavailable(.unknown)))
    #expect(decide(unavailable(.unknown), isRepeatable: true) == again)
    #expect(decide(unavailable(.done)) == .fail(unavailable(.done)))
    #expect(decide(unavailable(.done), isRepeatable: true) == .fail(unavailable(.done)))
    #expect(decide(unavailable(.notStarted), isFinal: true) == .fail(unavailable(.notStarted)))
  }

  @Test(arguments: StatusCode.allCases) func onlyWhatMayPassIsTriedAgain(_ code: StatusCode) {
    let error = ArrangeError(code, "why")
    let isRetried = code == .unavailable
    #expect((decide(error, isRepeatable: true) == .fail(error)) == !isRetried)
  }

  @Test func anAttemptThatWasNotStartedSaysNothingOfEarlierOnes() {
    var random = OrderingRandom(seed: 1)
    var retry = CallRetry(policy: policy, isRepeatable: true, deadline: .never)
    func fail(_ code: StatusCode, _ processed: ArrangeError.Processed, isFinal: Bool) -> CallRetry.Decision {
      let error = ArrangeError(code, "why", processed: processed)
      return retry.failed(
        CallFailure(error: error, isFinal: isFinal),
        at: MonotonicTime(nanoseconds: 0),
        using: &random
      )
    }
    func failed(_ code: StatusCode, _ processed: ArrangeError.Processed) -> CallRetry.Decision {
      .fail(ArrangeError(code, "why", processed: processed))
    }
    #expect(fail(.deadlineExceeded, .notStarted, isFinal: true) == failed(.deadlineExceeded, .notStarted))
    #expect(fail(.unavailable, .unknown, isFinal: false) == .retry(afterNanoseconds: 100_000_000))
    // It is still safe to try again.
    #expect(fail(.unavailable, .notStarted, isFinal: false) == .retry(afterNanoseconds: 200_000_000))
    for code in [StatusCode.unavailable, .deadlineExceeded, .resourceExhausted, .cancelled] {
      #expect(fail(code, .notStarted, isFinal: true) == failed(code, .unknown))
      #expect(retry.reported(ArrangeError(code, "why", processed: .done)).processed == .done)
    }
    // The server has answered the request: the earlier attempt did nothing.
    #expect(fail(.invalidArgument, .notStarted, isFinal: true) == failed(.invalidArgument, .notStarted))
  }

  @Test func theServersWishIsHeeded() {
    var error = ArrangeError(.resourceExhausted, "busy", retryAfterMilliseconds: 250)
    #expect(decide(error) == .retry(afterNanoseconds: 250_000_000))
    error.retryAfterMilliseconds = 1
    #expect(decide(error) == .retry(afterNanoseconds: 100_000_000))
  }

  @Test func noPauseOutlastsTheDeadline() {
    let error = ArrangeError(.unavailable, "gone")
    #expect(decide(error, deadline: MonotonicTime(nanoseconds: 100_000_000)) == .fail(error))
    #expect(
      decide(error, deadline: MonotonicTime(nanoseconds: 100_000_001))
        == .retry(afterNanoseconds: 100_000_000)
    )
  }

  @Test func aRoundOfAttemptsEndsACallButNotWhoFollowsForever() {
    var random = OrderingRandom(seed: 1)
    let unreachable = CallFailure(error: ArrangeError(.unavailable, "gone"), attempts: 4)
    let now = MonotonicTime(nanoseconds: 0)
    var call = CallRetry(policy: policy, isRepeatable: true, deadline: .never)
    #expect(call.failed(unreachable, at: now, using: &random) == .fail(unreachable.error))
    var forever = policy
    forever.maximumAttempts = .max
    var following = CallRetry(policy: forever, isRepeatable: true, deadline: .never)
    for _ in 0..<100 {
      #expect(following.failed(unreachable, at: now, using: &random) == .retry(afterNanoseconds: 300_000_000))
    }
    var closed = unreachable
    closed.isFinal = true
    #expect(following.failed(closed, at: now, using: &random) == .fail(unreachable.error))
  }

  @Test func pausesGrowAndAttemptsEnd() {
    var random = OrderingRandom(seed: 1)
    var retry = CallRetry(policy: policy, isRepeatable: true, deadline: .never)
    let failure = CallFailure(error: ArrangeError(.unavailable, "gone"))
    let decisions = (0..<4).map { _ in
      retry.failed(failure, at: MonotonicTime(nanoseconds: 0), using: &random)
    }
    #expect(
      decisions == [
        .retry(afterNanoseconds: 100_000_000), .retry(afterNanoseconds: 200_000_000),
        .retry(afterNanoseconds: 300_000_000), .fail(failure.error),
      ]
    )
  }

  @Test func jitterStaysInItsPart() {
    let seed: UInt64 = 20_261
    var random = OrderingRandom(seed: seed)
    let policy = RetryPolicy(initialBackoff: .milliseconds(100), maximumBackoff: .seconds(3), jitter: 0.5)
    var least = UInt64.max
    var most: UInt64 = 0
    for _ in 0..<1_000 {
      let pause = policy.pause(afterAttempts: 3, using: &random)
      least = min(least, pause)
      most = max(most, pause)
    }
    #expect(least >= 200_000_000 && least < 220_000_000, "seed \(seed)")
    #expect(most <= 400_000_000 && most > 380_000_000, "seed \(seed)")
  }

  @Test(arguments: [63, 64, 65, 1_000, .max]) func noNumberOfAttemptsOverflows(_ attempts: Int) {
    var random = OrderingRandom(seed: 1)
    let endless = RetryPolicy(maximumBackoff: .seconds(Int64.max), jitter: 0)
    #expect(endless.pause(afterAttempts: attempts, using: &random) == .max)
    #expect(policy.pause(afterAttempts: attempts, using: &random) == 300_000_000)
  }

  @Test func reconnectionGoesThroughItsRound() {
    var random = OrderingRandom(seed: 1)
    var machine = Reconnection(policy: policy)
    #expect(machine.wanted() == .connect)
    #expect(machine.wanted() == .none)
    #expect(machine.failed(isPermanent: false, using: &random) == .pause(nanoseconds: 100_000_000))
    #expect(machine.wanted() == .none)
    #expect(machine.pauseEnded(isWanted: true) == .connect)
    #expect(machine.failed(isPermanent: false, using: &random) == .pause(nanoseconds: 200_000_000))
    #expect(machine.pauseEnded(isWanted: true) == .connect)
    machine.succeeded()
    #expect(machine.state == .connected)
    #expect(machine.wanted() == .none)
    machine.lost()
    #expect(machine.wanted() == .connect)
    #expect(machine.state == .connecting(attempt: 1))
  }

  @Test func reconnectionTriesAllAddressesBeforeAPause() {
    var random = OrderingRandom(seed: 1)
    var machine = Reconnection(policy: policy, addresses: 3, first: 1)
    #expect(machine.wanted() == .connect)
    #expect(machine.address == 1)
    #expect(machine.failed(isPermanent: false, using: &random) == .connect)
    #expect(machine.address == 2)
    #expect(machine.failed(isPermanent: false, using: &random) == .connect)
    #expect(machine.address == 0)
    #expect(machine.state == .connecting(attempt: 1))
    #expect(machine.failed(isPermanent: false, using: &random) == .pause(nanoseconds: 100_000_000))
    #expect(machine.pauseEnded(isWanted: true) == .connect)
    #expect(machine.address == 1)
    #expect(machine.failed(isPermanent: false, using: &random) == .connect)
    machine.succeeded()
    #expect(machine.address == 2)
    // After a connection all addresses are tried again, the lost one last.
    machine.lost()
    #expect(machine.wanted() == .connect)
    #expect(machine.address == 0)
    #expect(machine.failed(isPermanent: true, using: &random) == .connect)
    #expect(machine.failed(isPermanent: true, using: &random) == .connect)
    #expect(machine.address == 2)
    #expect(machine.failed(isPermanent: true, using: &random) == .fail)
  }

  @Test func reconnectionEnds() {
    var random = OrderingRandom(seed: 1)
    var machine = Reconnection(policy: RetryPolicy(maximumAttempts: 2))
    #expect(machine.wanted() == .connect)
    #expect(machine.failed(isPermanent: true, using: &random) == .fail)
    #expect(machine.state == .idle)
    #expect(machine.wanted() == .connect)
    guard case .pause = machine.failed(isPermanent: false, using: &random) else {
      Issue.record("there is a second attempt")
      return
    }
    #expect(machine.pauseEnded(isWanted: false) == .none)
    #expect(machine.state == .idle)
    #expect(machine.wanted() == .connect)
    machine.close()
    #expect(machine.failed(isPermanent: false, using: &random) == .none)
    #expect(machine.pauseEnded(isWanted: true) == .none)
    #expect(machine.wanted() == .none)
    machine.lost()
    #expect(machine.state == .closed)
  }

  @Test func requestIDsDiffer() {
    let ids = RequestIDs(using: RandomSource(OrderingRandom(seed: 5)))
    let others = RequestIDs(using: RandomSource(OrderingRandom(seed: 6)))
    let all = (0..<1_000).map { _ in ids.next() } + (0..<1_000).map { _ in others.next() }
    #expect(Set(all).count == 2_000)
    #expect(all.allSatisfy { $0.bytes.count == 16 })
    #expect(ids.clientID.count == 16)
  }
}
