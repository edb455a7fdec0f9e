import ArrangeModel
import Engine
import Foundation
import GRDB
import Journals
import Ordering
import Synchronization
import Testing

@Suite("SQLite journal")
struct SQLiteJournalTests {
  private static let key = CollectionKey(1)

  private static func commit(_ version: UInt64, request: [UInt8]? = nil, size: Int = 200) -> JournalEntry {
    let payload = [UInt8](repeating: UInt8(truncatingIfNeeded: version), count: size)
    return .commit(CommitRecord(collection: key, version: version, requestID: request, payload: payload))
  }

  private static func chunk(_ version: UInt64, _ index: Int, of count: Int) -> JournalEntry {
    let bytes = [UInt8](repeating: 5, count: 3_000)
    return .checkpointChunk(key, version: version, index: index, isLast: index + 1 == count, bytes: bytes)
  }

  /// Makes a journal with a database and a log, both with content, as a crash leaves them.
  private static func makeCrashed(in directory: String) throws {
    let other = directory + "-other"
    var journal = try SQLiteJournal(directory: other)
    try journal.append([.create(key, name: "a", descriptor: [1])])
    try journal.append((1...20).map { commit($0, request: [UInt8($0)]) })
    journal.close()
    journal = try SQLiteJournal(directory: other)
    try journal.append([commit(21, request: [21])])
    defer { journal.close() }
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    for (name, bytes) in try files(other) { try writeFile(bytes, to: "\(directory)/\(name)") }
  }

  /// The error of opening and reading everything.
  private static func errorOfReading(_ directory: String) -> JournalError? {
    journalError { () throws(JournalError) in
      let journal = try SQLiteJournal(directory: directory)
      defer { journal.close() }
      _ = try JournalSnapshot(of: journal)
    }
  }

  // MARK: Opening

  @Test("refuses a second opener with the directory and the process id")
  func secondOpener() throws {
    try withTemporaryDirectory { directory in
      let journal = try SQLiteJournal(directory: directory)
      try journal.append([.create(Self.key, name: "a", descriptor: [])])
      let error = try #require(Self.errorOfReading(directory))
      #expect(error.code == .inUse)
      #expect(error.message.contains(directory), "\(error)")
      #expect(error.message.contains("\(ProcessInfo.processInfo.processIdentifier)"), "\(error)")
      try journal.append([Self.commit(1)])
      journal.close()
      #expect(Self.errorOfReading(directory) == nil)
    }
  }

