import ArrangeModel
import Engine
import GRDB
import Synchronization

/// The rows of an append.
extension SQLiteWriter {
  /// A collection that an append touches.
  private struct Touched {
    var place: SQLiteJournal.Place
    var head: JournalHeads.Head
    /// The new description; nil where it stays.
    var descriptor: [UInt8]?
    var isNew = false
    var isDeleted = false
    /// Whether the collection's row has to be written.
    var isChanged = false
  }

  /// The state of an append under way. It becomes the writer's when the append is durable; if that fails, the
  /// journal stops, and nobody needs the old state.
  private struct Work {
    var touched: [CollectionKey: Touched] = [:]
    var collectionCount: Int
    var isCountChanged = false
    /// What nobody reads any more when the append is done. It is removed by later appends only: readers that
    /// miss a row have to find out that it is gone on purpose.
    var garbage: [SQLiteGarbage] = []

    mutating func discardCommits(
      _ place: SQLiteJournal.Place,
      _ oldest: UInt64,
      through newest: UInt64
    ) {
      guard oldest <= newest else { return }
      let first = CommitID(number: place.number, version: oldest).packed
      garbage.append(.commits(first..<CommitID(number: place.number, version: newest).packed + 1))
    }

    mutating func discardChunks(_ series: Int64, _ checkpoint: CheckpointRecord?) {
      guard series > 0, let checkpoint else { return }
      let first = ChunkID(series: series, index: 0).packed
      garbage.append(.chunks(first..<first + Int64(checkpoint.chunkCount)))
    }
  }

  /// Writes entries in one transaction and then shows them to readers.
  ///
  /// - Parameter draft: the result of the entries' check.
  mutating func write(
    _ entries: [JournalEntry],
    _ draft: JournalHeads.Draft,
    _ shared: borrowing Mutex<SQLiteJournal.Shared>
  ) throws {
    var work = try begin(entries, shared)
    try transaction { database in
      for entry in entries { try write(entry, &work, database) }
      try writeRows(&work, database)
      try sweep(entries.count, database)
    }
    shared.withLock { shared in
      shared.heads.take(draft)
      for (key, touched) in work.touched {
        shared.places[key] = touched.isDeleted ? nil : touched.place
        if touched.isNew { shared.requests[key] = RequestIndex() }
        if touched.isDeleted { shared.requests[key] = nil }
      }
      for case .commit(let commit) in entries {
        guard let id = commit.requestID else { continue }
        shared.requests[commit.collection]?.insert(
          RequestIndex.hash(id),
          version: commit.version,
          oldest: shared.heads[commit.collection]?.oldest ?? 0
        )
      }
    }
    garbage += work.garbage
  }

  /// Looks up what the entries touch, and refuses numbers that would not fit.
  private mutating func begin(
    _ entries: [JournalEntry],
    _ shared: borrowing Mutex<SQLiteJournal.Shared>
  ) throws -> Work {
    try shared.withLock { shared in
      var work = Work(collectionCount: shared.places.count)
      for entry in entries {
        let key = entry.collection
        switch entry {
        case .create(_, let name, _):
          guard nextNumber <= CommitID.maximumNumber else {
            throw JournalError(.conflict, "the journal has had \(CommitID.maximumNumber) collections")
          }
          let place = SQLiteJournal.Place(number: nextNumber)
          nextNumber += 1
          work.touched[key] = Touched(place: place, head: JournalHeads.Head(name: name), isNew: true)
          continue
        case .commit(let commit) where commit.version > CommitID.maximumVersion:
          throw JournalError(.conflict, "version \(commit.version) is beyond \(CommitID.maximumVersion)")
        case .checkpointChunk(_, _, let index, _, _) where index > ChunkID.maximumIndex:
          throw JournalError(.conflict, "chunk \(index) is beyond \(ChunkID.maximumIndex)")
        default: break
        }
        guard work.touched[key] == nil else { continue }
        guard let place = shared.places[key], let head = shared.heads[key] else { continue }
        work.touched[key] = Touched(place: place, head: head)
      }
      return work
    }
  }

  private mutating func write(_ entry: JournalEntry, _ work: inout Work, _ database: Database) throws {
    let key = entry.collection
    guard var touched = work.touched[key] else {
      throw JournalError(.failed, "an entry that was not checked")
    }
    // Left out of the dictionary while it changes, so that nothing is copied.
    work.touched[key] = nil
    switch entry {
    case .create(_, _, let descriptor):
      touched.descriptor = descriptor
      touched.isChanged = true
      work.collectionCount += 1
      work.isCountChanged = true
    case .describe(_, let descriptor):
      touched.descriptor = descriptor
      touched.isChanged = true
    case .delete:
      let (place, head) = (touched.place, touched.head)
      work.discardCommits(place, head.oldest, through: head.version)
      work.discardChunks(place.series, head.checkpoint)
      work.discardChunks(place.unfinished, head.unfinished)
      touched.isDeleted = true
      work.collectionCount -= 1
      work.isCountChanged = true
    case .commit(let commit):
      try SQLiteWriter.write(commit, touched.place, database)
      touched.head.version = commit.version
      unmarked.insert(key)
    case .checkpointChunk(_, let version, let index, let isLast, let bytes):
      try writeChunk(key, version, index, isLast, bytes, &touched, &work, database)
    case .trim(_, let before):
      if before > touched.head.oldest {
        work.discardCommits(touched.place, touched.head.oldest, through: before - 1)
        touched.head.oldest = before
        touched.isChanged = true
      }
    }
    work.touched[key] = touched
  }

