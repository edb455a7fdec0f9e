import ArrangeClient
import ArrangeModel
import Foundation
import TestSupport
import Testing

/// `arranged salvage`: new directories of what can be read of damaged ones.
@Suite("Salvage", .timeLimit(.minutes(5)))
final class SalvageTests {
  private let directory = FileManager.default.temporaryDirectory.appending(path: "arrange-salvage-\(UUID())")

  init() throws { try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: directory) }

  private func path(_ name: String) -> String { directory.appending(path: name).path }

  private func salvage(_ data: String, to target: String) throws -> (
    status: Int32, output: String, errors: String
  ) {
    try ServerProcess.run("arranged", ["salvage", "--data", data, "--to", target])
  }

  /// The bytes of the files of a directory, by name.
  private func contents(_ path: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      files[name] = try Data(contentsOf: URL(filePath: "\(path)/\(name)"))
    }
    return files
  }

  /// Makes a data directory of a killed server with a list of 600 items and a view, and returns its path.
  private func killed() async throws -> String {
    let data = path("data")
    let server = try ServerProcess("--log-level", "error", data: URL(filePath: data))
    let client = ArrangeClient(ArrangeClientConfiguration(port: server.port))
    _ = try await client.create("list", strategy: "lexorank")
    for first in stride(from: 0, to: 600, by: 20) {
      let items = (first..<first + 20).map { NewElement(id: Identifier(stringLiteral: "i\($0)")) }
      try await client.apply([.insertItems(items, to: ItemDestination(section: .empty))], to: "list")
    }
    _ = try await client.defineView("all", ViewDefinition(parsing: "list"))
    await client.close()
    server.kill()
    return data
  }

  /// The number of items that a server has in the list of a directory, which are the first ones.
  private func items(_ data: String) async throws -> Int {
    let check = try ServerProcess.run("arranged", ["verify", "--data", data])
    #expect(check.status == 0, "\(check)")
    let server = try ServerProcess("--log-level", "error", data: URL(filePath: data))
    let client = ArrangeClient(ArrangeClientConfiguration(port: server.port))
    defer { server.kill() }
    var ids: [String] = []
    for try await page in client.pages(of: "list") {
      ids += page.sections.flatMap { section in section.items.map { $0.id.text } }
    }
    #expect(ids == ids.indices.map { "i\($0)" })
    for try await page in client.pages(of: "all") {
      #expect(page.collection.itemCount == ids.count)
    }
    await client.close()
    return ids.count
  }

  @Test("keeps everything where the log is there, and changes nothing in the old directory")
  func whole() async throws {
    let data = try await killed()
    let before = try contents(data)
    let run = try salvage(data, to: path("new") + "/")
    #expect(
      run.status == 0
        && run.output.hasSuffix("1 collection and 1 view are in \(path("new")); nothing is missing\n"),
      "\(run)"
    )
    #expect(try contents(data) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() == ["data", "new"])
    #expect(try await items(path("new")) == 600)
    let again = try salvage(data, to: path("new"))
    #expect(again.status == 74 && again.errors.contains("already exists"), "\(again)")
  }

  @Test("keeps what the database has where the log is gone or cut", arguments: [nil, 0, 9_000, 60_000])
  func lostLog(length: Int?) async throws {
    let data = try await killed()
    let log = "\(data)/journal.log"
    if let length {
      let bytes = try Data(contentsOf: URL(filePath: log))
      try bytes.prefix(length).write(to: URL(filePath: log))
    } else {
      try FileManager.default.removeItem(atPath: log)
    }
    let refused = try ServerProcess.run("arranged", ["verify", "--data", data])
    #expect(refused.status == 74 && refused.errors.contains("arranged salvage"), "\(refused)")
    let run = try salvage(data, to: path("new"))
    #expect(run.status == 0 && run.output.contains("missing: "), "\(run)")
    guard run.output.contains("1 collection and 1 view") else { return }
    #expect(try await items(path("new")) <= 600)
  }

  @Test("makes a directory that is right, or says that nothing can be read, wherever bytes are damaged")
  func damage() async throws {
    let data = try await killed()
    let server = try ServerProcess("--log-level", "error", data: URL(filePath: data))
    server.terminate()
    #expect(try server.waitUntilExit() == 0)
    let file = URL(filePath: "\(data)/journal.sqlite")
    let bytes = try Data(contentsOf: file)
    var kept = 0
    for (round, place) in stride(from: 4_096, to: bytes.count, by: max(4_096, bytes.count / 12)).enumerated()
    {
      var damaged = bytes
      for offset in place..<min(place + 200, bytes.count) { damaged[offset] = 0xA5 }
      try damaged.write(to: file)
      let target = path("new-\(round)")
      let run = try salvage(data, to: target)
      #expect(run.status == 0 || run.status == 74, "\(place): \(run)")
      guard run.status == 0 else { continue }
      kept += 1
      let check = try ServerProcess.run("arranged", ["verify", "--data", target])
      #expect(check.status == 0, "\(place): \(check)")
    }
    #expect(kept > 0)
  }

  @Test("is refused where nothing is, and while a server runs") func refusals() async throws {
    let run = try salvage(path("none"), to: path("new"))
    #expect(run.status == 74 && run.errors.contains("journal.sqlite"), "\(run)")
    let server = try ServerProcess("--log-level", "error", data: URL(filePath: path("data")))
    #expect(try salvage(path("data"), to: path("new")).status == 69)
    server.kill()
  }
}
