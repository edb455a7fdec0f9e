import Foundation
import Ordering
import TestSupport

/// Every operation on files that the workload makes, each with every fault, under every strategy.
struct FaultSweep: Sendable {
  static let strategies = ["dense", "fractional", "lexorank"]

  /// All runs, in a fixed order.
  let runs: [FaultRun]
  private let workloads: [String: Workload]
  /// The files of the killed first process, by strategy.
  private let templates: [String: String]
  private let scratch: ScratchDirectory

  init() throws {
    let scratch = try ScratchDirectory()
    var runs: [FaultRun] = []
    var workloads: [String: Workload] = [:]
    var templates: [String: String] = [:]
    for strategy in FaultSweep.strategies {
      let workload = Workload(strategy: strategy)
      let template = scratch.file(strategy)
      try FaultSweep.leaveKilled(workload, at: template, log: scratch.file("\(strategy).log"))
      workloads[strategy] = workload
      templates[strategy] = template
      for scenario in Scenario.allCases {
        let start = scenario == .recovery ? template : nil
        for (operation, count) in try FaultSweep.count(scenario, strategy, workload, start) {
          for number in 1...count {
            for fault in Fault.faults(of: operation) {
              let point = FaultPoint(operation: operation, number: number)
              runs.append(FaultRun(scenario: scenario, strategy: strategy, point: point, fault: fault))
            }
          }
        }
      }
    }
    self.scratch = scratch
    self.runs = runs
    self.workloads = workloads
    self.templates = templates
  }

  /// Executes a run.
  func perform(_ run: FaultRun) throws -> FaultRun.Outcome {
    guard let workload = workloads[run.strategy] else { throw Failure("no workload for \(run.strategy)") }
    return try run.run(workload, template: run.scenario == .recovery ? templates[run.strategy] : nil)
  }

  /// A share of the runs, spread evenly over all of them.
  func share(_ count: Int, seed: UInt64) -> [FaultRun] {
    guard count < runs.count else { return runs }
    var random = OrderingRandom(seed: seed)
    let step = Double(runs.count) / Double(count)
    return (0..<count).map { index in
      let first = Int(Double(index) * step)
      let next = max(first + 1, Int(Double(index + 1) * step))
      return runs[Int.random(in: first..<next, using: &random)]
    }
  }

  /// Runs the first process without faults and kills it.
  private static func leaveKilled(_ workload: Workload, at data: String, log: String) throws {
    let server = ChildServer(data: data, log: log, flags: Workload.flags)
    guard case .listening(let port) = try server.start() else { throw Failure(server.logged) }
    let connection = try RawConnection(port: port)
    for step in workload.first {
      guard case .done = connection.perform(step) else { throw Failure("\(step) fails without a fault") }
    }
    server.kill()
  }

  /// Runs a scenario without a fault and counts its operations by kind.
  private static func count(
    _ scenario: Scenario,
    _ strategy: String,
    _ workload: Workload,
    _ template: String?
  ) throws -> [(FileOperation, Int)] {
    let scratch = try ScratchDirectory()
    if let template { try FileManager.default.copyItem(atPath: template, toPath: scratch.file("data")) }
    let steps = workload.first + (scenario == .recovery ? workload.second : [])
    var life = FailingLife(steps: steps, done: scenario == .recovery ? workload.first.count : 0)
    // No run has an operation with the number 0.
    let none = FaultRun(
      scenario: scenario,
      strategy: strategy,
      point: FaultPoint(operation: .write, number: 0),
      fault: Fault(error: .device, isLasting: false)
    )
    guard try life.live(none, scratch) == .notReached, life.done == steps.count else {
      throw Failure("the workload fails without a fault: \(scenario) \(strategy)")
    }
    var counts: [FileOperation: Int] = [:]
    let log = FileManager.default.contents(atPath: scratch.file("operations")) ?? Data()
    for line in String(decoding: log, as: UTF8.self).split(separator: "\n") {
      guard let operation = FileOperation(rawValue: String(line.prefix { $0 != " " })) else {
        throw Failure("the log of operations has the line \(line)")
      }
      counts[operation, default: 0] += 1
    }
    return FileOperation.allCases.compactMap { operation in counts[operation].map { (operation, $0) } }
  }
}

extension FaultRun: CustomStringConvertible {
  /// The run in one line, as it is named in reports.
  var description: String { "\(scenario.rawValue) \(strategy): \(point): \(fault)" }
}
