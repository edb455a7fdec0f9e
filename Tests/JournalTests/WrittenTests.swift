import ArrangeModel
import Engine
import EngineTestSupport
import Foundation
import Synchronization
import Testing

@testable import Journals

@Suite("What a journal with a log writes")
struct WrittenTests {
  private static let key = CollectionKey(7)
  private static let create = JournalEntry.create(key, name: "list", descriptor: [])

  /// A group of commits, each about as large as a move.
  private func group(_ versions: Range<UInt64>) -> [JournalEntry] {
    versions.map { version in
      let payload = [UInt8](repeating: UInt8(truncatingIfNeeded: version), count: 84)
      return .commit(
        CommitRecord(collection: Self.key, version: version, requestID: nil, payload: payload)
      )
    }
  }

  /// The number of transactions in the database so far.
  private func transactions(_ journal: LoggedJournal) -> Int64 { journal.store.newestFacts[.turn] ?? 0 }

  @Test("does not grow, however long moves, checkpoints and trimming go on")
  func space() throws {
    try withTemporaryDirectory(inMemory: true) { directory in
      // All sizes are a hundredth of those of a server; each transaction has several checkpoints.
      var options = LoggedJournal.Options()
      options.store.pageSize = 1_024
      options.store.checkpointInterval = 100
      options.smallestLog = 8
      options.largestLog = 64
      options.flushThreshold = 64 << 10
      options.moveBytes = 64 << 10
      let journal = try LoggedJournal(directory: directory, options: options)
      defer { journal.close() }
      try journal.append([Self.create])
      let (count, interval, kept, chunks) = (20_000, 200, 1_000, 9)
      var version: UInt64 = 1
      var sizes: [Int] = []
      while version <= count {
        try journal.append(group(version..<version + 10))
        version += 10
        let last = version - 1
        guard last.isMultiple(of: UInt64(interval)) else { continue }
        for index in 0..<chunks {
          let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: last), count: 660)
          try journal.append([
            .checkpointChunk(Self.key, version: last, index: index, isLast: index == chunks - 1, bytes: bytes)
          ])
        }
        if last > kept { try journal.append([.trim(Self.key, before: last - UInt64(kept))]) }
        guard last.isMultiple(of: UInt64(10 * interval)) else { continue }
        // Somebody reads, so that everything is in the database.
        #expect(try journal.commits(of: Self.key, from: last, limit: 1).count == 1)
        sizes.append(journal.space.database)
      }
      let early = try #require(sizes.prefix(sizes.count / 2).max())
      let late = try #require(sizes.suffix(sizes.count / 2).max())
      // A transaction that is long under way takes pages once, about a quarter. What is never freed makes half as much again.
      #expect(late <= early * 7 / 5, "\(sizes)")
      #expect(journal.space.log <= (1 + options.largestLog) * LogBlock.size)
      // What is left of old checkpoints is less than what one transaction can leave.
      let left = journal.store.writer.withLock { writer in
        writer.garbage.reduce(0) { if case .chunks(let range) = $1 { $0 + range.count } else { $0 } }
      }
      #expect(left <= 10 * chunks, "\(left) chunks")
    }
  }

  @Test("is a few transactions in the database, each with many groups")
  func transactions() throws {
    try withTemporaryDirectory(inMemory: true) { directory in
      let options = LoggedJournal.Options()
      let journal = try LoggedJournal(directory: directory, options: options)
      defer { journal.close() }
      try journal.append([Self.create])
      let before = transactions(journal)
      var version: UInt64 = 1
      // One block each.
      let groups = 6 * options.moveBytes / LogBlock.size
      for _ in 0..<groups {
        try journal.append(group(version..<version + 2))
        version += 2
      }
      _ = try journal.collections()
      // A log that is full is flushed completely, so some have less than the others.
      let made = transactions(journal) - before
      #expect(made >= 6 && made <= 16, "\(made) transactions for \(groups) groups")
    }
  }

  @Test("makes the log longer before it is full, and flushes nothing for that")
  func growth() throws {
    try withTemporaryDirectory(inMemory: true) { directory in
      var options = LoggedJournal.Options()
      options.smallestLog = 8
      options.largestLog = 64
      options.flushThreshold = 32 * LogBlock.size
      let journal = try LoggedJournal(directory: directory, options: options)
      try journal.append([Self.create])
      let before = transactions(journal)
      for version in 1...30 as ClosedRange<UInt64> { try journal.append(group(version..<version + 1)) }
      #expect(transactions(journal) == before)
      #expect(journal.space.log == 65 * LogBlock.size)
      // After a crash everything is there.
      let left = try files(directory)
      journal.close()
      let later = "\(directory)/later"
      let found = try JournalHistory.recovered(left, in: later) { (path) throws(JournalError) in
        try LoggedJournal(directory: path, options: options)
      }
      #expect(try found.get().collections.first?.commits.count == 30)
    }
  }
}
