import ArrangeClient
import ArrangeModel
import Engine
import Foundation
import TestSupport
import Testing

/// Servers that write mirrors.
@Suite("arranged with mirrors in PostgreSQL")
struct MirrorDaemonTests {
  private let database: PostgresServer
  private let schema = Schema.make()

  init() throws { database = try PostgresServer.shared.get() }

  private func start(_ flags: [String] = []) throws -> ServerProcess {
    try ServerProcess(flags: flags, environment: ["MIRROR_URL": database.address()])
  }

  private func client(_ server: ServerProcess) -> ArrangeClient {
    ArrangeClient(ArrangeClientConfiguration(port: server.port))
  }

  private func settings(_ schema: String) -> SinkSettings {
    SinkSettings(
      collections: ["**"],
      postgres: PostgresMirror(connection: "env:MIRROR_URL", schema: schema)
    )
  }

  /// The items of a list by SQL, in order; nothing before the tables are there.
  private func rows(_ name: Identifier, _ schema: String? = nil) -> String {
    let schema = schema ?? self.schema
    let text = """
      SELECT coalesce(string_agg(i.id, ' ' ORDER BY s.rank, i.rank), '') FROM \(schema).sections s \
      JOIN \(schema).items i ON i.collection = s.collection AND i.section = s.id WHERE s.collection = '\(name)'
      """
    return (try? database.sql(text)) ?? ""
  }

  private func ids(_ name: Identifier, _ client: ArrangeClient) async throws -> String {
    var ids: [String] = []
    for try await page in client.pages(of: name) { ids += page.sections.flatMap { $0.items.map(\.id.text) } }
    return ids.joined(separator: " ")
  }

  /// Waits until a condition holds. It counts pauses and not time: other tests may take all threads for minutes.
  private func wait(for server: ServerProcess, until condition: () async throws -> Bool) async throws {
    for _ in 0..<ChildProcess.patience / 50 {
      if try await condition() { return }
      try await Task.sleep(for: .milliseconds(50))
    }
    throw Failure("this does not come about; the log: \(server.logged)")
  }

  private func add(_ ids: [String], to name: Identifier, _ client: ArrangeClient) async throws {
    let items = ids.map { NewElement(id: Identifier(unchecked: $0)) }
    _ = try await client.apply([.insertItems(items, to: .init(.last))], to: name)
  }

  @Test("write what happens to lists, over kill -9, and over a restart of the database")
  func kills() async throws {
    let database = try PostgresServer()
    let server = try ServerProcess(flags: [], environment: ["MIRROR_URL": database.address()])
    func rows() -> String {
      (try? database.sql(
        "SELECT string_agg(id, ' ' ORDER BY rank) FROM \(schema).items WHERE collection = 'board'"
      )) ?? ""
    }
    let client = client(server)
    _ = try await client.create("board", strategy: "dense")
    try await add(["a", "b", "c"], to: "board", client)
    _ = try await client.createSink("lists", settings: settings(schema))
    try await wait(for: server) { rows() == "a b c" }
    for round in 0..<4 {
      try await add(["r\(round)"], to: "board", client)
      _ = try await client.apply([.moveItems([ElementReference("a")], to: .init(.last))], to: "board")
      if round % 2 == 0 {
        server.kill()
        try server.start()
      } else {
        try database.kill()
        try database.start()
      }
      try await add(["s\(round)"], to: "board", client)
    }
    let wanted = try await ids("board", client)
    try await wait(for: server) { rows() == wanted }
    let status = try await client.sinkStatus("lists")
    #expect(status.lagging == 0 && status.collections.first?.state == .caughtUp)
    await client.close()
  }

  @Test("a dropped column stops one mirror alone, with the reason, until the sink is resumed")
  func dropped() async throws {
    let server = try start()
    let client = client(server)
    let other = Schema.make()
    _ = try await client.create("board", strategy: "lexorank")
    try await add(["a"], to: "board", client)
    _ = try await client.createSink("first", settings: settings(schema))
    _ = try await client.createSink("second", settings: settings(other))
    try await wait(for: server) { rows("board") == "a" && rows("board", other) == "a" }
    #expect(try await client.testSink("first").isDelivered)
    try database.sql("ALTER TABLE \(schema).items DROP COLUMN version CASCADE")
    try await add(["b"], to: "board", client)
    try await wait(for: server) { rows("board", other) == "a b" }
    try await wait(for: server) {
      let progress = try await client.sinkStatus("first").collections.first
      return progress?.state == .paused && progress?.error.contains("version") == true
    }
    #expect(rows("board") == "a")
    let test = try await client.testSink("first")
    #expect(!test.isDelivered && test.error.contains("items.version"), "\(test)")
    try database.sql("ALTER TABLE \(schema).items ADD COLUMN version bigint")
    _ = try await client.resumeSink("first")
    try await wait(for: server) { rows("board") == "a b" }
    // The schema belongs to one sink.
    _ = try await client.createSink("third", settings: settings(other))
    try await wait(for: server) {
      let progress = try await client.sinkStatus("third").collections.first
      return progress?.state == .paused && progress?.error.contains("another sink") == true
    }
    await client.close()
  }

