import ArrangeClient
import Changes
import Foundation
import Ordering
import TestSupport

/// Takes nodes over one PostgreSQL through many faults under load, and checks everything that clients and subscribers were told.
///
/// A history is some phases of faults, each followed by quiet in which every node must serve every collection again. It has
/// collections of its own, so that its record can be checked and dropped at its end, however long the run is.
struct TortureRun {
  struct Settings: Sendable {
    var seed: UInt64 = 1
    var faults = 40
    var operations = 30_000
    var nodes = 3
    /// In milliseconds.
    var lease = 1_500
  }

  /// The totals of a run.
  struct Totals: Sendable {
    var faults = 0
    /// The calls that were answered.
    var operations = 0
    var acknowledged = 0
    var unanswered = 0
    /// The errors of calls that were not answered although the library retried them, with their numbers.
    var surfaced: [String: Int] = [:]
    var retried = 0
    var messages = 0
    var snapshots = 0
    var commits = 0
    var restarts = 0
    var packets = 0
    var lostPackets = 0
  }

  static let collections = 12
  private static let watchers = 8
  private static let workers = 24
  private static let phasesPerHistory = 3
  private static let faultsPerPhase = 20
  /// How many faults are made before a check.
  static let faultsPerHistory = phasesPerHistory * faultsPerPhase
  /// How long everything may take to work again after the last fault of a phase.
  static let recovery = Duration.seconds(120)
  /// How often workers are allowed more calls, in milliseconds.
  private static let tick = 50
  /// The time in which what is missing at the end of the faults is made up for, and the quiet after a phase, in milliseconds.
  private static let overtime = 2_000

  let settings: Settings
  let directory: URL
  private var random: OrderingRandom
  var totals = Totals()
  private var histories = 0
  let faults = FaultLog()

  init(_ settings: Settings) {
    self.settings = settings
    random = OrderingRandom(seed: settings.seed)
    directory = URL(filePath: "/tmp/arrange-torture-\(settings.seed)-\(UUID().uuidString.prefix(8))")
  }

  /// Runs everything. Removes the directory if there is no violation.
  mutating func run(progress: (Totals) -> Void) async throws -> Totals {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let (seed, settings, directory) = (random.next(), settings, directory)
    let cluster = try await TortureRun.blocking {
      try Cluster(nodes: settings.nodes, lease: settings.lease, seed: seed, in: directory)
    }
    defer { cluster.end() }
    try cluster.start()
    while totals.faults < settings.faults || totals.operations < settings.operations {
      try await history(cluster)
      totals.restarts = cluster.nodes.reduce(0) { $0 + $1.ended.count }
      (totals.packets, totals.lostPackets) = cluster.network.counts
      progress(totals)
    }
    for node in cluster.nodes {
      guard try await TortureRun.blocking({ try node.stop() }) == .status(0) else {
        throw Violation(.broken, "\(node.name) does not stop well; see \(node.log)")
      }
    }
    try FileManager.default.removeItem(at: directory)
    return totals
  }

  static func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws
    -> Value
  {
    try await ServerRun.blocking { Result { try body() } }.get()
  }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  // MARK: Histories

  private mutating func history(_ cluster: Cluster) async throws {
    histories += 1
    let history = TortureHistory(histories, cluster, seed: random.next())
    do {
      try await create(history)
      let watchers = (0..<TortureRun.watchers).map { number in
        let name = history.collections[number % history.collections.count]
        let sockets = cluster.nodes.map(\.socket)
        return Watcher(number, of: name, sockets: sockets, recorder: history.recorder, seed: random.next())
      }
      for watcher in watchers { watcher.start() }
      try await disturb(history)
      try await finish(history, watchers)
    } catch {
      history.load.finish()
      try? keepRecord(history, error)
      try? keepCommits(history)
      throw error
    }
    for client in history.clients.joined() { await client.client.close() }
  }

  /// Creates the collections, each at some node.
  private mutating func create(_ history: TortureHistory) async throws {
    let strategies = CrashRun.collections.map(\.strategy)
    for (index, name) in history.collections.enumerated() {
      let strategy = strategies[index % strategies.count]
      let deadline = ContinuousClock.now + TortureRun.recovery
      while true {
        let client = history.clients[below(history.clients.count)][0].client
        do throws(ArrangeError) {
          try await client.create(name, strategy: strategy)
          break
        } catch {
          // An earlier attempt may have done it.
          if error.code == .alreadyExists { break }
          guard ContinuousClock.now < deadline else {
            throw Violation(.broken, "\(name) can't be created: \(error); see the logs in \(directory.path)")
          }
          try await Task.sleep(for: .milliseconds(100))
        }
      }
    }
    try await settle(history)
    try await compareCatalogs(history, exist: true)
  }

