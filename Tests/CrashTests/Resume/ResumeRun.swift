import ArrangeClient
import Changes
import Foundation
import Ordering
import TestSupport

/// Subscribers that lose their connections under load and resume, at servers that are killed in between.
/// Whenever the writers pause, their folded state is compared with the content of the server.
///
///     let totals = try await ResumeRun(seed: 7, cycles: 100).run()
struct ResumeRun {
  private static let subscribers = 6
  /// The maximum number of times that all resume before the server is killed.
  private static let maximumRounds = 8

  /// The totals of a run. A cycle is one subscriber that resumed and was compared.
  struct Totals: Sendable {
    var cycles = 0
    var kills = 0
    var batches = 0
    var snapshots = 0
    var versions: UInt64 = 0

    mutating func add(_ other: Totals) {
      cycles += other.cycles
      kills += other.kills
      batches += other.batches
      snapshots += other.snapshots
      versions += other.versions
    }
  }

  let seed: UInt64
  let cycles: Int
  let directory: URL

  private var random: OrderingRandom
  private var server: ServerRun?
  private var totals = Totals()
  private var followers: [Follower] = []
  private let sightings: [Identifier: Sightings]
  /// The minimum number of retained commits; nil for enough to resume from every token.
  private let retained: UInt64?

  init(seed: UInt64, cycles: Int) {
    self.seed = seed
    self.cycles = cycles
    random = OrderingRandom(seed: seed)
    retained = seed % 3 == 0 ? 20 : nil
    directory = FileManager.default.temporaryDirectory.appendingPathComponent(
      "arrange-resume-\(seed)-\(UUID().uuidString.prefix(8))"
    )
    sightings = Dictionary(uniqueKeysWithValues: CrashRun.collections.map { ($0.name, Sightings()) })
    for index in 0..<ResumeRun.subscribers { followers.append(Follower(makeRequest(index))) }
  }

  /// Runs all cycles. Removes the directory if there is no violation.
  mutating func run() async throws -> Totals {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    do {
      while totals.cycles < cycles { try await life() }
      try? FileManager.default.removeItem(at: directory)
    } catch {
      await server?.destroy()
      throw error
    }
    for follower in followers {
      totals.batches += follower.subscriber.batches
      totals.snapshots += follower.subscriber.snapshots.values.reduce(0, +)
    }
    return totals
  }

  private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private mutating func makeRequest(_ index: Int) -> SubscribeRequest {
    let collections = CrashRun.collections
    var request = SubscribeRequest(collection: collections[index % collections.count].name)
    request.options.profile = below(2) == 0 ? .exact : .uikit
    request.options.reloadThreshold = [1, 20, 100, 100_000, 100_000][below(5)]
    request.options.sendsKeys = below(2) == 0
    request.options.shortestIntervalMicroseconds = [0, 0, 500, 2_000][below(4)]
    // The version is sent at once even without visible changes, so that it can be awaited.
    request.options.progressMicroseconds = 1
    if below(3) == 0 { request.options.largestBatchBytes = 4_096 }
    return request
  }

  // MARK: Servers

  private var socket: String { directory.appendingPathComponent("socket").path }

  /// One server from its start to its end.
  private mutating func life() async throws {
    var arguments = [
      "--data", directory.appendingPathComponent("data").path, "--listen", "unix:\(socket)",
      "--collections", CrashRun.collections.map { "\($0.name)=\($0.strategy)" }.joined(separator: ","),
      "--checkpoint-interval", "\([15, 50, 1_000][below(3)])", "--log-level", "error",
      "--loops", "\(1 + below(3))", "--log-bytes", "\([1, 20_000, 524_288][below(3)])",
      // Between two comparisons nobody reads, and a busy machine may take minutes for that: no PING would be answered.
      "--keepalive-seconds", "0",
    ]
    if let retained { arguments += ["--retained-commits", "\(retained)"] }
    let log = directory.appendingPathComponent("server.log").path
    let server = try ServerRun(arguments, socket: socket, log: log)
    self.server = server
    guard await server.isListening() else {
      throw Violation(.broken, "the server ended with \(try await server.ending()); see \(log)")
    }
    let recorder = Recorder()
    let clients = (0..<2).map {
      RecordingClient($0, cycle: totals.kills, socket: socket, recorder: recorder, sightings: sightings)
    }
    let rounds = 1 + below(ResumeRun.maximumRounds)
    for round in 1...rounds where totals.cycles < cycles || round == rounds {
      try await self.round(server, clients, isLast: round == rounds)
    }
    for client in clients { await client.client.close() }
    guard try await server.ending() == .signal(SIGKILL) else {
      throw Violation(.broken, "the server ended by itself; see \(log)")
    }
    totals.kills += 1
  }

  /// All subscribers come back under load. In the last round of a server it is killed meanwhile, otherwise all are
  /// compared when the load has ended.
  private mutating func round(_ server: ServerRun, _ clients: [RecordingClient], isLast: Bool) async throws {
    for (name, _) in CrashRun.collections { _ = await clients[0].read(name, pageSize: 1_000) }
    let cycle = Cycle(target: 5 + below(60), retries: [])
    let names = CrashRun.collections.map(\.name)
    var workers: [Worker] = []
    for client in clients {
      for _ in 0..<3 {
        let name = "\(totals.kills).\(totals.cycles).\(workers.count)"
        workers.append(Worker(client, cycle, names, name: name, seed: random.next()))
      }
    }
    followers.shuffle(using: &random)
    let following = Following(followers, socket: socket, seed: random.next(), mayBreak: isLast)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in workers {
        var worker = worker
        group.addTask { await worker.run() }
      }
      group.addTask {
        let result = await ServerRun.blocking { Result { try following.comeBack() } }
        // Nobody waits for more load when something is wrong.
        if case .failure = result { cycle.finish() }
        try result.get()
      }
      group.addTask {
        await cycle.untilTarget()
        if isLast { server.send(SIGKILL) }
        cycle.finish()
      }
      try await group.waitForAll()
    }
    guard !isLast else { return }
    let keepsAll = retained == nil
    for (name, _) in CrashRun.collections {
      guard case .content(let content) = await clients[0].read(name, pageSize: 1_000) else {
        throw Violation(.broken, "a read of \(name) has no answer")
      }
      let compared = try await ServerRun.blocking {
        Result { try following.compare(name, content, keepsAll: keepsAll) }
      }.get()
      totals.cycles += compared
      totals.versions = max(totals.versions, content.version)
    }
  }
}
