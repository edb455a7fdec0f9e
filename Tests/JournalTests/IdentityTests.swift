import Engine
import EngineTestSupport
import Foundation
import GRDB
import Testing

@testable import Journals

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A journal whose files somebody removes or replaces while it is open.
@Suite("Identity of the journal's files")
struct IdentityTests {
  private static let appends = JournalHistory.make(6, seed: 30)

  /// Opens a journal, has something done to its directory, and expects the next append to fail and the journal to stop.
  private static func expectStop(
    _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (_ data: String) throws -> Void
  ) throws {
    try withTemporaryDirectory(inMemory: true) { directory in
      let data = "\(directory)/data"
      let journal = try StartTests.open(data)
      defer { journal.close() }
      for entries in appends[..<4] { try journal.append(entries) }
      try change(data)
      for _ in 0..<2 {
        let error = journalError { () throws(JournalError) in try journal.append(appends[4]) }
        #expect(
          error?.code == .failed,
          "\(name): \(String(describing: error))",
          sourceLocation: sourceLocation
        )
        #expect(
          error?.message.contains(name) == true,
          "\(String(describing: error))",
          sourceLocation: sourceLocation
        )
      }
    }
  }

  @Test("nothing more is acknowledged when a file, or the directory, is missing or replaced")
  func gone() throws {
    let manager = FileManager.default
    for name in ["LOCK", "journal.log", "journal.sqlite"] {
      try Self.expectStop(name) { data in try manager.removeItem(atPath: "\(data)/\(name)") }
      try Self.expectStop(name) { data in
        let content = try bytes("\(data)/\(name)")
        try manager.removeItem(atPath: "\(data)/\(name)")
        try writeFile(content, to: "\(data)/\(name)")
      }
    }
    try Self.expectStop("/data ") { data in try manager.removeItem(atPath: data) }
    try Self.expectStop("/data ") { data in try manager.moveItem(atPath: data, toPath: data + "2") }
  }

  @Test("a second server on a directory without its lock file finds everything, and the first stops")
  func twoServers() throws {
    try withTemporaryDirectory(inMemory: true) { directory in
      let states = JournalHistory.states(Self.appends)
      let first = try StartTests.open(directory)
      defer { first.close() }
      for entries in Self.appends[..<4] { try first.append(entries) }
      try FileManager.default.removeItem(atPath: "\(directory)/LOCK")
      let second = try StartTests.open(directory)
      #expect(try JournalSnapshot(of: second) == states[4])
      try second.append(Self.appends[4])
      #expect(journalError { () throws(JournalError) in try first.append(Self.appends[4]) }?.code == .failed)
      #expect(journalError { () throws(JournalError) in _ = try first.collections() }?.code == .failed)
      first.close()
      try second.append(Self.appends[5])
      second.close()
      let third = try StartTests.open(directory)
      defer { third.close() }
      #expect(try JournalSnapshot(of: third) == states[6])
    }
  }

  @Test("a database that another process wrote to is not written any more")
  func otherWriter() throws {
    try withTemporaryDirectory(inMemory: true) { directory in
      let journal = try SQLiteJournal(directory: directory)
      defer { journal.close() }
      try journal.append(Self.appends[0])
      try RunSupport.change(directory) {
        try $0.execute(sql: "UPDATE meta SET value = 99 WHERE name = 'turn'")
      }
      let error = journalError { () throws(JournalError) in try journal.append(Self.appends[1]) }
      #expect(error?.code == .failed)
      #expect(error?.message.contains("another process") == true)
    }
  }

  @Test("a lock file, log, database or mark that is a link is refused, and its target is not changed")
  func links() throws {
    for name in ["LOCK", "journal.log", "journal.sqlite", "journal.sqlite-wal", "journal.mark"] {
      try withTemporaryDirectory(inMemory: true) { directory in
        let data = "\(directory)/data"
        let journal = try StartTests.open(data)
        for entries in Self.appends { try journal.append(entries) }
        let files = try JournalTests.files(data)
        journal.close()
        for (name, bytes) in files { try writeFile(bytes, to: "\(data)/\(name)") }
        let target = "\(directory)/target"
        try? FileManager.default.moveItem(atPath: "\(data)/\(name)", toPath: target)
        let content = try bytes(target)
        try FileManager.default.createSymbolicLink(atPath: "\(data)/\(name)", withDestinationPath: target)
        let error = journalError { () throws(JournalError) in try StartTests.open(data).close() }
        #expect(error?.code == .unusable, "\(name): \(String(describing: error))")
        #expect(error?.message.contains("\(name) is a symbolic link") == true, "\(String(describing: error))")
        #expect(try bytes(target) == content, "\(name)")
      }
    }
  }

  @Test("files are private to their owner, even in a directory that is open to everybody")
  func permissions() throws {
    try withTemporaryDirectory(inMemory: true) { directory in
      chmod(directory, 0o755)
      let journal = try StartTests.open(directory)
      defer { journal.close() }
      for entries in Self.appends { try journal.append(entries) }
      let paths = try FileManager.default.subpathsOfDirectory(atPath: directory)
      #expect(paths.count >= 4)
      for path in paths {
        var status = stat()
        #expect(stat("\(directory)/\(path)", &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600, "\(path)")
      }
    }
  }
}

