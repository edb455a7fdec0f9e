import Foundation
import TestSupport
import Testing

/// A signal ends a server over PostgreSQL, whatever it waits for.
@Suite("Stopping arranged over PostgreSQL")
struct PostgresStopTests {
  private let server: PostgresServer
  private let schema = Schema.make()

  init() throws { server = try PostgresServer.shared.get() }

  /// Starts a server that is not to get as far as to serve.
  private func start(_ journal: String, log: String) throws -> ChildProcess {
    try ChildProcess(
      ServerProcess.programs.appending(path: "arranged").path,
      ["--journal", journal, "--journal-schema", schema, "--listen", "127.0.0.1:0"],
      output: .file("/dev/null"),
      errors: .file(log)
    )
  }

  private func wait(for process: ChildProcess, _ log: String, _ condition: () throws -> Bool) throws {
    for _ in 0..<ChildProcess.patience / 20 {
      if try condition() { return }
      guard process.ending == nil else { break }
      usleep(20_000)
    }
    throw Failure("this does not come about: \(try String(contentsOfFile: log, encoding: .utf8))")
  }

  private func temporary() -> String {
    FileManager.default.temporaryDirectory.appending(path: "arrange-log-\(UUID())").path
  }

  @Test("while it waits for a database that takes no connections")
  func opening() throws {
    let proxy = try CuttingProxy(to: server.port)
    defer { proxy.end() }
    proxy.set(.closed)
    let log = temporary()
    defer { try? FileManager.default.removeItem(atPath: log) }
    let process = try start(server.address(port: proxy.port), log: log)
    try wait(for: process, log) {
      try String(contentsOfFile: log, encoding: .utf8).contains("the database can't be reached; waiting")
    }
    process.send(SIGTERM)
    #expect(try process.wait() == .status(0))
    #expect(try String(contentsOfFile: log, encoding: .utf8).contains("stopped before it served"))
  }

  @Test("while it waits for the lease of a node that has fallen silent")
  func joining() throws {
    let first = try ServerProcess(
      flags: ["--journal", server.address(), "--journal-schema", schema]
    )
    first.terminate()
    #expect(try first.waitUntilExit() == 0)
    // A node of another machine, whose lease has run out by the clock of the database, and not for those who watch it.
    try server.sql(
      """
      INSERT INTO \(schema).nodes (id, name, address, application, process, alone, lease, renewals, expires) \
      VALUES (1, 'silent', '', 'none', '', false, 600000, 1, now()); \
      UPDATE \(schema).slots SET node = 1; UPDATE \(schema).cluster SET slots = slots + 1
      """
    )
    let log = temporary()
    defer { try? FileManager.default.removeItem(atPath: log) }
    let process = try start(server.address(), log: log)
    try wait(for: process, log) { try server.sql("SELECT count(*) FROM \(schema).nodes") == "2" }
    process.send(SIGTERM)
    #expect(try process.wait() == .status(0))
    #expect(try server.sql("SELECT count(*) FROM \(schema).nodes") == "1", "the node has left")
  }
}
