import ArrangeModel
import Backups
import DenseInteger
import Engine
import Foundation
import LexoRank
import Ordering
import Testing

@testable import Journals

/// What is kept of lists whose commits or checkpoints can't be read, and what disk errors are called.
@Suite("Salvage of collections") struct SalvageReadingTests {
  /// A journal in which some commits and all checkpoints can be unreadable.
  private struct Damaged: JournalReading {
    let base: any JournalReading
    var versions: Set<UInt64> = []
    var hasCheckpoints = true

    func collections() throws(JournalError) -> [CollectionRecord] { try base.collections() }

    func checkpoint(of collection: CollectionKey) throws(JournalError) -> CheckpointRecord? {
      try base.checkpoint(of: collection)
    }

    func checkpointChunk(
      _ index: Int,
      of collection: CollectionKey,
      version: UInt64
    ) throws(JournalError) -> [UInt8] {
      guard hasCheckpoints else { throw JournalError(.damaged, "a chunk") }
      return try base.checkpointChunk(index, of: collection, version: version)
    }

    func commits(
      of collection: CollectionKey,
      from: UInt64,
      limit: Int
    ) throws(JournalError) -> [CommitRecord] {
      let commits = try base.commits(of: collection, from: from, limit: limit)
      guard !commits.contains(where: { versions.contains($0.version) }) else {
        throw JournalError(.damaged, "a run of commits")
      }
      return commits
    }

    func oldestCommit(of collection: CollectionKey) throws(JournalError) -> UInt64? {
      try base.oldestCommit(of: collection)
    }
  }

  private static let fixture = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "JournalTests/Fixtures/killed").path

  /// Calls a closure with what can be read of a directory that a killed server left.
  private func withSalvage(_ body: (JournalSalvage) throws -> Void) throws {
    try withTemporaryDirectory { directory in
      let data = directory + "/data"
      try FileManager.default.copyItem(atPath: SalvageReadingTests.fixture, toPath: data)
      let salvage = try JournalSalvage(data, work: directory + "/work")
      defer { salvage.close() }
      try body(salvage)
    }
  }

  /// The newest version that is kept, after a check that all of it is right; nil if nothing is.
  private func newest(_ record: CollectionRecord, _ source: any JournalReading) throws -> UInt64? {
    guard let collection = try? SalvagedCollection(record, source) else { return nil }
    let journal = MemoryJournal()
    try collection.append(to: journal)
    let copy = try journal.snapshot()
    let kept = try #require(try copy.collections().first)
    let strategies = StrategyCatalog([])
    #expect(try CollectionCheck(copy, strategies: strategies).report(on: kept).problems == [])
    #expect((kept.version < record.version) == collection.missing.contains { $0.hasPrefix("the versions") })
    return kept.version
  }

  @Test("keeps the newest version before a commit that can't be read, for each commit")
  func commits() throws {
    try withSalvage { salvage in
      #expect(salvage.missing == [])
      #expect(try !salvage.source.collections().isEmpty)
      for record in try salvage.source.collections() {
        let base = try salvage.source.checkpoint(of: record.key)?.version ?? 0
        #expect(try newest(record, salvage.source) == record.version)
        let oldest = try salvage.source.oldestCommit(of: record.key) ?? record.version + 1
        for version in oldest..<record.version + 1 {
          let damaged = Damaged(base: salvage.source, versions: [version])
          #expect(try newest(record, damaged) == (version > base ? version - 1 : record.version))
        }
        let bare = Damaged(base: salvage.source, hasCheckpoints: false)
        #expect(try newest(record, bare) == (base == 0 || oldest == 1 ? record.version : nil))
      }
    }
  }

  @Test("calls an error of the disk by its name") func diskErrors() throws {
    // The first page of a process is never mapped, so reading it is an input/output error.
    let file = try #require(try ReadOnlyFile("/proc/self/mem"))
    let error = journalError { () throws(JournalError) in _ = try file.bytes(at: 0, count: 8) }
    #expect(error?.code == .unusable && error?.message.contains("error of the disk") == true)
    #expect(file.readError == error)
    #expect(
      journalError { () throws(JournalError) in _ = try JournalDirectory.firstBytes(8, of: "/proc/self/mem") }
        == error
    )
  }
}
