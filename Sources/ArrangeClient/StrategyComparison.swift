public import ArrangeModel
internal import Wire

/// A comparison of ordering strategies that a server runs, on lists of its own, with the strategies that it has.
///
/// ```swift
/// let report = try await StrategyComparison(plan: yaml).run(on: client) { done, total in
///   print("\(done) of \(total)")
/// }
/// ```
///
/// It takes one processor of the server for as long as it runs; one comparison runs at a time. The caller needs the
/// permission `admin`.
public struct StrategyComparison: Sendable, Hashable {
  /// The plan in YAML, as `arrange compare --config` reads it, without libraries and traces; empty for the standard
  /// plan.
  public var plan: String

  public init(plan: String = "") { self.plan = plan }

  /// Runs the comparison. It is not resumed: if the connection is lost, it fails. Cancelling the task ends it.
  ///
  /// - Parameters:
  ///   - client: a client of the server.
  ///   - progress: called with the number of completed operations, and of all.
  /// - Returns: the report in JSON, as `arrange compare --json` prints it.
  /// - Throws: ``ArrangeModel/StatusCode/invalidArgument`` for a plan that can't be run on a server,
  ///   ``ArrangeModel/StatusCode/resourceExhausted`` if another comparison is running.
  public func run(
    on client: ArrangeClient,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws(ArrangeError) -> [UInt8] {
    let answers = ServerStream<CompareRequest, ComparisonProgress>(
      client.session,
      .compare,
      CompareRequest(plan: plan)
    ) { _, _ in nil }
    var report: [UInt8] = []
    for try await answer in answers {
      if answer.total > 0 { progress(answer.done, answer.total) }
      report += answer.report
    }
    return report
  }
}
