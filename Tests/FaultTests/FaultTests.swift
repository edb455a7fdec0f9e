import Foundation
import Ordering
import TestSupport
import Testing

/// The extent of the tests, from the environment; see `Scripts/faults`.
enum Extent {
  /// The number of runs with an injected fault; nil for all.
  static var faults: Int? {
    switch ProcessInfo.processInfo.environment["ARRANGE_FAULTS"] {
    case "all"?: nil
    case let text?: Int(text) ?? usualFaults
    case nil: usualFaults
    }
  }

  /// The number of losses of power.
  static var powerLosses: Int {
    ProcessInfo.processInfo.environment["ARRANGE_POWER_LOSSES"].flatMap { Int($0) } ?? usualPowerLosses
  }

  /// The seed of the choice of runs and of everything random in them.
  static var seed: UInt64 {
    ProcessInfo.processInfo.environment["ARRANGE_TEST_SEED"].flatMap { UInt64($0) } ?? usualSeed
  }

  private static let usualFaults = 180
  private static let usualPowerLosses = 50
  private static let usualSeed: UInt64 = 1
}

/// A server whose disk fails.
@Suite("Faults")
struct FaultTests {
  /// The maximum number of violations to report in full.
  private static let maximumShown = 20
  /// How many flushes fail where not all have to: the 22 of the first start, the 6 by which the log is made, and some
  /// commits, each of which takes one.
  private static let flushesUsually = 32
  /// The number of losses of power after each failed flush.
  private static let lossesPerFlush: UInt64 = 4
  /// More operations than it takes, of any one kind, to make a database.
  private static let maximumOperationsToMake = 40

  @Test("after any disk fault the server stops or continues, and nothing acknowledged is lost")
  func faults() async throws {
    let sweep = try FaultSweep()
    let runs = Extent.faults.map { sweep.share($0, seed: Extent.seed) } ?? sweep.runs
    let outcomes = await Workers.map(runs) { run in Result { try sweep.perform(run) } }
    var counts: [[String]: [FaultRun.Outcome: Int]] = [:]
    var broken = 0
    for (run, outcome) in zip(runs, outcomes) {
      switch outcome {
      case .success(let outcome):
        let row = [run.scenario.rawValue, run.point.operation.rawValue, run.fault.description]
        counts[row, default: [:]][outcome, default: 0] += 1
      case .failure(let violation):
        broken += 1
        if broken <= FaultTests.maximumShown { Issue.record("\(run): \(violation) (seed \(Extent.seed))") }
      }
    }
    #expect(broken == 0, "\(broken) of \(runs.count) runs")
    let reached = counts.values.reduce(0) { $0 + $1.values.reduce(0, +) - ($1[.notReached] ?? 0) }
    // What is written in the background may be less in one run than in the one that was counted.
    #expect(reached * 4 >= runs.count * 3, "\(reached) of \(runs.count) runs came to their point")
    report(counts, runs.count, of: sweep.runs.count)
  }

  @Test("after one fault while a database is created, the next start creates it")
  func making() async throws {
    let sweep = try FaultSweep()
    // The first operations of each kind are those by which the database is made.
    let runs = sweep.runs.filter { run in
      run.scenario == .fresh && run.strategy == "dense" && !run.fault.isLasting && run.fault.error == .device
        && run.point.operation != .read && run.point.number <= FaultTests.maximumOperationsToMake
    }
    let outcomes = await Workers.map(runs) { run in Result { try sweep.perform(run) } }
    for (run, outcome) in zip(runs, outcomes) {
      if case .failure(let violation) = outcome { Issue.record("\(run): \(violation)") }
    }
    #expect(outcomes.contains { (try? $0.get()) == .refused })
  }

  @Test("a failed flush never counts as successful, as a later loss of power shows")
  func failedFlushes() async throws {
    let sweep = try FaultSweep()
    let isAll = Extent.faults == nil
    let strategies = isAll ? FaultSweep.strategies : ["lexorank"]
    let last = isAll ? Int.max : FaultTests.flushesUsually
    let runs = sweep.runs.filter { run in
      run.scenario == .fresh && run.point.operation == .sync && strategies.contains(run.strategy)
        && run.point.number <= last
        && run.fault == Fault(error: .device, isLasting: false)
    }
    let losses = runs.flatMap { run in
      (0..<FaultTests.lossesPerFlush).map { number in
        var run = run
        run.powerLoss = Extent.seed &* 1_000 &+ number
        return run
      }
    }
    let outcomes = await Workers.map(losses) { run in Result { try sweep.perform(run) } }
    for (run, outcome) in zip(losses, outcomes) {
      if case .failure(let violation) = outcome {
        Issue.record("\(run), power lost with seed \(run.powerLoss ?? 0): \(violation)")
      }
    }
    #expect(outcomes.contains { (try? $0.get()) == .stopped })
    print("\(losses.count) failed flushes with a loss of power after them, seed \(Extent.seed)")
  }

  private func report(_ counts: [[String]: [FaultRun.Outcome: Int]], _ count: Int, of all: Int) {
    let outcomes = FaultRun.Outcome.allCases
    var rows = [["scenario", "operation", "fault"] + outcomes.map(\.rawValue)]
    for (row, found) in counts.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      rows.append(row + outcomes.map { "\(found[$0] ?? 0)" })
    }
    rows.append(
      ["all", "", ""] + outcomes.map { outcome in "\(counts.values.reduce(0) { $0 + ($1[outcome] ?? 0) })" }
    )
    print("\(count) of \(all) injected faults, seed \(Extent.seed)\n\(Table(rows: rows).text)")
  }
}
