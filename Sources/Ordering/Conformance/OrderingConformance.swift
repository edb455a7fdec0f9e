/// Checks the rules of ordering strategies: runs a strategy through workloads and reports what it did and
/// which rules it broke.
///
/// Every strategy, built in or loaded, must pass without a violation:
///
///     let violations = OrderingConformance(strategy, seed: 1).run()
///
/// Runs are repeatable: the same seed gives the same requests.
public struct OrderingConformance: Sendable {
  /// The strategy under test.
  public let strategy: any OrderingStrategy

  /// The seed of all requests and answers.
  public let seed: UInt64

  /// The number of steps of each workload.
  public let steps: Int

  /// The initial sizes of the lists for each workload.
  public let initialCounts: [Int]

  /// The sizes of bulk inserts into empty and filled lists, tested in addition to the workloads.
  public let bulkCounts: [Int]

  /// The number of inserts after which keys must still be short and cheap.
  public let growthSteps: Int

  /// Prepares a run. 1,000 `steps` of each workload on each initial list take about a second.
  public init(
    _ strategy: any OrderingStrategy,
    seed: UInt64,
    steps: Int = 1_000,
    initialCounts: [Int] = [0, 1, 2, 3, 100],
    bulkCounts: [Int] = [1, 2, 3, 10, 1_000, 20_000],
    growthSteps: Int = 10_000
  ) {
    self.strategy = strategy
    self.seed = seed
    self.steps = steps
    self.initialCounts = initialCounts
    self.bulkCounts = bulkCounts
    self.growthSteps = growthSteps
  }

  /// Runs everything. An empty result means that no violation was found.
  public func run() -> [OrderingViolation] { parts.flatMap { run($0).violations } }

  /// Runs one workload on a list of the given size.
  ///
  /// - Parameters:
  ///   - workload: the workload.
  ///   - initialCount: the initial number of elements.
  ///   - steps: the number of steps, if it is not ``steps``.
  ///   - checksText: whether texts and repeatability are checked, too; this takes most of the time.
  public func run(
    _ workload: OrderingWorkload,
    initialCount: Int,
    steps: Int? = nil,
    checksText: Bool = true
  ) -> WorkloadOutcome {
    var run = ConformanceRun(strategy, workload: workload, seed: seed, checksText: checksText)
    run.fill(initialCount)
    run.perform(steps ?? self.steps, initial: initialCount)
    return run.finish()
  }
}
