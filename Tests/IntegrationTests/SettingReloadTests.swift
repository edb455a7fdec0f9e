import ArrangeModel
import Foundation
import TestSupport
import Testing
import Wire

@Suite("Settings that change while a server runs")
final class SettingReloadTests {
  private let directory = FileManager.default.temporaryDirectory.appending(path: "arrange-\(UUID())")
  private var file: String { directory.appending(path: "arranged.yaml").path }
  private var line = 0

  init() throws { try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: directory) }

  private func write(_ text: String) throws {
    try text.write(toFile: file, atomically: true, encoding: .utf8)
  }

  private func start(_ text: String, _ flags: String...) throws -> ServerProcess {
    try write(text)
    return try ServerProcess(flags: ["--config", file] + flags)
  }

  /// Gives the server another file, and waits until it has read it; what it says meanwhile.
  ///
  /// - Parameter mistakes: how many mistakes there are in it; each has a line.
  private func reload(_ server: ServerProcess, _ text: String, mistakes: Int = 1) throws -> [String] {
    try write(text)
    let before = server.logged.split(separator: "\n").count
    kill(server.pid, SIGHUP)
    for _ in 0..<ChildProcess.patience {
      let lines = server.logged.split(separator: "\n").dropFirst(before).map(String.init)
      let isRead = lines.contains { $0.contains("the settings were reloaded") }
      let refusals = lines.count { $0.contains("the previous settings stay") }
      if isRead || refusals == mistakes { return lines }
      usleep(1_000)
    }
    throw Failure("nothing is said: \(server.logged)")
  }

  @Test("the log level, up to trace and back")
  func logLevel() throws {
    let server = try start("log-level: info\n")
    let connection = try RawConnection(port: server.port)
    func create(_ name: Identifier) throws {
      let _: CollectionInfo = try connection.result(.createCollection, CreateCollectionRequest(name: name))
    }
    func insert(_ name: Identifier) throws {
      let insert = ApplyRequest(
        collection: name,
        operations: [.insertItems([NewElement()], to: ItemDestination())]
      )
      let _: ApplyResult = try connection.result(.apply, insert)
    }
    try create("a")
    try insert("a")
    #expect(!server.logged.contains(" trace "))
    let lines = try reload(server, "log-level: trace\n")
    #expect(lines.contains { $0.contains("is in force") && $0.contains("log-level") && $0.contains("trace") })
    // One that is read after that: the shard has its change before.
    try create("b")
    try insert("b")
    // What the engine tells, and what the connections do.
    #expect(server.waits { $0.contains("commit durable") && $0.contains(" call ") }, "\(server.logged)")
    _ = try reload(server, "log-level: info\n")
    let _: CollectionInfo = try connection.result(.createCollection, CreateCollectionRequest(name: "c"))
    let count = server.logged.count { $0 == "\n" }
    try insert("c")
    try insert("c")
    #expect(server.logged.count { $0 == "\n" } == count, "\(server.logged)")
  }

  @Test("the most connections: those that are there stay")
  func connections() throws {
    let server = try start("max-connections: 3\n", "--keepalive-seconds", "0")
    let first = try RawConnection(port: server.port)
    #expect(try first.call("arrange.v1.Health/Check").code == .ok)
    let second = try RawConnection(port: server.port)
    #expect(try second.call("arrange.v1.Health/Check").code == .ok)
    let lines = try reload(server, "max-connections: 1\n")
    #expect(lines.contains { $0.contains("is in force") && $0.contains("max-connections") }, "\(lines)")
    let refused = try RawConnection(port: server.port, greeting: false)
    let frame = try #require(try refused.receive())
    #expect(frame.type == .goAway && frame.code == .resourceExhausted)
    #expect(try second.call("arrange.v1.Health/Check").code == .ok)
    _ = try reload(server, "max-connections: 10\n")
    #expect(try RawConnection(port: server.port).call("arrange.v1.Health/Check").code == .ok)
  }

  @Test("the limits of new connections")
  func limits() throws {
    let server = try start("max-frame: 1048576\n")
    func largest() throws -> UInt32 {
      let connection = try RawConnection(port: server.port)
      let info: ServerInfo = try connection.result(.serverInfo, EmptyMessage())
      return UInt32(info.limits.largestFrame)
    }
    #expect(try largest() == 1_048_576)
    _ = try reload(server, "max-frame: 2097152\n")
    #expect(try largest() == 2_097_152)
  }

  @Test(
    "what can't change is named, in one line each, with what is in force; and not any more when it is as it was"
  )
  func unchangeable() throws {
    let server = try start("loops: 1\nlog-bytes: 1000000\nidle-seconds: 50\nbin-days: 3\n")
    var lines = try reload(
      server,
      "loops: 2\nlog-bytes: 2000000\nidle-seconds: 60\nbin-days: 4\ncollections: [a]\ndefault-strategy: dense\n"
    )
    func named(_ name: String) -> [String] {
      lines.filter { $0.contains("setting=\(name) ") || $0.hasSuffix("setting=\(name)") }
    }
    for name in ["loops", "log-bytes", "collections", "default-strategy"] {
      let said = named(name)
      #expect(said.count == 1 && said[0].contains("needs a restart"), "\(name): \(lines)")
    }
    #expect(named("loops").first?.contains("in-force=1") == true)
    #expect(named("idle-seconds").count == 1 && named("idle-seconds")[0].contains("is in force"))
    #expect(named("bin-days").count == 1 && named("bin-days")[0].contains("is in force"))
    lines = try reload(server, "loops: 1\nlog-bytes: 2000000\nidle-seconds: 60\nbin-days: 4\n")
    #expect(
      named("log-bytes").count == 1 && named("loops").isEmpty && named("idle-seconds").isEmpty,
      "\(lines)"
    )
  }

  @Test("nothing of a file that is wrong, of which each mistake is named")
  func wrong() throws {
    let server = try start("log-level: info\n")
    let lines = try reload(server, "log-level: trace\nloops: 0\nfrobnicate: 1\n", mistakes: 2)
    #expect(lines.contains { $0.contains(" error ") && $0.contains("loops: 0 is outside") }, "\(lines)")
    #expect(lines.contains { $0.contains(" error ") && $0.contains("frobnicate") }, "\(lines)")
    let connection = try RawConnection(port: server.port)
    #expect(try connection.call("arrange.v1.Health/Check").code == .ok)
    #expect(!server.logged.contains(" trace "))
    server.terminate()
    #expect(try server.waitUntilExit() == 0)
  }
}

extension ServerProcess {
  /// Waits until the log says something; false where it never does.
  fileprivate func waits(_ condition: (String) -> Bool) -> Bool {
    for _ in 0..<ChildProcess.patience {
      if condition(logged) { return true }
      usleep(1_000)
    }
    return false
  }
}
