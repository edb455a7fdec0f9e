import Dispatch
import Engine
import EngineTestSupport
import Foundation
import Ordering
import Postgres
import Synchronization
import TestSupport
import Testing

@Suite("Random histories over PostgreSQL", .timeLimit(.minutes(5)))
struct PostgresHistoryTests {
  private static let firstSeed = UInt64(ProcessInfo.processInfo.environment["ARRANGE_TEST_SEED"] ?? "") ?? 1
  private static let histories = 4
  /// The number of appends of a history.
  private static let length = 60

  @Test("whatever fails during a history, the journal has a prefix of it with all that was acknowledged")
  func histories() throws {
    let server = try PostgresServer()
    var total: [HistoryRun.Event: Int] = [:]
    for number in 0..<PostgresHistoryTests.histories {
      let seed = PostgresHistoryTests.firstSeed &+ UInt64(number)
      var run = try HistoryRun(server, seed: seed, length: PostgresHistoryTests.length)
      defer { run.end() }
      do {
        try run.run()
      } catch {
        Issue.record("seed \(seed), append \(run.done): \(error)")
        throw error
      }
      total.merge(run.events, uniquingKeysWith: +)
    }
    let counts = total.map { "\($0.value) \($0.key.rawValue)" }.sorted().joined(separator: ", ")
    print("histories over PostgreSQL from seed \(PostgresHistoryTests.firstSeed): \(counts)")
    // A run in which nothing fails shows nothing.
    for event in HistoryRun.Event.allCases { #expect(total[event, default: 0] > 0, "\(event)") }
  }
}

/// A history that is appended to a journal while something fails.
private struct HistoryRun {
  enum Event: String, CaseIterable {
    case append = "undisturbed appends"
    /// The journal is closed and opened again.
    case reopening = "reopenings"
    /// The connections are cut during an append, before or after it is carried out.
    case loss = "lost connections"
    /// The processes of PostgreSQL are killed during an append, and started again.
    case kill = "kills"
    /// The journal is given up during an append, as when its process is killed.
    case end = "ends"
    /// An append that was not acknowledged, and yet was carried out.
    case unknown = "appends without an answer"
  }

  /// How long an append may go on before something fails, at most, in microseconds.
  private static let head: UInt32 = 4_000
  /// How long a failure lasts, in microseconds.
  private static let pause: UInt32 = 20_000

  private let server: PostgresServer
  private let proxy: CuttingProxy
  private let options = Schema.options()
  private let appends: [[JournalEntry]]
  private let states: [JournalSnapshot]
  private var journal: PostgresJournal
  private var random: OrderingRandom
  /// The append during which PostgreSQL is killed: once in each history, since that takes a second.
  private var killedAppend: Int?
  /// The number of appends that the journal has.
  private(set) var done = 0
  private(set) var events: [Event: Int] = [:]

  init(_ server: PostgresServer, seed: UInt64, length: Int) throws {
    self.server = server
    proxy = try CuttingProxy(to: server.port)
    appends = JournalHistory.make(length, seed: seed)
    states = JournalHistory.states(appends)
    random = OrderingRandom(seed: seed)
    killedAppend = Int.random(in: 0..<length, using: &random)
    journal = try HistoryRun.open(server, proxy, options)
  }

  private static func open(
    _ server: PostgresServer,
    _ proxy: CuttingProxy,
    _ options: PostgresJournal.Options
  ) throws -> PostgresJournal {
    try PostgresJournal(PostgresAddress(server.address(port: proxy.port)), options: options)
  }

  func end() {
    journal.close()
    proxy.end()
  }

  mutating func run() throws {
    while done < appends.count {
      let event = draw()
      events[event, default: 0] += 1
      switch event {
      case .append: try step {}
      case .reopening:
        journal.close()
        try reopen()
      case .loss:
        let isBefore = Bool.random(using: &random)
        try step { [proxy] in
          proxy.set(isBefore ? .losesRequests : .losesAnswers)
          usleep(HistoryRun.pause)
          proxy.cut()
          proxy.set(.open)
        }
      case .kill:
        let head = UInt32.random(in: 0..<HistoryRun.head, using: &random)
        try step { [server] in
          usleep(head)
          try server.kill()
          try server.start()
        }
      case .end, .unknown: try giveUp()
      }
    }
    try check(done)
    journal.close()
    journal = try HistoryRun.open(server, proxy, options)
    try #require(try JournalSnapshot.recovered(from: journal) == states[done])
  }

  private mutating func draw() -> Event {
    if done == killedAppend {
      killedAppend = nil
      return .kill
    }
    let event: Event =
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<10: .reopening
      case 10..<20: .loss
      case 20..<30: .end
      default: .append
      }
    // The checkpoints of this history come in two appends, and a new opening drops what is not complete.
    let isInCheckpoint = (2...3).contains(done % 5)
    return isInCheckpoint && (event == .reopening || event == .end) ? .append : event
  }

  /// Makes the next append while something happens, and waits for its success.
  private mutating func step(meanwhile: () throws -> Void) throws {
    try append(meanwhile: meanwhile).get()
    done += 1
    if Int.random(in: 0..<8, using: &random) == 0 { try check(done) }
  }

  /// Makes the next append while something happens.
  private func append(meanwhile: () throws -> Void) throws -> Result<Void, JournalError> {
    let outcome = Mutex<Result<Void, JournalError>?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [journal, entries = appends[done]] in
      let result = Result { () throws(JournalError) in try journal.append(entries) }
      outcome.withLock { $0 = result }
      isDone.signal()
    }
    try meanwhile()
    isDone.wait()
    return try #require(outcome.withLock { $0 })
  }

  /// Cuts the connections during an append for good, and closes the journal, which can't find out what became of it.
  private mutating func giveUp() throws {
    let head = UInt32.random(in: 0..<HistoryRun.head, using: &random)
    let losesAnswer = Bool.random(using: &random)
    if losesAnswer { proxy.set(.losesAnswers) }
    let outcome = try append { [proxy, journal] in
      usleep(losesAnswer ? HistoryRun.pause : head)
      proxy.set(.closed)
      proxy.cut()
      journal.close()
    }
    proxy.set(.open)
    if case .success = outcome {
      done += 1
      return try reopen()
    }
    let next = states[done + 1]
    journal = try HistoryRun.open(server, proxy, options)
    if try JournalSnapshot(of: journal) == next {
      done += 1
      events[.unknown, default: 0] += 1
    }
    try check(done)
  }

  private mutating func reopen() throws {
    journal = try HistoryRun.open(server, proxy, options)
    try check(done)
  }

  private func check(_ count: Int) throws {
    try #require(try JournalSnapshot(of: journal) == states[count], "not what \(count) appends make")
  }
}
