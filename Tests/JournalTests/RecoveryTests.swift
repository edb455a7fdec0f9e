import ArrangeModel
import Engine
import EngineTestSupport
import Foundation
import Journals
import Ordering
import Testing

/// What a loss of power can leave of the write-ahead log, and worse.
@Suite("Recovery of the SQLite journal")
struct RecoveryTests {
  /// Small pages make small logs: every byte of one can be tried.
  private static var options: SQLiteJournal.Options {
    var options = SQLiteJournal.Options()
    options.pageSize = 512
    return options
  }

  /// Appends a history and returns the files as a loss of power would leave them. The log has everything
  /// from append `moved` on.
  private static func files(
    after appends: [[JournalEntry]],
    moved: Int,
    in directory: String
  ) throws -> [String: [UInt8]] {
    var journal = try SQLiteJournal(directory: directory, options: options)
    for (index, entries) in appends.enumerated() {
      if index == moved {
        journal.close()
        journal = try SQLiteJournal(directory: directory, options: options)
      }
      try journal.append(entries)
    }
    defer { journal.close() }
    return try JournalTests.files(directory)
  }

  /// Writes files to a new directory, opens them and reads everything.
  private static func recovered(
    _ files: [String: [UInt8]],
    in directory: String
  ) throws -> Result<JournalSnapshot, JournalError> {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    return try JournalHistory.recovered(files, in: directory) { (directory) throws(JournalError) in
      try SQLiteJournal(directory: directory, options: options)
    }
  }

  @Test("from a log that ends at any byte finds a prefix of the appends", arguments: [0, 4])
  func everyCut(moved: Int) throws {
    try withTemporaryDirectory(inMemory: true) { directory in
      let appends = JournalHistory.make(7, seed: UInt64(moved + 1))
      let states = JournalHistory.states(appends)
      let files = try Self.files(after: appends, moved: moved, in: "\(directory)/original")
      let log = try #require(files["journal.sqlite-wal"])
      var found: Set<Int> = []
      var least = moved
      for length in 0...log.count {
        var cut = files
        cut["journal.sqlite-wal"] = Array(log[..<length])
        let snapshot = try Self.recovered(cut, in: "\(directory)/cut").get()
        let index = try #require(
          states.firstIndex(of: snapshot),
          "\(length) of \(log.count) bytes of the log give a mixture"
        )
        // What is in the database stays, and a longer log never gives less.
        #expect(index >= least, "\(length) of \(log.count) bytes give \(index) appends, fewer gave \(least)")
        least = max(least, index)
        found.insert(index)
      }
      #expect(found == Set(moved...appends.count), "some appends never were the last one")
      print(
        "cut the log at each of \(log.count + 1) places: prefixes of \(found.min()!) to \(found.max()!) appends"
      )
    }
  }

  @Test("from a log with a flipped bit finds a prefix of the appends")
  func flippedLog() throws {
    try withTemporaryDirectory(inMemory: true) { directory in
      let appends = JournalHistory.make(7, seed: 3)
      let states = JournalHistory.states(appends)
      let files = try Self.files(after: appends, moved: 4, in: "\(directory)/original")
      let log = try #require(files["journal.sqlite-wal"])
      var (prefixes, errors) = (0, 0)
      for offset in log.indices {
        var flipped = files
        flipped["journal.sqlite-wal"]?[offset] ^= 1 << UInt8(offset % 8)
        switch try Self.recovered(flipped, in: "\(directory)/flipped") {
        case .success(let snapshot):
          let index = states.firstIndex(of: snapshot)
          #expect(index != nil, "a flipped bit in byte \(offset) of the log gives a mixture")
          #expect(index ?? 4 >= 4, "a flipped bit in byte \(offset) of the log takes back the database")
          prefixes += 1
        case .failure(let error):
          #expect(error.code == .damaged, "byte \(offset) of the log: \(error)")
          errors += 1
        }
      }
      print("flipped a bit in each of \(log.count) bytes of the log: \(prefixes) prefixes, \(errors) errors")
    }
  }

  @Test("of a database with a flipped bit is an error or nothing is lost", arguments: [30, 40])
  func flippedDatabase(moved: Int) throws {
    try withTemporaryDirectory(inMemory: true) { directory in
      let appends = JournalHistory.make(40, seed: 4)
      let original = "\(directory)/original"
      var files = try Self.files(after: appends, moved: moved, in: original)
      if moved == appends.count {
        // Opening and closing moves the whole log.
        try SQLiteJournal(directory: original, options: Self.options).close()
        files = try JournalTests.files(original)
      }
      let whole = try #require(JournalHistory.states(appends).last)
      let database = try #require(files["journal.sqlite"])
      #expect(try Self.recovered(files, in: "\(directory)/same").get() == whole)
      var (unharmed, errors) = (0, 0)
      for offset in database.indices {
        var flipped = files
        flipped["journal.sqlite"]?[offset] ^= 1 << UInt8(offset % 8)
        switch try Self.recovered(flipped, in: "\(directory)/flipped") {
        case .success(let snapshot):
          let isWhole = snapshot == whole
          #expect(isWhole, "a flipped bit in byte \(offset) of the database changes its content")
          unharmed += 1
        case .failure(let error):
          #expect(error.code == .damaged || error.code == .unusable, "byte \(offset): \(error.code) \(error)")
          errors += 1
        }
      }
      #expect(errors > 500, "only \(errors) of \(database.count) flipped bits are noticed")
      print("flipped a bit in each of \(database.count) bytes of the database: \(errors) errors")
    }
  }

  @Test("of a database that ends early is an error, and changes nothing")
  func cutDatabase() throws {
    try withTemporaryDirectory(inMemory: true) { directory in
      let appends = JournalHistory.make(40, seed: 5)
      let original = "\(directory)/original"
      let journal = try SQLiteJournal(directory: original, options: Self.options)
      for entries in appends { try journal.append(entries) }
      journal.close()
      let database = try bytes("\(original)/journal.sqlite")
      var random = OrderingRandom(seed: 5)
      let whole = try #require(JournalHistory.states(appends).last)
      let few = [0, 1, 99, 100, 511, 512]
      let random60 = (0..<60).map { _ in Int.random(in: 513..<database.count, using: &random) }
      let pages = stride(from: 1_024, to: database.count, by: 512)
      for length in Set(few + random60 + pages) {
        let directory = "\(directory)/cut-\(length)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
        try writeFile(Array(database[..<length]), to: "\(directory)/journal.sqlite")
        var found: JournalSnapshot?
        let error = journalError { () throws(JournalError) in
          let journal = try SQLiteJournal(directory: directory, options: Self.options)
          defer { journal.close() }
          found = try JournalSnapshot(of: journal)
        }
        // The last page may be a free one, of which nothing is needed but that it is there.
        if found == whole, length > database.count - 512 { continue }
        #expect(
          error?.code == .damaged,
          "\(length) of \(database.count) bytes: \(error?.message ?? "no error")"
        )
        let left = try bytes("\(directory)/journal.sqlite")
        #expect(left == Array(database[..<length]), "\(length) bytes: the file was changed")
      }
    }
  }
}
