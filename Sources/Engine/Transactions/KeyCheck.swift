import ArrangeModel
import Ordering

/// Checks the stored keys of a collection, in slices: keys that the strategy does not make, and keys that are
/// not greater than the previous one.
struct KeyCheck {
  private let state: CollectionState
  /// Nil if the server does not have the strategy.
  private let strategy: (any OrderingStrategy)?
  private var walk = KeyWalk()
  private var last = OrderKey.empty
  private var report: KeyReport

  /// - Parameter strategy: nil if the server does not have it: keys are then only compared with each other.
  init(_ state: CollectionState, _ strategy: (any OrderingStrategy)?, _ strategyText: String) {
    self.state = state
    self.strategy = strategy
    report = KeyReport(strategy: strategyText, version: state.version, isOrderOnly: strategy == nil)
  }

  /// Works for one slice. O(n) in total.
  ///
  /// - Returns: the report; nil if there is more to do.
  mutating func proceed(_ slice: inout WorkSlice) -> KeyReport? {
    let (state, strategy) = (state, strategy)
    let isDone = walk.proceed(&slice, over: state) { scope, start, keys in
      for (offset, key) in keys.enumerated() {
        let index = start + offset
        report.checked += 1
        if let problem = KeyCheck.problem(with: key, after: last, at: index, strategy) {
          report.problemCount += 1
          if report.problems.count < KeyReport.mostProblems {
            report.problems.append(
              KeyReport.Problem(
                id: state.entry(in: scope, at: index).element.id,
                path: scope == .sections ? scope.path(at: index) : scope.siblingPath(at: index, in: state),
                isSection: scope == .sections,
                key: key,
                explanation: problem
              )
            )
          }
        }
        last = key
      }
    }
    return isDone ? report : nil
  }

  private static func problem(
    with key: OrderKey,
    after last: OrderKey,
    at index: Int,
    _ strategy: (any OrderingStrategy)?
  ) -> String? {
    guard let strategy else {
      if index == 0 || last.isEmpty && key.isEmpty { return nil }
      if last.isEmpty != key.isEmpty { return "of this element and the one before it only one has a key" }
      return last < key ? nil : notAbove
    }
    guard strategy.keyForm == .stored else {
      return key.isEmpty ? nil : "a key is stored where keys are ranks"
    }
    do { try strategy.validate(key) } catch { return "\(error)" }
    return index == 0 || last < key ? nil : notAbove
  }

  private static let notAbove = "the key is not above the one before it"
}

extension KeyReport {
  /// The report on the stored keys of a state, made at once. O(n).
  init(on state: CollectionState, _ strategy: (any OrderingStrategy)?, _ strategyText: String) {
    var check = KeyCheck(state, strategy, strategyText)
    while true {
      var slice = WorkSlice(steps: .max)
      if let report = check.proceed(&slice) {
        self = report
        return
      }
    }
  }
}
