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

  /// The report of a comparison.
  public struct Report: Sendable, Hashable {
    /// The report in JSON, as `arrange compare --json` prints it.
    public var json: [UInt8] = []
    /// The report as a page of HTML, as `arrange compare --html` writes it.
    public var page: [UInt8] = []
  }

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
    try await report(on: client, withPage: false, progress: progress).json
  }

  /// Runs the comparison like ``run(on:progress:)``, for both forms of the report.
  public func report(
    on client: ArrangeClient,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws(ArrangeError) -> Report {
    try await report(on: client, withPage: true, progress: progress)
  }

  private func report(
    on client: ArrangeClient,
    withPage: Bool,
    progress: (_ done: Int, _ total: Int) -> Void
  ) async throws(ArrangeError) -> Report {
    let answers = ServerStream<CompareRequest, ComparisonProgress>(
      client.session,
      .compare,
      CompareRequest(plan: plan, page: withPage)
    ) { _, _ in nil }
    var report = Report()
    for try await answer in answers {
      if answer.total > 0 { progress(answer.done, answer.total) }
      report.json += answer.report
      report.page += answer.page
    }
    return report
  }
}
