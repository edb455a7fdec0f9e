import ArrangeModel
import Changes

/// Reads commits that subscribers missed from the journal, for the logs of a shard. Used on the shard's executor only.
struct MissedCommits: Sendable {
  let storage: Storage
  let shard: Int

  /// The number of commits read from the journal at a time for a subscriber.
  private static let commitsAtATime = 256
  /// The maximum number of commits read from the journal for a resuming subscriber; one that missed more gets
  /// a snapshot.
  static let maximumCount: UInt64 = 20_000

  /// The result of reading a journal.
  enum Outcome {
    case read([Commit])
    /// There are more than the log has room for.
    case tooMany
    /// Some are no longer kept.
    case trimmed
  }

  /// Reads the commits after a version into a log, up to those that it has. If a read for another subscriber
  /// is in progress, it waits for that one.
  ///
  /// - Parameter whenDone: gets nil if the log covers the version, and otherwise the reason for a snapshot.
  func read(
    after version: UInt64,
    of key: CollectionKey,
    into target: some JournaledLog,
    whenDone: @escaping @Sendable (Result<SnapshotReason?, ArrangeError>) -> Void
  ) {
    let log = target.log
    if log.covers(version) { return whenDone(.success(nil)) }
    guard version < log.base else { return whenDone(.success(.historyTrimmed)) }
    if log.base - version > MissedCommits.maximumCount || target.reads.tooFar.map({ version <= $0 }) ?? false
    {
      return whenDone(.success(.tooManyChanges))
    }
    let begins = target.reads.begin {
      read(after: version, of: key, into: target, whenDone: whenDone)
    }
    guard begins else { return }
    let (base, room) = (log.base, log.room)
    storage.read(for: shard) { journal in
      try MissedCommits.commits(of: key, after: version, through: base, fitting: room, in: journal)
    } whenDone: { result in
      let reason = result.map { missed -> SnapshotReason? in
        switch missed {
        case .trimmed: return .historyTrimmed
        case .tooMany:
          target.reads.record(tooFar: version)
          return .tooManyChanges
        case .read(let commits):
          target.log.prepend(missing: commits)
          // The log may have dropped commits meanwhile because there were so many.
          return target.log.covers(version) ? nil : .tooManyChanges
        }
      }
      let waiting = target.reads.end()
      whenDone(reason)
      for body in waiting { body() }
    }
  }

  /// Reads the commits after a version through a later one.
  static func commits(
    of key: CollectionKey,
    after version: UInt64,
    through last: UInt64,
    fitting room: LogSize,
    in journal: any Journal
  ) throws -> Outcome {
    var commits: [Commit] = []
    var size = LogSize()
    while version + UInt64(commits.count) < last {
      let next = version + 1 + UInt64(commits.count)
      let limit = min(commitsAtATime, Int(last - next + 1))
      let records = try journal.commits(of: key, from: next, limit: limit)
      for record in records {
        let commit = try Commit(record)
        guard commit.version == version + 1 + UInt64(commits.count) else { return .trimmed }
        size.add(stored: commit)
        guard size.fits(room) else { return .tooMany }
        commits.append(commit)
      }
      if records.count < limit { return .trimmed }
    }
    return .read(commits)
  }
}

extension Shard {
  var missedCommits: MissedCommits { MissedCommits(storage: storage, shard: index) }
}
