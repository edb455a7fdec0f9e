import ArrangeClient
import Foundation
import Ordering
import TestSupport

/// Takes a server on one data directory through many cycles of load and kill, and checks everything that its
/// clients were told.
///
///     let totals = try await CrashRun(seed: 7, cycles: 25).run()
struct CrashRun {
  /// The minimum number of retained commits: more than two cycles make, fewer than a run makes.
  static let retainedCommits: UInt64 = 150
  /// The number of commits between checkpoints of a collection: small enough for several in a cycle, or too
  /// large for any. With the last one, commits accumulate over several cycles, also on a slow machine, until
  /// they exceed the number that a start reads at a time.
  static let checkpointIntervals = [15, 50, 120, 200, 1_000]

  /// The collections, one for each strategy.
  static let collections: [(name: Identifier, strategy: String)] = [
    ("stops", "dense"), ("reading", "fractional"), ("board", "lexorank"),
  ]

  /// In one of so many cycles a backup is begun under load, and the data is verified after its end.
  private static let cyclesPerBackup = 6
  private static let cyclesPerVerification = 6

  /// The totals of a run.
  struct Totals: Sendable {
    var cycles = 0
    var calls = 0
    var acknowledged = 0
    var unanswered = 0
    var retried = 0
    var commits = 0
    var backups = 0
    var verified = 0

    mutating func add(_ other: Totals) {
      cycles += other.cycles
      calls += other.calls
      acknowledged += other.acknowledged
      unanswered += other.unanswered
      retried += other.retried
      commits += other.commits
      backups += other.backups
      verified += other.verified
    }
  }

  let seed: UInt64
  let cycles: Int
  let directory: URL

  private var random: OrderingRandom
  /// The running server, or the last one.
  private var server: ServerRun?
  private let recorder = Recorder()
  private var journals: [Identifier: [HistoryEntry]] = [:]
  private var ends: [Int] = []
  private var retries: [ApplyRequest] = []
  private var retried = 0
  private var verified = 0
  /// Whether the commits of the previous cycle are still unread.
  private var isBehind = false
  private let sightings: [Identifier: Sightings]
  /// Whether there is a data directory that a server has listened on.
  private var hasData = false
  /// The backups that were taken and not yet restored.
  private var backups: [TakenBackup] = []

  init(seed: UInt64, cycles: Int) {
    self.seed = seed
    self.cycles = cycles
    random = OrderingRandom(seed: seed)
    directory = FileManager.default.temporaryDirectory.appendingPathComponent(
      "arrange-crash-\(seed)-\(UUID().uuidString.prefix(8))"
    )
    sightings = Dictionary(uniqueKeysWithValues: CrashRun.collections.map { ($0.name, Sightings()) })
  }

  /// Runs all cycles and checks. Removes the directory if there is no violation.
  mutating func run() async throws -> Totals {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    do {
      for cycle in 0..<cycles { try await self.cycle(cycle) }
      try await finish()
      let totals = try check()
      try? FileManager.default.removeItem(at: directory)
      return totals
    } catch {
      await server?.destroy()
      try? keepRecord(error)
      throw error
    }
  }

  // MARK: Cycles

  private enum Kind { case load, startup, recovery, graceful }

