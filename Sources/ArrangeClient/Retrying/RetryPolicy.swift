/// When and how often an operation that failed temporarily is retried.
///
/// Calls are retried only if that is safe: if the server says that nothing was done, and otherwise only
/// reads, and transactions, which carry a request id.
public struct RetryPolicy: Sendable, Hashable {
  /// The total number of attempts; 1: no retries. With the pauses of the default, 20 attempts take 15 to 29 seconds where
  /// no server can be reached, such as while all of them are restarted.
  public var maximumAttempts: Int

  /// The pause before the second attempt. Each further pause is twice as long.
  public var initialBackoff: Duration

  /// The longest pause.
  public var maximumBackoff: Duration

  /// The random part of each pause, so that many clients do not return at the same moment: from 0, none, to
  /// 1, all of it.
  public var jitter: Double

  public init(
    maximumAttempts: Int = 20,
    initialBackoff: Duration = .milliseconds(50),
    maximumBackoff: Duration = .seconds(2),
    jitter: Double = 0.5
  ) {
    self.maximumAttempts = maximumAttempts
    self.initialBackoff = initialBackoff
    self.maximumBackoff = maximumBackoff
    self.jitter = jitter
  }

  /// One attempt, no retries.
  public static let never = RetryPolicy(maximumAttempts: 1)

  /// The pause after the given number of failed attempts, in nanoseconds.
  ///
  /// Exponential backoff with jitter: with a jitter of 0.5, half of the pause is fixed and the rest is random
  /// (Brooker: Exponential Backoff And Jitter, AWS Architecture Blog, 2015).
  func pause(afterAttempts attempts: Int, using random: inout some RandomNumberGenerator) -> UInt64 {
    let first = initialBackoff.wholeNanoseconds
    let doublings = UInt64(clamping: max(attempts - 1, 0))
    let (grown, overflow) = first.multipliedReportingOverflow(by: doublings < 63 ? 1 << doublings : .max)
    let longest = min(overflow ? .max : grown, maximumBackoff.wholeNanoseconds)
    let chance = min(max(jitter, 0), 1) * Double.random(in: 0...1, using: &random)
    return longest - min(longest, UInt64(Double(longest) * chance))
  }
}

extension Duration {
  /// The duration in nanoseconds: 0 for a negative one; saturating.
  var wholeNanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (nanoseconds, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carry) = nanoseconds.addingReportingOverflow(UInt64(attoseconds) / 1_000_000_000)
    return overflow || carry ? .max : sum
  }
}
