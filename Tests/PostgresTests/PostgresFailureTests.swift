import ArrangeModel
import Dispatch
import Engine
import Foundation
import Ordering
import Postgres
import Synchronization
import TestSupport
import Testing

@Suite("PostgreSQL fails")
struct PostgresFailureTests {
  private func server() throws -> PostgresServer { try PostgresServer.shared.get() }

  private func key(_ value: Int64) -> CollectionKey { CollectionKey(value) }

  /// Waits until a condition holds.
  private func wait(_ what: String, _ condition: () throws -> Bool) throws {
    for _ in 0..<ChildProcess.patience / 10 {
      if try condition() { return }
      usleep(10_000)
    }
    throw Failure("this does not come about: \(what)")
  }

  @Test(
    "an append whose answer or request is lost takes effect once",
    arguments: [(CuttingProxy.Mode.losesAnswers, true), (.losesAnswers, false), (.losesRequests, true)]
  )
  func unknownOutcome(mode: CuttingProxy.Mode, serverSeesEnd: Bool) throws {
    let server = try server()
    let proxy = try CuttingProxy(to: server.port)
    defer { proxy.end() }
    let options = Schema.options()
    let journal = try PostgresJournal(
      PostgresAddress(server.address(port: proxy.port)),
      options: options
    )
    defer { journal.close() }
    try journal.append([JournalLoad.create(1), JournalLoad.commit(1, 1)])
    proxy.set(mode)
    let outcome = Mutex<Result<Void, JournalError>?>(nil)
    Thread.detachNewThread {
      let result = Result { () throws(JournalError) in
        try journal.append([
          JournalLoad.commit(1, 2), .describe(CollectionKey(1), descriptor: [2]), JournalLoad.create(2),
        ])
      }
      outcome.withLock { $0 = result }
    }
    let stored = "SELECT count(*) FROM \(options.schema).commits WHERE version = 2"
    if mode == .losesAnswers {
      try wait("the transaction is made") { try server.sql(stored) == "1" }
    } else {
      usleep(200_000)
      #expect(try server.sql(stored) == "0")
    }
    #expect(outcome.withLock { $0 } == nil, "the append was answered, although nothing is known")
    proxy.set(.open)
    proxy.cut(withServer: serverSeesEnd)
    try wait("the append is settled") { outcome.withLock { $0 != nil } }
    #expect(throws: Never.self) { try outcome.withLock { $0 }?.get() }
    #expect(try server.sql("SELECT step FROM \(options.schema).fences") == "2")
    try journal.append([JournalLoad.commit(1, 3), JournalLoad.commit(2, 1)])
    #expect(try JournalLoad.problems(journal, [1: 3, 2: 1]) == [])
    #expect(try journal.collections().first { $0.key == key(1) }?.descriptor == [2])
  }

  @Test("connections are cut at random moments")
  func cuts() throws {
    let server = try server()
    let proxy = try CuttingProxy(to: server.port)
    defer { proxy.end() }
    let journal = try PostgresJournal(
      PostgresAddress(server.address(port: proxy.port)),
      options: Schema.options()
    )
    defer { journal.close() }
    let seed = UInt64.random(in: 1...1_000_000)
    var random = OrderingRandom(seed: seed)
    let load = try JournalLoad(journal, threads: 6)
    for _ in 0..<40 {
      try load.advance(by: UInt64.random(in: 1...40, using: &random))
      usleep(UInt32.random(in: 0...2_000, using: &random))
      let modes: [CuttingProxy.Mode] = [.open, .losesAnswers, .losesRequests]
      let mode = modes.randomElement(using: &random) ?? .open
      proxy.set(mode)
      if mode != .open { usleep(UInt32.random(in: 0...4_000, using: &random)) }
      proxy.cut(withServer: Int.random(in: 0..<3, using: &random) > 0)
      proxy.set(.open)
    }
    try load.advance(by: 10)
    let (done, errors) = load.end()
    #expect(errors.isEmpty, "seed \(seed)")
    let problems = try JournalLoad.problems(journal, done)
    #expect(problems.isEmpty, "seed \(seed): \(problems)")
  }

  @Test("the server is killed and restarted in the middle of appends")
  func serverKilled() throws {
    let server = try PostgresServer()
    let options = Schema.options()
    let address = try PostgresAddress(server.address())
    let outages = Mutex<[PostgresOutage]>([])
    let journal = try PostgresJournal(address, options: options) { outage in
      outages.withLock { $0.append(outage) }
    }
    let load = try JournalLoad(journal, threads: 4)
    for round in 0..<4 {
      try load.advance(by: 200)
      if round.isMultiple(of: 2) { try server.kill() } else { try server.stop() }
      try server.start()
    }
    try load.advance(by: 200)
    let (done, errors) = load.end()
    #expect(errors.isEmpty)
    #expect(try JournalLoad.problems(journal, done) == [])
    // Each beginning is reported once, with the reason, and has its end when all connections work again.
    for _ in 0..<ChildProcess.patience where outages.withLock({ !$0.count.isMultiple(of: 2) }) {
      usleep(1_000)
    }
    journal.close()
    let reported = outages.withLock { $0 }
    #expect(!reported.isEmpty && reported.count.isMultiple(of: 2))
    for (index, outage) in reported.enumerated() {
      switch outage {
      case .began(let reason): #expect(index.isMultiple(of: 2) && !reason.isEmpty)
      case .ended: #expect(!index.isMultiple(of: 2))
      }
    }
    let second = try PostgresJournal(address, options: options)
    defer { second.close() }
    #expect(try JournalLoad.problems(second, done) == [])
  }

