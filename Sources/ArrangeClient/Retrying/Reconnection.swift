internal import ArrangeModel

/// Decides when to connect: a value that takes events and returns actions.
///
/// A round begins when a call needs a connection and ends when a server has greeted, or when the policy's
/// attempts are used up: then all waiting calls fail. All calls share the attempts and the pauses between
/// them, so that a server that comes back is not overloaded.
struct Reconnection {
  enum State: Equatable {
    /// No connection is needed.
    case idle

    /// The n-th attempt of the round is in progress: the connection is being opened, or the server has not
    /// greeted yet.
    case connecting(attempt: Int)

    /// This many attempts failed; the next one is scheduled.
    case pausing(attempts: Int)

    /// There is a connection to a server that has greeted.
    case connected

    /// The client was closed.
    case closed
  }

  enum Action: Equatable {
    case none
    case connect
    /// Call ``Reconnection/pauseEnded(isWanted:)`` after the time.
    case pause(nanoseconds: UInt64)
    /// Fail all waiting calls.
    case fail
  }

  let policy: RetryPolicy
  private(set) var state = State.idle

  init(policy: RetryPolicy) { self.policy = policy }

  /// A call needs a connection.
  mutating func wanted() -> Action {
    guard state == .idle else { return .none }
    state = .connecting(attempt: 1)
    return .connect
  }

  /// The server has greeted.
  mutating func succeeded() {
    if case .connecting = state { state = .connected }
  }

  /// The attempt failed.
  ///
  /// - Parameter isPermanent: whether another attempt would fail in the same way.
  mutating func failed(isPermanent: Bool, using random: inout some RandomNumberGenerator) -> Action {
    guard case .connecting(let attempt) = state else { return .none }
    guard !isPermanent, attempt < policy.maximumAttempts else {
      state = .idle
      return .fail
    }
    state = .pausing(attempts: attempt)
    return .pause(nanoseconds: policy.pause(afterAttempts: attempt, using: &random))
  }

  /// The pause is over.
  ///
  /// - Parameter isWanted: whether calls still wait.
  mutating func pauseEnded(isWanted: Bool) -> Action {
    guard case .pausing(let attempts) = state else { return .none }
    guard isWanted else {
      state = .idle
      return .none
    }
    state = .connecting(attempt: attempts + 1)
    return .connect
  }

  /// The connection accepts no more calls.
  mutating func lost() {
    if state == .connected { state = .idle }
  }

  /// The client needs no connection any more.
  mutating func close() { state = .closed }
}
