import ArrangeClient
import ArrangeModel
import TestSupport
import Testing

/// Named versions, the bin and going back, at real servers over PostgreSQL.
@Suite("Time over PostgreSQL")
struct PostgresTimeTests {
  private let address: String
  private let schema = Schema.make()
  private let names = (1...8).map { Identifier(unchecked: "board \($0)") }
  private var flags: [String] { ["--journal", address, "--journal-schema", schema, "--log-level", "info"] }

  init() throws { address = try PostgresServer.shared.get().address() }

  private func client(_ server: ServerProcess) -> ArrangeClient {
    ArrangeClient(ArrangeClientConfiguration(port: server.port))
  }

  private func ids(
    _ name: Identifier,
    at version: VersionReference? = nil,
    _ client: ArrangeClient
  ) async throws -> [String] {
    var ids: [String] = []
    for try await page in client.pages(of: name, at: version) {
      ids += page.sections.flatMap { $0.items.map(\.id.text) }
    }
    return ids
  }

  private func bin(_ name: Identifier, _ client: ArrangeClient) async throws -> [String] {
    var found: [String] = []
    for try await page in client.bin(of: name) {
      found += page.elements.map { "\($0.id) \($0.removedBy)" }
    }
    return found
  }

  private func add(_ id: String, to name: Identifier, _ client: ArrangeClient) async throws {
    let item = NewElement(id: Identifier(unchecked: id))
    _ = try await client.apply([.insertItems([item], to: .init(.last))], to: name)
  }

  /// Waits until a list can be read. It counts pauses and not time: other tests may take all threads for minutes.
  private func wait(for name: Identifier, at server: ServerProcess, _ client: ArrangeClient) async throws {
    for _ in 0..<ChildProcess.patience / 20 {
      if (try? await ids(name, client)) != nil { return }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw Failure("\(name) can't be read; the log: \(server.logged)")
  }

  @Test("is the same at every server, also after the owner of a list was killed, and when it is there again")
  func takeover() async throws {
    let servers = [try ServerProcess(flags: flags), try ServerProcess(flags: flags)]
    let clients = servers.map(client)
    for (index, name) in names.enumerated() {
      _ = try await clients[index % 2].create(name, strategy: "lexorank")
      for id in ["a", "b", "c"] { try await add(id, to: name, clients[0]) }
      _ = try await clients[1].setVersion("early", of: name, version: 3)
      _ = try await clients[0].apply([.removeItems(["b"])], to: name)
      for client in clients {
        #expect(try await bin(name, client) == ["b 4"])
        #expect(try await ids(name, at: "early", client) == ["a", "b", "c"])
      }
    }
    servers[0].kill()
    let back = [RemovedElement(id: "b", removedBy: 4)]
    for name in names {
      try await wait(for: name, at: servers[1], clients[1])
      #expect(try await clients[1].versions(of: name).versions.map(\.version) == [3])
      #expect(try await ids(name, at: "early", clients[1]) == ["a", "b", "c"])
      #expect(try await bin(name, clients[1]) == ["b 4"])
      let result = try await clients[1].putBack(back, in: name, requestID: RequestID([1]))
      #expect(result.version == 5 && !result.repeated)
      #expect(try await ids(name, clients[1]) == ["a", "b", "c"])
    }
    try servers[0].start()
    let stack = try StackID("tab")
    for name in names {
      var restore = RestoreRequest(collection: name, to: "early", requestID: try RequestID([2]))
      restore.stack = stack
      for client in clients {
        let again = try await client.putBack(back, in: name, requestID: RequestID([1]))
        #expect(again.version == 5 && again.repeated)
      }
      try await add("d", to: name, clients[0])
      let results = [try await clients[1].restore(restore), try await clients[0].restore(restore)]
      #expect(results.map(\.repeated) == [false, true] && results.allSatisfy { $0.version == 7 })
      #expect(try await ids(name, clients[0]) == ["a", "b", "c"])
      #expect(try await clients[1].undo(UndoRequest(collection: name, stack: stack)).changed)
      #expect(try await ids(name, clients[0]) == ["a", "b", "c", "d"])
    }
    try await forget(servers, clients)
  }

  /// Deletes the names and empties the bins; both servers are restarted.
  private func forget(_ servers: [ServerProcess], _ clients: [ArrangeClient]) async throws {
    for (index, name) in names.enumerated() {
      let client = clients[index % 2]
      let named = await #expect(throws: ArrangeError.self) { try await client.emptyBin(of: name) }
      #expect(named?.code == .failedPrecondition)
      try await clients[(index + 1) % 2].deleteVersion("early", of: name)
      #expect(try await client.emptyBin(of: name).oldestKept == 9)
    }
    for server in servers {
      server.terminate()
      #expect(try server.waitUntilExit() == 0)
    }
    let words = ["verify", "--journal", address, "--journal-schema", schema]
    let verify = try ServerProcess.run("arranged", words)
    #expect(verify.status == 0 && verify.output.contains("\(names.count) collections"), "\(verify)")
    for server in servers { try server.start() }
    for name in names {
      for (server, client) in zip(servers, clients) {
        try await wait(for: name, at: server, client)
        #expect(try await bin(name, client).isEmpty)
        #expect(try await client.versions(of: name).versions.isEmpty)
        let past = await #expect(throws: ArrangeError.self) { _ = try await ids(name, at: 8, client) }
        #expect(past?.code == .outOfRange)
        #expect(try await ids(name, at: 9, client) == ["a", "b", "c", "d"])
      }
    }
    for client in clients { await client.close() }
  }
}