  private static func write(
    _ commit: CommitRecord,
    _ place: SQLiteJournal.Place,
    _ database: Database
  ) throws {
    let query = try SQLiteQuery(database, SQLiteSchema.writeCommit)
    let checksum = CommitChecksum(commit.collection, commit.version, commit.requestID)
    try query.bind(CommitID(number: place.number, version: commit.version).packed, at: 1)
    try query.bind(checksum.with(commit.payload), at: 2)
    try commit.payload.withUnsafeBytes { payload in
      try query.bind(payload, at: 4)
      guard let request = commit.requestID else { return try query.run() }
      try request.withUnsafeBytes { request in
        try query.bind(request, at: 3)
        try query.run()
      }
    }
  }

  private mutating func writeChunk(
    _ key: CollectionKey,
    _ version: UInt64,
    _ index: Int,
    _ isLast: Bool,
    _ bytes: [UInt8],
    _ touched: inout Touched,
    _ work: inout Work,
    _ database: Database
  ) throws {
    if index == 0 {
      work.discardChunks(touched.place.unfinished, touched.head.unfinished)
      touched.place.unfinished = nextSeries
      nextSeries += 1
    }
    touched.head.unfinished = CheckpointRecord(version: version, chunkCount: index + 1)
    let id = ChunkID(series: touched.place.unfinished, index: index)
    let query = try SQLiteQuery(database, SQLiteSchema.writeChunk)
    try query.bind(id.packed, at: 1)
    try query.bind(chunkChecksum(key, version, id, bytes), at: 2)
    try bytes.withUnsafeBytes { bytes in
      try query.bind(bytes, at: 3)
      try query.run()
    }
    guard isLast else { return }
    work.discardChunks(touched.place.series, touched.head.checkpoint)
    touched.place.series = touched.place.unfinished
    touched.place.unfinished = 0
    touched.head.checkpoint = touched.head.unfinished
    touched.head.unfinished = nil
    touched.isChanged = true
  }

  private func writeRows(_ work: inout Work, _ database: Database) throws {
    for (key, touched) in work.touched {
      if touched.isDeleted {
        let query = try SQLiteQuery(database, SQLiteSchema.deleteCollection)
        try query.bind(touched.place.number, at: 1)
        try query.run()
      } else if touched.isChanged {
        let stored = touched.isNew ? [] : try SQLiteWriter.descriptor(touched.place.number, database)
        try CollectionRow(
          number: touched.place.number,
          key: key,
          head: touched.head,
          series: touched.place.series,
          descriptor: touched.descriptor ?? stored
        ).write(database)
      }
    }
    if work.isCountChanged {
      try SQLiteContents.write("collections", Int64(work.collectionCount), database)
    }
  }
}

// MARK: - Removal

extension SQLiteWriter {
  /// Removes some rows that nobody reads any more: some old commits, or one chunk.
  private mutating func sweep(_ entryCount: Int, _ database: Database) throws {
    var quota = Int64(SQLiteWriter.sweepBase + SQLiteWriter.sweepRatio * entryCount)
    while quota > 0, let last = garbage.popLast() {
      switch last {
      case .commits(let range):
        let end = min(range.lowerBound + quota, range.upperBound)
        let query = try SQLiteQuery(database, SQLiteSchema.deleteCommits)
        try query.bind(range.lowerBound, at: 1)
        try query.bind(end, at: 2)
        try query.run()
        quota -= end - range.lowerBound
        if end < range.upperBound { garbage.append(.commits(end..<range.upperBound)) }
      case .chunks(let range):
        let query = try SQLiteQuery(database, SQLiteSchema.deleteChunk)
        try query.bind(range.lowerBound, at: 1)
        try query.run()
        quota = 0
        let rest = range.lowerBound + 1..<range.upperBound
        if !rest.isEmpty { garbage.append(.chunks(rest)) }
      }
    }
  }
}

extension JournalEntry {
  /// The collection that the entry is about.
  fileprivate var collection: CollectionKey {
    switch self {
    case .create(let key, _, _), .describe(let key, _), .delete(let key), .trim(let key, _): key
    case .checkpointChunk(let key, _, _, _, _): key
    case .commit(let commit): commit.collection
    }
  }
}
