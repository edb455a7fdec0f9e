package import Engine
import Synchronization

/// An append that waits for its transaction.
final class WaitingAppend: Sendable {
  let entries: [JournalEntry]
  private let outcome = Mutex<Result<Void, JournalError>?>(nil)

  init(_ entries: [JournalEntry]) { self.entries = entries }

  /// The outcome; nil as long as it waits.
  var result: Result<Void, JournalError>? { outcome.withLock { $0 } }

  func end(_ result: Result<Void, JournalError>) { outcome.withLock { $0 = result } }
}

extension PostgresJournal {
  /// The maximum number of entries in one transaction. The first append of a group may exceed it.
  private static let maximumGroup = 8_192
  /// The minimum number of old commits that a transaction removes, if there are as many, and how many for each of its
  /// commits: more than one, so that removal keeps up.
  private static let sweepBase = 32
  private static let sweepRatio = 2

  package func append(_ entries: [JournalEntry]) throws(JournalError) {
    try checkUsable()
    if entries.isEmpty { return }
    for entry in entries { try entry.check(maximumBytes: options.maximumEntryBytes) }
    let append = WaitingAppend(entries)
    waiting.withLock { $0.append(append) }
    // Whoever gets the lock writes for all that wait.
    while append.result == nil {
      writer.withLock { writer in
        if append.result == nil { write(takeGroup(), &writer) }
      }
    }
    if let result = append.result { try result.get() }
  }

  private func takeGroup() -> [WaitingAppend] {
    waiting.withLock { waiting in
      var count = 0
      var entries = 0
      while count < waiting.count, count == 0 || entries < PostgresJournal.maximumGroup {
        entries += waiting[count].entries.count
        count += 1
      }
      defer { waiting.removeFirst(count) }
      return Array(waiting[..<count])
    }
  }

  /// Writes appends in one transaction. Those that contradict the journal fail alone.
  private func write(_ group: [WaitingAppend], _ writer: inout PostgresWriter) {
    do {
      try checkUsable()
      var stored: [PostgresRequest: UInt64] = [:]
      // A request id that is stored already is found by the transaction itself, which is rare. Then all of the group
      // are looked up, and the transaction is made again without the appends that it refused.
      for attempt in 0...1 {
        do {
          try write(group, stored, &writer)
          break
        } catch let failure as PostgresFailure where failure.constraint == "commits_request" && attempt == 0 {
          (writer.heads, writer.places) = shared.withLock { ($0.heads, $0.places) }
          stored = try find(group.flatMap(\.entries), &writer)
        }
      }
    } catch {
      let error = stop(error)
      for append in group where append.result == nil { append.end(.failure(error)) }
    }
  }

  /// - Parameter stored: the versions of stored commits, by request ids that appends of the group have.
  private func write(
    _ group: [WaitingAppend],
    _ stored: [PostgresRequest: UInt64],
    _ writer: inout PostgresWriter
  ) throws {
    var requests = stored
    var work = PostgresWork()
    var drafts: [JournalHeads.Draft] = []
    // Known when the transaction is made: until then it may have to be made in another way.
    var outcomes: [Result<Void, JournalError>] = []
    var nextSeries = writer.nextSeries
    for append in group {
      do throws(JournalError) {
        try writer.checkOwned(append.entries)
        let draft = try writer.heads.check(append.entries) { (_, key, id) throws(JournalError) in
          requests.isEmpty ? nil : requests[PostgresRequest(key, id)]
        }
        work.catalogChanged(append.entries, writer.heads)
        writer.heads.take(draft)
        work.add(append.entries, writer.places, nextSeries: &nextSeries)
        drafts.append(draft)
        outcomes.append(.success(()))
        if group.count > 1 {
          for commit in append.entries.requests { requests[commit.request] = commit.version }
        }
      } catch {
        outcomes.append(.failure(error))
      }
    }
    if !drafts.isEmpty { try commit(work, drafts, stored, nextSeries, &writer) }
    for (append, outcome) in zip(group, outcomes) { append.end(outcome) }
  }

  /// Makes the transaction of checked appends, and shows readers what it has changed.
  private func commit(
    _ work: PostgresWork,
    _ drafts: [JournalHeads.Draft],
    _ stored: [PostgresRequest: UInt64],
    _ nextSeries: Int64,
    _ writer: inout PostgresWriter
  ) throws {
    var calls = work.calls(writer.heads)
    if let call = PostgresRequest.removal(of: stored, for: work.commits) { calls.insert(call, at: 0) }
    let quota = PostgresJournal.sweepBase + PostgresJournal.sweepRatio * work.commits.count
    let removal = PostgresRemoval(of: writer.garbage, quota: quota)
    calls += removal.calls
    // The last one, since it locks a row that all nodes change.
    if let call = work.changes(by: node.id) { calls.append(call) }
    do throws(PostgresFailure) { try writer.commit(calls) } catch {
      throw error.isOverwrite ? PostgresJournal.overwrite : error
    }
    removal.apply(to: &writer.garbage)
    writer.nextSeries = nextSeries
    work.apply(to: &writer.places)
    writer.recordVersions(of: work.keys)
    writer.discard(work.garbage)
    shared.withLock { shared in
      for draft in drafts { shared.heads.take(draft) }
      work.apply(to: &shared.places)
    }
  }

