import ArrangeModel
import Foundation
import Synchronization
import TestSupport
import Testing
import Wire

@Suite("Signals")
struct SignalTests {
  @Test("that stop the server let it send GOAWAY and answer", arguments: [SIGTERM, SIGINT])
  func stop(signal: Int32) throws {
    let server = try ServerProcess()
    let connection = try RawConnection(port: server.port)
    kill(server.pid, signal)
    let farewell = try #require(try connection.receive())
    #expect(farewell.type == .goAway && farewell.code == .unavailable)
    #expect(try server.waitUntilExit() == 0)
  }

  @Test("are not lost, however soon after the server reports its address")
  func early() throws {
    // Enough at once that each must wait for its turn, at every step.
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 32) { number in
      do {
        let server = try ServerProcess()
        kill(server.pid, SIGTERM)
        let status = try server.waitUntilExit()
        if status != 0 { failures.withLock { $0.append("\(number) ended with \(status): \(server.logged)") } }
      } catch { failures.withLock { $0.append("\(number): \(error)") } }
    }
    #expect(failures.withLock { $0 } == [])
  }

  @Test("that come twice, or SIGQUIT, end the server at once, and acknowledged data is there")
  func atOnce() throws {
    let server = try ServerProcess("--drain-seconds", "3600")
    let create = CreateCollectionRequest(name: "board")
    for signals in [[SIGQUIT], [SIGTERM, SIGINT]] {
      // The server waits for its client to disconnect.
      let connection = try RawConnection(port: server.port)
      _ = try? connection.result(.createCollection, create, as: CollectionInfo.self)
      let call = try connection.call("arrange.v1.Collections/Get", Array("\n\u{5}board".utf8))
      #expect(call.code == .ok)
      kill(server.pid, signals[0])
      if signals.count > 1 {
        // A stream keeps the connection from being closed.
        while let frame = try connection.receive(), frame.type != .goAway {}
        // A second signal that comes with the first, as `timeout` sends it, counts as the same one.
        kill(server.pid, signals[1])
        usleep(700_000)
        kill(server.pid, signals[1])
      }
      let status = try server.waitUntilExit()
      // If the connection was closed in time, the server has stopped by itself.
      #expect(status == 128 + signals.last! || (signals.count > 1 && status == 0))
      try server.start()
    }
  }

  @Test("are obeyed in time by a server whose disk stands still, which says so")
  func overdue() throws {
    let directory = FileManager.default.temporaryDirectory
    let conditions = try ProcessConditions(in: directory, name: UUID().uuidString)
    defer { conditions.remove() }
    let server = try ServerProcess(flags: ["--drain-seconds", "1"], environment: conditions.variables)
    let connection = try RawConnection(port: server.port)
    let create = CreateCollectionRequest(name: "board")
    _ = try connection.result(.createCollection, create, as: CollectionInfo.self)
    try conditions.setWriteDelay(3_600_000_000)
    kill(server.pid, SIGTERM)
    #expect(try server.waitUntilExit() == 128 + SIGTERM)
    #expect(server.logged.contains("stopping takes longer than drain-seconds"), "\(server.logged)")
  }
}

@Suite("A Unix socket")
final class UnixSocketTests {
  private let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
    "as-\(UUID().uuidString.prefix(8))"
  )
  private var path: String { directory.appendingPathComponent("s").path }

  init() throws { try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// Starts a server and waits until it listens or has ended.
  private func start() throws -> ChildProcess {
    let program = ServerProcess.programs.appendingPathComponent("arranged").path
    let data = directory.appendingPathComponent("data-\(UUID())").path
    let server = try ChildProcess(
      program,
      ["--data", data, "--listen", "unix:\(path)"],
      output: .file(directory.appendingPathComponent("output").path),
      errors: .file(directory.appendingPathComponent("errors").path)
    )
    for _ in 0..<ChildProcess.patience {
      if server.ending != nil || (try? RawConnection(unixSocket: path)) != nil { break }
      usleep(1_000)
    }
    return server
  }

  private var errors: String {
    (try? String(contentsOfFile: directory.appendingPathComponent("errors").path, encoding: .utf8)) ?? ""
  }

  @Test("in use is left alone; a stale one is replaced, and removed with the server")
  func living() throws {
    let first = try start()
    #expect(first.ending == nil, "\(errors)")
    let program = ServerProcess.programs.appendingPathComponent("arranged").path
    let data = directory.appendingPathComponent("second").path
    let second = try ServerProcess.run(program, ["--data", data, "--listen", "unix:\(path)"])
    #expect(second.status == 69 && second.errors.contains("another server listens there"), "\(second)")
    #expect(try RawConnection(unixSocket: path).call("arrange.v1.Health/Check").code == .ok)
    first.kill()
    #expect(FileManager.default.fileExists(atPath: path))
    let third = try start()
    #expect(third.ending == nil, "\(errors)")
    third.send(SIGTERM)
    #expect(try third.wait() == .status(0))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("does not replace other files, and is not removed if it belongs to another server")
  func files() throws {
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
    let refused = try start()
    #expect(try refused.wait() == .status(69) && errors.contains("something else at this path"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    try FileManager.default.removeItem(atPath: path)
    let server = try start()
    #expect(server.ending == nil, "\(errors)")
    try FileManager.default.removeItem(atPath: path)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
    server.send(SIGTERM)
    #expect(try server.wait() == .status(0))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }
}
