import Engine

/// For how long the server has owed a subscriber a message, and whether what it sends next says how fast it is.
///
/// It is a value that is told what a subscription waits for, and when.
struct ServiceTimes: Sendable {
  /// Since when the subscriber has credit and there is news that it was not sent, in monotonic nanoseconds; nil where the
  /// server owes it nothing, or it does not read what it was sent.
  private(set) var owedSince: UInt64?
  /// Whether the subscriber has made the server wait since the last message: without credit, by an interval that it asked
  /// for, or by not reading.
  private(set) var wasHeldUp = false

  /// A message was sent, or there was nothing to be shown.
  mutating func noteServed() { self = ServiceTimes() }

  /// What the subscription waits for now.
  ///
  /// - Parameter reads: whether the client reads what it is sent.
  mutating func note(_ state: Subscription.State, reads: Bool, at now: UInt64) {
    switch state {
    case .opening, .inStep, .ended, .waitingForProgress: owedSince = nil
    case .waitingForCredit, .waitingForInterval:
      owedSince = nil
      wasHeldUp = true
    case .waitingForRoom where !reads:
      owedSince = nil
      wasHeldUp = true
    case .waitingForRoom, .asking: owedSince = owedSince ?? now
    }
  }
}

extension SubscriptionWait {
  /// - Parameter reads: whether the client reads what it is sent.
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
