import ArrangeModel
import Engine
import EngineTestSupport
import Foundation
import Ordering
import Testing

@testable import Journals

/// What a start does with files that do not belong together: it refuses them, and leaves every byte as it is.
@Suite("Starts of the journal")
struct StartTests {
  /// All of a directory by name: the lock file and SQLite's shared memory, too.
  static func everything(_ directory: String) throws -> [String: [UInt8]] {
    var result: [String: [UInt8]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
      result[name] = try bytes("\(directory)/\(name)")
    }
    return result
  }

  static func open(_ directory: String) throws(JournalError) -> LoggedJournal {
    try LoggedJournal(directory: directory, options: LoggedJournalTests.patient)
  }

  /// Appends a part of a history.
  static func append(_ appends: some Sequence<[JournalEntry]>, in directory: String) throws {
    let journal = try open(directory)
    defer { journal.close() }
    for entries in appends { try journal.append(entries) }
  }

  /// Opens files, and says with which error that fails and whether anything changed.
  private static func refusal(_ files: [String: [UInt8]], lock: [UInt8]? = [7, 7]) throws -> String {
    try withTemporaryDirectory(inMemory: true) { directory in
      for (name, bytes) in files { try writeFile(bytes, to: "\(directory)/\(name)") }
      if let lock { try writeFile(lock, to: "\(directory)/\(JournalDirectory.lockName)") }
      let before = try everything(directory)
      let error = journalError { () throws(JournalError) in try open(directory).close() }
      guard let error else { return "it was opened" }
      #expect(error.code == .damaged || error.code == .unusable, "\(error)")
      #expect(try everything(directory) == before, "a start that is refused changes files: \(error)")
      return error.message
    }
  }

  // MARK: A log and a database