  /// The error if a row is there that this server did not write.
  private static var overwrite: PostgresFailure {
    PostgresFailure(
      .overtaken,
      "another server has written the next version of a collection; nothing was overwritten, and this server gives up its lists"
    )
  }

  // MARK: Request ids

  /// Looks up the request ids of entries in the database.
  private func find(
    _ entries: [JournalEntry],
    _ writer: inout PostgresWriter
  ) throws -> [PostgresRequest: UInt64] {
    let wanted = entries.requests.map(\.request)
    var parameters = PostgresParameters()
    parameters.add(wanted.lazy.map(\.key.value), count: wanted.count)
    parameters.add(wanted.lazy.map { $0.id as [UInt8]? }, count: wanted.count)
    let rows = try writer.read(PostgresCall(PostgresSchema.findRequests, parameters))
    var found: [PostgresRequest: UInt64] = [:]
    for row in 0..<rows.count {
      found[PostgresRequest(CollectionKey(rows.number(row, 0)), rows.bytes(row, 2))] = rows.unsigned(row, 1)
    }
    return found
  }
}

// MARK: - Sweeping

extension PostgresJournal {
  /// The size of a slice of a sweep, as the number of commits that it removes.
  private static let sliceCommits = 2_000

  package func sweep(while isWanted: () -> Bool) throws(JournalError) {
    var isDone = false
    while isWanted(), !isDone {
      isDone = try writer.withLock { (writer) throws(JournalError) -> Bool in
        try checkUsable()
        if writer.garbage.isEmpty { return true }
        let removal = PostgresRemoval(of: writer.garbage, quota: PostgresJournal.sliceCommits)
        do throws(PostgresFailure) { try writer.commit(removal.calls) } catch { throw stop(error) }
        removal.apply(to: &writer.garbage)
        return false
      }
    }
  }
}

/// A request id of a collection.
private struct PostgresRequest: Hashable {
  let key: CollectionKey
  let id: [UInt8]

  init(_ key: CollectionKey, _ id: [UInt8]) {
    self.key = key
    self.id = id
  }

  /// The statement that removes trimmed commits whose request ids new ones have; nil if there are none.
  static func removal(
    of stored: [PostgresRequest: UInt64],
    for commits: [CommitRecord]
  ) -> PostgresCall? {
    let replaced = commits.compactMap { commit -> (key: CollectionKey, version: UInt64)? in
      guard let id = commit.requestID, !stored.isEmpty,
        let version = stored[PostgresRequest(commit.collection, id)]
      else { return nil }
      return (commit.collection, version)
    }
    if replaced.isEmpty { return nil }
    var parameters = PostgresParameters()
    parameters.add(replaced.lazy.map(\.key.value), count: replaced.count)
    parameters.add(replaced.lazy.map { Int64($0.version) }, count: replaced.count)
    return PostgresCall(PostgresSchema.removeRequests, parameters)
  }
}

extension [JournalEntry] {
  /// The commits with a request id.
  fileprivate var requests: [(request: PostgresRequest, version: UInt64)] {
    compactMap { entry in
      guard case .commit(let commit) = entry, let id = commit.requestID else { return nil }
      return (PostgresRequest(commit.collection, id), commit.version)
    }
  }
}

extension JournalEntry {
  /// The size of the engine's data in bytes, the version, and the index of the chunk.
  fileprivate var extent: (bytes: Int, version: UInt64, index: Int) {
    switch self {
    case .create(_, _, let bytes, let version): (bytes.count, version, 0)
    case .describe(_, let bytes): (bytes.count, 0, 0)
    case .delete: (0, 0, 0)
    case .commit(let commit): (commit.payload.count, commit.version, 0)
    case .checkpointChunk(_, let version, let index, _, let bytes): (bytes.count, version, index)
    case .trim(_, let before): (0, before, 0)
    }
  }
}

extension PostgresFailure {
  /// Whether a row of the same key is there.
  fileprivate var isOverwrite: Bool { state == "23505" && constraint != "commits_request" }
}

extension JournalEntry {
  /// Checks that an entry is within the limits.
  fileprivate func check(maximumBytes: Int) throws(JournalError) {
    let (bytes, version, index) = extent
    guard bytes <= maximumBytes else {
      throw JournalError(
        .conflict,
        "an entry of \(bytes) bytes; the journal takes \(maximumBytes) at most"
      )
    }
    guard version < UInt64(Int64.max) else {
      throw JournalError(.conflict, "version \(version) is beyond \(Int64.max - 1)")
    }
    guard (0..<Int(Int32.max)).contains(index) else {
      throw JournalError(.conflict, "chunk \(index) is beyond \(Int32.max - 1)")
    }
  }
}