  #if os(Linux)
    @Test("releases the directory even if a starting process still has the lock file open")
    func lockFileElsewhere() throws {
      try withTemporaryDirectory { directory in
        let journal = try SQLiteJournal(directory: directory)
        // What a process has between its making and the start of its program.
        let files = "/proc/self/fd"
        let numbers = try FileManager.default.contentsOfDirectory(atPath: files).compactMap { CInt($0) }
        let lock = numbers.first { number in
          let name = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(files)/\(number)")
          return name?.hasSuffix("\((directory as NSString).lastPathComponent)/LOCK") ?? false
        }
        let copy = dup(try #require(lock))
        #expect(copy >= 0)
        defer { close(copy) }
        journal.close()
        #expect(Self.errorOfReading(directory) == nil)
      }
    }
  #endif

  @Test("creates missing directories, private to their owner")
  func makesDirectory() throws {
    try withTemporaryDirectory { directory in
      let path = directory + "/a/b/data"
      try SQLiteJournal(directory: path).close()
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
      #expect(FileManager.default.fileExists(atPath: path + "/journal.sqlite"))
    }
  }

  @Test("continues after a crash during its creation")
  func crashWhileMade() throws {
    try withTemporaryDirectory { directory in
      for name in ["journal.sqlite.new", "journal.sqlite.new-journal", "journal.sqlite.new-wal"] {
        try writeFile([1, 2, 3], to: "\(directory)/\(name)")
      }
      #expect(Self.errorOfReading(directory) == nil)
    }
  }

  /// Changes to the files of a good journal, and how opening it has to fail.
  private static let refusals: [(name: String, code: JournalError.Code, word: String)] = [
    ("newer", .unusable, "newer"), ("foreign", .unusable, "not a journal"), ("text", .damaged, "damaged"),
    ("empty", .damaged, "damaged"), ("missing", .damaged, "missing"),
    ("directory", .unusable, "not a file"),
    ("rollback", .damaged, "damaged"), ("older", .damaged, "damaged"),
  ]

  @Test("refuses other files, and changes nothing", arguments: 0..<8)
  func refuses(index: Int) throws {
    let refusal = Self.refusals[index]
    try withTemporaryDirectory { directory in
      let data = directory + "/data"
      try Self.makeCrashed(in: data)
      let path = data + "/journal.sqlite"
      var content = try bytes(path)
      switch refusal.name {
      case "newer": content[63] = 6
      case "older": content[63] = 1
      case "foreign": content[70] ^= 1
      case "text": content = Array("This is a letter to a friend, and a long one: ".utf8) + content
      case "empty": content = []
      case "rollback": content[18] = 1
      default: break
      }
      try FileManager.default.removeItem(atPath: path)
      switch refusal.name {
      case "missing": break
      case "directory":
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      default: try writeFile(content, to: path)
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: data).sorted()
      let log = try bytes(path + "-wal")
      let error = try #require(Self.errorOfReading(data), "no error")
      #expect(error.code == refusal.code, "\(refusal.name): \(error.code) \(error)")
      #expect(error.message.contains(refusal.word), "\(error)")
      #expect(error.message.contains(path), "\(error)")
      #expect(try bytes(path + "-wal") == log)
      #expect(!log.isEmpty)
      if refusal.name != "directory", refusal.name != "missing" { #expect(try bytes(path) == content) }
      let namesLater = try FileManager.default.contentsOfDirectory(atPath: data).sorted()
      #expect(namesLater.filter { $0 != JournalDirectory.lockName } == names, "files came or went")
    }
  }

  @Test("refuses tables that are not its own, and changes nothing")
  func foreignTables() throws {
    try withTemporaryDirectory { directory in
      try SQLiteJournal(directory: directory).close()
      let queue = try DatabaseQueue(path: directory + "/journal.sqlite")
      try queue.inDatabase { try $0.execute(sql: "CREATE TABLE other (a)") }
      try queue.close()
      let before = try files(directory)
      let error = try #require(Self.errorOfReading(directory))
      #expect(error.code == .damaged, "\(error)")
      #expect(try files(directory)["journal.sqlite"] == before["journal.sqlite"])
    }
  }

  @Test("reports an unusable directory")
  func unusableDirectory() throws {
    try withTemporaryDirectory { directory in
      try writeFile([1], to: directory + "/file")
      for path in [directory + "/file", directory + "/file/data"] {
        let error = try #require(Self.errorOfReading(path))
        #expect(error.code == .unusable, "\(path): \(error)")
        #expect(error.message.contains(directory + "/file"), "\(error)")
      }
      #expect(try bytes(directory + "/file") == [1])
    }
  }

  /// Nobody can make a file in there, not even the superuser.
  private static let unwritable = "/proc/self"

  @Test(
    "says so where the directory can't be written",
    .enabled(if: FileManager.default.fileExists(atPath: unwritable))
  )
  func unwritableDirectory() throws {
    for path in [Self.unwritable, Self.unwritable + "/data"] {
      let error = try #require(Self.errorOfReading(path))
      #expect(error.code == .unusable, "\(error)")
      #expect(error.message.contains(path), "\(error)")
    }
  }

  // MARK: Stopping

  /// Expects a journal to refuse everything.
  private static func expectStopped(_ journal: SQLiteJournal, _ code: JournalError.Code) {
    let calls: [() throws -> Void] = [
      { try journal.append([]) },
      { try journal.append([.describe(key, descriptor: [])]) },
      { _ = try journal.collections() },
      { _ = try journal.commits(of: key, from: 1, limit: 1) },
      { _ = try journal.checkpoint(of: key) },
      { _ = try journal.checkpointChunk(0, of: key, version: 1) },
      { _ = try journal.commit(of: key, requestID: [1]) },
      { _ = try journal.requests(of: key, limit: 1) },
      { _ = try journal.oldestCommit(of: key) },
    ]
    for (index, call) in calls.enumerated() {
      let error = #expect(throws: JournalError.self) { try call() }
      #expect(error?.code == code, "call \(index): \(String(describing: error))")
    }
  }

  @Test("stops when the database can't grow, and keeps what was acknowledged")
  func fullDatabase() throws {
    try withTemporaryDirectory { directory in
      var options = SQLiteJournal.Options()
      options.pageSize = 4096
      options.maximumPages = 14
      let journal = try SQLiteJournal(directory: directory, options: options)
      try journal.append([.create(Self.key, name: "a", descriptor: [])])
      var acknowledged: UInt64 = 0
      let error = journalError { () throws(JournalError) in
        for version in 1...10_000 as ClosedRange<UInt64> {
          try journal.append([Self.commit(version, request: [1, UInt8(truncatingIfNeeded: version)])])
          acknowledged = version
          if version == 255 { throw JournalError(.closed, "the limit was not reached") }
        }
      }
      #expect(error?.code == .failed)
      #expect(error?.message.contains("full") == true, "\(String(describing: error))")
      #expect(acknowledged > 10)
      Self.expectStopped(journal, .failed)
      let before = try files(directory)
      journal.close()
      #expect(try files(directory) == before, "a stopped journal wrote something when it closed")
      let again = try SQLiteJournal(directory: directory)
      defer { again.close() }
      #expect(try again.collections().first?.version == acknowledged)
      #expect(try JournalSnapshot(of: again).collections.first?.commits.count == Int(acknowledged))
      try again.append([Self.commit(acknowledged + 1)])
    }
  }

  @Test("refuses an entry that is too large for a row, and continues")
  func largeEntry() throws {
    try withTemporaryDirectory { directory in
      var options = SQLiteJournal.Options()
      options.maximumRowBytes = 1 << 20
      let journal = try SQLiteJournal(directory: directory, options: options)
      defer { journal.close() }
      try journal.append([.create(Self.key, name: "a", descriptor: [])])
      func commit(_ version: UInt64, bytes: Int) -> JournalEntry {
        .commit(
          CommitRecord(
            collection: Self.key,
            version: version,
            requestID: [UInt8](repeating: UInt8(version), count: 64),
            payload: [UInt8](repeating: 7, count: bytes)
          )
        )
      }
      let error = journalError { () throws(JournalError) in
        try journal.append([commit(1, bytes: 10), commit(2, bytes: 1 << 20)])
      }
      #expect(error?.code == .conflict)
      #expect(error?.message.contains("1048576 bytes") == true, "\(String(describing: error))")
      #expect(try journal.collections().first?.version == 0)
      try journal.append([commit(1, bytes: options.maximumEntryBytes)])
      #expect(try journal.collections().first?.version == 1)
      #expect(try JournalSnapshot(of: journal).collections.first?.commits.count == 1)
    }
  }

  @Test("stops when it reads damage, and writes nothing more")
  func damageWhileRunning() throws {
    try withTemporaryDirectory { directory in
      var journal = try SQLiteJournal(directory: directory)
      try journal.append([.create(Self.key, name: "a", descriptor: [])])
      try journal.append((1...50).map { Self.commit($0, size: 2_000) })
      journal.close()
      journal = try SQLiteJournal(directory: directory)
      // The log has something that a closing journal would move into the database.
      try journal.append([Self.commit(51)])
      let handle = try FileHandle(forUpdating: URL(filePath: directory + "/journal.sqlite"))
      let content = try bytes(directory + "/journal.sqlite")
      // Into the middle of the payload of commit 7, which is all sevens.
      let run = [UInt8](repeating: 7, count: 100)
      let offset = try #require(
        content.indices.dropLast(100).first { content[$0] == 7 && content[$0..<$0 + 100] == run[...] }
      )
      try handle.seek(toOffset: UInt64(offset + 50))
      try handle.write(contentsOf: Data([6]))
      #expect(try journal.commits(of: Self.key, from: 51, limit: 9).count == 1)
      let error = journalError { () throws(JournalError) in
        _ = try journal.commits(of: Self.key, from: 1, limit: 100)
      }
      #expect(error?.code == .damaged)
      #expect(error?.message.contains("commits 1 to 32 ") == true, "\(String(describing: error))")
      Self.expectStopped(journal, .damaged)
      let before = try files(directory)
      journal.close()
      #expect(try files(directory) == before, "a stopped journal wrote something when it closed")
      // Closed last: the system forgets a process's locks on a file when any handle to it closes.
      try handle.close()
    }
  }

  // MARK: Removal

  private static func count(_ table: String, _ directory: String) throws -> Int {
    let queue = try DatabaseQueue(path: directory + "/journal.sqlite")
    defer { try? queue.close() }
    return try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? -1 }
  }