  @Test("a log whose database is missing or older is refused and not removed")
  func olderDatabase() throws {
    let appends = JournalHistory.make(12, seed: 20)
    try withTemporaryDirectory(inMemory: true) { directory in
      try Self.append(appends[..<4], in: directory)
      let stopped = try JournalTests.files(directory)
      let journal = try Self.open(directory)
      for entries in appends[4...] { try journal.append(entries) }
      let killed = try JournalTests.files(directory)
      journal.close()
      let later = try JournalTests.files(directory)

      var files = killed
      files["journal.sqlite"] = nil
      files["journal.sqlite-wal"] = nil
      #expect(try Self.refusal(files).contains("journal.sqlite is missing"))
      #expect(try Self.refusal(files, lock: nil).contains("journal.sqlite is missing"))
      // The copy of a database that was stopped before, with and without the newer mark.
      for hasMark in [true, false] {
        files = killed
        files["journal.sqlite"] = stopped["journal.sqlite"]
        files["journal.sqlite-wal"] = nil
        if !hasMark { files["journal.mark"] = nil }
        let message = try Self.refusal(files)
        #expect(
          message.contains(hasMark ? "journal.sqlite is older" : "journal.log is not the log"),
          "\(message)"
        )
      }
      // The same where there is no log any more, which a mark alone knows; without one it is a copy that was put back.
      files = later
      files["journal.sqlite"] = stopped["journal.sqlite"]
      #expect(try Self.refusal(files).contains("journal.sqlite is older"))
      files["journal.mark"] = nil
      #expect(try Self.refusal(files) == "it was opened")
      // All together is a copy that was put back, too.
      #expect(try LoggedJournalTests.recovered(stopped).get() == JournalHistory.states(appends)[4])
      #expect(try LoggedJournalTests.recovered(killed).get() == JournalHistory.states(appends)[12])
    }
  }

  @Test("a log and a mark that are older than the database are refused")
  func olderLogAndMark() throws {
    let appends = JournalHistory.make(9, seed: 24)
    try withTemporaryDirectory(inMemory: true) { directory in
      let journal = try Self.open(directory)
      defer { journal.close() }
      for entries in appends[..<3] { try journal.append(entries) }
      let older = try JournalTests.files(directory)
      for entries in appends[3..<6] { try journal.append(entries) }
      // Brings them to the database. The last three are in the log alone.
      _ = try journal.collections()
      for entries in appends[6...] { try journal.append(entries) }
      let newest = try JournalTests.files(directory)
      var files = newest
      files["journal.log"] = older["journal.log"]
      files["journal.mark"] = older["journal.mark"]
      #expect(try Self.refusal(files).contains("journal.log is older"))
      files["journal.mark"] = nil
      #expect(try Self.refusal(files).contains("journal.log is older"))
      #expect(try LoggedJournalTests.recovered(newest).get() == JournalHistory.states(appends)[9])
    }
  }

  @Test("a log whose last record was too large for it, and is only in the database, is valid")
  func passedRecord() throws {
    let key = CollectionKey(7)
    let large = [UInt8](repeating: 1, count: 140 * LogBlock.size)
    try withTemporaryDirectory(inMemory: true) { directory in
      let journal = try Self.open(directory)
      defer { journal.close() }
      try journal.append([.create(key, name: "list", descriptor: [1])])
      for version in 1...3 as ClosedRange<UInt64> {
        let payload = version == 1 ? [] : large
        let commit = CommitRecord(collection: key, version: version, requestID: nil, payload: payload)
        try journal.append([.commit(commit)])
        let files = try JournalTests.files(directory)
        let found = try LoggedJournalTests.recovered(files).get()
        #expect(found == (try JournalSnapshot(of: journal)), "version \(version)")
      }
    }
  }

  @Test("files from two copies of a directory do not belong together")
  func copies() throws {
    let appends = JournalHistory.make(9, seed: 21)
    try withTemporaryDirectory(inMemory: true) { directory in
      try Self.append(appends[..<4], in: directory)
      let stopped = try JournalTests.files(directory)
      var killed: [[String: [UInt8]]] = []
      for copy in ["a", "b"] {
        let path = "\(directory)/\(copy)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        for (name, bytes) in stopped { try writeFile(bytes, to: "\(path)/\(name)") }
        let journal = try Self.open(path)
        defer { journal.close() }
        for entries in appends[4...] { try journal.append(entries) }
        killed.append(try JournalTests.files(path))
      }
      for name in ["journal.log", "journal.mark"] {
        var files = killed[0]
        files[name] = killed[1][name]
        #expect(try Self.refusal(files).contains(name), "\(name)")
      }
    }
  }

  @Test("a superfluous log is removed, and no other")
  func leftOverLogs() throws {
    let appends = JournalHistory.make(9, seed: 22)
    let states = JournalHistory.states(appends)
    try withTemporaryDirectory(inMemory: true) { directory in
      let journal = try Self.open(directory)
      for entries in appends { try journal.append(entries) }
      let killed = try JournalTests.files(directory)
      journal.close()
      var files = try JournalTests.files(directory)
      // Killed between the database and the removal.
      files["journal.log"] = killed["journal.log"]
      #expect(try LoggedJournalTests.recovered(files).get() == states[9])
      // Killed when the log was made, and before the database knew.
      let mark = try #require(files["journal.mark"].flatMap { JournalMark($0) })
      var header = LogHeader(tag: mark.tag.next, blockCount: 32).bytes
      header += [UInt8](repeating: 0, count: 33 * LogBlock.size - header.count)
      files["journal.log"] = header
      #expect(try LoggedJournalTests.recovered(files).get() == states[9])
      // That of another journal, which has nothing yet.
      let other = LogTag(journal: .random(), generation: mark.tag.generation + 1, nonce: 1)
      files["journal.log"]?.replaceSubrange(
        0..<64,
        with: LogHeader(tag: other, blockCount: 32).bytes[..<56] + [0, 0, 0, 0, 0, 0, 0, 0]
      )
      #expect(try Self.refusal(files).contains("journal.log"))
    }
  }

  // MARK: SQLite's log

  @Test("an older write-ahead log is refused, and the right one is accepted")
  func olderWriteAheadLog() throws {
    var options = LoggedJournalTests.patient
    options.store.checkpointInterval = 20
    options.flushThreshold = 1
    let appends = JournalHistory.make(120, seed: 23)
    try withTemporaryDirectory(inMemory: true) { directory in
      let journal = try LoggedJournal(directory: directory, options: options)
      defer { journal.close() }
      var logs: [[UInt8]] = []
      var databases: [[UInt8]] = []
      for entries in appends {
        try journal.append(entries)
        _ = try journal.collections()
        let files = try JournalTests.files(directory)
        logs.append(try #require(files["journal.sqlite-wal"]))
        databases.append(try #require(files["journal.sqlite"]))
      }
      let newest = try JournalTests.files(directory)
      let state = try #require(JournalHistory.states(appends).last)
      var refused = 0
      for (log, database) in zip(logs, databases) {
        for (name, old) in [("journal.sqlite-wal", log), ("journal.sqlite", database)] {
          var files = newest
          files[name] = old
          let message = try Self.refusal(files)
          if message == "it was opened" {
            #expect(try LoggedJournalTests.recovered(files).get() == state)
          } else {
            #expect(message.contains(name), "\(message)")
            refused += 1
          }
        }
      }
      #expect(refused > 100, "\(refused)")
    }
  }

  // MARK: Directories of earlier versions

  /// The files that a server left which knew of no identity.
  private static func fixture(_ name: String) throws -> [String: [UInt8]] {
    let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(name)")
      .path
    var files = try everything(directory)
    // The rest of the log is zeros.
    if let log = files["journal.log"] {
      files["journal.log"] = log + Array(repeating: 0, count: (1 << 20) - log.count)
    }
    return files
  }

  @Test(
    "data directories from before journals had an identity are read",
    arguments: ["stopped", "killed", "moved"]
  )
  func earlier(name: String) throws {
    try withTemporaryDirectory(inMemory: true) { directory in
      let files = try Self.fixture(name)
      for (name, bytes) in files { try writeFile(bytes, to: "\(directory)/\(name)") }
      var found: [JournalSnapshot] = []
      for _ in 0..<3 {
        let journal = try Self.open(directory)
        defer { journal.close() }
        #expect(journal.notices.isEmpty)
        let board = try #require(try journal.collections().first { "\($0.name)" == "board" })
        #expect(board.version == 6)
        #expect(try journal.commits(of: board.key, from: 1, limit: 9).map(\.version) == [1, 2, 3, 4, 5, 6])
        found.append(try JournalSnapshot(of: journal))
        // The second time it has a log of its own.
        let commit = CommitRecord(collection: board.key, version: 7, requestID: nil, payload: [])
        if found.count == 3 { try journal.append([.commit(commit)]) }
      }
      #expect(found[0] == found[1] && found[1] == found[2])
      #expect(try JournalTests.files(directory)["journal.log"] == nil)
    }
  }

  @Test("of earlier versions also refuse a log unknown to the database")
  func earlierLogs() throws {
    var files = try Self.fixture("stopped")
    files["journal.log"] = try Self.fixture("killed")["journal.log"]
    #expect(try Self.refusal(files).contains("journal.log"))
    files = try Self.fixture("killed")
    files["journal.log"] = nil
    #expect(try Self.refusal(files).contains("journal.log is missing"))
    files["journal.log"] = try LoggedJournalTests.files(after: JournalHistory.make(3, seed: 1), moved: 0)[
      "journal.log"
    ]
    #expect(try Self.refusal(files).contains("journal.log"))
    files = try Self.fixture("killed")
    files["journal.log"]?[5 * LogBlock.size + 30] ^= 1
    #expect(try Self.refusal(files).contains("journal.log"))
    // Killed when the log was made.
    files = try Self.fixture("stopped")
    files["journal.log"] = Array(repeating: 0, count: 1 << 20)
    #expect(try Self.refusal(files) == "it was opened")
  }
}
