import Foundation
import Synchronization
import TestSupport

/// Makes the faults of a plan happen.
struct FaultInjector: Sendable {
  let cluster: Cluster
  let recorder: Recorder
  /// What happened, with the times of the recorder.
  let log: FaultLog

  /// Carries a plan out. At the end every fault is over.
  func run(_ plan: FaultPlan) async throws {
    let start = ContinuousClock.now
    // Starting and stopping takes its time: those of one host wait for each other.
    let lanes = Dictionary(grouping: plan.steps.enumerated()) { $0.element.fault.occupied ?? -1 - $0.offset }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in lanes.values {
        group.addTask {
          for (_, step) in lane { try await carryOut(step, from: start) }
        }
      }
      try await group.waitForAll()
    }
  }

  private func carryOut(_ step: FaultPlan.Step, from start: ContinuousClock.Instant) async throws {
    try await ContinuousClock().sleep(until: start + .milliseconds(step.start))
    log.add("[\(recorder.tick())] \(step.fault) for \(step.duration) ms")
    let end = try await blocking { try begin(step.fault) }
    try await Task.sleep(for: .milliseconds(step.duration))
    try await blocking { try end() }
    log.add("[\(recorder.tick())] the end of \(step.fault)")
  }

  private func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value
  {
    try await ServerRun.blocking { Result { try body() } }.get()
  }

  /// Begins a fault, and returns what ends it.
  private func begin(_ fault: Fault) throws -> @Sendable () throws -> Void {
    let all = Array(0...cluster.nodes.count)
    switch fault {
    case .kill(let number):
      let node = cluster.nodes[number - 1]
      node.kill()
      return { try node.start() }
    case .stop(let number):
      let node = cluster.nodes[number - 1]
      try FaultInjector.stop(node)
      return { try node.start() }
    case .restart(let number):
      let node = cluster.nodes[number - 1]
      let restart: @Sendable () throws -> Void = {
        try FaultInjector.stop(node)
        try node.start()
      }
      try restart()
      return restart
    case .pause(let number):
      let node = cluster.nodes[number - 1]
      node.pause()
      return { node.resume() }
    case .cut(let from, let to): return put(LinkCondition(isCut: true), on: [(from, to)])
    case .separate(let a, let b): return put(LinkCondition(isCut: true), on: [(a, b), (b, a)])
    case .isolate(let host):
      return put(LinkCondition(isCut: true), on: all.flatMap { [(host, $0), ($0, host)] })
    case .slow(let host, let milliseconds):
      let condition = LinkCondition(delay: milliseconds * 1_000, jitter: milliseconds * 200)
      return put(condition, on: all.flatMap { [(host, $0), ($0, host)] })
    case .lossy(let host, let lost):
      return put(LinkCondition(lost: lost), on: all.flatMap { [(host, $0), ($0, host)] })
    case .clock(let host, let seconds):
      let conditions = cluster.conditions[host]
      try conditions.setClock(ahead: seconds)
      return { try conditions.setClock(ahead: 0) }
    case .databaseCrash:
      try cluster.database.kill()
      return { try cluster.database.start() }
    case .databaseRestart:
      try cluster.database.stop()
      return { try cluster.database.start() }
    case .databasePause:
      cluster.database.send(SIGSTOP)
      return { cluster.database.send(SIGCONT) }
    case .slowDisk(let milliseconds):
      try cluster.conditions[0].setWriteDelay(milliseconds * 1_000)
      return { try cluster.conditions[0].setWriteDelay(0) }
    case .connectionsTaken:
      // It may have none left for this one.
      try? cluster.endConnections()
      let holder = Mutex(cluster.holdConnections())
      return { holder.withLock { $0.close() } }
    case .connectionsEnded:
      try? cluster.endConnections()
      return {}
    }
  }

  private static func stop(_ node: ClusterNode) throws {
    let ending = try node.stop()
    if let ending, !ClusterNode.Ended(ending: ending).isOrderly {
      throw Violation(.broken, "\(node.name) was asked to stop and ended with \(ending)")
    }
  }

  private func put(_ condition: LinkCondition, on links: [(from: Int, to: Int)]) -> @Sendable () -> Void {
    let applied = links.map { cluster.network.apply(condition, from: $0.from, to: $0.to) }
    return { for one in applied { cluster.network.remove(one) } }
  }
}

/// The faults of a run as lines, for its record.
final class FaultLog: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ line: String) { lines.withLock { $0.append(line) } }

  /// All lines since the last time.
  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
