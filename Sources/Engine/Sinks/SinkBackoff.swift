package import Ordering

/// When failed deliveries are tried again.
package struct SinkBackoff: Sendable, Hashable {
  /// The longest pause after the first failure, in nanoseconds; it doubles with each one.
  package var first: UInt64 = 5_000_000_000
  /// The longest pause, in nanoseconds.
  package var longest: UInt64 = 3_600_000_000_000
  /// The longest time that a receiver may ask for, in nanoseconds.
  package var longestRequested: UInt64 = 86_400_000_000_000
  /// How long deliveries may fail until the sink is paused for the collection, in nanoseconds: five days.
  package var patience: UInt64 = 432_000_000_000_000

  package init() {}

  /// The pause before the next attempt: half of the longest one at least, so that receivers that come back are not reached by
  /// everybody at once.
  ///
  /// - Parameters:
  ///   - attempts: the number of failures, at least 1.
  ///   - requested: what the receiver asks for, in nanoseconds; nil if it asks for nothing.
  package func pause(after attempts: Int, requested: UInt64?, using random: inout OrderingRandom) -> UInt64 {
    precondition(attempts > 0, "there is a pause after a failure")
    let doublings = min(attempts - 1, 40)
    let most = min(longest, first.multipliedReportingOverflow(by: 1 << UInt64(doublings)).partialValue)
    let half = max(1, (doublings < 20 ? most : longest) / 2)
    let pause = half + random.next() % half
    return max(pause, min(requested ?? 0, longestRequested))
  }
}
