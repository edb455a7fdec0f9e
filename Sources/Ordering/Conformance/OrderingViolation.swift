/// A rule for ordering strategies.
public enum OrderingRule: String, Sendable, Hashable, CaseIterable {
  /// A valid request gets an answer.
  case answers

  /// The answer has as many keys as were asked for.
  case keyCount

  /// The keys of an answer ascend strictly.
  case ascending

  /// The keys of an answer lie strictly between their neighbours.
  case between

  /// After the rekeys and the insertion, the keys of the whole list ascend strictly.
  case listOrder

  /// Each key passes the strategy's own validation.
  case canonical

  /// The text of a key represents that key and no other.
  case text

  /// No key is longer than the strategy declares, or than ``OrderKey/maximumLength``.
  case length

  /// The same request with the same random numbers has the same answer.
  case repeatable

  /// Rekeys refer to existing elements and are not empty.
  case rekeyRange

  /// No element is rekeyed twice in one answer.
  case rekeyOverlap

  /// Shifts come from strategies whose keys are ranks, explicit keys from those that store theirs.
  case rekeyForm

  /// Invalid keys are refused with an error; accepted ones read back unchanged.
  case strictParsing

  /// After many inserts, the keys written for each do not exceed a logarithm of the list's size.
  case growth
}

/// A case in which a strategy broke a rule.
public struct OrderingViolation: Sendable, Hashable, CustomStringConvertible {
  /// The name of the strategy.
  public let strategy: String

  /// The rule that was broken.
  public let rule: OrderingRule

  /// What happened.
  public let explanation: String

  /// The workload in which it happened.
  public let workload: OrderingWorkload

  /// The seed that reproduces it.
  public let seed: UInt64

  /// The number of the step of the workload, from 0.
  public let step: Int

  public var description: String {
    "\(strategy) breaks ‘\(rule.rawValue)’ in step \(step) of ‘\(workload.rawValue)’ with seed \(seed): \(explanation)"
  }
}
