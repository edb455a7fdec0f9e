import ArrangeModel
import Foundation
import TestSupport
import Testing

/// Mistakes of operators with the data directories of real servers.
@Suite("Attacks on the store")
struct StoreAttackTests {
  /// A server with a directory, and the acknowledged steps.
  private final class Life {
    let scratch: ScratchDirectory
    let data: String
    let server: ChildServer
    private var model = Model()
    private var steps = Workload(strategy: "lexorank").first[...]

    init(flags: [String] = []) throws {
      scratch = try ScratchDirectory()
      data = scratch.file("data")
      server = ChildServer(data: data, log: scratch.file("log"), flags: flags)
    }

    func connect() throws -> RawConnection {
      guard case .listening(let port) = try server.start() else {
        throw Violation("the start is refused: \(server.logged)")
      }
      return try RawConnection(port: port)
    }

    /// Makes the next steps.
    func perform(_ count: Int, _ connection: RawConnection) throws {
      for _ in 0..<count {
        let step = steps.removeFirst()
        guard case .done = connection.perform(step) else { throw Violation("\(step) was not carried out") }
        try model.perform(step)
      }
    }

    /// Whether the next step is acknowledged.
    func isAcknowledged(_ connection: RawConnection) -> Bool {
      guard let step = steps.first, case .done = connection.perform(step) else { return false }
      return true
    }

    /// Starts the server and expects everything that was acknowledged.
    func expectContent() throws {
      let found = try Auditor(connection: connect()).contents()
      server.kill()
      if let difference = Auditor.difference(found, model) { throw Violation(difference) }
    }

    /// Starts the server and expects a refusal that names a file and changes no byte.
    func expectRefusal(_ name: String) throws {
      let before = try files()
      guard case .ended(let status) = try server.start() else {
        throw Violation("the server starts although \(name) is not as it was")
      }
      guard status == 74, server.logged.contains(name) else {
        throw Violation("status \(status), \(server.logged)")
      }
      guard try files() == before else { throw Violation("a start that is refused changes files") }
    }

    func path(_ name: String) -> String { "\(data)/\(name)" }

    func files() throws -> [String: Data] {
      var files: [String: Data] = [:]
      for name in try FileManager.default.contentsOfDirectory(atPath: data) {
        files[name] = try Data(contentsOf: URL(filePath: path(name)))
      }
      return files
    }

    func put(_ files: [String: Data]) throws {
      for name in try FileManager.default.contentsOfDirectory(atPath: data) {
        try FileManager.default.removeItem(atPath: path(name))
      }
      for (name, bytes) in files { try bytes.write(to: URL(filePath: path(name))) }
    }
  }

  private static let blockLength = 4_096

  @Test("a log whose database is missing or older is never removed")
  func logWithoutDatabase() throws {
    let life = try Life()
    try life.perform(4, life.connect())
    #expect(try life.server.stop() == 0)
    let stopped = try life.files()
    try life.perform(4, life.connect())
    life.server.kill()
    let killed = try life.files()
    try life.put(killed.filter { !$0.key.hasPrefix("journal.sqlite") })
    try life.expectRefusal("journal.sqlite")
    var older = killed
    older["journal.sqlite"] = stopped["journal.sqlite"]
    try life.put(older)
    try life.expectRefusal("journal.sqlite")
    try life.put(killed)
    try life.expectContent()
  }

  @Test("a log that is truncated, zeroed or damaged is never accepted silently")
  func damagedLogs() throws {
    let life = try Life()
    try life.perform(9, life.connect())
    life.server.kill()
    let killed = try life.files()
    let log = try #require(killed["journal.log"])
    let blocks = stride(from: 0, to: log.count, by: Self.blockLength).filter { start in
      log[start..<start + Self.blockLength].contains { $0 != 0 }
    }
    #expect(blocks.count > 9)
    func flipped(_ blocks: some Sequence<Int>) -> Data {
      var log = log
      for start in blocks { log[start + 40] ^= 1 }
      return log
    }
    let damages = [
      Data(), log.prefix(8_192), Data(count: log.count), flipped(blocks), flipped(blocks.suffix(3)),
      flipped(blocks.suffix(1)),
    ]
    for damaged in damages {
      var files = killed
      files["journal.log"] = damaged
      try life.put(files)
      try life.expectRefusal("journal.log")
    }
    try life.put(killed)
    try life.expectContent()
  }

  @Test("an older write-ahead log is refused before it is written into the database")
  func olderWriteAheadLog() throws {
    let life = try Life(flags: ["--log-bytes", "8000", "--log-pages", "8"])
    let connection = try life.connect()
    try life.perform(6, connection)
    _ = try Auditor(connection: connection).contents()
    life.server.kill()
    let older = try life.files()
    let later = try life.connect()
    try life.perform(12, later)
    _ = try Auditor(connection: later).contents()
    life.server.kill()
    let killed = try life.files()
    var mixed = killed
    mixed["journal.sqlite-wal"] = older["journal.sqlite-wal"]
    mixed["journal.sqlite-shm"] = nil
    try life.put(mixed)
    try life.expectRefusal("journal.sqlite-wal")
    // Correct the mistake.
    try #require(killed["journal.sqlite-wal"]).write(to: URL(filePath: life.path("journal.sqlite-wal")))
    try life.expectContent()
  }

  @Test("a server whose directory is deleted acknowledges nothing more and stops")
  func deletedDirectory() throws {
    let life = try Life()
    let connection = try life.connect()
    try life.perform(5, connection)
    try FileManager.default.removeItem(atPath: life.data)
    #expect(!life.isAcknowledged(connection))
    #expect(try life.server.wait() == 74)
    #expect(life.server.logged.contains("\(life.data) no longer exists"))
  }

  @Test(
    "of two servers on one directory whose lock file was removed, the first acknowledges nothing more and ends"
  )
  func twoServers() throws {
    let life = try Life()
    let connection = try life.connect()
    try life.perform(5, connection)
    try FileManager.default.removeItem(atPath: life.path("LOCK"))
    let second = ChildServer(data: life.data, log: life.scratch.file("second.log"), flags: [])
    guard case .listening(let port) = try second.start() else {
      Issue.record("the second server is refused: \(second.logged)")
      return
    }
    #expect(!life.isAcknowledged(connection))
    #expect(try life.server.wait() == 74)
    try life.perform(5, RawConnection(port: port))
    second.kill()
    try life.expectContent()
  }
}
