import ArrangeClient
import Foundation
import TestSupport
import Testing

/// A real server with loaded strategies.
@Suite("A server with loaded strategies", .timeLimit(.minutes(5)))
struct ServerTests {
  @Test("uses them, is read-only without them, and writes again with them")
  func readOnly() async throws {
    let server = try ServerProcess("--strategies", Libraries.base62)
    #expect(server.logged.contains("name=base62") && server.logged.contains("version=1"), "\(server.logged)")
    #expect(server.logged.contains("path=\(Libraries.base62)"), "\(server.logged)")
    try expect(server, ["strategy", "list"], says: "base62")
    try expect(server, ["create", "board", "--strategy", "base62:jitter=40"], says: "created board")
    try expect(server, ["create", "plain", "--strategy", "lexorank"], says: "created plain")
    for id in ["a", "b", "c"] { try expect(server, ["add", "board", id, "--id", id], says: "added") }
    try expect(server, ["move", "board", "c", "--first"], says: "moved")
    let before = try run(server, ["show", "board", "--json"]).output
    #expect(before.contains("\"strategy\":\"base62:jitter=40\""))
    try stop(server)

    let without = try ServerProcess(data: server.data)
    try expect(without, ["list"], says: "base62")
    #expect(try run(without, ["show", "board", "--json"]).output == before)
    for command in [["add", "board", "d"], ["move", "board", "a", "--last"], ["remove", "board", "a"]] {
      let refused = try run(without, command + ["--json"])
      #expect(refused.status == 3 && refused.errors.contains("FAILED_PRECONDITION"), "\(refused.errors)")
      #expect(
        refused.errors.contains("is not loaded; start the server with its library among the strategies"),
        "\(refused.errors)"
      )
    }
    try expect(without, ["strategy", "verify", "board"], says: "only their order was checked")
    #expect(
      try run(without, ["strategy", "verify", "board", "--json"]).output.contains("\"order_only\":true")
    )
    try expect(without, ["add", "plain", "x"], says: "added")
    #expect(try run(without, ["show", "board", "--json"]).output == before)
    let unknown = try run(without, ["create", "other", "--strategy", "base62"])
    #expect(
      unknown.status == 4 && unknown.errors.contains("there is no ordering strategy"),
      "\(unknown.errors)"
    )
    try stop(without)

    let again = try ServerProcess("--strategies", Libraries.base62, data: server.data)
    #expect(try run(again, ["show", "board", "--json"]).output == before)
    try expect(again, ["add", "board", "d", "--id", "d"], says: "added")
    try expect(again, ["show", "board"], says: "4 items")
    #expect(
      try run(again, ["strategy", "verify", "board", "--json"]).output.contains("\"order_only\":false")
    )
    try stop(again)
  }

  @Test("continues if one misbehaves, and the list is unchanged")
  func misbehaviour() async throws {
    let library = try Faulty.library("too_few")
    let server = try ServerProcess("--log-level", "error", "--strategies", "\(library),\(Libraries.base62)")
    try expect(server, ["create", "board", "--strategy", "faulty"], says: "created")
    try expect(server, ["add", "board", "one", "--id", "one"], says: "added")
    let before = try run(server, ["show", "board", "--json"]).output
    let failed = try run(server, ["add", "board", "two", "three", "--json"])
    #expect(failed.status == 1 && failed.errors.contains("INTERNAL"), "\(failed.errors)")
    #expect(
      failed.errors.contains("‘faulty’ answered with 1 keys where 2 were asked for"),
      "\(failed.errors)"
    )
    #expect(try run(server, ["show", "board", "--json"]).output == before)
    try expect(server, ["add", "board", "two", "--id", "two"], says: "added")
    try expect(server, ["create", "other", "--strategy", "base62"], says: "created")
    try expect(server, ["add", "other", "x", "y", "z"], says: "added")
    try stop(server)
  }

  @Test("blocks and reports only the collection of one that never answers")
  func endless() async throws {
    let library = try Faulty.library("endless")
    let server = try ServerProcess("--strategies", library, "--drain-seconds", "2")
    try expect(server, ["create", "still", "--strategy", "faulty"], says: "created")
    try expect(server, ["create", "board"], says: "created")
    let address = "127.0.0.1:\(server.port)"
    // Nobody gets an answer, and the second one waits after the first one.
    for id in ["one", "two"] {
      let late = try ServerProcess.run(
        "arrange",
        ["add", "still", id, "--timeout", "1", "--server", address, "--json"]
      )
      #expect(late.status != 0 && late.errors.contains("DEADLINE_EXCEEDED"), "\(late.errors)")
    }
    try expect(server, ["add", "board", "one", "--id", "one"], says: "added")
    #expect(try run(server, ["show", "still"]).status == 0, "it can be read")
    var status = ""
    for _ in 0..<200 where !status.contains("stands still") {
      status = try run(server, ["status"]).output
      try await Task.sleep(for: .milliseconds(100))
    }
    #expect(status.contains("stands still  still: strategy faulty does not answer"), "\(status)")
    #expect(status.contains("health        serving"), "\(status)")
    #expect(server.logged.contains("a strategy does not answer; its collection is blocked"))
    #expect(server.logged.contains("collection=still") && server.logged.contains("strategy=faulty"))
    server.terminate()
    #expect(try server.waitUntilExit() == 0, "it is not waited for")
    let again = try ServerProcess(data: server.data)
    try expect(again, ["show", "board"], says: "1 item")
    try stop(again)
  }

  @Test("takes them from the file and the environment, and refuses what it can't load in one line")
  func settings() throws {
    let directory = Libraries.directory.appendingPathComponent("settings-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appendingPathComponent("arrange.yaml")
    try Data("strategies:\n  - \(Libraries.base62)\n".utf8).write(to: file)
    let server = try ServerProcess("--config", file.path)
    try expect(server, ["create", "board", "--strategy", "base62"], says: "created")
    try stop(server)

    func refusal(_ strategies: String) throws -> String {
      let data = directory.appendingPathComponent("data")
      let run = try ServerProcess.run(
        "arranged",
        ["--data", data.path, "--listen", "127.0.0.1:0", "--log-level", "error"],
        environment: ["ARRANGE_STRATEGIES": strategies]
      )
      #expect(run.status == 64 && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
      #expect(!FileManager.default.fileExists(atPath: data.path), "nothing is made")
      return run.errors
    }
    #expect(try refusal("/no/such/file.so").contains("strategies: can't read the strategy library"))
    #expect(try refusal(Faulty.library("other_abi")).contains("version 2 of the strategy interface"))
    #expect(try refusal(Faulty.library("taken_name")).contains("‘lexorank’"))
    #expect(try refusal("\(Libraries.base62),\(Libraries.base62)").contains("‘base62’"))
  }

  private func run(
    _ server: ServerProcess,
    _ arguments: [String]
  ) throws -> (status: Int32, output: String, errors: String) {
    try ServerProcess.run("arrange", arguments + ["--server", "127.0.0.1:\(server.port)"])
  }

  private func expect(_ server: ServerProcess, _ arguments: [String], says text: String) throws {
    let run = try run(server, arguments)
    #expect(run.status == 0 && run.output.contains(text), "\(arguments): \(run.output)\(run.errors)")
  }

  private func stop(_ server: ServerProcess) throws {
    server.terminate()
    #expect(try server.waitUntilExit() == 0)
  }
}