  @Test("an outage that takes too long stops the journal")
  func outage() throws {
    let server = try server()
    let proxy = try CuttingProxy(to: server.port)
    defer { proxy.end() }
    var options = Schema.options()
    options.outageSeconds = 1
    let journal = try PostgresJournal(
      PostgresAddress(server.address(port: proxy.port)),
      options: options
    )
    defer { journal.close() }
    try journal.append([JournalLoad.create(1)])
    proxy.set(.closed)
    proxy.cut()
    for entry in [JournalLoad.commit(1, 1), JournalLoad.commit(1, 1)] {
      let error = #expect(throws: JournalError.self) { try journal.append([entry]) }
      #expect(error?.code == .failed)
    }
  }

  // MARK: - Several servers

  @Test("a second server is refused, and told who is there")
  func secondServer() throws {
    let address = try PostgresAddress(server().address())
    let options = Schema.options()
    let journal = try PostgresJournal(address, options: options)
    let error = #expect(throws: JournalError.self) { try PostgresJournal(address, options: options) }
    #expect(error?.code == .inUse)
    let name = "arranged \(ProcessInfo.processInfo.hostName):\(ProcessInfo.processInfo.processIdentifier)"
    #expect(error?.message.contains("\(name) since 20") == true, "\(error?.message ?? "")")
    journal.close()
    try PostgresJournal(address, options: options).close()
  }

