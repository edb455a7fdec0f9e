import Engine

/// The contents of the database at its opening, except commits and checkpoints themselves.
struct SQLiteContents: Sendable {
  var heads = JournalHeads()
  var places: [CollectionKey: SQLiteJournal.Place] = [:]
  /// Rows that are no longer used.
  var garbage: [SQLiteGarbage] = []
  /// A number greater than every number and series in use.
  var nextNumber: Int64 = 1
  var nextSeries: Int64 = 1
  /// The facts, which tell how the rest is to be read.
  var facts: SQLiteFacts
  /// The digest of the state of all collections; see ``SQLiteJournal/Place/share(of:_:)``.
  private(set) var digest: UInt64 = 0

  /// The last record of the log whose entries are in the database; nil if there is no log.
  var logged: LogPosition? { facts.logged }

  /// Reads and checks everything that tells how the rest is to be read. O(number of collections).
  init(_ database: some SQLiteStatements) throws {
    facts = try SQLiteContents.readFacts(database)
    var rows: [Int64: CollectionRow] = [:]
    let query = try SQLiteQuery(database, SQLiteSchema.readCollections)
    try query.read { row in
      let collection = try CollectionRow(row)
      rows[collection.number] = collection
      return true
    }
    guard facts[.collections] == Int64(rows.count) else { throw damaged("the number of collections") }
    let runs = try SQLiteContents.runs(database, rows)
    let unfinished = logged == nil ? [:] : try SQLiteContents.unfinished(database, facts)
    for row in rows.values { try add(row, runs[row.number], unfinished[row.key]) }
    for number in runs.keys where rows[number] == nil {
      garbage.append(.commits(number: number, before: CommitID.maximumVersion + 1))
    }
    nextNumber = max(rows.keys.max() ?? 0, runs.keys.max() ?? 0) + 1
    try findChunks(database)
    // Pages from different moments can be consistent in themselves, but do not match the digest.
    guard facts.tag == nil || facts[.digest] == Int64(bitPattern: digest) else {
      throw damaged("what its collections are at")
    }
  }

  /// Reads the facts and checks the tables and the format.
  static func readFacts(_ database: some SQLiteStatements) throws -> SQLiteFacts {
    var found: [String] = []
    try SQLiteQuery(database, SQLiteSchema.readSchema).read { row in
      found.append(String(decoding: try row.bytes(0), as: UTF8.self))
      return true
    }
    guard found == SQLiteSchema.tables else { throw damaged("its table of tables") }
    let facts = try SQLiteFacts(database)
    let hasLog = facts[.log] != nil
    let formats =
      facts.tag != nil
      ? [SQLiteSchema.formatVersion, SQLiteSchema.formatWithoutPlacements]
      : [hasLog ? SQLiteSchema.loggedFormatWithoutIdentity : SQLiteSchema.formatWithoutIdentity]
    guard formats.contains(where: { facts[.format] == Int64($0) }), facts[.log] ?? 0 >= 0,
      facts.tag == nil || facts.isSealed
    else {
      throw damaged("its table of facts")
    }
    return facts
  }

  /// The first and the last version of the commits of each number.
  ///
  /// - Parameter rows: the collections by their numbers. For other numbers, the last version is that of the
  ///   first commit in the last row.
  private static func runs(
    _ database: some SQLiteStatements,
    _ rows: [Int64: CollectionRow]
  ) throws -> [Int64: ClosedRange<UInt64>] {
    let (first, last) = (SQLiteSchema.firstRun, SQLiteSchema.lastRun)
    var runs: [Int64: ClosedRange<UInt64>] = [:]
    var from: Int64 = 0
    while let id = try find(from, first, database).map(CommitID.init(packed:)) {
      let end = CommitID(number: id.number, version: CommitID.maximumVersion).packed
      let lastID = try find(end, last, database)
      // A damaged tree can return rows out of order.
      guard id.packed >= from, let lastID, lastID >= id.packed, lastID <= end else {
        throw damaged("the table of commits")
      }
      var newest = CommitID(packed: lastID).version
      if let row = rows[id.number] {
        newest = try SQLiteReading.lastVersion(database, row.key, row.number, lastID)
      }
      runs[id.number] = id.version...newest
      guard id.number < CommitID.maximumNumber else { break }
      from = end + 1
    }
    return runs
  }

  private static func find(_ id: Int64, _ sql: String, _ database: some SQLiteStatements) throws -> Int64? {
    let query = try SQLiteQuery(database, sql)
    try query.bind(id, at: 1)
    return try query.readNumber()
  }

