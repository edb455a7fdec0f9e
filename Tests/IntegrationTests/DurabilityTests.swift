import ArrangeClient
import Foundation
import TestSupport
import Testing

/// Real processes, killed and starved.
@Suite("Durability", .timeLimit(.minutes(5)))
struct DurabilityTests {
  @Test("clients that continue through five kills lose and duplicate nothing")
  func kills() async throws {
    let server = try ServerProcess("--log-level", "error")
    var configuration = ArrangeClientConfiguration(port: server.port)
    configuration.callTimeout = .seconds(60)
    configuration.retry.maximumAttempts = 1_000
    let creator = ArrangeClient(configuration)
    _ = try await creator.create("list", strategy: "lexorank")

    let writers = 6
    let each = 100
    let settings = configuration
    let acknowledged = try await withThrowingTaskGroup(of: [Identifier].self) { group in
      for writer in 0..<writers {
        group.addTask {
          let client = ArrangeClient(settings)
          var ids: [Identifier] = []
          for index in 0..<each {
            let item = NewElement(fields: ["title": .string("\(writer)/\(index)")])
            let result = try await client.apply([.insertItems([item], to: .init(.first))], to: "list")
            ids.append(result.operations[0][0].id)
          }
          await client.close()
          return ids
        }
      }
      group.addTask {
        for _ in 0..<5 {
          try await Task.sleep(for: .milliseconds(60))
          server.kill()
          try server.start()
        }
        return []
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    var stored: [Identifier] = []
    var titles = Set<FieldValue>()
    for try await page in creator.pages(of: "list") {
      for item in page.sections.flatMap(\.items) {
        stored.append(item.id)
        if let title = item.fields["title"] { titles.insert(title) }
      }
    }
    #expect(acknowledged.count == writers * each)
    #expect(Set(stored) == Set(acknowledged) && stored.count == acknowledged.count)
    #expect(titles.count == writers * each, "every item once")
    let info = try await creator.info("list")
    #expect(info.version == UInt64(writers * each))
    await creator.close()
  }

  @Test("a full disk stops the server with a message; everything acknowledged is there afterwards")
  func fullDisk() async throws {
    let server = try ServerProcess("--log-level", "error", largestFile: 1_500)
    var configuration = ArrangeClientConfiguration(port: server.port)
    configuration.retry.maximumAttempts = 1
    let client = ArrangeClient(configuration)
    _ = try await client.create("list", strategy: "dense")
    let text = String(repeating: "x", count: 20_000)
    var acknowledged: [Identifier] = []
    do {
      for index in 0..<1_000 {
        let id = try Identifier("i\(index)")
        try await client.apply(
          [.insertItems([NewElement(id: id, fields: ["text": .string(text)])], to: .init())],
          to: "list"
        )
        acknowledged.append(id)
      }
      Issue.record("the disk never filled up")
    } catch {
      #expect(error.code == .unavailable && error.processed != .done)
    }
    #expect(try server.waitUntilExit() == 74)
    #expect(server.logged.contains("storage"), "it says why: \(server.logged)")
    await client.close()

    let second = try ServerProcess(data: server.data)
    let reader = ArrangeClient(ArrangeClientConfiguration(port: second.port))
    var stored: [Identifier] = []
    for try await page in reader.pages(of: "list") { stored += page.sections.flatMap(\.items).map(\.id) }
    #expect(stored.starts(with: acknowledged) && stored.count <= acknowledged.count + 1)
    await reader.close()
  }

  @Test("an unusable data directory is refused in one line, and not changed")
  func unusableData() throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
      "arrange-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }

    func refusal(_ data: URL) throws -> String {
      let run = try ServerProcess.run("arranged", ["--data", data.path, "--listen", "127.0.0.1:0"])
      #expect([69, 74].contains(run.status) && run.output.isEmpty)
      #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
      return run.errors
    }

    let file = directory.appendingPathComponent("file")
    try Data("not a directory".utf8).write(to: file)
    #expect(try refusal(file).contains(file.path))
    #expect(try Data(contentsOf: file) == Data("not a directory".utf8))

    let foreign = directory.appendingPathComponent("foreign")
    try FileManager.default.createDirectory(at: foreign, withIntermediateDirectories: true)
    let content = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let database = foreign.appendingPathComponent("journal.sqlite")
    try content.write(to: database)
    _ = try refusal(foreign)
    #expect(try Data(contentsOf: database) == content, "nothing is overwritten")

    let server = try ServerProcess()
    #expect(try refusal(server.data).contains("\(server.pid)"), "it names the process that uses it")
  }

  @Test("a truncated database is refused and not changed")
  func truncated() async throws {
    let server = try ServerProcess("--log-level", "error")
    let client = ArrangeClient(ArrangeClientConfiguration(port: server.port))
    _ = try await client.create("list", strategy: "fractional")
    for index in 0..<50 {
      let text = String(repeating: "x", count: 5_000)
      let item = NewElement(id: try Identifier("i\(index)"), fields: ["text": .string(text)])
      try await client.apply([.insertItems([item], to: .init())], to: "list")
    }
    await client.close()
    server.terminate()
    #expect(try server.waitUntilExit() == 0)
    let database = server.data.appendingPathComponent("journal.sqlite")
    let whole = try Data(contentsOf: database)
    #expect(whole.count > 100_000)
    for length in [whole.count / 2, whole.count - 16_384, whole.count - 4_096, whole.count - 1, 5_000, 50] {
      try whole.prefix(length).write(to: database)
      let run = try ServerProcess.run(
        "arranged",
        ["--data", server.data.path, "--listen", "127.0.0.1:0", "--collections", "list=fractional"]
      )
      #expect(run.status == 74 && !run.errors.isEmpty, "cut to \(length) bytes")
      #expect(try Data(contentsOf: database) == whole.prefix(length), "cut to \(length) bytes")
    }
  }
}