  @Test("a server that lost its connection writes nothing once another one has taken over")
  func takenOver() throws {
    let server = try server()
    let proxy = try CuttingProxy(to: server.port)
    defer { proxy.end() }
    let options = Schema.options()
    let first = try PostgresJournal(
      PostgresAddress(server.address(port: proxy.port)),
      options: options,
      leaseMilliseconds: 5_000
    )
    defer { first.close() }
    let stopped = Mutex<JournalError?>(nil)
    first.whenStopped { error in stopped.withLock { $0 = error } }
    try first.append([JournalLoad.create(1), JournalLoad.commit(1, 1)])
    proxy.set(.closed)
    proxy.cut()
    let second = try PostgresJournal(PostgresAddress(server.address()), options: options)
    try second.append([JournalLoad.commit(1, 2)])
    second.close()
    proxy.set(.open)
    let error = #expect(throws: JournalError.self) {
      try first.append([JournalLoad.commit(1, 2, payload: [9])])
    }
    #expect(error?.code == .overtaken)
    let third = try PostgresJournal(PostgresAddress(server.address()), options: options)
    defer { third.close() }
    #expect(try JournalLoad.problems(third, [1: 2]) == [])
  }

  @Test("an idle server notices that another one has taken over, and stops")
  func takenOverWhileIdle() throws {
    let server = try server()
    let proxy = try CuttingProxy(to: server.port)
    defer { proxy.end() }
    let options = Schema.options()
    let first = try PostgresJournal(
      PostgresAddress(server.address(port: proxy.port)),
      options: options,
      leaseMilliseconds: 5_000
    )
    defer { first.close() }
    let stopped = Mutex<JournalError?>(nil)
    first.whenStopped { error in stopped.withLock { $0 = error } }
    proxy.set(.closed)
    proxy.cut()
    let second = try PostgresJournal(PostgresAddress(server.address()), options: options)
    proxy.set(.open)
    defer { second.close() }
    try wait("the first server stops") { stopped.withLock { $0?.code == .overtaken } }
  }

  @Test("a version that somebody else has written is not overwritten")
  func overwriting() throws {
    let server = try server()
    let options = Schema.options()
    let journal = try PostgresJournal(PostgresAddress(server.address()), options: options)
    defer { journal.close() }
    try journal.append([JournalLoad.create(1), JournalLoad.commit(1, 1)])
    try server.sql(
      "INSERT INTO \(options.schema).commits (collection, version, checksum, payload) VALUES (1, 2, 0, 'theirs')"
    )
    let error = #expect(throws: JournalError.self) { try journal.append([JournalLoad.commit(1, 2)]) }
    #expect(error?.code == .overtaken)
    let stored = try server.sql(
      "SELECT convert_from(payload, 'UTF8') FROM \(options.schema).commits WHERE version = 2"
    )
    #expect(stored == "theirs")
  }

  @Test("several servers make the schema at once, and one of them gets it")
  func migrations() throws {
    let address = try PostgresAddress(server().address())
    let options = Schema.options()
    let outcomes = Mutex<[Result<PostgresJournal, JournalError>]>([])
    DispatchQueue.concurrentPerform(iterations: 6) { _ in
      let result = Result { () throws(JournalError) in try PostgresJournal(address, options: options) }
      outcomes.withLock { $0.append(result) }
    }
    let codes = outcomes.withLock { outcomes in
      outcomes.compactMap { if case .failure(let error) = $0 { error } else { nil } }
    }
    #expect(codes.count == 5)
    #expect(codes.allSatisfy { $0.code == .inUse }, "\(codes)")
    #expect(try server().sql("SELECT count(*) FROM \(options.schema).schema_version") == "1")
    for case .success(let journal) in outcomes.withLock({ $0 }) { journal.close() }
  }

  @Test("a schema of a newer version is refused")
  func newerSchema() throws {
    let address = try PostgresAddress(server().address())
    let options = Schema.options()
    try PostgresJournal(address, options: options).close()
    try server().sql("UPDATE \(options.schema).schema_version SET version = 99")
    let error = #expect(throws: JournalError.self) { try PostgresJournal(address, options: options) }
    #expect(error?.code == .unusable)
    #expect(error?.message.contains("version 99") == true)
    #expect(PostgresJournal.problem(address, options: options)?.contains("version 99") == true)
  }

  // MARK: - Damage

  @Test("a node whose fence is gone writes nothing, although it has its connection")
  func fence() throws {
    let server = try server()
    let options = Schema.options()
    let journal = try PostgresJournal(PostgresAddress(server.address()), options: options)
    defer { journal.close() }
    try journal.append([JournalLoad.create(1), JournalLoad.commit(1, 1)])
    try server.sql("DELETE FROM \(options.schema).fences")
    let error = #expect(throws: JournalError.self) { try journal.append([JournalLoad.commit(1, 2)]) }
    #expect(error?.code == .overtaken)
    #expect(try server.sql("SELECT max(version) FROM \(options.schema).commits") == "1")
  }

  @Test("rows that the next owner has removed are no damage to a node that was taken over unawares")
  func removedByTheNextOwner() throws {
    let server = try server()
    // What the next owner does besides, and what this node says.
    let cases: [(change: String, code: JournalError.Code)] = [
      ("DELETE FROM fences", .overtaken), ("UPDATE slots SET node = NULL", .conflict), ("SELECT 1", .damaged),
    ]
    for table in ["pages", "commits"] {
      for (change, code) in cases {
        let options = Schema.options()
        let journal = try PostgresJournal(PostgresAddress(server.address()), options: options)
        defer { journal.close() }
        let key = CollectionKey(1)
        try journal.append([
          JournalLoad.create(1), JournalLoad.commit(1, 1), JournalLoad.commit(1, 2),
          .checkpointChunk(key, version: 1, index: 0, isLast: true, bytes: [1]),
        ])
        try server.sql("SET search_path = \(options.schema); \(change); DELETE FROM \(table)")
        let error = #expect(throws: JournalError.self) {
          _ = try journal.checkpointChunk(0, of: key, version: 1)
          _ = try journal.commits(of: key, from: 2, limit: 1)
        }
        #expect(error?.code == code, "\(table), \(change): \(error as Any)")
      }
    }
  }

  @Test(
    "a changed row is damage, not content",
    arguments: [
      "UPDATE commits SET payload = 'other' WHERE version = 2",
      "UPDATE commits SET request = NULL WHERE version = 2",
      "DELETE FROM commits WHERE version = 2", "UPDATE pages SET bytes = 'other'", "DELETE FROM pages",
      "UPDATE collections SET descriptor = 'other'",
    ]
  )
  func damage(statement: String) throws {
    let options = Schema.options()
    let address = try PostgresAddress(server().address())
    let journal = try PostgresJournal(address, options: options)
    defer { journal.close() }
    try journal.append([
      JournalLoad.create(1), JournalLoad.commit(1, 1), JournalLoad.commit(1, 2), JournalLoad.commit(1, 3),
      .checkpointChunk(key(1), version: 2, index: 0, isLast: true, bytes: [1, 2, 3]),
    ])
    let snapshot = try PostgresSnapshot(address, options)
    let whole = try JournalSnapshot(reading: snapshot)
    try server().sql("SET search_path = \(options.schema); \(statement)")
    let error = #expect(throws: JournalError.self) { try JournalSnapshot(of: journal) }
    #expect(error?.code == .damaged, "\(error?.message ?? "")")
    // What a snapshot sees was read as of its moment.
    #expect(try JournalSnapshot(reading: snapshot) == whole)
  }
}
