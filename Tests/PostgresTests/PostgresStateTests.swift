import Dispatch
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Engine

@Suite("What nodes over PostgreSQL keep there, and find there later", .timeLimit(.minutes(5)))
struct PostgresStateTests {
  @Test(
    "a node finds out that the database has gone back, also if that has written more since",
    arguments: [
      "cluster SET slots = slots - 1", "cluster SET catalog = catalog - 1", "nodes SET renewals = -9",
    ]
  )
  func goneBack(change: String) throws {
    let options = Schema.options()
    let node = try TestNode("first", options, leaseMilliseconds: 2_000)
    defer { node.journal.close() }
    try node.journal.append([JournalLoad.create(1)])
    let isRead = DispatchSemaphore(value: 0)
    node.journal.refreshCatalog { _ in isRead.signal() }
    isRead.wait()
    try PostgresServer.shared.get().sql("UPDATE \(options.schema).\(change)")
    try PostgresNodeTests.wait("the node stops") { node.stopped.error.withLock { $0?.code == .overtaken } }
    #expect(!node.journal.lease.isHeld)
  }

  @Test("what was made of a configuration is stored once for all nodes")
  func declarations() throws {
    let server = try PostgresServer.shared.get()
    let options = Schema.options()
    let all = ["collection a", "collection b", "view c 0123"]
    let first = try TestNode("first", options)
    #expect(try first.journal.made(among: all) == [])
    try first.journal.recordMade(["collection a", "view c 0123"])
    let second = try TestNode("second", options)
    try second.journal.recordMade(["collection a"])
    for node in [first, second] {
      #expect(try node.journal.made(among: all) == ["collection a", "view c 0123"])
      #expect(try node.journal.made(among: ["collection a"]) == ["collection a"])
      node.journal.close()
    }
    // A database of the version before.
    try server.sql(
      "DROP TABLE \(options.schema).declarations; UPDATE \(options.schema).schema_version SET version = 2"
    )
    let third = try TestNode("third", options)
    defer { third.journal.close() }
    #expect(try third.journal.made(among: all) == [])
    try third.journal.recordMade(all)
    #expect(try server.sql("SELECT version FROM \(options.schema).schema_version") == "4")
  }
}
