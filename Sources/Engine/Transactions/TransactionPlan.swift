import ArrangeModel

/// What a transaction does, in steps that are planned before it begins.
protocol TransactionPlan: Sendable {
  /// The maximum number of bytes that the transaction writes.
  static var maximumBytes: Int { get }
  /// The number of steps.
  var stepCount: Int { get }

  /// Carries out one of the steps; all of them in order.
  func perform(_ step: Int, in editor: inout TransactionEditor) throws(ArrangeError)
}

extension TransactionPlan {
  static var maximumBytes: Int { ApplyRequest.maximumBytes }
}