  /// The incomplete checkpoints whose other chunks may be in the log.
  private static func unfinished(
    _ database: some SQLiteStatements,
    _ facts: SQLiteFacts
  ) throws -> [CollectionKey: UnfinishedCheckpoint] {
    var found: [CollectionKey: UnfinishedCheckpoint] = [:]
    for name in facts.names(withPrefix: SQLiteFacts.unfinished) {
      let checkpoint = UnfinishedCheckpoint(name, series: facts.numbers[name] ?? 0)
      guard let checkpoint, found.updateValue(checkpoint, forKey: checkpoint.key) == nil else {
        throw damaged("the table of facts")
      }
    }
    for key in found.keys {
      guard let series = found[key]?.series else { continue }
      let first = ChunkID(series: series, index: 0).packed
      let last = try find(
        ChunkID(series: series, index: ChunkID.maximumIndex).packed,
        SQLiteSchema.lastChunk,
        database
      )
      guard let last, last >= first else { throw damaged("the table of chunks") }
      found[key]?.chunkCount = Int(last - first) + 1
    }
    return found
  }

  private mutating func add(
    _ row: CollectionRow,
    _ run: ClosedRange<UInt64>?,
    _ unfinished: UnfinishedCheckpoint?
  ) throws {
    var version = row.oldest - 1
    if let run {
      version = max(version, run.upperBound)
      if run.lowerBound < row.oldest {
        garbage.append(.commits(number: row.number, before: row.oldest))
      } else if run.lowerBound > row.oldest {
        throw damaged("the oldest commit of \(row.name)")
      }
    }
    guard version >= row.version else { throw damaged("the newest commit of \(row.name)") }
    var head = JournalHeads.Head(
      name: row.name,
      version: version,
      oldest: row.oldest,
      checkpoint: row.checkpoint
    )
    head.unfinished = unfinished?.record
    guard heads.restore(row.key, head) else { throw damaged("the table of collections") }
    let place = SQLiteJournal.Place(
      number: row.number,
      series: row.series,
      unfinished: unfinished?.series ?? 0,
      descriptor: SQLiteJournal.Place.checksum(of: row.descriptor)
    )
    places[row.key] = place
    digest &+= place.share(of: row.key, head)
  }

  /// Finds the chunks that belong to no complete checkpoint.
  private mutating func findChunks(_ database: some SQLiteStatements) throws {
    let used = Set(places.values.flatMap { [$0.series, $0.unfinished] })
    nextSeries = (used.max() ?? 0) + 1
    var from: Int64 = 0
    while let id = try SQLiteContents.find(from, SQLiteSchema.firstChunk, database).map(ChunkID.init(packed:))
    {
      guard id.packed >= from, id.series < ChunkID.maximumSeries else { throw damaged("the table of chunks") }
      let end = ChunkID(series: id.series, index: ChunkID.maximumIndex)
      if !used.contains(id.series) {
        let last = try SQLiteContents.find(end.packed, SQLiteSchema.lastChunk, database)
        guard let last, last >= id.packed else { throw damaged("the table of chunks") }
        garbage.append(.chunks(id.packed..<last + 1))
      }
      nextSeries = max(nextSeries, id.series + 1)
      from = end.packed + 1
    }
  }
}

/// A checkpoint whose first chunks are in the database, and whose other chunks may be in the log.
struct UnfinishedCheckpoint: Sendable, Hashable {
  let key: CollectionKey
  let version: UInt64
  let series: Int64
  var chunkCount = 0

  init(_ key: CollectionKey, _ version: UInt64, series: Int64) {
    self.key = key
    self.version = version
    self.series = series
  }

  /// Parses the name of a fact.
  init?(_ name: String, series: Int64) {
    let parts = name.split(separator: " ")
    guard parts.count == 3, let key = Int64(parts[1]), key > 0, let version = UInt64(parts[2]), series > 0,
      series < ChunkID.maximumSeries
    else { return nil }
    self.init(CollectionKey(key), version, series: series)
  }

  /// The name of the fact about the checkpoint.
  var name: String { "\(SQLiteFacts.unfinished)\(key.value) \(version)" }
  var record: CheckpointRecord { CheckpointRecord(version: version, chunkCount: chunkCount) }
}

/// Rows that are no longer used. They are removed a few at a time along with later appends, so that no append
/// waits long for the removal of a large checkpoint or a long history.
enum SQLiteGarbage: Sendable, Hashable {
  /// The runs of a collection's number whose commits are all before a version.
  case commits(number: Int64, before: UInt64)
  /// A range of chunk ids.
  case chunks(Range<Int64>)
}
