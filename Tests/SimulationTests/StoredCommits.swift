import ArrangeModel
import Ordering

@testable import Engine

/// The commits of a simulation in a journal, from which the collection is read again as after a restart.
final class StoredCommits {
  /// What has become of the commits, to notice runs that test nothing.
  struct Counts: CustomStringConvertible {
    var commits = 0
    var checkpoints = 0
    var reopenings = 0
    var loads = 0
    /// Loads that began with a checkpoint and went on with commits.
    var mixed = 0

    mutating func add(_ other: Counts) {
      commits += other.commits
      checkpoints += other.checkpoints
      reopenings += other.reopenings
      loads += other.loads
      mixed += other.mixed
    }

    var description: String {
      "\(commits) commits, \(checkpoints) checkpoints, \(reopenings) reopenings, \(loads) loads, \(mixed) of them of "
        + "a checkpoint and commits"
    }
  }

  /// The maximum number of commits of an append.
  private static let commitsOfAppend = 8

  private let open: () throws -> any Journal
  private var journal: any Journal
  private let key: CollectionKey
  private var random: OrderingRandom
  /// What the next append has.
  private var waiting: [JournalEntry]
  /// The version of the newest checkpoint.
  private var checkpointed: UInt64 = 0
  private(set) var counts = Counts()

  /// - Parameter open: opens the journal, which is empty the first time.
  init(seed: UInt64, _ open: @escaping () throws -> any Journal) throws {
    random = OrderingRandom(seed: seed)
    self.open = open
    journal = try open()
    key = CollectionKey(Int64(random.next() >> 1) | 1)
    waiting = [.create(key, name: "simulated", descriptor: [1])]
  }

  func close() { journal.close() }

  /// Stores a commit, alone or together with the next ones.
  func store(_ record: CommitRecord) throws {
    counts.commits += 1
    waiting.append(
      .commit(
        CommitRecord(
          collection: key,
          version: record.version,
          requestID: record.requestID,
          payload: record.payload
        )
      )
    )
    if Int.random(in: 1...StoredCommits.commitsOfAppend, using: &random) <= waiting.count { try append() }
  }

  private func append() throws {
    guard !waiting.isEmpty else { return }
    try journal.append(waiting)
    waiting = []
  }

  /// Reads the collection whose newest state is given; before that, a checkpoint of it is made, or the journal is opened
  /// again, or neither.
  func load(_ state: CollectionState) throws -> CollectionState {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: try writeCheckpoint(state)
    case 1:
      try append()
      journal.close()
      journal = try open()
      counts.reopenings += 1
    default: break
    }
    try append()
    counts.loads += 1
    let loaded = try LoadedCollection.load(key, version: state.version, retainedBytes: .max, from: journal)
    if loaded.checkpointVersion > 0, loaded.checkpointVersion < state.version { counts.mixed += 1 }
    return loaded.state
  }

  /// Writes the chunks of a checkpoint, and trims some of the commits that it makes unnecessary.
  private func writeCheckpoint(_ state: CollectionState) throws {
    guard state.version > checkpointed else { return }
    checkpointed = state.version
    try append()
    counts.checkpoints += 1
    var writer = CheckpointWriter(state)
    var index = 0
    while let chunk = writer.next() {
      try journal.append([
        .checkpointChunk(
          key,
          version: state.version,
          index: index,
          isLast: chunk.isLast,
          bytes: chunk.bytes
        )
      ])
      index += 1
    }
    let oldest = UInt64.random(in: 0...state.version, using: &random)
    if oldest > 1 { try journal.append([.trim(key, before: oldest)]) }
  }
}