  @Test("removes old rows along with later appends, also after a restart", arguments: [false, true])
  func sweeps(isRestarted: Bool) throws {
    try withTemporaryDirectory { directory in
      var journal = try SQLiteJournal(directory: directory)
      let gone = CollectionKey(2)
      try journal.append([
        .create(Self.key, name: "a", descriptor: []), .create(gone, name: "b", descriptor: []),
      ])
      for group in 0..<100 as Range<UInt64> {
        try journal.append((1...10).map { Self.commit(group * 10 + $0, size: 20) })
      }
      try journal.append(
        (1...300).map { .commit(CommitRecord(collection: gone, version: $0, requestID: nil, payload: [1])) }
      )
      // A replaced checkpoint, an unfinished one, a trimmed history and a deleted collection.
      try journal.append((0..<10).map { Self.chunk(500, $0, of: 10) })
      try journal.append((0..<3).map { Self.chunk(600, $0, of: 10) })
      try journal.append((0..<2).map { Self.chunk(700, $0, of: 2) })
      try journal.append([.trim(Self.key, before: 995), .delete(gone)])
      if isRestarted {
        journal.close()
        #expect(try Self.count("commits", directory) == 101, "something was removed by the append itself")
        journal = try SQLiteJournal(directory: directory)
      }
      for version in 1_001...1_100 as ClosedRange<UInt64> {
        try journal.append([Self.commit(version, size: 20)])
      }
      let commits = try journal.commits(of: Self.key, from: 0, limit: 1_000)
      #expect(commits.map(\.version) == Array(995...1_100))
      journal.close()
      // The run of 991 to 1,000 has commits that are kept, and a hundred appends made one run each.
      #expect(try Self.count("commits", directory) == 101)
      #expect(try Self.count("chunks", directory) == 2)
      #expect(try Self.count("collections", directory) == 1)
      #expect(Self.errorOfReading(directory) == nil)
    }
  }

