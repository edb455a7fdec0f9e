import ArrangeModel

/// The content of the collections of a shard at the versions that are kept: the only way to it. Used on the shard's executor.
///
/// A version is made from the nearest state, which is the newest one or one that ``PastCache`` has, by undoing or applying the
/// commits in between. It has no order keys and no placement versions that count, since commits do not store previous ones.
package struct PastVersions: Sendable {
  /// The number of edits that are undone at once on the event loop: about 1 ms.
  private static let editsAtOnce = 300
  /// The number of blocks of commits that are read from the journal, or walked over, at a time.
  private static let blocksAtATime = 32
  /// The stored commits that are read at a time, in bytes, if they are large.
  private static let bytesAtATime = 8 << 20

  let shard: Shard

  /// The version that a reference names.
  ///
  /// - Parameter field: the field of the request that has the reference.
  /// - Throws: ``StatusCode/outOfRange`` if it is not there yet, or not kept any more; the message names the oldest one.
  func resolve(
    _ reference: VersionReference,
    of hosted: HostedCollection,
    _ field: String
  ) throws(ArrangeError) -> UInt64 {
    let version: UInt64
    switch reference {
    case .number(let number): version = number
    case .named(let name):
      guard let named = hosted.descriptor.namedVersions[name] else { throw .noVersion(name, field) }
      version = named.version
    }
    let newest = hosted.durable.version
    guard version <= newest else {
      throw ArrangeError(
        .outOfRange,
        "there is no version \(version) yet; the newest one is \(newest)",
        field: field
      )
    }
    guard version >= hosted.oldestVersion else {
      throw .notKept(version, oldest: hosted.oldestVersion, field)
    }
    return version
  }

  /// The content at a version that ``resolve(_:of:_:)`` has returned. O(edits in between · log n), and less for a version that
  /// was read before.
  ///
  /// - Parameter reply: gets an error with the code ``StatusCode/outOfRange`` if the version is no longer kept, or if a commit
  ///   in between did not keep what it removed.
  func state(
    at version: UInt64,
    of hosted: HostedCollection,
    for caller: Caller,
    reply: @escaping Reply<CollectionState>
  ) {
    shard.executor.check()
    let start = shard.pastCache.nearest(
      to: version,
      of: hosted.key,
      notBefore: hosted.oldestVersion,
      orNewest: hosted.readDurable(),
      now: shard.clock.monotonicNanoseconds()
    )
    walk(from: start, to: version, of: hosted, for: caller, edits: 0, reply: reply)
  }

  private func walk(
    from state: CollectionState,
    to version: UInt64,
    of hosted: HostedCollection,
    for caller: Caller,
    edits: Int,
    reply: @escaping Reply<CollectionState>
  ) {
    guard state.version != version else {
      if edits > 0 {
        shard.pastCache.keep(state, of: hosted.key, edits: edits, now: shard.clock.monotonicNanoseconds())
      }
      return reply(.success(state))
    }
    let isBackward = version < state.version
    let range = isBackward ? version + 1...state.version : state.version + 1...version
    commits(range, backward: isBackward, of: hosted) { result in
      guard case .success(let commits) = result else { return reply(result.map { _ in state }) }
      let count = commits.edits
      let walk = StateWalk(state, over: commits)
      run(edits: count, weight: state.itemCount, for: caller) {
        (slice: inout WorkSlice) throws(ArrangeError) in
        do throws(PastGap) { return try walk.proceed(&slice) } catch { throw error.error(at: version) }
      } whenDone: { result in
        guard case .success(let state) = result else { return reply(result) }
        self.walk(from: state, to: version, of: hosted, for: caller, edits: edits + count, reply: reply)
      }
    }
  }

  /// Runs work on some edits: off the shard, unless there are few.
  ///
  /// - Parameter weight: the memory that it uses meanwhile, in items.
  func run<Value: Sendable>(
    edits: Int,
    weight: Int,
    for caller: Caller,
    _ body: @escaping CallWork<Value>.Body,
    whenDone: @escaping Reply<Value>
  ) {
    guard edits <= PastVersions.editsAtOnce else {
      return shard.work.run(for: caller, weight: weight, body, whenDone: whenDone)
    }
    whenDone(
      Result { () throws(ArrangeError) in
        var slice = WorkSlice(steps: .max)
        while true { if let value = try body(&slice) { return value } }
      }
    )
  }

  // MARK: Commits

  /// Calls a closure with commits of a range of durable versions that begin at one of its ends: at least one, and not all if
  /// there are many.
  ///
  /// - Parameter isBackward: whether they begin at the upper end.
  func commits(
    _ range: ClosedRange<UInt64>,
    backward isBackward: Bool,
    of hosted: HostedCollection,
    reply: @escaping Reply<PastCommits>
  ) {
    if let kept = keptCommits(range, backward: isBackward, of: hosted) { return reply(.success(kept)) }
    let (key, newest) = (hosted.key, hosted.durable.version)
    shard.storage.read(for: shard.index) { journal in
      try PastVersions.read(range, backward: isBackward, through: newest, of: key, in: journal)
    } whenDone: { result in
      guard shard.catalog.entry(hosted.name)?.key == key else {
        return reply(.failure(.deleted(hosted.name)))
      }
      switch result {
      case .failure(let error): reply(.failure(error))
      case .success((let blocks, let gap)):
        let now = shard.clock.monotonicNanoseconds()
        for block in blocks { shard.pastCache.keep(block, of: key, now: now) }
        // What was just read may be too large to be kept.
        let kept =
          keptCommits(range, backward: isBackward, of: hosted)
          ?? blocks.first?.clamped(to: range)
        guard let kept else {
          let gap = gap ?? .trimmed(before: hosted.retained.oldestCommit)
          return reply(.failure(gap.error(at: range.lowerBound - 1)))
        }
        reply(.success(kept))
      }
    }
  }

  private func keptCommits(
    _ range: ClosedRange<UInt64>,
    backward isBackward: Bool,
    of hosted: HostedCollection
  ) -> PastCommits? {
    shard.pastCache.commits(
      range,
      backward: isBackward,
      of: hosted.key,
      most: PastVersions.blocksAtATime,
      now: shard.clock.monotonicNanoseconds()
    )
  }

  /// Reads blocks of commits, the nearest one first, until there are enough.
  private static func read(
    _ range: ClosedRange<UInt64>,
    backward isBackward: Bool,
    through newest: UInt64,
    of key: CollectionKey,
    in journal: any Journal
  ) throws -> (blocks: [PastCommits], gap: PastGap?) {
    var blocks: [PastCommits] = []
    var bytes = 0
    let (first, last) = (PastCommits.block(of: range.lowerBound), PastCommits.block(of: range.upperBound))
    for step in 0...min(last - first, UInt64(blocksAtATime) - 1) where bytes < bytesAtATime {
      let wanted = PastCommits.versions(ofBlock: isBackward ? last - step : first + step)
      let needed = wanted.clamped(to: range)
      // What a block has besides may be trimmed, or not be there yet.
      let records = try journal.commits(of: key, from: wanted.lowerBound, limit: wanted.count)
        .filter { wanted.contains($0.version) && $0.version <= newest }
      guard let oldest = records.first, oldest.version <= needed.lowerBound,
        let newest = records.last, newest.version >= needed.upperBound
      else {
        return (blocks, .trimmed(before: try journal.oldestCommit(of: key) ?? range.upperBound + 1))
      }
      let block = try PastCommits(records)
      blocks.append(block)
      bytes += block.bytes
    }
    return (blocks, nil)
  }
}

extension PastGap {
  /// The error for a read of a version.
  func error(at version: UInt64) -> ArrangeError {
    switch self {
    case .trimmed(let oldest): .notKept(version, oldest: oldest - 1)
    case .leftOut(let commit):
      ArrangeError(
        .outOfRange,
        "version \(version) can't be read: commit \(commit) removed more content than is kept; the oldest version that can "
          + "be read is \(commit)"
      )
    case .damaged(let error): error
    }
  }
}

extension ArrangeError {
  static func noVersion(_ name: Identifier, _ field: String) -> ArrangeError {
    ArrangeError(.notFound, "no version of the collection is named \"\(name)\"", field: field)
  }

  static func notKept(_ version: UInt64, oldest: UInt64, _ field: String? = nil) -> ArrangeError {
    ArrangeError(
      .outOfRange,
      "version \(version) is no longer kept; the oldest version that can be read is \(oldest)",
      field: field
    )
  }
}

extension Shard {
  /// The content of its collections at the versions that are kept.
  package var past: PastVersions { PastVersions(shard: self) }
}