  @Test("a list that is made again is written as a whole, and so is what a mirror turns out to lack")
  func again() async throws {
    let server = try start()
    let client = client(server)
    _ = try await client.create("board", strategy: "lexorank")
    try await add(["a", "b"], to: "board", client)
    _ = try await client.createSink("lists", settings: settings(schema))
    try await wait(for: server) { rows("board") == "a b" }
    // The versions of the next ones are the same, or greater.
    try await client.delete("board")
    _ = try await client.create("board", strategy: "lexorank")
    try await add(["c"], to: "board", client)
    try await wait(for: server) { rows("board") == "c" }
    try await client.delete("board")
    _ = try await client.create("board", strategy: "lexorank")
    for id in ["d", "e", "f"] { try await add([id], to: "board", client) }
    try await wait(for: server) { rows("board") == "d e f" }
    _ = try await client.create("other", strategy: "dense")
    try await add(["x"], to: "other", client)
    try await wait(for: server) { rows("other") == "x" }
    // What the mirror says has to be done where its tables are not those that it needs.
    try database.sql("DROP SCHEMA \(schema) CASCADE")
    try await add(["g"], to: "board", client)
    try await wait(for: server) {
      let progress = try await client.sinkStatus("lists").collections.first { $0.collection == "board" }
      return progress?.state == .paused || rows("board") == "d e f g"
    }
    _ = try await client.resumeSink("lists")
    try await wait(for: server) { rows("board") == "d e f g" && rows("other") == "x" }
    // Another place.
    let fresh = Schema.make()
    _ = try await client.updateSink("lists", settings: settings(fresh))
    try await wait(for: server) { rows("board", fresh) == "d e f g" && rows("other", fresh) == "x" }
    // A state that is not the one that was written.
    let version = "SELECT version FROM \(fresh).lists WHERE collection = 'other'"
    let written = try database.sql(version)
    try database.sql("UPDATE \(fresh).lists SET version = 99 WHERE collection = 'other'")
    _ = try await client.resumeSink("lists")
    try await wait(for: server) { try database.sql(version) == written }
    await client.close()
  }

  @Test("the reserved words of the database are no names of schemas")
  func words() throws {
    let words = try database.sql(
      "SELECT string_agg(word, ' ') FROM pg_get_keywords() WHERE catcode IN ('R', 'T')"
    )
    .trimmingCharacters(in: .whitespacesAndNewlines).split(separator: " ").map(String.init)
    #expect(words.count > 50 && words.allSatisfy(PostgresMirror.reservedWords.contains), "\(words)")
  }

  @Test("a node that takes over goes on, and the lists of the journal may be in the same database")
  func nodes() async throws {
    let journal = Schema.make()
    let flags = ["--journal", database.address(), "--journal-schema", journal]
    let servers = [try start(flags), try start(flags)]
    let clients = servers.map(client)
    let names = (1...6).map { Identifier(unchecked: "board \($0)") }
    for (index, name) in names.enumerated() {
      _ = try await clients[index % 2].create(name, strategy: "fractional")
      try await add(["a", "b"], to: name, clients[index % 2])
    }
    // The schema of the lists themselves is refused.
    _ = try await clients[0].createSink("own", settings: settings(journal))
    #expect(try await clients[0].testSink("own").error.contains("lists of a server"))
    try await clients[0].deleteSink("own")
    _ = try await clients[0].createSink("lists", settings: settings(schema))
    try await wait(for: servers[0]) { names.allSatisfy { rows($0) == "a b" } }
    await clients[1].close()
    servers[1].kill()
    for name in names {
      try await wait(for: servers[0]) { (try? await add(["c"], to: name, clients[0])) != nil }
    }
    for name in names {
      let wanted = try await ids(name, clients[0])
      try await wait(for: servers[0]) { rows(name) == wanted }
    }
    await clients[0].close()
  }
}
