import ArrangeModel
import Dispatch
import Foundation
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Engine

@Suite("Several nodes over PostgreSQL", .timeLimit(.minutes(5)))
struct PostgresNodeTests {
  /// Waits until a condition holds.
  static func wait(_ what: String, _ condition: () throws -> Bool) throws {
    for _ in 0..<ChildProcess.patience / 10 {
      if try condition() { return }
      usleep(10_000)
    }
    throw Failure("this does not come about: \(what)")
  }

  private func wait(_ what: String, _ condition: () throws -> Bool) throws {
    try PostgresNodeTests.wait(what, condition)
  }

  @Test("a second node gets half of the slots, with the lists in them, and gives them back when it leaves")
  func sharing() throws {
    let options = Schema.options()
    let first = try TestNode("first", options)
    defer { first.journal.close() }
    #expect(first.member.slots == .all)
    #expect(first.journal.lease.isHeld)
    try first.journal.append((1...64).flatMap { [JournalLoad.create($0), JournalLoad.commit($0, 1)] })
    let second = try TestNode("second", options)
    defer { second.journal.close() }
    #expect(second.journal.secret == first.journal.secret && first.journal.secret.utf8.count == 64)
    try wait("the slots are shared") { first.member.slots.count == 512 && second.member.slots.count == 512 }
    #expect(first.member.slots.intersection(second.member.slots).isEmpty)
    let wanted = (1...64).filter { second.member.slots.contains(TestNode.slot($0)) }
    let records = second.member.state.withLock { $0.collections }
    #expect(records.keys.map(\.value).sorted() == wanted && records.values.allSatisfy { $0.version == 1 })
    // Each writes to its own lists alone, and both read all of them.
    for (node, other) in [(first, second), (second, first)] {
      let (own, foreign) = (node.key(), node.key(owned: false))
      try node.journal.append([JournalLoad.commit(own, 2), .trim(CollectionKey(own), before: 2)])
      for entry in [
        JournalLoad.commit(foreign, 2), .delete(CollectionKey(foreign)), JournalLoad.commit(foreign, 3),
      ] {
        let error = #expect(throws: JournalError.self) { try node.journal.append([entry]) }
        #expect(error?.code == .conflict)
      }
      #expect(try other.journal.commits(of: CollectionKey(own), from: 1, limit: 9).map(\.version) == [2])
      #expect(try other.journal.oldestCommit(of: CollectionKey(own)) == 2)
      #expect(try other.journal.collections().first { $0.key.value == own }?.version == 2)
    }
    let name = Identifier(unchecked: "list \(second.key())")
    let taken = JournalEntry.create(CollectionKey(99), name: name, descriptor: [])
    #expect(throws: JournalError.self) { try first.journal.append([taken]) }
    try wait("each knows both") {
      second.member.state.withLock { $0.nodes.map(\.slots.count) } == [512, 512]
    }
    #expect(second.member.state.withLock { Set($0.nodes.map(\.address)) } == ["127.0.0.1:7420"])
    let key = second.key()
    second.journal.leave()
    #expect(second.member.slots.isEmpty && !second.journal.lease.isHeld && second.journal.hasLeft)
    // Calls that it still gets can be passed on.
    #expect(second.member.state.withLock { $0.nodes.map(\.slots.count) } == [1_024])
    #expect(throws: JournalError.self) { try second.journal.append([JournalLoad.commit(key, 3)]) }
    try wait("the first node has all") { first.member.slots == .all }
    try first.journal.append([JournalLoad.commit(key, 3)])
    #expect(try second.journal.commits(of: CollectionKey(key), from: 1, limit: 9).map(\.version) == [2, 3])
    // The last one keeps its slots.
    first.journal.leave()
    try first.journal.append([JournalLoad.commit(key, 4)])
    #expect(try JournalSnapshot(of: first.journal) == JournalSnapshot(reading: try first.journal.snapshot()))
  }

