internal import ArrangeModel
internal import ClientWire

/// The decision whether a call that failed is made again: a value that is told how each attempt ended.
struct CallRetry {
  /// What comes after an attempt that failed.
  enum Decision: Equatable {
    /// Make the call again after a pause.
    case retry(afterNanoseconds: UInt64)

    /// Tell the caller.
    case fail(ArrangeError)
  }

  let policy: RetryPolicy

  /// Whether the call can be made twice without doing more than once would: a read, or a transaction with a
  /// request id.
  let isRepeatable: Bool

  /// When the caller gives up.
  let deadline: MonotonicTime

  /// How many attempts failed.
  private(set) var attempts = 0

  init(policy: RetryPolicy, isRepeatable: Bool, deadline: MonotonicTime) {
    self.policy = policy
    self.isRepeatable = isRepeatable
    self.deadline = deadline
  }

  /// An attempt failed.
  mutating func failed(
    _ failure: CallFailure,
    at now: MonotonicTime,
    using random: inout some RandomNumberGenerator
  ) -> Decision {
    let error = failure.error
    guard !failure.isFinal else { return .fail(error) }
    attempts += failure.attempts
    guard attempts < policy.maximumAttempts, isSafe(error), isTransient(error) else {
      return .fail(error)
    }
    // The server's wish and our own pause: the longer one.
    let asked = UInt64(error.retryAfterMilliseconds ?? 0) * 1_000_000
    let pause = max(asked, policy.pause(afterAttempts: attempts, using: &random))
    // An error that says what is wrong tells more than a deadline that is sure to be missed.
    guard now.advanced(byNanoseconds: pause) < deadline else { return .fail(error) }
    return .retry(afterNanoseconds: pause)
  }

  /// Whether making the call again can't do anything twice.
  private func isSafe(_ error: ArrangeError) -> Bool {
    switch error.processed {
    case .notStarted: true
    case .unknown: isRepeatable
    case .done: false
    }
  }

  /// Whether the next attempt may end better.
  private func isTransient(_ error: ArrangeError) -> Bool {
    switch error.code {
    case .unavailable: true
    case .resourceExhausted: error.retryAfterMilliseconds != nil
    default: false
    }
  }
}