  private mutating func kind(of cycle: Int) -> Kind {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<12: .startup
    case 12..<24: isBehind ? .load : .recovery
    case 24..<34: .graceful
    default: .load
    }
  }

  private mutating func cycle(_ number: Int) async throws {
    let kind = kind(of: number)
    let server = try start()
    self.server = server
    switch kind {
    case .startup:
      // Kill it at any time during the start, or shortly after it.
      try await Task.sleep(for: .microseconds(Int.random(in: 0..<45_000, using: &random)))
      server.send(SIGKILL)
      try await expect(server, .signal(SIGKILL))
    case .load, .recovery, .graceful: try await load(number, kind, server)
    }
    ends.append(recorder.tick())
    if hasData, Int.random(in: 0..<CrashRun.cyclesPerVerification, using: &random) == 0 {
      try TakenBackup.run("arranged", "verify", "--data", data)
      verified += 1
    }
  }

  private mutating func start() throws -> ServerRun {
    let interval = CrashRun.checkpointIntervals.randomElement(using: &random) ?? 25
    return try ServerRun(
      [
        "--data", data, "--listen", "unix:\(socket)",
        "--collections", CrashRun.collections.map { "\($0.name)=\($0.strategy)" }.joined(separator: ","),
        "--checkpoint-interval", "\(interval)",
        "--retained-commits", "\(CrashRun.retainedCommits)", "--log-level", "error", "--drain-seconds", "20",
        "--log-bytes", "\([1, 20_000, 524_288].randomElement(using: &random) ?? 1)",
        "--loops", "\(Int.random(in: 1...3, using: &random))",
      ],
      socket: socket,
      log: log.path
    )
  }

  private var data: String { directory.appendingPathComponent("data").path }
  private var socket: String { directory.appendingPathComponent("socket").path }
  private var log: URL { directory.appendingPathComponent("server.log") }

  /// Waits until a server has ended, which must be in one of the expected ways.
  private func expect(_ server: ServerRun, _ expected: ChildProcess.Ending...) async throws {
    let ending = try await server.ending()
    guard expected.contains(ending) else {
      throw Violation(.broken, "the server ended with \(ending), not \(expected): \(logged)")
    }
  }

  /// The end of the servers' output.
  private var logged: String {
    String(((try? String(contentsOf: log, encoding: .utf8)) ?? "").suffix(2_000))
  }

  /// One cycle of load, with a kill, or a request to stop, somewhere in the middle.
  private mutating func load(_ number: Int, _ kind: Kind, _ server: ServerRun) async throws {
    guard await server.isListening() else { return try await expect(server) }
    hasData = true
    let names = CrashRun.collections.map(\.name)
    let clients = (0..<Int.random(in: 2...5, using: &random)).map { index in
      RecordingClient(index, cycle: number, socket: socket, recorder: recorder, sightings: sightings)
    }
    if kind == .recovery {
      isBehind = true
    } else {
      try await catchUp(clients[0])
      isBehind = false
    }

    let target =
      kind == .recovery ? Int.random(in: 0...12, using: &random) : Int.random(in: 1...250, using: &random)
    let cycle = Cycle(target: target, retries: retries)
    retried += retries.count
    let pipeline = [1, 4, 10].randomElement(using: &random) ?? 4
    let delay = Int.random(in: 0..<3_000, using: &random)
    let isForced = kind != .graceful || Int.random(in: 0..<10, using: &random) < 3
    let forcedDelay = Int.random(in: 0..<5_000, using: &random)
    let isBackedUp = Int.random(in: 0..<CrashRun.cyclesPerBackup, using: &random) == 0
    let file = directory.appendingPathComponent("\(number).backup")
    async let backup =
      isBackedUp
      ? TakenBackup.take(clients[0].client, to: file, cycle: number, recorder: recorder) : nil
    await withTaskGroup(of: Void.self) { group in
      for client in clients {
        for index in 0..<pipeline {
          let name = "\(number).\(client.number).\(index)"
          var worker = Worker(client, cycle, names, name: name, seed: random.next())
          group.addTask { await worker.run() }
        }
      }
      group.addTask {
        await cycle.untilTarget()
        try? await Task.sleep(for: .microseconds(delay))
        if kind == .graceful {
          server.send(SIGTERM)
          if isForced { try? await Task.sleep(for: .microseconds(forcedDelay)) }
        }
        if isForced { server.send(SIGKILL) }
        // Calls that still wait for an answer must end now, too.
        cycle.finish()
      }
      await group.waitForAll()
    }
    if let backup = try await backup { backups.append(backup) }
    for client in clients { await client.client.close() }
    switch (kind == .graceful, isForced) {
    case (true, true): try await expect(server, .status(0), .signal(SIGKILL))
    case (true, false): try await expect(server, .status(0))
    case (false, _): try await expect(server, .signal(SIGKILL))
    }
    chooseRetries(cycle)
  }

  /// The next cycle resends most unanswered requests, and some answered ones.
  private mutating func chooseRetries(_ cycle: Cycle) {
    let (unanswered, acknowledged) = cycle.leftovers
    retries = unanswered.filter { _ in Int.random(in: 0..<100, using: &random) < 70 }
    retries += acknowledged.shuffled(using: &random).prefix(6)
    retries.shuffle(using: &random)
  }

  /// Reads the server's state before anything else: the commits since the last time, and the content.
  private mutating func catchUp(_ client: RecordingClient) async throws {
    for (name, _) in CrashRun.collections {
      var commits = journals[name, default: []]
      var newest = UInt64.max
      while UInt64(commits.count) < newest {
        let outcome = await client.history(name, from: UInt64(commits.count + 1))
        guard case .commits(let page) = outcome else { throw unanswered("History of \(name)", outcome) }
        newest = page.version
        guard
          page.oldestKept <= max(1, newest > CrashRun.retainedCommits ? newest - CrashRun.retainedCommits : 1)
        else {
          throw Violation(.lost, "\(name) keeps commits from \(page.oldestKept) to \(newest) only")
        }
        if UInt64(commits.count) < newest, page.commits.isEmpty {
          throw Violation(.lost, "\(name) has version \(newest), and no commit after \(commits.count)")
        }
        commits += page.commits
      }
      journals[name] = commits
      let outcome = await client.read(name, pageSize: 1_000)
      guard case .content = outcome else { throw unanswered("a read of \(name)", outcome) }
    }
  }

  private func unanswered(_ what: String, _ outcome: Call.Outcome) -> Violation {
    Violation(.broken, "\(what) was answered with \(outcome); the log: \(logged)")
  }

  // MARK: The end

  /// Starts the server a last time, reads everything again, and stops it.
  private mutating func finish() async throws {
    let server = try start()
    self.server = server
    guard await server.isListening() else { return try await expect(server) }
    let client = RecordingClient(0, cycle: cycles, socket: socket, recorder: recorder, sightings: sightings)
    try await catchUp(client)
    for request in retries { _ = await client.write(request) }
    retried += retries.count
    try await catchUp(client)
    // Read all retained commits again, to compare them with the first reading.
    for (name, _) in CrashRun.collections { _ = await client.history(name, from: 1) }
    await client.client.close()
    server.send(SIGTERM)
    try await expect(server, .status(0))
    ends.append(recorder.tick())
    try TakenBackup.run("arranged", "verify", "--data", data)
    verified += 1
    let calls = recorder.all
    for backup in backups {
      let reads = try await backup.restored(in: directory)
      for read in reads { recorder.record(read) }
      let versions = Dictionary(
        reads.map { ($0.collection, $0.shownVersion ?? 0) },
        uniquingKeysWith: max
      )
      try TakenBackup.checkMoment(versions, calls)
    }
  }

  private func check() throws(Violation) -> Totals {
    let calls = recorder.all
    for (name, strategy) in CrashRun.collections {
      try HistoryCheck(
        collection: name,
        isRank: strategy == "dense",
        calls: calls.filter { $0.collection == name },
        journal: journals[name] ?? [],
        ends: ends,
        retained: CrashRun.retainedCommits
      ).run()
    }
    var totals = Totals(cycles: cycles, calls: calls.count, retried: retried)
    for call in calls {
      switch call.outcome {
      case .unknown, .notStarted: totals.unanswered += 1
      case .result: totals.acknowledged += 1
      default: continue
      }
    }
    totals.backups = backups.count
    totals.verified = verified
    totals.commits = journals.values.reduce(0) { $0 + $1.count }
    return totals
  }

  /// Writes all calls and all commits beside the data.
  private func keepRecord(_ error: any Error) throws {
    var lines = ["seed \(seed), \(cycles) cycles", "\(error)", ""]
    lines += recorder.all.sorted { $0.invoked < $1.invoked }.map { String("\($0)".prefix(2_000)) }
    for (name, journal) in journals { lines += journal.map { "\(name) commit \($0)" } }
    try lines.joined(separator: "\n").write(
      to: directory.appendingPathComponent("record.txt"),
      atomically: true,
      encoding: .utf8
    )
  }
}