  @Test("a node that is cut off loses its slots after its lease, and writes nothing afterwards")
  func takeover() throws {
    let server = try PostgresServer.shared.get()
    let proxy = try CuttingProxy(to: server.port)
    defer { proxy.end() }
    let options = Schema.options()
    let first = try TestNode("first", options, port: proxy.port, leaseMilliseconds: 5_000)
    defer { first.journal.close() }
    try first.journal.append((1...64).flatMap { [JournalLoad.create($0), JournalLoad.commit($0, 1)] })
    let second = try TestNode("second", options, leaseMilliseconds: 5_000)
    defer { second.journal.close() }
    try wait("the slots are shared") { second.member.slots.count == 512 }
    let key = first.key()
    proxy.set(.closed)
    proxy.cut()
    try wait("the second node has all") {
      // Whoever reads now has looked at the lease before it was taken over.
      let wasHeld = first.journal.lease.isHeld
      let slots = second.member.slots
      #expect(!wasHeld || !slots.contains(TestNode.slot(key)))
      return slots == .all
    }
    #expect(!first.journal.lease.isHeld)
    try second.journal.append([JournalLoad.commit(key, 2)])
    proxy.set(.open)
    let error = #expect(throws: JournalError.self) {
      try first.journal.append([JournalLoad.commit(key, 2, payload: [9])])
    }
    #expect(error?.code == .overtaken)
    try wait("the first node stops") {
      first.stopped.error.withLock { $0?.code == .overtaken } || error != nil
    }
    #expect(!first.journal.lease.isHeld)
    #expect(try JournalLoad.problems(second.journal, [key: 2]) == [])
    #expect(try server.sql("SELECT count(*) FROM \(options.schema).nodes") == "1")
    #expect(try server.sql("SELECT count(*) FROM \(options.schema).fences") == "1")
  }

  @Test("a node that was removed stops, although it writes nothing")
  func removed() throws {
    let server = try PostgresServer.shared.get()
    let options = Schema.options()
    let node = try TestNode("first", options)
    defer { node.journal.close() }
    try server.sql("DELETE FROM \(options.schema).nodes")
    try wait("it stops") { node.stopped.error.withLock { $0?.code == .overtaken } }
    #expect(!node.journal.lease.isHeld)
    let error = #expect(throws: JournalError.self) { try node.journal.collections() }
    #expect(error?.code == .overtaken)
  }

  @Test("a journal that takes all slots is refused while nodes use it, and the other way round")
  func alone() throws {
    let address = try PostgresAddress(PostgresServer.shared.get().address())
    let options = Schema.options()
    let node = try TestNode("first", options)
    let error = #expect(throws: JournalError.self) { try PostgresJournal(address, options: options) }
    #expect(error?.code == .inUse)
    #expect(error?.message.contains("first at 127.0.0.1:7420 since 20") == true, "\(error?.message ?? "")")
    node.journal.close()
    let journal = try PostgresJournal(address, options: options)
    defer { journal.close() }
    let refusal = #expect(throws: JournalError.self) { try TestNode("second", options) }
    #expect(refusal?.code == .inUse)
    try journal.append([JournalLoad.create(1)])
  }

  @Test("lists move between nodes while they are written to, and nothing is lost or doubled")
  func moving() throws {
    let server = try PostgresServer.shared.get()
    let options = Schema.options()
    let first = try TestNode("first", options, leaseMilliseconds: 5_000)
    defer { first.journal.close() }
    let load = try MovingLoad(first, threads: 8)
    for round in 0..<6 {
      let proxy = try CuttingProxy(to: server.port)
      defer { proxy.end() }
      let second = try TestNode("second", options, port: proxy.port, leaseMilliseconds: 5_000)
      load.set([first, second])
      try wait("the slots are shared") { second.member.slots.count == 512 }
      try load.advance(by: 20)
      switch round % 3 {
      case 0:
        second.journal.leave()
        second.journal.close()
      case 1: second.journal.close()
      default:
        proxy.set([.closed, .losesAnswers, .losesRequests][round / 3])
        proxy.cut(withServer: false)
      }
      try wait("the first node has all") { first.member.slots == .all }
      // Until then, appends at a node that is cut off wait.
      proxy.set(.open)
      load.set([first])
      try load.advance(by: 20)
      second.journal.close()
    }
    let (done, problems) = load.end()
    #expect(problems.isEmpty)
    #expect(try JournalLoad.problems(first.journal, done) == [])
  }

  // MARK: - The catalog

  @Test("what a node creates, describes and deletes reaches the other ones in this order")
  func catalog() throws {
    let options = Schema.options()
    let first = try TestNode("first", options)
    defer { first.journal.close() }
    let second = try TestNode("second", options)
    defer { second.journal.close() }
    try wait("the slots are shared") { first.member.slots.count == 512 && second.member.slots.count == 512 }
    let slots = first.member.slots
    let keys = (1...200).filter { slots.contains(TestNode.slot($0)) }
    for key in keys { try first.journal.append([JournalLoad.create(key), JournalLoad.commit(key, 1)]) }
    #expect(refreshed(second))
    let created = second.member.state.withLock { $0.catalog }
    #expect(created.compactMap { $0.record?.key.value } == keys)
    for key in keys {
      let isGone = key.isMultiple(of: 3)
      try first.journal.append([
        isGone ? .delete(CollectionKey(key)) : .describe(CollectionKey(key), descriptor: [UInt8(key % 256)])
      ])
    }
    #expect(refreshed(second))
    let changed = second.member.state.withLock { $0.catalog[keys.count...] }
    #expect(changed.map(\.name) == keys.map { Identifier(unchecked: "list \($0)") })
    for (key, change) in zip(keys, changed) {
      #expect(change.record?.descriptor == (key.isMultiple(of: 3) ? nil : [UInt8(key % 256)]))
    }
    // A node is not told of what it has done itself.
    #expect(refreshed(first))
    #expect(first.member.state.withLock { $0.catalog.isEmpty })
  }

  /// Reads what other nodes have changed.
  private func refreshed(_ node: TestNode) -> Bool {
    let isReached = Mutex(false)
    let done = DispatchSemaphore(value: 0)
    node.journal.refreshCatalog { result in
      isReached.withLock { $0 = result }
      done.signal()
    }
    done.wait()
    return isReached.withLock { $0 }
  }

  @Test("a node that has missed changes which are not there any more stops")
  func missedChanges() throws {
    let server = try PostgresServer.shared.get()
    let proxy = try CuttingProxy(to: server.port)
    defer { proxy.end() }
    let options = Schema.options()
    let first = try TestNode("first", options)
    defer { first.journal.close() }
    let second = try TestNode("second", options, port: proxy.port)
    defer { second.journal.close() }
    try wait("the slots are shared") { first.member.slots.count == 512 && second.member.slots.count == 512 }
    proxy.set(.closed)
    proxy.cut()
    let key = first.key()
    #expect(!refreshed(second))
    try first.journal.append([JournalLoad.create(key)])
    try first.journal.append([.describe(CollectionKey(key), descriptor: [2])])
    try server.sql("DELETE FROM \(options.schema).catalog_changes WHERE number = 1")
    proxy.set(.open)
    try wait("it stops") { second.stopped.error.withLock { $0?.code == .overtaken } }
  }

  @Test("when the database goes back, a node that has written nothing since starts anew, too")
  func goneBack() throws {
    let server = try PostgresServer()
    let options = Schema.options()
    let first = try TestNode("first", options, of: server)
    defer { first.journal.close() }
    let second = try TestNode("second", options, of: server)
    defer { second.journal.close() }
    try wait("the slots are shared") { first.member.slots.count == 512 && second.member.slots.count == 512 }
    let key = first.key()
    try first.journal.append([JournalLoad.create(key), JournalLoad.commit(key, 1)])
    try server.stop()
    try server.saveFiles()
    try server.start()
    // More than what a start itself writes to the log.
    let large = [UInt8](repeating: 7, count: 1 << 20)
    for version in UInt64(2)...5 {
      try first.journal.append([JournalLoad.commit(key, version, payload: large)])
    }
    // A poll on a connection from before the restart fails, and the next one connects.
    try wait("both have read how far the log is") { refreshed(first) && refreshed(second) }
    try server.stop()
    try server.restoreFiles()
    try server.start()
    // What is lost is no damage, whichever of a read and a poll comes first.
    let error = #expect(throws: JournalError.self) {
      try first.journal.commits(of: CollectionKey(key), from: 2, limit: 1)
    }
    #expect(error?.code == .overtaken, "\(error as Any)")
    try wait("the other one stops") { second.stopped.error.withLock { $0?.code == .overtaken } }
    #expect(first.journal.isOvertaken)
    #expect(!second.journal.lease.isHeld && second.journal.isOvertaken)
  }

  @Test("rows of deleted lists can be found until they are removed")
  func removals() throws {
    let server = try PostgresServer.shared.get()
    let options = Schema.options()
    let journal = try PostgresJournal(PostgresAddress(server.address()), options: options)
    defer { journal.close() }
    try journal.append([JournalLoad.create(1), JournalLoad.create(2)])
    for first in stride(from: UInt64(1), to: 1_000, by: 100) {
      try journal.append((first..<first + 100).map { JournalLoad.commit(1, $0) })
    }
    // What is unused is removed in small steps, beside later appends.
    try journal.append([.trim(CollectionKey(1), before: 990)])
    try journal.append([.delete(CollectionKey(1))])
    let orphans =
      "SELECT count(*) FROM commits WHERE collection NOT IN (SELECT key FROM collections UNION SELECT collection FROM removals)"
    var version: UInt64 = 0
    var left = 1_000
    while left > 0 {
      version += 1
      try journal.append([JournalLoad.commit(2, version)])
      let text = "SET search_path = \(options.schema); \(orphans); SELECT count(*) FROM removals"
      let counts = try server.sql(text).split(separator: "\n").compactMap { Int($0) }
      try #require(counts.count == 2 && counts[0] == 0, "\(counts) after \(version)")
      left = counts[1]
    }
    #expect(try server.sql("SELECT count(*) FROM \(options.schema).commits WHERE collection = 1") == "0")
  }

  // MARK: - Versions of the schema

  /// The titles of the items of a list, as a server reads them.
  static func titles(_ name: Identifier, in journal: PostgresJournal) throws -> [FieldValue?] {
    let record = try #require(try journal.collections().first { $0.name == name })
    let state = try LoadedCollection.load(
      record.key,
      version: record.version,
      retainedBytes: .max,
      from: journal
    ).state
    if state.sectionCount == 0 { return [] }
    let items = Scope.items(section: 0)
    return (0..<state.count(in: items)).map { state.entry(in: items, at: $0).element.fields["title"] }
  }

  @Test("tables of version 1 are changed, with all that is in them, unless a server of that version runs")
  func migration() throws {
    let server = try PostgresServer.shared.get()
    let address = try PostgresAddress(server.address())
    let options = Schema.options()
    try server.sql(Version1.statements(options.schema))
    #expect(PostgresJournal.problem(address, options: options) == nil)

    let holder = Thread { [schema = options.schema] in
      _ = try? server.sql(
        "SELECT pg_advisory_lock(x'41524e47'::int, '\(schema).writer'::regclass::oid::int4), pg_sleep(1)"
      )
    }
    holder.start()
    try wait("the lock is taken") {
      try server.sql(
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = x'41524e47'::int::oid AND granted"
      )
        != "0"
    }
    let error = #expect(throws: JournalError.self) { try PostgresJournal(address, options: options) }
    #expect(
      error?.code == .inUse && error?.message.contains("\(Version1.holder) since 20") == true,
      "\(error?.message ?? "")"
    )
    try wait("the lock is free") { (try? PostgresJournal(address, options: options).close()) != nil }

    #expect(try server.sql("SELECT journal FROM \(options.schema).cluster") == Version1.journal)
    let first = try TestNode("first", options)
    defer { first.journal.close() }
    let contents = try JournalSnapshot(of: first.journal)
    let records = contents.collections.map(\.record)
    #expect(Set(records) == first.member.state.withLock { Set($0.collections.values) })
    #expect(
      records.sorted { $0.name < $1.name }.map { "\($0.name) \($0.version)" }
        == ["empty 0", "groceries 4", "later 0", "Überall 1"]
    )
    #expect(contents.collections.map(\.commits.count).sorted() == [0, 0, 1, 4])
    #expect(contents.collections.map(\.requests.count).sorted() == [0, 0, 1, 4])
    #expect(contents.collections.compactMap(\.checkpoint).map(\.version) == [4])
    #expect(
      try PostgresNodeTests.titles("groceries", in: first.journal)
        == ["Milk", "Bread", "Tea", "Eggs", "Rice"].map { .string($0) }
    )
    #expect(try PostgresNodeTests.titles("Überall", in: first.journal) == [.string("Grüße")])
    #expect(try PostgresNodeTests.titles("empty", in: first.journal) == [])

    let list = try #require(records.first { $0.name == "groceries" }).key
    try first.journal.append([JournalLoad.commit(list.value, 5)])
    try first.journal.sweep { true }
    for table in ["removals", "commits", "pages"] {
      let rows = try server.sql(
        "SELECT count(*) FROM \(options.schema).\(table) WHERE collection = \(Version1.removed)"
      )
      #expect(rows == "0", "\(table)")
    }
  }
}
