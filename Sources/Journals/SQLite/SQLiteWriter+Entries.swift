import ArrangeModel
import Engine
import GRDB
import Synchronization

/// The rows of an append.
extension SQLiteWriter {
  /// Writes entries in one transaction and then makes them visible to readers.
  ///
  /// - Parameters:
  ///   - draft: the result of the entries' check.
  ///   - hashes: the hashes of the entries' request ids by the entries' indices; empty if none has one.
  ///   - logged: the position of the last of them in the log in front of the database; nil if there is none.
  mutating func write(
    _ entries: [JournalEntry],
    _ draft: JournalHeads.Draft,
    _ hashes: [UInt64],
    _ shared: borrowing Mutex<SQLiteJournal.Shared>,
    logged: LogProgress?
  ) throws {
    var work = try shared.withLock { (shared) throws(JournalError) in
      try SQLiteWork(
        entries,
        shared,
        nextNumber: &nextNumber,
        maximumEntryBytes: options.maximumEntryBytes
      )
    }
    work.isLogged = logged != nil
    try transaction { database in
      for index in work.others { try write(entries[index], &work, database) }
      for touched in work.touched where touched.stretches != nil && !touched.isDeleted {
        try writeRuns(touched, entries, work, database)
        unmarked.insert(touched.key)
      }
      try writeRows(&work, database)
      let chunks = work.others.count { if case .checkpointChunk = entries[$0] { true } else { false } }
      try sweep(entries.count, chunks: chunks, database)
      let change = work.touched.reduce(into: UInt64(0)) { $0 &+= $1.newShare &- $1.share }
      try facts.change { facts in
        try facts.set(.digest, Int64(bitPattern: UInt64(bitPattern: facts[.digest] ?? 0) &+ change), database)
        if let logged { try facts.move(to: logged, database) }
      }
    }
    shared.withLock { shared in
      shared.heads.take(draft)
      for touched in work.touched {
        let key = touched.key
        shared.places[key] = touched.isDeleted ? nil : touched.place
        if touched.isNew { shared.requests[key] = RequestIndex() }
        if touched.isDeleted { shared.requests[key] = nil }
        guard !hashes.isEmpty, touched.stretches != nil else { continue }
        let oldest = touched.head.oldest
        work.forEachStretch(of: touched) { stretch in
          for index in stretch.entries {
            guard let version = entries[index].versionOfRequest else { continue }
            shared.requests[key]?.insert(hashes[index], version: version, oldest: oldest)
          }
        }
      }
    }
    garbage += work.garbage
  }

  /// Writes the changes of an entry that is not a commit. Rows of collections and of commits are written
  /// later.
  private mutating func write(_ entry: JournalEntry, _ work: inout SQLiteWork, _ database: Database) throws {
    let index = try work.index(of: entry)
    switch entry {
    case .commit: break
    case .create(_, _, let descriptor, _):
      work.touched[index].describe(descriptor)
      work.collectionCount += 1
      work.isCountChanged = true
    case .describe(_, let descriptor):
      work.touched[index].describe(descriptor)
    case .delete:
      let (place, head) = (work.touched[index].place, work.touched[index].head)
      work.discardCommits(place, before: head.version + 1)
      work.discardChunks(place.series, head.checkpoint)
      work.discardChunks(place.unfinished, head.unfinished)
      try forgetUnfinished(work.touched[index], work, database)
      work.touched[index].isDeleted = true
      work.collectionCount -= 1
      work.isCountChanged = true
    case .checkpointChunk(let key, let version, let chunk, let isLast, let bytes):
      var touched = work.touched[index]
      try writeChunk(key, version, chunk, isLast, bytes, &touched, &work, database)
      work.touched[index] = touched
    case .trim(_, let before):
      if before > work.touched[index].head.oldest {
        work.discardCommits(work.touched[index].place, before: before)
        work.touched[index].head.oldest = before
        work.touched[index].isChanged = true
      }
    }
  }

