import ArrangeModel
import Ordering

/// A collection in memory, owned by one shard.
///
/// It has two states: the *working* one, on which the next transaction is carried out, and the *durable* one,
/// which is all that anybody is shown. Between them are the commits that are on their way to the disk. What a
/// transaction learns from the working state is told only when that state is durable.
///
/// It is touched on its shard's executor only; closures that come back there carry it along.
final class HostedCollection: @unchecked Sendable {
  /// Whether the collection can be used.
  enum Phase {
    /// Its content is being read; what came meanwhile waits.
    case loading([(Result<HostedCollection, ArrangeError>) -> Void])
    case ready
    /// It is being deleted; what came meanwhile waits and will find it gone.
    case deleting([() -> Void])
  }

  /// A state that is not durable yet, and whom to tell when it is.
  struct Pending {
    let state: CollectionState
    var whenDone: [(Result<Void, ArrangeError>) -> Void]
  }

  /// A version that is kept for a read in pages.
  struct HeldRead {
    var state: CollectionState
    var lastUsed: UInt64
  }

  let key: CollectionKey
  let name: Identifier
  /// What is durable of the description.
  var descriptor: CollectionDescriptor
  /// The description as it will be when everything is durable.
  var workingDescriptor: CollectionDescriptor
  /// Nil where no strategy of this name is loaded: the collection can then be read and not written.
  let strategy: (any OrderingStrategy)?
  var phase: Phase
  var working = CollectionState()
  var durable = CollectionState()
  var pending: [Pending] = []
  var requests = RequestWindow()
  var random: OrderingRandom
  var heldReads: [UInt64: HeldRead] = [:]
  /// The version of the newest complete checkpoint.
  var checkpointVersion: UInt64 = 0
  var isWritingCheckpoint = false
  var oldestCommit: UInt64 = 1
  /// When it was used last, in monotonic nanoseconds.
  var lastUsed: UInt64

  init(_ entry: Catalog.Entry, strategy: (any OrderingStrategy)?, seed: UInt64, now: UInt64) {
    key = entry.key
    name = entry.name
    descriptor = entry.descriptor
    workingDescriptor = entry.descriptor
    self.strategy = strategy
    phase = .loading([])
    random = OrderingRandom(seed: seed)
    lastUsed = now
  }

  /// Tells something when everything that the working state holds is durable; at once where it is.
  func whenDurable(_ body: @escaping (Result<Void, ArrangeError>) -> Void) {
    if pending.isEmpty {
      body(.success(()))
    } else {
      pending[pending.count - 1].whenDone.append(body)
    }
  }

  /// What there is to know about a durable state.
  func info(_ state: CollectionState) -> CollectionInfo {
    CollectionInfo(
      name: name,
      strategy: descriptor.strategy,
      fields: descriptor.fields,
      version: state.version,
      epoch: descriptor.epoch,
      createdAt: descriptor.createdAt,
      sectionCount: state.sectionCount,
      itemCount: state.itemCount
    )
  }
}

/// What a journal has of a collection, put together.
struct LoadedCollection: Sendable {
  /// How many commits are read from the journal at a time.
  private static let commitsAtATime = 100

  var state: CollectionState
  var checkpointVersion: UInt64
  var oldestCommit: UInt64
  var requests: [RequestRecord]

  /// Reads the newest checkpoint and replays the commits after it. O(items + commits after the checkpoint).
  static func load(
    _ key: CollectionKey,
    version: UInt64,
    from journal: any Journal
  ) throws -> LoadedCollection {
    var state = CollectionState()
    let checkpoint = try journal.checkpoint(of: key)
    if let checkpoint {
      var reader = CheckpointReader()
      for index in 0..<checkpoint.chunkCount {
        try reader.read(journal.checkpointChunk(index, of: key, version: checkpoint.version))
      }
      state = try reader.finish(version: checkpoint.version)
    }
    while true {
      let records = try journal.commits(of: key, from: state.version + 1, limit: commitsAtATime)
      for record in records { try state.replay(Commit(record)) }
      if records.count < commitsAtATime { break }
    }
    guard state.version >= version else {
      throw ArrangeError.damagedJournal(
        "a collection is at version \(version), but its commits end at \(state.version)"
      )
    }
    return LoadedCollection(
      state: state,
      checkpointVersion: checkpoint?.version ?? 0,
      oldestCommit: try journal.oldestCommit(of: key) ?? state.version + 1,
      requests: try journal.requests(of: key, limit: .max)
    )
  }
}
