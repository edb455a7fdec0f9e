import Engine

/// Reads rows with all checks.
enum SQLiteReading {
  /// The existing commits of a range of versions, at most `limit` of them: consecutive ones, from the first
  /// version on. The caller has to find out whether missing ones were removed in the meantime or lost.
  static func commits(
    _ database: some SQLiteStatements,
    _ key: CollectionKey,
    _ place: SQLiteJournal.Place,
    _ versions: ClosedRange<UInt64>,
    limit: Int
  ) throws -> [CommitRecord] {
    let query = try SQLiteQuery(database, SQLiteSchema.readRuns)
    try query.bind(CommitID(number: place.number, version: 0).packed, at: 1)
    try query.bind(CommitID(number: place.number, version: versions.lowerBound).packed, at: 2)
    try query.bind(CommitID(number: place.number, version: versions.upperBound).packed, at: 3)
    let last = min(versions.upperBound, versions.lowerBound &+ UInt64(limit) &- 1)
    var commits: [CommitRecord] = []
    var next = versions.lowerBound
    var isFirst = true
    try query.read { row in
      let run = try CommitRun(row, of: key, place.number, hasPayloads: true)
      if run.first > next { return false }
      guard isFirst || run.first == next else { throw run.damage(of: key) }
      isFirst = false
      // Trimmed commits, before the range.
      if run.last < next { return true }
      try run.read(next...last, of: key, into: &commits)
      next = run.last + 1
      return next <= last
    }
    return commits
  }

  /// Calls a closure with the request ids of a collection, newest first, at most `limit` of them.
  ///
  /// - Returns: the oldest version that was read; `version + 1` if none was. The caller has to find out
  ///   whether earlier ones were trimmed in the meantime or lost.
  static func requests(
    _ database: some SQLiteStatements,
    _ key: CollectionKey,
    _ place: SQLiteJournal.Place,
    _ head: JournalHeads.Head,
    limit: Int,
    _ body: (UnsafeRawBufferPointer, UInt64) -> Void
  ) throws -> UInt64 {
    let query = try SQLiteQuery(database, SQLiteSchema.readRequests)
    try query.bind(CommitID(number: place.number, version: 0).packed, at: 1)
    try query.bind(CommitID(number: place.number, version: head.version).packed, at: 2)
    var next = head.version + 1
    var count = 0
    var found: [(id: UnsafeRawBufferPointer, version: UInt64)] = []
    guard next > head.oldest else { return next }
    try query.read { row in
      let run = try CommitRun(row, of: key, place.number, hasPayloads: false)
      guard run.last == next - 1 else { throw run.damage(of: key) }
      found.removeAll(keepingCapacity: true)
      try run.readRequests(of: key) { id, version in
        if version >= head.oldest { found.append((id, version)) }
      }
      for (id, version) in found.reversed().prefix(limit - count) { body(id, version) }
      count += found.count
      next = max(run.first, head.oldest)
      return count < limit && next > head.oldest
    }
    return count < limit ? next : head.oldest
  }

  /// The last version of the run that has an id.
  static func lastVersion(
    _ database: some SQLiteStatements,
    _ key: CollectionKey,
    _ number: Int64,
    _ id: Int64
  ) throws -> UInt64 {
    let query = try SQLiteQuery(database, SQLiteSchema.readRequests)
    try query.bind(id, at: 1)
    try query.bind(id, at: 2)
    var last: UInt64?
    try query.read { row in
      last = try CommitRun(row, of: key, number, hasPayloads: false).last
      return false
    }
    guard let last else { throw damaged("the table of commits") }
    return last
  }

  /// Whether the commit of a version has a request id; false if there is no such commit.
  static func hasRequest(
    _ database: some SQLiteStatements,
    _ key: CollectionKey,
    _ number: Int64,
    _ version: UInt64,
    _ request: [UInt8]
  ) throws -> Bool {
    let query = try SQLiteQuery(database, SQLiteSchema.readRequests)
    try query.bind(CommitID(number: number, version: 0).packed, at: 1)
    try query.bind(CommitID(number: number, version: version).packed, at: 2)
    var isFound = false
    try query.read { row in
      let run = try CommitRun(row, of: key, number, hasPayloads: false)
      try run.readRequests(of: key) { id, other in
        if other == version { isFound = id.elementsEqual(request) }
      }
      return false
    }
    return isFound
  }

  /// A chunk of a checkpoint; nil if there is no such row.
  static func chunk(
    _ database: some SQLiteStatements,
    _ key: CollectionKey,
    _ version: UInt64,
    _ id: ChunkID
  ) throws -> [UInt8]? {
    let query = try SQLiteQuery(database, SQLiteSchema.readChunk)
    try query.bind(id.packed, at: 1)
    var result: [UInt8]?
    try query.read { row in
      let bytes = try row.bytes(1)
      guard chunkChecksum(key, version, id, bytes) == row.number(0) else {
        throw damaged("chunk \(id.index) of a checkpoint of \(key.text)")
      }
      result = bytes
      return false
    }
    return result
  }
}