  /// Writes the commits of a collection.
  private mutating func writeRuns(
    _ touched: SQLiteWork.Touched,
    _ entries: [JournalEntry],
    _ work: SQLiteWork,
    _ database: Database
  ) throws {
    run.clear()
    try work.forEachStretch(of: touched) { (stretch) throws in
      for index in stretch.entries where !run.add(entries[index]) {
        try writeRun(touched.key, touched.place.number, database)
        run.clear()
        _ = run.add(entries[index])
      }
      if stretch.endsRun {
        try writeRun(touched.key, touched.place.number, database)
        run.clear()
      }
    }
    if run.count > 0 { try writeRun(touched.key, touched.place.number, database) }
  }

  private func writeRun(_ key: CollectionKey, _ number: Int64, _ database: Database) throws {
    let query = try SQLiteQuery(database, SQLiteSchema.writeRun)
    try query.bind(CommitID(number: number, version: run.first).packed, at: 1)
    try query.bind(Int64(run.count), at: 2)
    try run.requests.bytes.withUnsafeBytes { requests in
      try run.payloads.bytes.withUnsafeBytes { payloads in
        let checksum = RunChecksum(key, run.first, run.count, requests)
        try query.bind(checksum.with(payloads), at: 3)
        try query.bind(requests, at: 4)
        try query.bind(payloads, at: 5)
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
    _ touched: inout SQLiteWork.Touched,
    _ work: inout SQLiteWork,
    _ database: Database
  ) throws {
    if index == 0 {
      work.discardChunks(touched.place.unfinished, touched.head.unfinished)
      try forgetUnfinished(touched, work, database)
      touched.place.unfinished = nextSeries
      nextSeries += 1
      if work.isLogged, !isLast {
        let unfinished = UnfinishedCheckpoint(key, version, series: touched.place.unfinished)
        try facts.change { try $0.set(unfinished.name, unfinished.series, database) }
      }
    } else if isLast {
      try forgetUnfinished(touched, work, database)
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

  /// Removes the fact that the rest of a checkpoint may be in the log.
  private func forgetUnfinished(
    _ touched: SQLiteWork.Touched,
    _ work: SQLiteWork,
    _ database: Database
  ) throws {
    guard work.isLogged, let record = touched.head.unfinished else { return }
    let unfinished = UnfinishedCheckpoint(touched.key, record.version, series: touched.place.unfinished)
    try facts.change { try $0.set(unfinished.name, nil, database) }
  }

  private func writeRows(_ work: inout SQLiteWork, _ database: Database) throws {
    for touched in work.touched {
      if touched.isDeleted {
        let query = try SQLiteQuery(database, SQLiteSchema.deleteCollection)
        try query.bind(touched.place.number, at: 1)
        try query.run()
      } else if touched.isChanged {
        let stored = touched.isNew ? [] : try SQLiteWriter.descriptor(touched.place.number, database)
        try CollectionRow(
          number: touched.place.number,
          key: touched.key,
          head: touched.head,
          series: touched.place.series,
          descriptor: touched.descriptor ?? stored
        ).write(database)
      }
    }
    if work.isCountChanged {
      try facts.change { try $0.set(.collections, Int64(work.collectionCount), database) }
    }
  }
}

// MARK: - Removal

extension SQLiteWriter {
  /// Removes some unused rows: runs of old commits, and chunks.
  ///
  /// - Parameters:
  ///   - entryCount: the number of entries of the transaction.
  ///   - chunks: how many of them are chunks.
  mutating func sweep(_ entryCount: Int, chunks: Int = 0, _ database: Database) throws {
    var quota = Int64(SQLiteWriter.sweepBase + SQLiteWriter.sweepRatio * entryCount)
    var chunkQuota = 1 + SQLiteWriter.chunkSweepRatio * chunks + entryCount / SQLiteWriter.entriesOfSweptChunk
    while quota > 0, chunkQuota > 0, let last = garbage.popLast() {
      switch last {
      case .commits(let number, let version):
        if try sweepCommits(number, before: version, &quota, database) { garbage.append(last) }
      case .chunks(let range):
        let removed = range.prefix(chunkQuota)
        for id in removed {
          let query = try SQLiteQuery(database, SQLiteSchema.deleteChunk)
          try query.bind(id, at: 1)
          try query.run()
        }
        chunkQuota -= removed.count
        let rest = removed.endIndex..<range.upperBound
        if !rest.isEmpty { garbage.append(.chunks(rest)) }
      }
    }
  }

  /// Removes runs of a number whose commits are all before a version, oldest first, and stops with the run
  /// that exhausts the quota of commits.
  ///
  /// - Returns: whether there may be more of them.
  private mutating func sweepCommits(
    _ number: Int64,
    before version: UInt64,
    _ quota: inout Int64,
    _ database: Database
  ) throws -> Bool {
    let first = CommitID(number: number, version: 0).packed
    let query = try SQLiteQuery(database, SQLiteSchema.readLengths)
    try query.bind(first, at: 1)
    try query.bind(CommitID(number: number, version: version - 1).packed, at: 2)
    var end: Int64?
    var isTrimmed = false
    try query.read { row in
      let (id, count) = (row.number(0), row.number(1))
      // A damaged tree can return rows out of order.
      guard id >= end ?? first, count > 0 else { throw damaged("the table of commits") }
      // The first run with a commit that is kept.
      guard count <= Int64(version) - Int64(CommitID(packed: id).version) else {
        isTrimmed = true
        return false
      }
      end = id
      quota -= count
      return quota > 0
    }
    if isTrimmed { trimmedRuns.insert(number) }
    guard let end else { return false }
    let removal = try SQLiteQuery(database, SQLiteSchema.deleteRuns)
    try removal.bind(first, at: 1)
    try removal.bind(end, at: 2)
    try removal.run()
    return quota <= 0
  }

  /// Writes the oldest run of a number again, without its trimmed commits.
  mutating func rewriteTrimmedRun(of number: Int64, _ database: Database) throws {
    let query = try SQLiteQuery(database, SQLiteSchema.readCollection)
    try query.bind(number, at: 1)
    var found: CollectionRow?
    try query.read { row in
      found = try CollectionRow(row)
      return false
    }
    // It may be deleted by now.
    guard let row = found else { return }
    let oldest = CommitID(number: number, version: row.oldest).packed
    let runs = try SQLiteQuery(database, SQLiteSchema.readRuns)
    try runs.bind(CommitID(number: number, version: 0).packed, at: 1)
    try runs.bind(oldest, at: 2)
    try runs.bind(oldest, at: 3)
    var first = oldest
    var commits: [CommitRecord] = []
    try runs.read { runRow in
      let run = try CommitRun(runRow, of: row.key, number, hasPayloads: true)
      first = CommitID(number: number, version: run.first).packed
      if run.first < row.oldest, run.last >= row.oldest {
        try run.read(row.oldest...run.last, of: row.key, into: &commits)
      }
      return false
    }
    guard !commits.isEmpty else { return }
    // The new row is written first: pages that a transaction frees and uses again are not cleared.
    run.clear()
    for commit in commits where !run.add(.commit(commit)) {
      try writeRun(row.key, number, database)
      run.clear()
      _ = run.add(.commit(commit))
    }
    try writeRun(row.key, number, database)
    run.clear()
    let removal = try SQLiteQuery(database, SQLiteSchema.deleteRuns)
    try removal.bind(first, at: 1)
    try removal.bind(first, at: 2)
    try removal.run()
  }
}

extension JournalEntry {
  /// The version of a commit with a request id; nil for every other entry.
  fileprivate var versionOfRequest: UInt64? {
    if case .commit(let commit) = self, commit.requestID != nil { commit.version } else { nil }
  }
}
