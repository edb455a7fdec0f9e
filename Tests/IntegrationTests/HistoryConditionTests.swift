import ArrangeClient
import ArrangeModel
import Foundation
import TestSupport
import Testing

/// Conditions from a history that the server no longer has.
@Suite("Conditions of another history", .timeLimit(.minutes(5)))
final class HistoryConditionTests {
  private let directory = FileManager.default.temporaryDirectory.appendingPathComponent("arrange-\(UUID())")
  private var data: URL { directory.appendingPathComponent("data") }
  private var copy: URL { directory.appendingPathComponent("copy") }

  init() throws { try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: directory) }

  private func add(_ id: Identifier) -> [ArrangeModel.ListOperation] {
    [.insertItems([NewElement(id: id)], to: ItemDestination())]
  }

  private func stop(_ server: ServerProcess, _ client: ArrangeClient) async throws {
    await client.close()
    server.terminate()
    #expect(try server.waitUntilExit() == 0)
  }

  private func expectRefusal(_ body: () async throws -> Void) async {
    await #expect {
      try await body()
    } throws: { error in
      let error = error as? ArrangeError
      return error?.code == .aborted && error?.field == "if_history"
    }
  }

  @Test("are refused after a backup with the same version number was restored")
  func putBack() async throws {
    var server = try ServerProcess("--log-level", "error", data: data)
    var client = ArrangeClient(ArrangeClientConfiguration(port: server.port))
    try await client.create("list")
    let early = try await client.apply(add("a"), to: "list").state
    try await stop(server, client)
    try FileManager.default.copyItem(at: data, to: copy)

    server = try ServerProcess("--log-level", "error", data: data)
    client = ArrangeClient(ArrangeClientConfiguration(port: server.port))
    let lost = try await client.apply(add("b"), to: "list", ifState: early).state
    #expect(lost.version == 2 && lost.history != 0 && lost.history != early.history)
    #expect(try await client.fetch(FetchRequest(collection: "list")).collection.state == lost)
    try await stop(server, client)

    try FileManager.default.removeItem(at: data)
    try FileManager.default.moveItem(at: copy, to: data)
    server = try ServerProcess("--log-level", "error", data: data)
    client = ArrangeClient(ArrangeClientConfiguration(port: server.port))
    // Versions in the copy belong to both histories.
    #expect(try await client.info("list").state == early)
    let other = try await client.apply(add("c"), to: "list", ifState: early).state
    #expect(other.version == lost.version && other.history != lost.history)
    await expectRefusal { try await client.apply(add("d"), to: "list", ifState: lost) }
    await expectRefusal {
      let request = ChangeStrategyRequest(
        collection: "list",
        strategy: "dense",
        ifVersion: lost.version,
        ifHistory: lost.history
      )
      _ = try await client.changeStrategy(request)
    }
    // The version number alone does not tell.
    #expect(try await client.apply(add("d"), to: "list", ifVersion: lost.version).version == 3)
    try await stop(server, client)
  }

  @Test("are refused if the collection was created again")
  func madeAnew() async throws {
    let server = try ServerProcess("--log-level", "error", data: data)
    let client = ArrangeClient(ArrangeClientConfiguration(port: server.port))
    try await client.create("list")
    let old = try await client.apply(add("a"), to: "list").state
    try await client.delete("list")
    try await client.create("list")
    let new = try await client.apply(add("a"), to: "list").state
    #expect(new.version == old.version)
    await expectRefusal { try await client.apply(add("b"), to: "list", ifState: old) }
    try await client.apply(add("b"), to: "list", ifState: new)
    try await stop(server, client)
  }

  @Test("get the state from every answer, including repeated ones and those without changes")
  func answers() async throws {
    var server = try ServerProcess("--log-level", "error", data: data)
    var client = ArrangeClient(ArrangeClientConfiguration(port: server.port))
    try await client.create("list")
    #expect(try await client.info("list").state == StateID(version: 0, history: 0))
    let request = ApplyRequest(
      collection: "list",
      operations: add("a"),
      requestID: try RequestID([1]),
      ifVersion: 0
    )
    let state = try await client.apply(request).state
    #expect(try await client.apply(request).state == state)
    let nothing = [ArrangeModel.ListOperation.moveItems([ElementReference("a")], to: ItemDestination())]
    #expect(try await client.apply(nothing, to: "list", ifState: state).state == state)
    try await stop(server, client)
    server = try ServerProcess("--log-level", "error", data: data)
    client = ArrangeClient(ArrangeClientConfiguration(port: server.port))
    // Nothing has loaded the collection yet.
    #expect(try await client.info("list").state == state)
    #expect(try await client.apply(request).state == state)
    try await stop(server, client)
  }

  @Test("go from show --json to --if-version unchanged")
  func commands() throws {
    let server = try ServerProcess("--log-level", "error", "--collections", "list", data: data)
    func run(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
      let run = try ServerProcess.run("arrange", arguments + ["--server", "127.0.0.1:\(server.port)"])
      return (run.status, run.output, run.errors)
    }
    func state(_ json: String) throws -> String {
      let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
      return try #require(object?["state"] as? String)
    }
    #expect(try state(run("show", "list", "--json").output) == "0")
    let made = try state(run("add", "list", "a", "--json").output)
    #expect(made.hasPrefix("1@") && made.count == 18)
    #expect(try state(run("show", "list", "--json").output) == made)
    let other = "1@00000000000000ff"
    let refused = try run("add", "list", "b", "--if-version", other)
    #expect(refused.status == 3 && refused.errors.contains("another history"), "\(refused)")
    #expect(try run("add", "list", "b", "--if-version", made).status == 0)
    #expect(try run("add", "list", "c", "--if-version", "2").status == 0)
    #expect(try run("add", "list", "c", "--if-version", "2@ff").errors.contains("is not a version"))
    server.terminate()
    #expect(try server.waitUntilExit() == 0)
  }
}