@Suite("Mark of the journal")
struct JournalMarkTests {
  @Test("the newer of two marks counts, and a truncated one leaves the previous one valid")
  func places() throws {
    try withTemporaryDirectory(inMemory: true) { directory in
      let tag = LogTag(journal: .random(), generation: 2, nonce: 7)
      func mark(_ sequence: UInt64) -> JournalMark {
        JournalMark(tag: tag, position: LogPosition(sequence: sequence, chain: 3), isEnded: false)
      }
      let file = try MarkFile(in: directory, mark(1))
      for sequence in 2...9 as ClosedRange<UInt64> {
        try file.write(mark(sequence))
        let content = try bytes(file.path)
        #expect(content.count == JournalMark.fileLength)
        #expect(JournalMark(content) == mark(sequence))
        var cut = content
        cut[sequence.isMultiple(of: 2) ? 512 + 40 : 40] ^= 1
        #expect(JournalMark(cut) == mark(sequence - 1))
        cut[sequence.isMultiple(of: 2) ? 40 : 512 + 40] ^= 1
        #expect(JournalMark(cut) == nil)
      }
      #expect(try JournalMark.read(in: directory) == mark(9))
    }
  }
}

@Suite("Watched names")
struct FileWatchTests {
  /// Sets when something in a directory was last changed.
  private static func set(_ directory: String, secondsAgo: Double) throws {
    let date = Date(timeIntervalSinceNow: -secondsAgo)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: directory)
  }

  @Test(
    "a name that is gone or another file is found, however long nothing changed before",
    arguments: [0.0, 100.0]
  )
  func changes(secondsAgo: Double) throws {
    try withTemporaryDirectory(inMemory: true) { directory in
      let path = "\(directory)/file"
      try writeFile([1], to: path)
      let identity = try #require(FileIdentity(path))
      try Self.set(directory, secondsAgo: secondsAgo)
      var watch = FileWatch(directory, [identity])
      for _ in 0..<3 { try watch.check() }
      try FileManager.default.moveItem(atPath: path, toPath: path + "2")
      try writeFile([1], to: path)
      // A change so soon after the one before can have the same time.
      if secondsAgo == 0 { try Self.set(directory, secondsAgo: 0) }
      #expect(journalError { () throws(JournalError) in try watch.check() }?.code == .failed)
      try FileManager.default.removeItem(atPath: path)
      #expect(journalError { () throws(JournalError) in try watch.check() }?.code == .failed)
      try FileManager.default.moveItem(atPath: path + "2", toPath: path)
      try watch.check()
      try FileManager.default.moveItem(atPath: directory, toPath: directory + "2")
      #expect(journalError { () throws(JournalError) in try watch.check() }?.code == .failed)
      try FileManager.default.moveItem(atPath: directory + "2", toPath: directory)
    }
  }
}
