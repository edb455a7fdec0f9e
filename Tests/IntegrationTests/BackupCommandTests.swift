import ArrangeClient
import ArrangeModel
import Foundation
import TestSupport
import Testing
import Wire

/// Backups of real servers: by `arrange backup` while others write, and by the server itself.
@Suite("Backup and restore", .timeLimit(.minutes(5)))
final class BackupCommandTests {
  private let directory = FileManager.default.temporaryDirectory.appending(path: "arrange-backup-\(UUID())")

  init() throws { try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: directory) }

  private func path(_ name: String) -> String { directory.appending(path: name).path }

  private func arrange(_ server: ServerProcess?, _ words: String...) throws -> (
    status: Int32, output: String, errors: String
  ) {
    let address = server.map { ["ARRANGE_SERVER": "127.0.0.1:\($0.port)"] } ?? [:]
    return try ServerProcess.run("arrange", words, environment: address)
  }

  private func verify(_ words: String...) throws -> (status: Int32, output: String, errors: String) {
    try ServerProcess.run("arranged", ["verify"] + words)
  }

  private func client(_ server: ServerProcess) -> ArrangeClient {
    ArrangeClient(ArrangeClientConfiguration(port: server.port))
  }

  /// The ids of a list as numbers.
  private func numbers(_ name: Identifier, _ client: ArrangeClient) async throws -> [Int] {
    var ids: [Int] = []
    for try await page in client.pages(of: name) {
      ids += page.sections.flatMap { $0.items.compactMap { Int($0.id.text) } }
    }
    return ids
  }

  @Test("are of one moment over all collections while others write, and can be restored")
  func oneMoment() async throws {
    let server = try ServerProcess("--log-level", "error")
    let writing = client(server)
    for name in ["a", "b"] as [Identifier] { _ = try await writing.create(name, strategy: "lexorank") }
    _ = try await add([0], to: "a", writing)
    _ = try await add([0], to: "b", writing)
    // Each number goes to "a" first, and to "b" when that is acknowledged: "b" never has one that "a" has not.
    let writer = Task { try await writeInTurns(writing) }
    var files: [(path: String, acknowledged: Int)] = []
    for round in 0..<4 {
      // Something happens between two backups.
      while try await numbers("b", writing).count < (round + 1) * 20 {}
      let before = try await numbers("b", writing).count - 1
      let file = path("\(round).backup")
      let run = try arrange(server, "backup", file, "--json")
      #expect(run.status == 0, "\(run)")
      #expect(run.output.contains("\"collections\":2"))
      files.append((file, before))
    }
    writer.cancel()
    let last = try await writer.value
    for (file, acknowledged) in files {
      #expect(try verify("--backup", file).status == 0)
      let data = file + "-data"
      #expect(try arrange(nil, "restore", file, "--data", data).status == 0)
      let check = try verify("--data", data)
      #expect(check.status == 0 && check.output.contains("2 collections and 0 views are right"), "\(check)")
      let restored = try ServerProcess("--log-level", "error", data: URL(filePath: data))
      let reading = client(restored)
      let (a, b) = (try await numbers("a", reading), try await numbers("b", reading))
      #expect(a == Array(0..<a.count) && b == Array(0..<b.count))
      #expect(a.count == b.count || a.count == b.count + 1, "\(a.count) and \(b.count) are not of one moment")
      #expect(b.count > acknowledged && b.count <= last + 1)
      // It goes on from there.
      _ = try await add([9_999_999], to: "a", reading)
      await reading.close()
    }
    // A directory that is there is not touched.
    let again = try arrange(nil, "restore", files[0].path, "--data", files[0].path + "-data")
    #expect(again.status == 3 && again.errors.contains("already exists"))
    await writing.close()
  }

  @Test("of one collection go into a running server, under another name if that is wanted")
  func oneCollection() async throws {
    let server = try ServerProcess("--log-level", "error")
    let client = client(server)
    _ = try await client.create("board", strategy: "fractional", fields: ["title": "Our board"])
    _ = try await client.apply(
      [
        .insertSections([NewElement(id: "s", fields: ["title": "To do"])], to: .init(.last)),
        .insertSections([NewElement(id: "empty")], to: .init(.last)),
        .insertItems(
          [NewElement(id: "1"), NewElement(id: "2", fields: ["x": .bytes([1, 2])])],
          to: .init(section: "s", .last)
        ),
      ],
      to: "board"
    )
    _ = try await client.apply(
      [.moveItems([ElementReference("2")], to: .init(section: "s", .first))],
      to: "board"
    )
    _ = try await client.defineView("open", ViewDefinition(parsing: "board where not done"))
    let file = path("b.backup")
    #expect(try arrange(server, "backup", file).status == 0)
    func restore(_ words: String...) throws -> Int32 {
      try ServerProcess.run("arrange", ["restore", file, "--into", "127.0.0.1:\(server.port)"] + words).status
    }
    // The name is taken.
    #expect(try restore("--collection", "board") == 3)
    #expect(try restore("--collection", "none") == 2)
    #expect(try restore("--collection", "board", "--as", "copy") == 0)
    #expect(try restore("--collection", "open", "--as", "opened") == 0)
    #expect(try restore("--collection", "open") == 3)
    let (one, other) = (
      try await client.fetch(FetchRequest(collection: "board")),
      try await client.fetch(FetchRequest(collection: "copy"))
    )
    #expect(
      one.collection.fields == other.collection.fields && other.collection.strategy.hasPrefix("fractional")
    )
    #expect(other.sections.map(\.section.id) == ["s", "empty"])
    #expect(one.sections.map { $0.items.map(\.fields) } == other.sections.map { $0.items.map(\.fields) })
    #expect(one.sections.map { $0.items.map(\.id) } == other.sections.map { $0.items.map(\.id) })
    #expect(try await client.view("opened").definition == client.view("open").definition)
    // Only what was asked for.
    #expect(try arrange(server, "backup", path("one.backup"), "--collection", "copy").status == 0)
    #expect(try verify("--backup", path("one.backup")).output.contains("1 collection and 0 views are right"))
    let missing = try arrange(server, "backup", path("one.backup"), "--collection", "none")
    #expect(missing.status == 2 && missing.errors.contains("there is no collection \"none\""))
    // The backup that was there stays.
    #expect(try verify("--backup", path("one.backup")).status == 0)
    await client.close()
  }

  @Test("are refused if a byte is another one, and nothing is made then")
  func damage() async throws {
    let server = try ServerProcess("--log-level", "error")
    let client = client(server)
    _ = try await client.create("a", strategy: "dense")
    _ = try await add([1, 2, 3], to: "a", client)
    let file = path("a.backup")
    #expect(try arrange(server, "backup", file).status == 0)
    var bytes = try Data(contentsOf: URL(filePath: file))
    bytes[bytes.count / 2] ^= 0x10
    try bytes.write(to: URL(filePath: file))
    #expect(try verify("--backup", file).status == 74)
    let restore = try arrange(nil, "restore", file, "--data", path("data"))
    #expect(restore.status == 4 && restore.errors.contains("at byte"), "\(restore)")
    #expect(!FileManager.default.fileExists(atPath: path("data")))
    #expect(!FileManager.default.fileExists(atPath: path("data.unfinished")))
    #expect(try arrange(nil, "restore", path("none"), "--data", path("data")).status == 74)
    #expect(try verify("--data", server.data.path).status == 69, "a server uses it")
    #expect(try verify("--data", path("none")).status == 64)
    #expect(try verify("--data", directory.path).status == 64, "there is no journal in it")
    #expect(try verify().status == 64)
    await client.close()
  }

  @Test("are given up if the client takes nothing, and then another one can be made")
  func stalled() throws {
    let server = try ServerProcess("--frame-seconds", "1", "--log-level", "error")
    let stalled = try RawConnection(port: server.port)
    let stream = try stalled.open("arrange.v1.Server/Backup", credit: 0)
    #expect(try arrange(server, "backup", path("busy.backup")).status == 5, "one at a time")
    let end = try stalled.end(stream)
    #expect(end.code == .deadlineExceeded)
    #expect(try stalled.status(end).message == "the client read nothing of the backup for 1 s")
    #expect(try arrange(server, "backup", path("done.backup")).status == 0)
  }

  @Test("have the names of versions and the bin, and so has what is restored from them")
  func time() async throws {
    let server = try ServerProcess("--log-level", "error")
    let writing = client(server)
    _ = try await writing.create("list", strategy: "lexorank")
    for number in 0..<3 { _ = try await add([number], to: "list", writing) }
    try await writing.setVersion("early", of: "list", version: 2)
    try await writing.apply([.removeItems(["1"])], to: "list")
    await writing.close()
    let (file, data) = (path("time.backup"), path("time-data"))
    #expect(try arrange(server, "backup", file).status == 0)
    #expect(try verify("--backup", file).status == 0)
    #expect(try arrange(nil, "restore", file, "--data", data).status == 0)
    #expect(try verify("--data", data).status == 0)
    let restored = try ServerProcess("--log-level", "error", data: URL(filePath: data))
    let reading = client(restored)
    #expect(try await reading.versions(of: "list").versions.map(\.version) == [2])
    let removed = try await reading.bin(of: "list").reduce(into: []) { $0 += $1.elements }
    #expect(removed.map(\.id) == ["1"] && removed.map(\.removedBy) == [4])
    try await reading.putBack([RemovedElement(id: "1", removedBy: 4)], in: "list")
    #expect(try await numbers("list", reading) == [0, 1, 2])
    #expect(try await reading.restore(RestoreRequest(collection: "list", to: "early")).version == 6)
    #expect(try await numbers("list", reading) == [0, 1])
    await reading.close()
  }

  @Test("are made by the server at its start if the last one is old, and only so many are kept")
  func schedule() async throws {
    let backups = path("backups")
    try FileManager.default.createDirectory(atPath: backups, withIntermediateDirectories: true)
    // Those of earlier days, one that was cut off, and a file of somebody else.
    for name in ["20250101T000000Z.backup", "20250102T000000Z.backup", "20250103T000000Z.backup.unfinished"] {
      try Data("old".utf8).write(to: URL(filePath: "\(backups)/arrange-\(name)"))
    }
    try Data("mine".utf8).write(to: URL(filePath: "\(backups)/arrange-notes.txt"))
    let flags = ["--backup-directory", backups, "--backup-every", "1h", "--backup-keep", "2"]
    let server = try ServerProcess(flags: flags)
    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: backups).sorted() }
    while try names().contains("arrange-20250101T000000Z.backup") {
      try await Task.sleep(for: .milliseconds(10))
    }
    let kept = try names()
    #expect(
      kept.count == 3 && kept.contains("arrange-notes.txt")
        && kept.contains("arrange-20250102T000000Z.backup")
    )
    let made = try #require(kept.first { $0.hasSuffix(".backup") && !$0.contains("2025010") })
    #expect(try verify("--backup", "\(backups)/\(made)").status == 0)
    server.terminate()
    #expect(try server.waitUntilExit() == 0)
    // The next one is due in an hour.
    try server.start()
    server.terminate()
    #expect(try server.waitUntilExit() == 0)
    #expect(try names() == kept)
    for (flags, word) in [
      (["--backup-every", "1h"], "backup-directory"),
      (["--backup-directory", path("none")], "not a directory"),
      (["--backup-directory", backups, "--backup-every", "1"], "backup-every"),
      (["--backup-directory", backups, "--backup-every", "59s"], "backup-every"),
      (["--backup-directory", backups, "--backup-keep", "0"], "backup-keep"),
    ] {
      let run = try ServerProcess.run("arranged", ["check", "--data", path("d")] + flags)
      #expect(run.status == 64 && run.errors.contains(word), "\(run)")
    }
  }

  @Test("are made by the server whatever the names of others say, and are its own to read")
  func futureNames() async throws {
    let backups = path("backups")
    try FileManager.default.createDirectory(atPath: backups, withIntermediateDirectories: true)
    func names() throws -> Set<String> { Set(try FileManager.default.contentsOfDirectory(atPath: backups)) }
    let flags = [
      "--backup-directory", backups, "--backup-every", "1h", "--backup-keep", "1", "--http", "127.0.0.1:0",
    ]
    // None of them is a backup: they don't count, and one that is not of the past is not removed.
    let future = ["arrange-20980101T000000Z.backup", "arrange-20990101T000000Z.backup"]
    for name in future { try Data("old".utf8).write(to: URL(filePath: "\(backups)/\(name)")) }
    let left = "\(backups)/arrange-20250103T000000Z.backup.unfinished"
    try Data("old".utf8).write(to: URL(filePath: left))
    #expect(chmod(left, 0o644) == 0)
    let server = try ServerProcess(flags: flags)
    func made() throws -> [String] {
      try names().filter { $0.hasSuffix(".backup") && !future.contains($0) }.sorted()
    }
    while try made().isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    let first = try #require(try made().first)
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(backups)/\(first)")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(server.logged.contains("a backup is of a time to come") && server.logged.contains(future[0]))
    var figures = try server.figures()
    #expect(figures["arrange_backup_interval_seconds"] == 3_600)
    let time = try #require(figures["arrange_last_backup_time_seconds"])
    #expect(abs(time - Date().timeIntervalSince1970) < 3_600)
    server.terminate()
    #expect(try server.waitUntilExit() == 0)
    // Under the name of a time to come it is still the last good one, made just now.
    try FileManager.default.moveItem(atPath: "\(backups)/\(first)", toPath: "\(backups)/\(future[0])x")
    for name in future { try FileManager.default.removeItem(atPath: "\(backups)/\(name)") }
    try FileManager.default.moveItem(atPath: "\(backups)/\(future[0])x", toPath: "\(backups)/\(future[1])")
    let next = try ServerProcess(flags: flags)
    figures = try next.figures()
    while figures["arrange_last_backup_time_seconds"] == 0 {
      try await Task.sleep(for: .milliseconds(10))
      figures = try next.figures()
    }
    #expect(figures["arrange_last_backup_time_seconds"] == time)
    #expect(try made().isEmpty)
    next.terminate()
    #expect(try next.waitUntilExit() == 0)
  }
}

/// Adds items whose ids are numbers.
private func add(_ ids: [Int], to name: Identifier, _ client: ArrangeClient) async throws -> UInt64 {
  let items = ids.map { NewElement(id: Identifier(unchecked: "\($0)"), fields: ["n": .int(Int64($0))]) }
  return try await client.apply([.insertItems(items, to: .init(.last))], to: name).version
}

/// Adds one number after the other to two lists until the task is cancelled.
///
/// - Returns: the last number.
private func writeInTurns(_ client: ArrangeClient) async throws -> Int {
  var next = 1
  while !Task.isCancelled {
    do {
      _ = try await add([next], to: "a", client)
      _ = try await add([next], to: "b", client)
    } catch  where Task.isCancelled {
      // The last call may have been carried out.
      return next
    }
    next += 1
  }
  return next - 1
}
