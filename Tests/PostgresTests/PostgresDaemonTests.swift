import ArrangeClient
import ArrangeModel
import Foundation
import TestSupport
import Testing

/// Real servers over PostgreSQL.
@Suite("arranged over PostgreSQL")
struct PostgresDaemonTests {
  private let address: String
  private let schema = Schema.make()
  private var flags: [String] { ["--journal", address, "--journal-schema", schema, "--log-level", "info"] }

  init() throws { address = try PostgresServer.shared.get().address() }

  private func client(_ server: ServerProcess) -> ArrangeClient {
    ArrangeClient(ArrangeClientConfiguration(port: server.port))
  }

  private func ids(_ name: Identifier, _ client: ArrangeClient) async throws -> [String] {
    var ids: [String] = []
    for try await page in client.pages(of: name) { ids += page.sections.flatMap { $0.items.map(\.id.text) } }
    return ids
  }

  private func add(_ id: String, to name: Identifier = "board", _ client: ArrangeClient) async throws {
    let item = NewElement(id: Identifier(unchecked: id))
    _ = try await client.apply([.insertItems([item], to: .init(.last))], to: name)
  }

  /// Waits until a condition holds. It counts pauses and not time: other tests may take all threads for minutes.
  private func wait(for server: ServerProcess, until condition: () async throws -> Bool) async throws {
    for _ in 0..<ChildProcess.patience / 20 {
      if try await condition() { return }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw Failure("this does not come about; the log: \(server.logged)")
  }

  private func arranged(_ words: String..., environment: [String: String] = [:]) throws -> (
    status: Int32, output: String, errors: String
  ) {
    try ServerProcess.run("arranged", words, environment: environment)
  }

  @Test("keeps its lists over kill -9 and a stop")
  func restarts() async throws {
    let server = try ServerProcess(flags: flags)
    let client = client(server)
    _ = try await client.create("board", strategy: "lexorank")
    for round in 1...3 {
      for number in 1...20 {
        try await add("\(round)-\(number)", client)
      }
      if round == 2 {
        server.terminate()
        #expect(try server.waitUntilExit() == 0)
      } else {
        server.kill()
      }
      try server.start()
      let wanted = (1...round).flatMap { round in (1...20).map { "\(round)-\($0)" } }
      #expect(try await ids("board", client) == wanted)
    }
    await client.close()
    #expect(!FileManager.default.fileExists(atPath: server.data.path), "a data directory was made")
  }

  @Test("a server that starts before its database waits for it")
  func early() async throws {
    let proxy = try CuttingProxy(to: PostgresServer.shared.get().port)
    defer { proxy.end() }
    proxy.refuse(7)
    let address = try PostgresServer.shared.get().address(port: proxy.port)
    let server = try ServerProcess(flags: ["--journal", address, "--journal-schema", schema])
    #expect(server.logged.contains("the database can't be reached; waiting for it"), "\(server.logged)")
    #expect(server.logged.contains("the database can be reached now"), "\(server.logged)")
    let client = client(server)
    _ = try await client.create("board", strategy: "lexorank")
    await client.close()
    server.terminate()
    #expect(try server.waitUntilExit() == 0)
  }

  @Test("a second server gets a share of the lists, and both serve all of them")
  func second() async throws {
    let first = try ServerProcess(flags: flags)
    let second = try ServerProcess(flags: flags)
    let clients = [client(first), client(second)]
    let names = (1...8).map { Identifier(unchecked: "board \($0)") }
    for (index, name) in names.enumerated() {
      _ = try await clients[index % 2].create(name, strategy: "lexorank")
      for number in 1...4 { try await add("\(number)", to: name, clients[number % 2]) }
    }
    for name in names {
      for client in clients { #expect(try await ids(name, client) == ["1", "2", "3", "4"]) }
    }
    // What only reads may run meanwhile.
    let check = try arranged("check", "--journal", address, "--journal-schema", schema)
    #expect(check.status == 0 && check.output.contains("schema \(schema)"), "\(check)")
    let verify = try arranged("verify", "--journal", address, "--journal-schema", schema)
    #expect(verify.status == 0 && verify.output.contains("8 collections"), "\(verify)")
    await clients[1].close()
    second.terminate()
    #expect(try second.waitUntilExit() == 0)
    for name in names {
      try await add("5", to: name, clients[0])
      #expect(try await ids(name, clients[0]) == ["1", "2", "3", "4", "5"])
    }
    await clients[0].close()
  }

  @Test("what is declared is there after nodes were restarted one by one with a new configuration")
  func declared() async throws {
    let lists = (1...24).map { "list-\($0)" }
    let views = (1...8).map { "view-\($0)=list-\(3 * $0)" }
    let file = FileManager.default.temporaryDirectory.appending(path: "arrange-\(UUID()).yaml")
    defer { try? FileManager.default.removeItem(at: file) }
    let text = "collections: [\(lists.joined(separator: ", "))]\nviews: [\(views.joined(separator: ", "))]\n"
    try text.write(to: file, atomically: true, encoding: .utf8)
    let old = [try ServerProcess(flags: flags), try ServerProcess(flags: flags)]
    var new: [ServerProcess] = []
    for server in old {
      // It is ready although some of its views have lists which only the other node can make.
      new.append(try ServerProcess(flags: flags + ["--config", file.path]))
      server.terminate()
      #expect(try server.waitUntilExit() == 0)
    }
    let client = client(new[0])
    func there() async throws -> Set<String> {
      var names: Set<String> = []
      for try await page in client.collectionPages() { names.formUnion(page.collections.map(\.name.text)) }
      for try await page in client.viewPages() { names.formUnion(page.views.map(\.name.text)) }
      return names
    }
    let wanted = Set(lists + (1...8).map { "view-\($0)" })
    try await wait(for: new[0]) { try await there() == wanted }
    await client.close()
    for server in new {
      server.terminate()
      #expect(try server.waitUntilExit() == 0)
    }
  }

  @Test(
    "what was declared, and then deleted or redefined, does not come back when slots move or a node starts"
  )
  func declaredOnce() async throws {
    let lists = (1...24).map { "list-\($0)" }
    let file = FileManager.default.temporaryDirectory.appending(path: "arrange-\(UUID()).yaml")
    defer { try? FileManager.default.removeItem(at: file) }
    // What is made at last, in slots that have moved, shows that all before was looked at.
    func configure(_ marks: String) throws -> [String] {
      let more = (1...24).map { "\(marks)-\($0)" }
      let views = (1...8).map { "view-\($0)=list-\($0)" }
      let text =
        "collections: [\((lists + more).joined(separator: ", "))]\nviews: [\(views.joined(separator: ", "))]\n"
      try text.write(to: file, atomically: true, encoding: .utf8)
      return flags + ["--config", file.path]
    }
    func names(_ client: ArrangeClient) async throws -> Set<String> {
      var names: Set<String> = []
      for try await page in client.collectionPages() { names.formUnion(page.collections.map(\.name.text)) }
      return names
    }
    let first = try ServerProcess(flags: try configure("first"))
    let client = client(first)
    try await wait(for: first) { try await names(client).isSuperset(of: lists + ["first-24", "view-8"]) }
    let kept = Set(lists.prefix(8))
    for name in lists where !kept.contains(name) { try await client.delete(Identifier(unchecked: name)) }
    let other = try ViewDefinition(parsing: "list-1 where not done")
    for number in 1...8 { _ = try await client.defineView(Identifier(unchecked: "view-\(number)"), other) }
    func check() async throws {
      let there = try await names(client).filter { $0.hasPrefix("list-") }
      #expect(there == kept)
      for number in 1...8 {
        let view = try await client.view(Identifier(unchecked: "view-\(number)"))
        #expect(view.definition == other)
      }
    }
    // Slots move to a node that starts, and back when it ends.
    let second = try ServerProcess(flags: try configure("second"))
    let seconds = (1...24).map { "second-\($0)" }
    try await wait(for: second) { try await !names(client).isDisjoint(with: seconds) }
    try await check()
    second.terminate()
    #expect(try second.waitUntilExit() == 0)
    try await check()
    // A definition that the configuration never had is a new one.
    let text = "views: [view-1=list-2, view-2=list-2]\n"
    try text.write(to: file, atomically: true, encoding: .utf8)
    first.terminate()
    #expect(try first.waitUntilExit() == 0)
    await client.close()
    let last = try ServerProcess(flags: flags + ["--config", file.path])
    let lastClient = self.client(last)
    try await wait(for: last) {
      try await lastClient.view("view-1").definition != other
    }
    #expect(try await lastClient.view("view-2").definition == other)
    await lastClient.close()
    last.terminate()
    #expect(try last.waitUntilExit() == 0)
  }

  @Test("a node that can't be reached is in the log of the others, and in what callers get")
  func unreachable() async throws {
    // Nobody listens on the port.
    let first = try ServerProcess(flags: flags + ["--node-name", "lost", "--node-address", "127.0.0.1:1"])
    let second = try ServerProcess(flags: flags)
    var configuration = ArrangeClientConfiguration(port: second.port)
    configuration.callTimeout = .milliseconds(300)
    let client = ArrangeClient(configuration)
    var number = 0
    try await wait(for: second) {
      number += 1
      _ = try? await client.create(Identifier(unchecked: "board \(number)"), strategy: "lexorank")
      return second.logged.contains("another node can't be reached")
    }
    let line = try #require(second.logged.split(separator: "\n").first { $0.contains("can't be reached;") })
    #expect(line.contains("node=lost") && line.contains("127.0.0.1:1") && line.contains("refused"), "\(line)")
    let nodes = try await client.serverInfo().nodes
    #expect(nodes.first { $0.name == "lost" }?.problem.contains("refused") == true, "\(nodes)")
    #expect(nodes.first { $0.isSelf }?.problem == "")
    await client.close()
    for server in [first, second] {
      server.terminate()
      #expect(try server.waitUntilExit() == 0)
    }
  }

  @Test("a node that others have taken over from starts anew in its process, and can be stopped")
  func overtaken() async throws {
    let server = try ServerProcess(flags: flags)
    // It listens before it is a node.
    try await wait(for: server) { server.logged.contains("takes slots") }
    try PostgresServer.shared.get().sql(
      "DELETE FROM \(schema).fences; DELETE FROM \(schema).nodes; UPDATE \(schema).slots SET node = NULL"
    )
    try await wait(for: server) { server.logged.components(separatedBy: "arranged: recovered").count == 3 }
    #expect(server.logged.contains("this node starts anew"))
    server.terminate()
    #expect(try server.waitUntilExit() == 0)
  }

  @Test("backups go from one to the other")
  func backups() async throws {
    let server = try ServerProcess(flags: flags)
    let client = client(server)
    _ = try await client.create("board", strategy: "lexorank")
    for number in 1...30 { try await add("\(number)", client) }
    await client.close()
    let file = FileManager.default.temporaryDirectory.appending(path: "arrange-\(UUID()).backup").path
    let data = file + "-data"
    defer { for path in [file, data] { try? FileManager.default.removeItem(atPath: path) } }
    let place = ["ARRANGE_SERVER": "127.0.0.1:\(server.port)"]
    #expect(try ServerProcess.run("arrange", ["backup", file], environment: place).status == 0)
    // Into a directory, and from there into another schema.
    #expect(try ServerProcess.run("arrange", ["restore", file, "--data", data]).status == 0)
    let copy = Schema.make()
    let words = ["restore", file, "--journal", address, "--journal-schema", copy]
    let restored = try ServerProcess.run("arrange", words)
    #expect(restored.status == 0 && restored.output.contains("schema \(copy)"), "\(restored)")
    #expect(try ServerProcess.run("arrange", words).status == 3, "the schema is there")
    let second = try ServerProcess(flags: ["--journal", address, "--journal-schema", copy])
    let reader = self.client(second)
    #expect(try await ids("board", reader) == (1...30).map { "\($0)" })
    await reader.close()
  }

  @Test("has the id of the node in the lines of its log")
  func nodeID() throws {
    let server = try ServerProcess(flags: flags)
    let id = try ServerProcess.run(
      "arrange",
      ["nodes", "--json"],
      environment: ["ARRANGE_SERVER": "127.0.0.1:\(server.port)"]
    ).output.firstMatch(of: /"id":\s*"([0-9a-z]+)"/)?.1
    let lines = server.logged.split(separator: "\n")
    #expect(
      id != nil && !lines.isEmpty && lines.allSatisfy { $0.contains("node_id=\(id ?? "")") },
      "\(lines)"
    )
  }

  @Test("shows no password, and takes none on the command line")
  func passwords() throws {
    let (user, password) = PostgresServer.guarded
    let port = try PostgresServer.shared.get().port
    let secret = "postgresql://\(user):\(password)@127.0.0.1:\(port)/postgres?sslmode=disable"
    let refused = try arranged("check", "--journal", secret)
    #expect(refused.status == 64 && refused.errors.contains("PGPASSFILE"), "\(refused)")
    let restore = try ServerProcess.run("arrange", ["restore", "/dev/null", "--journal", secret])
    for text in [refused.output, refused.errors, restore.output, restore.errors] {
      #expect(!text.contains("horse"))
    }
    let server = try ServerProcess(
      flags: ["--journal-schema", schema, "--log-level", "trace"],
      environment: ["ARRANGE_JOURNAL": secret]
    )
    server.terminate()
    #expect(try server.waitUntilExit() == 0)
    #expect(!server.logged.contains("horse"))
    let wrong = secret.replacing(password, with: "redcow")
    let failed = try arranged("--listen", "127.0.0.1:0", environment: ["ARRANGE_JOURNAL": wrong])
    #expect(failed.status == 74 && failed.errors.contains("password authentication failed"), "\(failed)")
    #expect(!failed.errors.contains("redcow"))
    let check = try arranged("check", environment: ["ARRANGE_JOURNAL": wrong])
    #expect(
      check.status == 64 && check.errors.contains("journal: ") && !check.errors.contains("redcow"),
      "\(check)"
    )
  }

  @Test("settings that contradict each other are refused")
  func contradictions() throws {
    let cases = [
      (["--journal", address, "--data", "/tmp/lists"], "remove data or journal"),
      (["--journal", address, "--journal-schema", "A"], "lowercase"),
      (["--journal", address, "--node-tls-ca", "/missing"], "node-tls-ca: "),
      (["--journal", "db"], "no connection string"), (["--journal-schema", "a"], "no journal"),
    ]
    for (words, part) in cases {
      let run = try ServerProcess.run("arranged", ["check"] + words)
      #expect(run.status == 64 && run.errors.contains(part), "\(run)")
    }
  }
}
