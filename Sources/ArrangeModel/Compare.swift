/// Asks a server to compare ordering strategies.
package struct CompareRequest: Sendable, Hashable {
  /// The maximum length of a plan, in bytes.
  package static let maximumPlanLength = 262_144

  /// The plan in YAML; empty for the standard plan.
  package var plan: String

  package init(plan: String = "") { self.plan = plan }
}

/// The progress of a comparison, or a piece of its report.
package struct ComparisonProgress: Sendable, Hashable {
  /// The number of completed operations.
  package var done: Int
  /// The number of all operations.
  package var total: Int
  /// A piece of the report in JSON; empty while the comparison runs.
  package var report: [UInt8]

  package init(done: Int, total: Int, report: [UInt8] = []) {
    self.done = done
    self.total = total
    self.report = report
  }
}
