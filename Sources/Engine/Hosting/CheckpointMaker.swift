import ArrangeModel

/// Writes checkpoints of the collections of a shard, and trims the commits that they cover. Used on the shard's executor only.
struct CheckpointMaker<Host: ShardWriter>: Sendable {
  let shard: Host

  /// The minimum number of checkpoints while as many bytes of commits are written as are retained: commits
  /// after the newest checkpoint can't be trimmed.
  private static var checkpointsOfRetainedBytes: Int { 4 }

  /// Begins a checkpoint in the background if enough edits, or bytes of them, were made since the last one;
  /// for an idle collection after fewer edits, so that the next start is fast.
  func startIfDue(_ hosted: HostedCollection, isResting: Bool = false) {
    let emptied = hosted.descriptor.emptiedVersion
    // A process that ended between a checkpoint and what it lets trim has left that.
    if hosted.role == .owner, emptied >= hosted.retained.oldestCommit,
      emptied <= hosted.retained.checkpointVersion
    {
      trim(hosted)
    }
    let interval = shard.options.checkpointInterval
    let due =
      isResting
      ? max(1, interval / EngineOptions.restingRatio)
      : max(interval, hosted.durable.items / EngineOptions.itemsPerReplayedEdit)
    // Ensures that checkpoints never write more than commits do.
    let maximumBytes = max(
      shard.options.retainedBytes / CheckpointMaker.checkpointsOfRetainedBytes,
      hosted.retained.checkpointBytes
    )
    // What was emptied is trimmed with the next one.
    let isAwaited = emptied > hosted.retained.checkpointVersion
    guard hosted.retained.checkpoint == nil, hosted.role == .owner,
      isAwaited || hosted.retained.editsSinceCheckpoint >= due
        || hosted.retained.bytesSinceCheckpoint > maximumBytes
    else { return }
    let work = CheckpointWork(
      of: hosted.readDurable(),
      edits: hosted.retained.editsSinceCheckpoint,
      bytes: hosted.retained.bytesSinceCheckpoint,
      sizes: hosted.retained.sizes,
      at: shard.clock.monotonicNanoseconds()
    )
    hosted.retained.checkpoint = work
    writeChunk(0, of: work, hosted)
  }

  /// Encodes a chunk on the reading thread, submits it to be written, and continues when it is durable, so
  /// that commits never wait for more than one chunk.
  private func writeChunk(_ number: Int, of work: CheckpointWork, _ hosted: HostedCollection) {
    shard.storage.read(for: shard.index) { _ in
      work.next()
    } whenDone: { result in
      // A collection that is being deleted accepts no more entries, and one that another node has owned since then not those
      // of this checkpoint.
      guard case .success(let chunk?) = result, case .ready = hosted.phase, hosted.role == .owner,
        hosted.retained.checkpoint === work
      else { return }
      let version = work.version
      shard.submit(
        .init(
          content: .entry(
            .checkpointChunk(
              hosted.key,
              version: version,
              index: number,
              isLast: chunk.isLast,
              bytes: chunk.bytes
            )
          ),
          shard: shard.index
        ) { outcome in
          guard case .success = outcome, case .ready = hosted.phase, hosted.role == .owner,
            hosted.retained.checkpoint === work
          else { return }
          if chunk.isLast {
            hosted.retained.finish(work)
            shard.options.meter?.recordCheckpoint(
              of: hosted.name,
              version: version,
              bytes: work.written,
              nanoseconds: shard.clock.monotonicNanoseconds() &- work.begin
            )
            shard.options.trace?("checkpoint", ["collection": hosted.name.text, "version": "\(version)"])
            trim(hosted)
            // The commits made meanwhile may be enough for the next checkpoint, and none may follow to
            // trigger it.
            startIfDue(hosted)
          } else {
            writeChunk(number + 1, of: work, hosted)
          }
        }
      )
    }
  }

  /// Trims commits that are older than the retained ones and that a checkpoint covers.
  private func trim(_ hosted: HostedCollection) {
    let version = hosted.durable.version
    let retained = UInt64(shard.options.retainedCommits)
    let byCount = version > retained ? version - retained : 0
    let byBytes = hosted.retained.sizes.oldest(within: shard.options.retainedBytes) ?? 0
    // What is named stays readable: it is made by undoing the commits after it.
    let byNames = hosted.workingDescriptor.namedVersions.oldest.map { $0 + 1 } ?? .max
    let covered = hosted.retained.checkpointVersion
    // Nothing was named when the bin was emptied, and what is named is newer.
    let emptied = hosted.descriptor.emptiedVersion
    let oldest = max(min(max(byCount, byBytes), covered, byNames), emptied <= covered ? emptied + 1 : 0)
    guard oldest > hosted.retained.oldestCommit else { return }
    hosted.forget(before: oldest)
    shard.submit(
      .init(content: .entry(.trim(hosted.key, before: oldest)), shard: shard.index) { outcome in
        if case .success = outcome { hosted.endAwaitedTrims(before: oldest, isTrimmed: true) }
      }
    )
  }
}

/// A checkpoint in progress, used by one thread at a time.
final class CheckpointWork: @unchecked Sendable {
  let version: UInt64
  /// The number of edits that need not be replayed once it is complete.
  let edits: Int
  /// The bytes of commits that need not be replayed.
  let bytes: Int
  /// When it began, in monotonic nanoseconds.
  let begin: UInt64
  /// The bytes of the chunks so far.
  private(set) var written = 0
  private var writer: CheckpointWriter

  init(of state: CollectionState, edits: Int, bytes: Int, sizes: RetainedSizes, at now: UInt64) {
    begin = now
    version = state.version
    self.edits = edits
    self.bytes = bytes
    writer = CheckpointWriter(state, sizes: sizes)
  }

  func next() -> (bytes: [UInt8], isLast: Bool)? {
    let chunk = writer.next()
    written += chunk?.bytes.count ?? 0
    return chunk
  }
}

extension Shard: ShardWriter {
  var checkpoints: CheckpointMaker<Shard> { CheckpointMaker(shard: self) }
}