  // MARK: The write-ahead log

  @Test("checkpoints its write-ahead log early if nothing waits", arguments: [false, true])
  func idleLog(isIdle: Bool) throws {
    try withTemporaryDirectory { directory in
      var options = SQLiteJournal.Options()
      options.checkpointInterval = 80
      let journal = try SQLiteJournal(directory: directory, options: options)
      defer { journal.close() }
      try journal.append([.create(Self.key, name: "a", descriptor: [])])
      for version in 1...100 as ClosedRange<UInt64> {
        try journal.append([Self.commit(version)])
        if isIdle { try journal.maintain() }
      }
      // The file keeps the length of the longest log that there was.
      let pages = try bytes(directory + "/journal.sqlite-wal").count / options.pageSize
      #expect(isIdle ? (20..<40).contains(pages) : (80..<100).contains(pages), "\(pages) pages")
      #expect(try journal.commits(of: Self.key, from: 0, limit: 200).count == 100)
    }
  }

  // MARK: Readers beside the writer

  @Test("serves complete answers during writes, trims and checkpoints", arguments: [1, 2] as [UInt64])
  func readersBesideWriter(seed: UInt64) throws {
    try withTemporaryDirectory { directory in
      var options = SQLiteJournal.Options()
      options.checkpointInterval = 20
      let journal = try SQLiteJournal(directory: directory, options: options)
      defer { journal.close() }
      try journal.append([.create(Self.key, name: "a", descriptor: [])])
      let isDone = Atomic(false)
      let errors = Mutex<[String]>([])
      DispatchQueue.concurrentPerform(iterations: 3) { lane in
        var random = OrderingRandom(seed: seed &* 10 &+ UInt64(lane))
        do {
          if lane == 0 {
            defer { isDone.store(true, ordering: .releasing) }
            try Self.write(journal, &random)
          } else {
            while !isDone.load(ordering: .acquiring) { try Self.read(journal, &random) }
          }
        } catch {
          errors.withLock { $0.append("lane \(lane): \(error)") }
        }
      }
      #expect(errors.withLock { $0 } == [], "seed \(seed)")
    }
  }

  private static func write(_ journal: SQLiteJournal, _ random: inout OrderingRandom) throws {
    for version in 1...600 as ClosedRange<UInt64> {
      var entries = [commit(version, request: [UInt8(version & 0xFF), UInt8(version >> 8)])]
      if version.isMultiple(of: 7) { entries.append(.trim(key, before: version - 5)) }
      if version.isMultiple(of: 11) { entries += (0..<3).map { chunk(version, $0, of: 3) } }
      try journal.append(entries)
    }
  }

  private struct WrongAnswer: Error {
    var text: String
  }

  private static func read(_ journal: SQLiteJournal, _ random: inout OrderingRandom) throws {
    let commits = try journal.commits(of: key, from: 0, limit: Int.random(in: 1...20, using: &random))
    let versions = commits.map(\.version)
    if let first = versions.first, versions != Array(first..<first + UInt64(versions.count)) {
      throw WrongAnswer(text: "commits \(versions)")
    }
    guard let version = versions.last else { return }
    let id = [UInt8(version & 0xFF), UInt8(version >> 8)]
    if let commit = try journal.commit(of: key, requestID: id), commit.version != version {
      throw WrongAnswer(text: "the request of \(version) is \(commit.version)")
    }
    guard let checkpoint = try journal.checkpoint(of: key) else { return }
    do throws(JournalError) {
      for index in 0..<checkpoint.chunkCount {
        _ = try journal.checkpointChunk(index, of: key, version: checkpoint.version)
      }
    } catch {
      // It has been replaced meanwhile.
      guard error.code == .conflict else { throw error }
    }
  }
}
