internal import ArrangeModel

/// Decides when to connect: a value that takes events and returns actions.
///
/// A round begins when a call needs a connection and ends when a server has greeted, or when the policy's
/// attempts are used up: then all waiting calls fail. All calls share the attempts and the pauses between
/// them, so that a server that comes back is not overloaded.
///
/// With several addresses, an attempt tries each of them in turn, without pauses. It begins at the one after that of the last
/// connection, since a node whose connection was lost is likely to be gone.
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
  /// The number of addresses.
  let addresses: Int
  /// The index of the address of the current connection, or of the next one.
  private(set) var address: Int
  private(set) var state = State.idle
  /// The number of addresses that failed in the current attempt.
  private var failedAddresses = 0

  /// - Parameters:
  ///   - addresses: their number, at least 1.
  ///   - first: the index of the one that is tried first.
  init(policy: RetryPolicy, addresses: Int = 1, first: Int = 0) {
    precondition((0..<addresses).contains(first))
    self.policy = policy
    self.addresses = addresses
    address = first
  }

  /// A call needs a connection.
  mutating func wanted() -> Action {
    guard state == .idle else { return .none }
    failedAddresses = 0
    state = .connecting(attempt: 1)
    return .connect
  }

  /// The server has greeted.
  mutating func succeeded() {
    if case .connecting = state { state = .connected }
  }

  /// The attempt at an address failed.
  ///
  /// - Parameter isPermanent: whether another attempt would fail in the same way, at this address and at those that failed
  ///   before it in this attempt.
  mutating func failed(isPermanent: Bool, using random: inout some RandomNumberGenerator) -> Action {
    guard case .connecting(let attempt) = state else { return .none }
    goOn()
    failedAddresses += 1
    guard failedAddresses == addresses else { return .connect }
    failedAddresses = 0
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
    guard state == .connected else { return }
    goOn()
    state = .idle
  }

  /// The next connection is to the next address.
  private mutating func goOn() { address = (address + 1) % addresses }

  /// The client needs no connection any more.
  mutating func close() { state = .closed }
}
