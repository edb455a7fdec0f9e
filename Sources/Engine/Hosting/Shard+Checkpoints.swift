import ArrangeModel

extension Shard {
  /// How many checkpoints there are at least while as many bytes of commits come as are kept: those after the newest
  /// one can't go.
  private static let checkpointsOfRetainedBytes = 4

  /// Begins a checkpoint in the background where enough edits, or bytes of them, have come since the last one; of a
  /// collection that rests, even if a large one would not be due yet, so that the next start is quick.
  func startCheckpointIfDue(_ hosted: HostedCollection, isResting: Bool = false) {
    let share = isResting ? 0 : hosted.durable.items / EngineOptions.itemsPerReplayedEdit
    // So that checkpoints never are more than commits.
    let mostBytes = max(options.retainedBytes / Shard.checkpointsOfRetainedBytes, hosted.checkpointBytes)
    guard !hosted.isWritingCheckpoint,
      hosted.editsSinceCheckpoint >= max(options.checkpointInterval, share)
        || hosted.bytesSinceCheckpoint > mostBytes
    else { return }
    hosted.isWritingCheckpoint = true
    let work = CheckpointWork(hosted)
    writeChunk(0, of: work, hosted)
  }

  /// Encodes a chunk on the reading thread, hands it over to be written, and goes on when it is durable, so
  /// that commits never wait for more than one chunk.
  private func writeChunk(_ number: Int, of work: CheckpointWork, _ hosted: HostedCollection) {
    storage.read(for: index) { _ in
      work.next()
    } whenDone: { [self] result in
      // A collection that is being deleted takes no more entries.
      guard case .success(let chunk?) = result, case .ready = hosted.phase else { return }
      let version = work.version
      submit(
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
          shard: index
        ) { [self] outcome in
          guard case .success = outcome, case .ready = hosted.phase else { return }
          if chunk.isLast {
            hosted.checkpointVersion = version
            hosted.editsSinceCheckpoint -= work.edits
            hosted.bytesSinceCheckpoint -= work.bytes
            hosted.checkpointBytes = work.written
            hosted.isWritingCheckpoint = false
            options.trace?("checkpoint", ["collection": hosted.name.text, "version": "\(version)"])
            trim(hosted)
            // What came meanwhile may be enough for the next one, and nothing more may come that would begin it.
            startCheckpointIfDue(hosted)
          } else {
            writeChunk(number + 1, of: work, hosted)
          }
        }
      )
    }
  }

  /// Lets commits go that are older than what is kept, and that a checkpoint has made superfluous.
  private func trim(_ hosted: HostedCollection) {
    let version = hosted.durable.version
    let retained = UInt64(options.retainedCommits)
    let byCount = version > retained ? version - retained : 0
    let byBytes = hosted.sizes.oldest(within: options.retainedBytes) ?? 0
    let oldest = min(max(byCount, byBytes), hosted.checkpointVersion)
    guard oldest > hosted.oldestCommit else { return }
    hosted.oldestCommit = oldest
    hosted.requests.forget(before: oldest)
    hosted.sizes.forget(before: oldest)
    // Who has the version before can still go on.
    hosted.forgetLineage(before: oldest - 1)
    submit(
      .init(content: .entry(.trim(hosted.key, before: oldest)), shard: index) { _ in }
    )
  }
}

/// A checkpoint that is being written, one chunk at a time by one thread at a time.
private final class CheckpointWork: @unchecked Sendable {
  let version: UInt64
  /// How many edits need not be replayed any more when it is complete.
  let edits: Int
  /// How many bytes of commits need not be.
  let bytes: Int
  /// How many bytes the chunks have so far.
  private(set) var written = 0
  private var writer: CheckpointWriter

  init(_ hosted: HostedCollection) {
    let state = hosted.readDurable()
    version = state.version
    edits = hosted.editsSinceCheckpoint
    bytes = hosted.bytesSinceCheckpoint
    writer = CheckpointWriter(state, sizes: hosted.sizes)
  }

  func next() -> (bytes: [UInt8], isLast: Bool)? {
    let chunk = writer.next()
    written += chunk?.bytes.count ?? 0
    return chunk
  }
}
