package import Ordering

/// Runs a plan.
///
/// It does no I/O and has no clock of its own, so that the same plan with the same seed gives the same
/// report, except for times.
///
///     let comparison = Comparison(.standard, strategies: catalog, clock: clock)
///     let report = try comparison.run { done, total in print("\(done) of \(total)") }
package struct Comparison {
  private let plan: ComparisonPlan
  private let catalog: StrategyCatalog
  private let recordings: [String: RecordedEdits]
  private let clock: @Sendable () -> UInt64
  private let jobs: Int

  /// - Parameters:
  ///   - recordings: the edits of traces, by the files of their workloads.
  ///   - jobs: the number of parallel runs, each on a processor of its own. Counts do not depend on it.
  ///   - clock: a clock that never goes back, in nanoseconds.
  package init(
    _ plan: ComparisonPlan,
    strategies catalog: StrategyCatalog,
    recordings: [String: RecordedEdits] = [:],
    jobs: Int = 1,
    clock: @escaping @Sendable () -> UInt64
  ) {
    self.plan = plan
    self.catalog = catalog
    self.recordings = recordings
    self.clock = clock
    self.jobs = jobs
  }

  /// Runs all workloads under all strategies, with as many seeds and as often as the plan says.
  ///
  /// - Parameters:
  ///   - progress: called from time to time, from any thread, with the number of completed operations and the
  ///     total.
  ///   - isWanted: whether the report is still wanted; called from time to time, from any thread.
  /// - Throws: an error if a strategy is unknown, a recording is missing, a list can't be made, or the report
  ///   is not wanted any more.
  package func run(
    progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in },
    while isWanted: @escaping @Sendable () -> Bool = { true }
  ) throws(PlanError) -> ComparisonReport {
    var (runs, total) = ([PlannedRun](), 0)
    for (number, workload) in plan.workloads.enumerated() {
      let operations = try operationCount(workload)
      var random = OrderingRandom(seed: plan.seed &+ UInt64(number))
      let seeds = (0..<workload.seeds).map { _ in random.next() }
      for variant in plan.strategies.indices where workload.includes(plan.strategies[variant]) {
        for (index, seed) in seeds.enumerated() {
          // The first seed checks repeatability; the others show the influence of chance.
          for _ in 0..<(index == 0 ? plan.repeats : 1) {
            runs.append(PlannedRun(workload: number, variant: variant, seedIndex: index, seed: seed))
            total += operations
          }
        }
      }
    }
    let meter = ProgressMeter(total: total, progress)
    let context = RunContext(clock: clock, progress: { meter.advance(by: $0) }, isWanted: isWanted)
    let outcomes = try RunPool(jobs: jobs).outcomes(of: runs) { (run) throws(PlanError) in
      let outcome = try outcome(of: run, context)
      guard isWanted() else { throw PlanError("the comparison was cancelled") }
      return outcome
    }
    return ComparisonReport(
      seed: plan.seed,
      repeats: plan.repeats,
      strategies: plan.strategies,
      workloads: try plan.workloads.indices.map { (number) throws(PlanError) in
        try result(number, zip(runs, outcomes).filter { $0.0.workload == number })
      },
      barsNotRun: plan.barsNotRun
    )
  }

  private func recording(of workload: Workload) throws(PlanError) -> RecordedEdits? {
    guard workload.kind == .trace else { return nil }
    guard let file = workload.file, let recording = recordings[file] else {
      throw PlanError(path: workload.label, "the trace has not been read")
    }
    return recording
  }

  private func operationCount(_ workload: Workload) throws(PlanError) -> Int {
    if workload.kind.hasWriters { return workload.rounds * workload.writers * workload.run }
    return min(workload.operations, try recording(of: workload)?.steps.count ?? .max)
  }

  private func strategy(
    _ variant: StrategyVariant,
    in workload: Workload
  ) throws(PlanError) -> any OrderingStrategy {
    do { return try catalog.choose(variant.text).strategy } catch {
      throw PlanError(path: "\(workload.label), \(variant.label)", "\(error)")
    }
  }

  private func outcome(of run: PlannedRun, _ context: RunContext) throws(PlanError) -> RunOutcome {
    let (workload, variant) = (plan.workloads[run.workload], plan.strategies[run.variant])
    let strategy = try strategy(variant, in: workload)
    let recording = try recording(of: workload)
    do throws(OrderingError) {
      if workload.kind.hasWriters {
        return try ApartRun(workload: workload, strategy: strategy, seed: run.seed, context: context).run()
      }
      return try EditRun(
        workload: workload,
        strategy: strategy,
        recording: recording,
        seed: run.seed,
        context: context
      )
      .run()
    } catch {
      throw PlanError(path: "\(workload.label), \(variant.label)", "\(error)")
    }
  }

  private func result(
    _ number: Int,
    _ runs: [(PlannedRun, RunOutcome)]
  ) throws(PlanError) -> WorkloadResult {
    let workload = plan.workloads[number]
    var rows: [StrategyResult] = []
    for (index, variant) in plan.strategies.enumerated() where workload.includes(variant) {
      var outcomes = [[RunOutcome]](repeating: [], count: workload.seeds)
      for (run, outcome) in runs where run.variant == index { outcomes[run.seedIndex].append(outcome) }
      let strategy = try strategy(variant, in: workload)
      rows.append(StrategyResult(variant, keyForm: strategy.keyForm, outcomes))
    }
    let bounds = TheoreticalBound.all(
      for: workload,
      rows,
      recording: try recording(of: workload),
      seeds: Dictionary(runs.map { ($0.0.seedIndex, $0.0.seed) }, uniquingKeysWith: { first, _ in first })
        .sorted { $0.key < $1.key }.map(\.value)
    )
    return WorkloadResult(workload: workload, rows: rows, bounds: bounds)
  }
}

/// One run of a plan, by positions in the plan.
struct PlannedRun: Sendable {
  var workload: Int
  var variant: Int
  /// The index of the workload's seed, from 0.
  var seedIndex: Int
  var seed: UInt64
}
