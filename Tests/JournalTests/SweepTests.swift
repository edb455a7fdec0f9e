import ArrangeModel
import Engine
import Foundation
import Testing

@testable import Journals

@Suite("Idle journals")
struct SweepTests {
  private static let mark = Array("what was deleted".utf8)
  private static let kept = CollectionKey(1)
  private static let deleted = CollectionKey(2)
  private static let kinds = ["database", "log and database"]

  private func open(_ kind: String, _ directory: String) throws(JournalError) -> any Journal {
    kind == Self.kinds[0]
      ? try SQLiteJournal(directory: directory) : try LoggedJournal(directory: directory)
  }

  private func commit(_ key: CollectionKey, _ version: UInt64, _ mark: [UInt8]) -> JournalEntry {
    let payload = mark + [UInt8](repeating: UInt8(truncatingIfNeeded: version), count: 5_000) + mark
    return .commit(CommitRecord(collection: key, version: version, requestID: nil, payload: payload))
  }

  /// Fills a journal with a collection that stays and one that is deleted.
  private func fill(_ journal: any Journal) throws {
    try journal.append([.create(Self.kept, name: "kept", descriptor: [1])])
    try journal.append([.create(Self.deleted, name: "deleted", descriptor: [2])])
    for version in 1...600 as ClosedRange<UInt64> {
      try journal.append([commit(Self.deleted, version, Self.mark)])
      if version % 20 == 0 { try journal.append([commit(Self.kept, version / 20, [7])]) }
    }
    let chunk = Self.mark + [UInt8](repeating: 9, count: 60_000)
    for index in 0..<10 {
      let isLast = index == 9
      try journal.append([
        .checkpointChunk(Self.deleted, version: 600, index: index, isLast: isLast, bytes: chunk)
      ])
    }
    try journal.append([.delete(Self.deleted)])
  }

  private func size(_ directory: String) throws -> Int {
    try files(directory).values.reduce(0) { $0 + $1.count }
  }

  /// The files in which there is something of what was deleted. The log in front of the database is another matter: its
  /// blocks are used again.
  private func marked(_ directory: String) throws -> [String] {
    try files(directory).filter { name, bytes in
      name != "journal.log" && Data(bytes).range(of: Data(Self.mark)) != nil
    }.keys.sorted()
  }

  @Test("remove deleted data, and release the space", arguments: kinds)
  func sweep(kind: String) throws {
    try withTemporaryDirectory { directory in
      let journal = try open(kind, directory)
      defer { journal.close() }
      try fill(journal)
      let before = try JournalSnapshot(of: journal)
      // Nothing is done where something else is wanted.
      try journal.sweep { false }
      #expect(try !marked(directory).isEmpty)
      try journal.sweep { true }
      #expect(try marked(directory) == [])
      let log = try files(directory)["journal.log"]?.count ?? 0
      #expect(try size(directory) - log < 500_000)
      #expect(try JournalSnapshot(of: journal) == before)
      // It is as good as one in which nothing ever was.
      try journal.append([commit(Self.kept, 31, [7])])
      journal.close()
      let reopened = try open(kind, directory)
      defer { reopened.close() }
      #expect(try reopened.commits(of: Self.kept, from: 1, limit: 100).count == 31)
      #expect(try marked(directory) == [])
    }
  }

  @Test("continue where the last start stopped, and stop between two slices", arguments: kinds)
  func pieces(kind: String) throws {
    try withTemporaryDirectory { directory in
      var journal = try open(kind, directory)
      try fill(journal)
      journal.close()
      let full = try size(directory)
      journal = try open(kind, directory)
      var pieces = 0
      // After each piece something is written, and somebody reads.
      repeat {
        var isFirst = true
        try journal.sweep {
          defer { isFirst = false }
          return isFirst
        }
        pieces += 1
        try journal.append([commit(Self.kept, UInt64(30 + pieces), [7])])
        #expect(try journal.commits(of: Self.kept, from: UInt64(30 + pieces), limit: 2).count == 1)
      } while pieces < 40
      try journal.sweep { true }
      #expect(try marked(directory) == [])
      journal.close()
      // Without the write-ahead log, which has what was written between the pieces.
      #expect(try size(directory) < full / 4)
    }
  }
}
