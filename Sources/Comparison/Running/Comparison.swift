package import Ordering

/// Runs a plan.
///
/// It does no I/O and has no clock of its own, so that the same plan with the same seed gives the same report, but for
/// the times.
///
///     let comparison = Comparison(.standard, strategies: catalog, clock: { DispatchTime.now().uptimeNanoseconds })
///     let report = try comparison.run { done, total in print("\(done) of \(total)") }
package struct Comparison {
  private let plan: ComparisonPlan
  private let catalog: StrategyCatalog
  private let recordings: [String: RecordedEdits]
  private let clock: @Sendable () -> UInt64

  /// - Parameters:
  ///   - recordings: the edits of traces by the files of their workloads.
  ///   - clock: a clock that never goes back, in nanoseconds.
  package init(
    _ plan: ComparisonPlan,
    strategies catalog: StrategyCatalog,
    recordings: [String: RecordedEdits] = [:],
    clock: @escaping @Sendable () -> UInt64
  ) {
    self.plan = plan
    self.catalog = catalog
    self.recordings = recordings
    self.clock = clock
  }

  /// Runs all workloads under all strategies, as often as the plan says.
  ///
  /// - Parameter progress: told from time to time how many operations of how many are done.
  /// - Throws: an error where a strategy is unknown, a recording is missing, or a list can't be made.
  package func run(
    progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(PlanError) -> ComparisonReport {
    var total = 0
    for workload in plan.workloads {
      let variants = plan.strategies.count { workload.includes($0) }
      total += try operationCount(workload) * variants * plan.repeats * workload.seeds
    }
    let meter = ProgressMeter(total: total, progress)
    let context = RunContext(clock: clock) { meter.advance(by: $0) }
    var results: [WorkloadResult] = []
    for (number, workload) in plan.workloads.enumerated() {
      var seeds = OrderingRandom(seed: plan.seed &+ UInt64(number))
      results.append(try result(of: workload, seeds: (0..<workload.seeds).map { _ in seeds.next() }, context))
    }
    return ComparisonReport(
      seed: plan.seed,
      repeats: plan.repeats,
      strategies: plan.strategies,
      workloads: results
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

  private func result(
    of workload: Workload,
    seeds: [UInt64],
    _ context: RunContext
  ) throws(PlanError) -> WorkloadResult {
    let recording = try recording(of: workload)
    var rows: [StrategyResult] = []
    for variant in plan.strategies where workload.includes(variant) {
      do throws(OrderingError) {
        let strategy = try catalog.choose(variant.text).strategy
        var outcomes: [[RunOutcome]] = []
        for seed in seeds {
          var repeats: [RunOutcome] = []
          for _ in 0..<plan.repeats {
            if workload.kind.hasWriters {
              repeats.append(
                try ApartRun(workload: workload, strategy: strategy, seed: seed, context: context).run()
              )
            } else {
              let run = EditRun(
                workload: workload,
                strategy: strategy,
                recording: recording,
                seed: seed,
                context: context
              )
              repeats.append(try run.run())
            }
          }
          outcomes.append(repeats)
        }
        rows.append(StrategyResult(variant, keyForm: strategy.keyForm, outcomes))
      } catch {
        throw PlanError(path: "\(workload.label), \(variant.label)", "\(error)")
      }
    }
    let bounds = TheoreticalBound.all(for: workload, rows, recording: recording, seed: seeds[0])
    return WorkloadResult(workload: workload, rows: rows, bounds: bounds)
  }
}
