/// A rule that every ordering strategy keeps.
public enum OrderingRule: String, Sendable, Hashable, CaseIterable {
  /// A request that was formed correctly gets an answer.
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

  /// The text of a key stands for that key, and for no other.
  case text

  /// No key is longer than the strategy says, nor longer than any strategy's key may be.
  case length

  /// The same request with the same random numbers has the same answer.
  case repeatable

  /// Rekeys are of elements that exist, and say something.
  case rekeyRange

  /// No element is rekeyed twice in one answer.
  case rekeyOverlap

  /// Shifts come from strategies whose keys are ranks, explicit keys from those that store theirs.
  case rekeyForm

  /// What is no key is refused with an error; what is accepted reads back as it was.
  case strictParsing

  /// After many inserts, no more keys were written for each than a logarithm of the list's size.
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

  /// The seed with which it happens again.
  public let seed: UInt64

  /// The number of the step of the workload, from 0.
  public let step: Int

  public var description: String {
    "\(strategy) breaks ‘\(rule.rawValue)’ in step \(step) of ‘\(workload.rawValue)’ with seed \(seed): \(explanation)"
  }
}
