import ArrangeModel
import Engine
import Foundation
import Ordering
import Testing

@testable import Journals

@Suite("Idle journals")
struct SweepTests {
  private static let mark = Array("what was deleted".utf8)
  private static let kept = CollectionKey(1)
  private static let deleted = CollectionKey(2)
  private static let kinds = ["database", "log and database"]

  private func open(_ kind: String, _ directory: String, pageSize: Int = 16_384) throws(JournalError)
    -> any Journal
  {
    var options = LoggedJournal.Options()
    options.store.pageSize = pageSize
    return kind == Self.kinds[0]
      ? try SQLiteJournal(directory: directory, options: options.store)
      : try LoggedJournal(directory: directory, options: options)
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

  /// The tokens in all files of a directory, with the file and the place of the last one.
  private func tokens(_ directory: String) throws -> [String: String] {
    let length = Token.length
    var found: [String: String] = [:]
    for (name, bytes) in try files(directory) {
      var from = 0
      let data = Data(bytes)
      while let place = data.range(of: Data(Token.mark), in: from..<data.count)?.lowerBound {
        from = place + 1
        // A token of a kept row may be cut at the end of a page; each payload has several whole ones unless it is short.
        let bytes = data[place...].prefix(length)
        guard bytes.count == length,
          bytes.dropFirst(Token.mark.count).allSatisfy({ (0x30...0x39).contains($0) }),
          let text = String(bytes: bytes, encoding: .utf8)
        else { continue }
        found[text] = "\(name) \(place)"
      }
    }
    return found
  }

  /// Content that is found in files.
  private struct Token {
    static let mark = Array("token-".utf8)
    static let length = mark.count + 9
    let text: String

    init(_ number: Int) { text = "token-\(100_000_000 + number)" }

    func bytes(_ count: Int) -> [UInt8] {
      Array(String(repeating: text, count: 1 + count / Token.length).utf8)
    }
  }

  @Test("erasing leaves nothing that can't be read in any file", arguments: kinds, 0..<6)
  func erase(kind: String, _: Int) throws {
    let wanted = ProcessInfo.processInfo.environment["ARRANGE_TEST_SEED"].flatMap { UInt64($0) }
    let seed = wanted ?? UInt64.random(in: 1...1_000_000)
    var random = OrderingRandom(seed: seed)
    try withTemporaryDirectory { directory in
      let pageSize = [512, 4_096, 16_384, 65_536].randomElement(using: &random) ?? 512
      var journal = try open(kind, directory, pageSize: pageSize)
      var number = 0
      var nextKey: Int64 = 1
      /// The tokens of the kept commits of each collection, by versions, and that of its checkpoint.
      var commits: [CollectionKey: [UInt64: String]] = [:]
      var checkpoints: [CollectionKey: String] = [:]
      var checkpointVersions: [CollectionKey: UInt64] = [:]
      var versions: [CollectionKey: UInt64] = [:]
      func token() -> Token {
        number += 1
        return Token(number)
      }
      for _ in 0..<6 {
        for _ in 0..<50 {
          let key = versions.keys.sorted { $0.value < $1.value }.randomElement(using: &random)
          switch (Int.random(in: 0..<20, using: &random), key) {
          case (0, _), (_, nil):
            let key = CollectionKey(nextKey)
            nextKey += 1
            let name = Identifier(unchecked: "list\(key.value)")
            try journal.append([.create(key, name: name, descriptor: [1])])
            (versions[key], commits[key]) = (0, [:])
          case (1, let key?):
            try journal.append([.delete(key)])
            (versions[key], commits[key], checkpoints[key]) = (nil, nil, nil)
          case (2...3, let key?):
            // The newest commits may be kept.
            let oldest = max(
              checkpointVersions[key, default: 0],
              (versions[key] ?? 0) - min(versions[key] ?? 0, 3)
            )
            let version = UInt64.random(in: oldest...(versions[key] ?? 0), using: &random)
            if version == checkpointVersions[key, default: 0] { continue }
            checkpointVersions[key] = version
            let token = token()
            let bytes = token.bytes(Int.random(in: 1...20_000, using: &random))
            try journal.append([
              .checkpointChunk(key, version: version, index: 0, isLast: true, bytes: bytes),
              .trim(key, before: version),
            ])
            commits[key] = commits[key]?.filter { $0.key >= version }
            checkpoints[key] = token.text
          case (_, let key?):
            // Those of one append may be in one row, some of which are trimmed later.
            try journal.append(
              (0..<Int.random(in: 1...4, using: &random)).map { _ -> JournalEntry in
                let (token, version) = (token(), (versions[key] ?? 0) + 1)
                let largest = [30, 300, 9_000].randomElement(using: &random) ?? 30
                let payload = token.bytes(Int.random(in: 1...largest, using: &random))
                versions[key] = version
                commits[key]?[version] = token.text
                return .commit(
                  CommitRecord(collection: key, version: version, requestID: nil, payload: payload)
                )
              }
            )
          }
        }
        let kept = Set(commits.values.flatMap(\.values) + checkpoints.values)
        #expect(try journal.erase { true } == .complete, "seed \(seed)")
        let left = try tokens(directory).filter { !kept.contains($0.key) }
        #expect(left == [:], "seed \(seed)")
        for (key, kept) in commits {
          let stored = try journal.commits(of: key, from: 1, limit: .max)
          #expect(stored.map(\.version) == kept.keys.sorted(), "seed \(seed)")
        }
        // As after a crash, and as after an end.
        if Bool.random(using: &random) {
          let contents = try JournalSnapshot(of: journal)
          let hasEnded = Bool.random(using: &random)
          if hasEnded { journal.close() }
          let copy = directory + ".copy"
          try FileManager.default.copyItem(atPath: directory, toPath: copy)
          defer { try? FileManager.default.removeItem(atPath: copy) }
          if hasEnded { journal = try open(kind, directory, pageSize: pageSize) }
          let other = try open(kind, copy, pageSize: pageSize)
          #expect(try JournalSnapshot(of: other) == contents, "seed \(seed)")
          #expect(try other.erase { true } == .complete, "seed \(seed)")
          #expect(try tokens(copy).filter { !kept.contains($0.key) } == [:], "seed \(seed)")
          #expect(try JournalSnapshot(of: other) == contents, "seed \(seed)")
          other.close()
          #expect(try JournalSnapshot(of: open(kind, copy, pageSize: pageSize)) == contents, "seed \(seed)")
        }
      }
      journal.close()
    }
  }

  @Test("erasing waits for the end of a checkpoint, and of a snapshot", arguments: kinds)
  func eraseLater(kind: String) throws {
    try withTemporaryDirectory { directory in
      let journal = try open(kind, directory)
      defer { journal.close() }
      try fill(journal)
      let isLogged = kind != Self.kinds[0]
      func chunk(_ index: Int) -> JournalEntry {
        .checkpointChunk(Self.kept, version: 30, index: index, isLast: index == 1, bytes: [1])
      }
      try journal.append([chunk(0)])
      #expect(try journal.erase { true } == (isLogged ? .incomplete : .complete))
      try journal.append([chunk(1)])
      #expect(try journal.erase { true } == .complete)
      #expect(try files(directory).filter { Data($1).range(of: Data(Self.mark)) != nil }.keys.sorted() == [])
      try journal.append([commit(Self.kept, 31, [7])])
      var snapshot: (any JournalReading)? = try journal.snapshot()
      try journal.append([commit(Self.kept, 32, [7])])
      #expect(try journal.erase { true } == .incomplete)
      #expect(try snapshot?.commits(of: Self.kept, from: 31, limit: 9).map(\.version) == [31])
      snapshot = nil
      #expect(try journal.erase { true } == .complete)
      #expect(try journal.commits(of: Self.kept, from: 31, limit: 9).map(\.version) == [31, 32])
    }
  }
}
