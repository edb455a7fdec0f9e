import ArrangeModel
import Engine
import GRDB
import Ordering
import Testing

@testable import Journals

/// Rows that hold runs of commits, in groups as a busy server makes them.
@Suite("Runs of commits")
struct RunTests {
  /// A group of commits to several collections, one after the other or mixed, with now and then another entry.
  private static func group(_ model: NaiveJournal, using random: inout OrderingRandom) -> [JournalEntry] {
    var versions: [CollectionKey: UInt64] = [:]
    for collection in model.snapshot.collections {
      versions[collection.record.key] = collection.record.version
    }
    let keys = versions.keys.sorted { $0.value < $1.value }
    // Few large commits cut runs by their bytes; one may be larger than a run can be.
    let most = [40, 40, 3_000, 20_000, 70_000].randomElement(using: &random) ?? 0
    let count = Int.random(in: 1...(most > 100 ? 12 : 40), using: &random)
    let isMixed = Bool.random(using: &random)
    var entries: [JournalEntry] = []
    var key = keys.randomElement(using: &random) ?? CollectionKey(1)
    for _ in 0..<count {
      if isMixed || Int.random(in: 0..<10, using: &random) == 0 {
        key = keys.randomElement(using: &random) ?? key
      }
      let version = versions[key] ?? 0
      switch Int.random(in: 0..<60, using: &random) {
      case 0:
        entries.append(.trim(key, before: UInt64.random(in: version / 2...version + 1, using: &random)))
      case 1: entries.append(.describe(key, descriptor: [UInt8(truncatingIfNeeded: version)]))
      case 2: entries.append(.checkpointChunk(key, version: version, index: 0, isLast: true, bytes: [1]))
      default:
        let payload = [UInt8](
          repeating: UInt8(truncatingIfNeeded: version),
          count: Int.random(in: 0...most, using: &random)
        )
        let commit = CommitRecord(
          collection: key,
          version: version + 1,
          requestID: request(using: &random),
          payload: payload
        )
        versions[key] = version + 1
        entries.append(.commit(commit))
      }
    }
    return entries
  }

  /// No request id, an empty one, or one of up to 200 bytes: some lengths take two bytes.
  private static func request(using random: inout OrderingRandom) -> [UInt8]? {
    switch Int.random(in: 0..<40, using: &random) {
    case 0: return []
    case 1..<20: return nil
    default:
      let count = [16, 126, 127, 128, 200].randomElement(using: &random) ?? 1
      return (0..<count).map { $0 < 3 ? UInt8.random(in: 0...255, using: &random) : 0 }
    }
  }

  @Test(
    "random groups are read as the model has them, from any version on",
    arguments: 1...6 as ClosedRange<UInt64>
  )
  func randomGroups(seed: UInt64) throws {
    try withTemporaryDirectory(inMemory: true) { directory in
      var random = OrderingRandom(seed: seed)
      var options = SQLiteJournal.Options()
      options.pageSize = seed.isMultiple(of: 2) ? 512 : 4096
      options.checkpointInterval = 50
      var journal = try SQLiteJournal(directory: directory, options: options)
      defer { journal.close() }
      var model = NaiveJournal()
      let first = (1...4).map { RunSupport.create($0, Identifier(unchecked: "c\($0)")) }
      let isGood = model.append(first)
      #expect(isGood)
      try journal.append(first)
      for step in 1...120 {
        let entries = Self.group(model, using: &random)
        let isGood = model.append(entries)
        let error = journalError { () throws(JournalError) in try journal.append(entries) }
        try #require(error?.code == (isGood ? nil : .conflict), "seed \(seed), step \(step)")
        try Self.compare(journal, model, "seed \(seed), step \(step)", using: &random)
        if step.isMultiple(of: 20) {
          journal.close()
          journal = try SQLiteJournal(directory: directory, options: options)
          model.reopen()
          let isSame = try JournalSnapshot(of: journal) == model.snapshot
          try #require(isSame, "seed \(seed), step \(step): the journal differs from the model")
        }
      }
    }
  }

  /// Compares random questions.
  private static func compare(
    _ journal: SQLiteJournal,
    _ model: NaiveJournal,
    _ step: String,
    using random: inout OrderingRandom
  ) throws {
    for collection in model.snapshot.collections {
      let key = collection.record.key
      #expect(try journal.oldestCommit(of: key) == collection.oldest, "\(step)")
      let from = UInt64.random(in: 0...collection.record.version + 1, using: &random)
      let limit = Int.random(in: 1...50, using: &random)
      let wanted = Array(collection.commits.filter { $0.version >= from }.prefix(limit))
      let isSame = try journal.commits(of: key, from: from, limit: limit) == wanted
      try #require(isSame, "\(step): commits of \(key.value) from \(from), at most \(limit)")
      let requests = Array(collection.requests.prefix(limit))
      try #require(try journal.requests(of: key, limit: limit) == requests, "\(step): at most \(limit)")
      if let request = collection.requests.randomElement(using: &random) {
        let found = try journal.commit(of: key, requestID: request.requestID)
        #expect(found?.version == request.version, "\(step): request \(request)")
      }
    }
  }

  // MARK: The rows

  /// The first version and the number of commits of each row.
  private static func rows(_ directory: String) throws -> [[Int64]] {
    try RunSupport.change(directory) { database in
      let sql = "SELECT id & \(CommitID.maximumVersion), count FROM commits ORDER BY id"
      return try Row.fetchAll(database, sql: sql).map { [$0[0], $0[1]] }
    }
  }

  @Test("a group is one row for each collection, and a run ends at its size limit")
  func cuts() throws {
    try withTemporaryDirectory { directory in
      let journal = try SQLiteJournal(directory: directory)
      let other = CollectionKey(2)
      try journal.append([RunSupport.create(1, "a"), RunSupport.create(2, "b")])
      // In turns, with a third entry between.
      try journal.append(
        (1...100).flatMap {
          [RunSupport.commit(RunSupport.key, $0), RunSupport.commit(other, $0), .trim(other, before: 0)]
        }
      )
      // One commit alone is larger; the ones beside it are not in its row.
      try journal.append(
        [10, 200_000, 10, 30_000, 30_000, 30_000].enumerated().map { index, size in
          RunSupport.commit(RunSupport.key, 101 + UInt64(index), size: size)
        }
      )
      journal.close()
      #expect(try Self.rows(directory) == [[1, 100], [101, 1], [102, 1], [103, 3], [106, 1], [1, 100]])
    }
  }
}

/// What the tests of runs share: a journal's entries in short, and a closed journal's database.
enum RunSupport {
  static let key = CollectionKey(1)

  static func commit(_ key: CollectionKey, _ version: UInt64, size: Int = 50) -> JournalEntry {
    let payload = [UInt8](repeating: UInt8(truncatingIfNeeded: version), count: size)
    let id = [UInt8(truncatingIfNeeded: version), UInt8(truncatingIfNeeded: version >> 8)]
    return .commit(CommitRecord(collection: key, version: version, requestID: id, payload: payload))
  }

  /// Changes the database of a journal that is closed.
  static func change<Value>(_ directory: String, _ body: (Database) throws -> Value) throws -> Value {
    let queue = try DatabaseQueue(path: directory + "/journal.sqlite")
    defer { try? queue.close() }
    return try queue.inDatabase(body)
  }

  static func create(_ key: Int64, _ name: Identifier) -> JournalEntry {
    .create(CollectionKey(key), name: name, descriptor: [1])
  }
}
