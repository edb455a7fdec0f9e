import Engine

/// How long a subscriber has been waiting for a message that the server could send.
///
/// It is a value that is updated with the states of a subscription; the clock is passed in.
struct ServiceTimes: Sendable {
  /// When the current message became due, in monotonic nanoseconds: there are new commits, and the subscriber
  /// has credit and reads its socket. Nil if no message is due.
  private(set) var dueSince: UInt64?
  /// Whether the subscriber has delayed the next message: by missing credit, by a requested interval, or by not reading
  /// its socket.
  private(set) var wasHeldUp = false

  /// A message was sent, or there was nothing to send.
  mutating func recordServed() { self = ServiceTimes() }

  /// Updates the state.
  ///
  /// - Parameter reads: whether the client reads its socket.
  mutating func record(_ state: Subscription.State, reads: Bool, at now: UInt64) {
    switch state {
    case .opening, .inStep, .ended, .waitingForProgress: dueSince = nil
    case .waitingForCredit, .waitingForInterval:
      dueSince = nil
      wasHeldUp = true
    case .waitingForRoom where !reads:
      dueSince = nil
      wasHeldUp = true
    case .waitingForRoom, .asking: dueSince = dueSince ?? now
    }
  }
}

extension SubscriptionWait {
  /// - Parameter reads: whether the client reads its socket.
  init(_ state: Subscription.State, reads: Bool) {
    switch state {
    case .opening: self = .opening
    case .inStep, .waitingForProgress, .ended: self = .inStep
    case .asking: self = .served
    case .waitingForCredit: self = .credit
    case .waitingForRoom: self = reads ? .turn : .socket
    case .waitingForInterval: self = .interval
    }
  }
}
