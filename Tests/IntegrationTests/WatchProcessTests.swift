import ArrangeClient
import ArrangeModel
import Foundation
import TestSupport
import Testing

/// `arrange watch` as a process, on a terminal and in a pipe.
@Suite("Watching from the command line", .timeLimit(.minutes(5)))
struct WatchProcessTests {
  private static let program = ServerProcess.programs.appendingPathComponent("arrange").path
  private static let enter = "\u{1B}[?1049h"
  private static let leave = "\u{1B}[?1049l"

  /// A server with a list.
  private func server() async throws -> ServerProcess {
    let server = try ServerProcess("--log-level", "error")
    let client = ArrangeClient(ArrangeClientConfiguration(port: server.port))
    try await client.create("list")
    let item = NewElement(fields: ["title": .string("Write it")])
    try await client.apply([.insertItems([item], to: ItemDestination())], to: "list")
    await client.close()
    return server
  }

  @Test("Ctrl-Z gives the terminal to the shell, fg shows everything again, Ctrl-\\ ends it")
  func terminal() async throws {
    let server = try await server()
    let terminal = try ShellTerminal()
    try terminal.type("'\(WatchProcessTests.program)' watch list --server 127.0.0.1:\(server.port)\n")
    try terminal.read(until: WatchProcessTests.enter)
    try terminal.read(until: "Write it")
    try terminal.type("\u{1A}")
    try terminal.read(until: WatchProcessTests.leave)
    try terminal.read(until: "Stopped")
    try terminal.type("echo shell$((20 + 3))\n")
    try terminal.read(until: "shell23")
    try terminal.type("fg\n")
    try terminal.read(until: WatchProcessTests.enter)
    try terminal.read(until: "Write it")
    try terminal.type("\u{1C}")
    try terminal.read(until: WatchProcessTests.leave)
    // Input typed before the program has ended is discarded with its terminal settings.
    try terminal.read(until: "interrupted")
    try terminal.read(until: "$ ")
    try terminal.type("echo status$?\n")
    try terminal.read(until: "status130")
  }

  @Test("it ends when the reader closes its pipe, even while nothing happens")
  func pipe() async throws {
    let server = try await server()
    let output = try ChildPipe()
    let process = try ChildProcess(
      WatchProcessTests.program,
      ["watch", "list", "--server", "127.0.0.1:\(server.port)"],
      output: .to(output.writing)
    )
    try output.writing.close()
    // Its first line, as `head -1` reads it.
    #expect(!output.reading.availableData.isEmpty)
    try output.reading.close()
    #expect(try process.wait() == .status(0))
  }
}