  /// Phases of faults under load, each followed by quiet.
  private mutating func disturb(_ history: TortureHistory) async throws {
    var workers: [TortureWorker] = []
    for number in 0..<TortureRun.workers {
      let clients = history.clients.map { $0[number % 2] }
      let name = "\(history.number).\(number)"
      workers.append(TortureWorker(clients, history.load, name: name, seed: random.next()))
    }
    var plans: [FaultPlan] = []
    for _ in 0..<TortureRun.phasesPerHistory {
      let (nodes, lease) = (settings.nodes, settings.lease)
      plans.append(FaultPlan(faults: TortureRun.faultsPerPhase, nodes: nodes, lease: lease, using: &random))
    }
    let share = share
    let time = plans.reduce(0) { $0 + $1.end + TortureRun.overtime }
    let injector = FaultInjector(cluster: history.cluster, recorder: history.recorder, log: self.faults)
    let run = self
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in workers {
        var worker = worker
        group.addTask { await worker.run() }
      }
      group.addTask {
        // So fast that calls and faults end together.
        let end = ContinuousClock.now + .milliseconds(time)
        while !history.load.isOver {
          let left = max(TortureRun.overtime, Int((end - ContinuousClock.now) / .milliseconds(1)))
          history.load.allow(max(1, (share - history.load.answered) * TortureRun.tick / left))
          try await Task.sleep(for: .milliseconds(TortureRun.tick))
        }
      }
      group.addTask { [plans] in
        defer { history.load.finish() }
        for plan in plans {
          try await injector.run(plan)
          try await run.settle(history)
        }
        let deadline = ContinuousClock.now + .milliseconds(time) + TortureRun.recovery
        while history.load.answered < share {
          guard ContinuousClock.now < deadline else {
            throw Violation(.broken, "only \(history.load.answered) of \(share) calls were answered")
          }
          try await Task.sleep(for: .milliseconds(TortureRun.tick))
        }
      }
      try await group.waitForAll()
    }
    totals.faults += plans.reduce(0) { $0 + $1.steps.count }
  }

  /// How many calls are to be answered in the next history.
  private var share: Int {
    let histories = max(1, (settings.faults - totals.faults) / TortureRun.faultsPerHistory)
    return max(0, settings.operations - totals.operations) / histories
  }

  /// Waits until every node serves every collection.
  private func settle(_ history: TortureHistory) async throws {
    let deadline = ContinuousClock.now + TortureRun.recovery
    for (clients, node) in zip(history.clients, history.cluster.nodes) {
      for name in history.collections {
        while true {
          let outcome = await clients[1].read(name, pageSize: 1_000)
          if case .content = outcome { break }
          guard ContinuousClock.now < deadline else {
            throw Violation(
              .broken,
              "\(node.name) does not serve \(name) again after the faults: \(outcome); see \(node.log)"
            )
          }
          try await Task.sleep(for: .milliseconds(20))
        }
      }
    }
    for node in history.cluster.nodes {
      if let crash = node.ended.first(where: { !$0.isOrderly }) {
        throw Violation(.broken, "\(node.name) ended with \(crash.ending); see \(node.log)")
      }
    }
  }

  /// Writes which request made each commit, as the database has it.
  private func keepCommits(_ history: TortureHistory) throws {
    let commits = try history.cluster.commits()
    try commits.write(to: directory.appending(path: "commits.txt"), atomically: true, encoding: .utf8)
  }

  /// Writes all faults, all calls and where the logs are.
  private func keepRecord(_ history: TortureHistory, _ error: any Error) throws {
    var lines = ["\(settings)", "\(error)", ""]
    lines += faults.take()
    lines += history.recorder.all.sorted { $0.invoked < $1.invoked }.map { String("\($0)".prefix(2_000)) }
    try lines.joined(separator: "\n").write(
      to: directory.appending(path: "record.txt"),
      atomically: true,
      encoding: .utf8
    )
  }
}
