import ArgumentParser
import Comparison
import Ordering
import StrategyLoading

/// Builds a plan from the options of `arrange compare`.
struct CompareOptions {
  private let command: Compare
  /// Workloads that are loaded: traces and histories.
  private let extra: [Workload]
  /// The text of the configuration.
  private let text: String?

  /// The built-in strategies, and those of the libraries that the options and the configuration name.
  let strategies: StrategyCatalog

  init(_ command: Compare, extra: [Workload]) throws {
    self.command = command
    self.extra = extra
    self.text = try command.config.map { file in
      let bytes = try Files.read(file, limit: ComparisonPlan.maximumTextLength)
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw PlanError("the plan is not valid UTF-8")
      }
      return text
    }
    var strategies = StrategyCatalog.builtIn
    for path in try command.library + (text.map(ComparisonPlan.libraries(inYAML:)) ?? []) {
      strategies = try strategies.adding(StrategyLibrary(loading: path))
    }
    self.strategies = strategies
  }

  /// The plan of the configuration, or the standard one, with loaded workloads and strategies, and with the
  /// options applied.
  func plan() throws -> ComparisonPlan {
    var plan = ComparisonPlan.standard
    if let text { plan = try ComparisonPlan(yaml: text, strategies: strategies) }
    let named = try plan.strategies.map { try strategies.choose($0.text).choice.name }
    let loaded = strategies.names.filter {
      !StrategyCatalog.builtIn.names.contains($0) && !named.contains($0)
    }
    plan.strategies += loaded.map { StrategyVariant($0) }
    let bars = plan.barPlaces
    if let seed = command.seed { plan.seed = seed }
    if let repeats = command.repeats {
      plan.repeats = try checked(repeats, ComparisonPlan.repeatsRange, "--repeats")
    }
    try chooseWorkloads(of: &plan)
    try chooseStrategies(of: &plan)
    try rejectUnusedOptions(of: plan)
    for index in plan.workloads.indices { try resize(&plan.workloads[index]) }
    if command.config != nil {
      let run = Set(plan.barPlaces)
      plan.barsNotRun = bars.filter { !run.contains($0) }
    } else if command.items != nil || command.operations != nil || command.seeds != nil {
      // The bars of the standard plan apply to its own sizes only.
      for index in plan.workloads.indices { plan.workloads[index].bars = [] }
    }
    return plan
  }

  /// Rejects options that affect no workload of the plan, because they would be ignored.
  private func rejectUnusedOptions(of plan: ComparisonPlan) throws(PlanError) {
    func refuse(_ option: String, _ isGiven: Bool, _ what: String, _ has: (Workload) -> Bool)
      throws(PlanError)
    {
      guard isGiven, !plan.workloads.contains(where: has) else { return }
      throw PlanError(
        path: option,
        "none of the workloads \(what); leave it out, or choose others with --workload"
      )
    }
    try refuse("--writers", command.writers != nil, "has writers, as many-writers and offline-merge have") {
      $0.kind.hasWriters
    }
    try refuse("--items", command.items != nil, "has a number of items: a trace has its own") {
      $0.kind != .trace
    }
    try refuse("--seeds", command.seeds != nil, "depends on a seed: a trace is the same with each") {
      $0.kind != .trace
    }
  }

  private func chooseWorkloads(of plan: inout ComparisonPlan) throws(PlanError) {
    if !command.workload.isEmpty {
      let all = plan.workloads
      plan.workloads = []
      for name in command.workload {
        let named = all.filter { $0.label == name || $0.kind.rawValue == name }
        if !named.isEmpty {
          plan.workloads += named.filter { new in !plan.workloads.contains { $0.label == new.label } }
        } else if let kind = WorkloadKind(rawValue: name), kind != .trace {
          plan.workloads.append(Workload(kind, seeds: Workload.standardSeeds))
        } else {
          let known = all.map(\.label).joined(separator: ", ")
          throw PlanError(path: "--workload", "there is no workload ‘\(name)’; there are \(known)")
        }
      }
    } else if command.config == nil, !extra.isEmpty {
      plan.workloads = []
    }
    plan.workloads += extra
    guard plan.workloads.count <= ComparisonPlan.maximumWorkloads else {
      throw PlanError(
        "there are \(plan.workloads.count) workloads; at most \(ComparisonPlan.maximumWorkloads) can be compared"
      )
    }
  }

  private func chooseStrategies(of plan: inout ComparisonPlan) throws(PlanError) {
    guard !command.strategy.isEmpty else { return }
    let all = plan.strategies
    plan.strategies = []
    for text in command.strategy where !plan.strategies.contains(where: { $0.label == text }) {
      if let variant = all.first(where: { $0.label == text }) {
        plan.strategies.append(variant)
        continue
      }
      do { _ = try strategies.choose(text) } catch { throw PlanError(path: "--strategy", "\(error)") }
      plan.strategies.append(StrategyVariant(text))
    }
    guard plan.strategies.count <= ComparisonPlan.maximumStrategies else {
      throw PlanError(
        path: "--strategy",
        "at most \(ComparisonPlan.maximumStrategies) strategies can be compared"
      )
    }
    let variants = plan.strategies
    plan.workloads.removeAll { workload in !variants.contains { workload.includes($0) } }
  }

  private func resize(_ workload: inout Workload) throws(PlanError) {
    let isNamed = command.workload.contains { $0 == workload.label || $0 == workload.kind.rawValue }
    if isNamed || !workload.kind.isReorder {
      if let items = command.items, workload.kind != .trace {
        workload.items = try checked(items, Workload.itemsRange, "--items")
      }
      if let operations = command.operations {
        workload.operations = try checked(operations, Workload.operationsRange, "--operations")
      }
    }
    if let seeds = command.seeds, workload.kind != .trace {
      workload.seeds = try checked(seeds, Workload.seedsRange, "--seeds")
    }
    if let writers = command.writers, workload.kind.hasWriters {
      workload.writers = try checked(writers, Workload.writersRange, "--writers")
    }
    let label = workload.label
    try workload.check { PlanError(path: label, $0) }
  }

  private func checked(
    _ value: Int,
    _ range: ClosedRange<Int>,
    _ option: String
  ) throws(PlanError) -> Int {
    guard range.contains(value) else {
      throw PlanError(path: option, "has to be from \(range.lowerBound) to \(range.upperBound), not \(value)")
    }
    return value
  }
}
