internal import ArrangeModel
internal import Wire

/// Decides whether a failed call is retried: a value that takes the outcome of each attempt.
struct CallRetry {
  /// The decision after a failed attempt.
  enum Decision: Equatable {
    /// Retry the call after a pause.
    case retry(afterNanoseconds: UInt64)

    /// Return the error to the caller.
    case fail(ArrangeError)
  }

  let policy: RetryPolicy

  /// Whether the call can be repeated without doing anything twice: a read, or a transaction with a request
  /// id.
  let isRepeatable: Bool

  /// The deadline of the caller.
  let deadline: MonotonicTime

  /// The number of failed attempts.
  private(set) var attempts = 0

  /// Whether an earlier attempt may have taken effect.
  private var isUncertain = false

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
    let error = reported(failure.error)
    if error.processed == .unknown { isUncertain = true }
    guard !failure.isFinal else { return .fail(error) }
    attempts += failure.attempts
    guard attempts < policy.maximumAttempts, isSafe(failure.error), isTransient(error) else {
      return .fail(error)
    }
    // The longer of the server's requested pause and our own.
    let asked = UInt64(error.retryAfterMilliseconds ?? 0) * 1_000_000
    let pause = max(asked, policy.pause(afterAttempts: attempts, using: &random))
    // An error with a reason is more helpful than a deadline that is certain to be missed.
    guard now.advanced(byNanoseconds: pause) < deadline else { return .fail(error) }
    return .retry(afterNanoseconds: pause)
  }

  /// The error of the last attempt, as the error of the whole call: where an earlier attempt may have taken effect, it is unknown
  /// whether the call did, unless the server has answered the request itself.
  func reported(_ error: ArrangeError) -> ArrangeError {
    let isAnswer = ![.unavailable, .deadlineExceeded, .resourceExhausted, .cancelled].contains(error.code)
    guard isUncertain, error.processed == .notStarted, !isAnswer else { return error }
    var error = error
    error.processed = .unknown
    return error
  }

  /// Whether a retry can't do anything twice.
  private func isSafe(_ error: ArrangeError) -> Bool {
    switch error.processed {
    case .notStarted: true
    case .unknown: isRepeatable
    case .done: false
    }
  }

  /// Whether the next attempt may succeed.
  private func isTransient(_ error: ArrangeError) -> Bool {
    switch error.code {
    case .unavailable: true
    case .resourceExhausted: error.retryAfterMilliseconds != nil
    default: false
    }
  }
}
