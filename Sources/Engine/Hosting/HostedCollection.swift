import ArrangeModel
import DequeModule
import Ordering

/// A collection in memory, owned by one shard.
///
/// It has a *working* state, on which the next transaction is carried out in place, and the *durable* one,
/// which is all that anybody is shown. Between them are the commits that are on their way to the disk; the
/// durable state is made by taking these back from a copy, for whoever reads while there are any. What a
/// transaction learns from the working state is told only when that state is durable.
///
/// It is touched on its shard's executor only; closures that come back there carry it along. So checks of exclusive
/// access at run time, of which each call would take a dozen, are left out.
final class HostedCollection: @unchecked Sendable {
  /// Whether the collection can be used.
  enum Phase {
    /// Its content is being read; what came meanwhile waits.
    case loading([(Result<HostedCollection, ArrangeError>) -> Void])
    case ready
    /// It is being deleted; what came meanwhile waits and will find it gone.
    case deleting([() -> Void])
  }

  /// A commit that is not durable yet, and whom to tell when it is.
  struct Pending {
    /// The state before the commit, where it was kept: to take back the edits of a large one takes long.
    var before: CollectionState?
    let edits: [Edit]
    let written: RetainedSizes.Written?
    let author: Principal?
    let requestID: RequestID?
    /// The counts after the commit.
    let counts: Counts
    var whenDone: [(Result<Void, ArrangeError>) -> Void]
    /// The state after the commit, where it was kept because somebody watches.
    var state: CollectionState?
  }

  /// A version with its counts.
  struct Counts {
    var version: UInt64 = 0
    var sections = 0
    var items = 0
    /// Who made the version.
    var incarnation = Lineage.unknown

    init() {}

    init(_ state: CollectionState) {
      version = state.version
      sections = state.sectionCount
      items = state.itemCount
      incarnation = state.lineage.incarnation(of: state.version)
    }
  }

  let key: CollectionKey
  let name: Identifier
  /// What is durable of the description.
  var descriptor: CollectionDescriptor
  /// The description as it will be when everything is durable.
  var workingDescriptor: CollectionDescriptor
  /// The strategy that the working state has. Nil if it is not loaded: the collection can then be read and not
  /// written.
  var strategy: (any OrderingStrategy)? { didSet { hasLoadedStrategy = strategy?.isLoaded ?? false } }
  /// Whether the strategy is of a loaded library, which may take as long as it likes.
  private(set) var hasLoadedStrategy: Bool
  /// Whether a transaction is carried out apart from the shard.
  var isEditedApart = false
  /// Whether writes have to wait: for such a transaction, or behind others that did.
  @exclusivity(unchecked) var writesWait = false
  var waitingWrites = WaitingQueue<WaitingWrite>()
  /// The state before such a transaction, until its commit is noted.
  @exclusivity(unchecked) private var stateBefore: CollectionState?
  /// Such a state when its commit is durable, to be discarded, and how much of it is in no other.
  var replaced: (state: CollectionState, items: Int)?
  @exclusivity(unchecked) var phase: Phase
  @exclusivity(unchecked) private(set) var working = CollectionState()
  /// What is durable.
  @exclusivity(unchecked) private(set) var durable = Counts()
  @exclusivity(unchecked) private(set) var pending: Deque<Pending> = []
  /// The durable state, where somebody has asked for it since it became durable and while commits are pending.
  @exclusivity(unchecked) private var durableState: CollectionState?
  /// Why nothing becomes durable any more, and what was durable then.
  @exclusivity(unchecked) private var failure: (error: ArrangeError, durable: CollectionState)?
  @exclusivity(unchecked) var requests = RequestWindow()
  @exclusivity(unchecked) var random: OrderingRandom
  var heldReads = HeldReads<CollectionState>()
  /// What subscribers get; nil if there are none.
  @exclusivity(unchecked) var feed: ChangeFeed<ListAtVersion, ChangeLog>?
  /// The shards that have views of the collection.
  @exclusivity(unchecked) var viewHomes: Set<Int> = []
  /// The newest commit that is on its way to them, without its state.
  @exclusivity(unchecked) var latestStep: SourceStep?
  /// The version of the newest complete checkpoint.
  @exclusivity(unchecked) var checkpointVersion: UInt64 = 0
  @exclusivity(unchecked) var isWritingCheckpoint = false
  /// How many edits the journal holds that the newest checkpoint does not.
  @exclusivity(unchecked) var editsSinceCheckpoint = 0
  var oldestCommit: UInt64 = 1
  /// What the commits take that are kept.
  @exclusivity(unchecked) var sizes = RetainedSizes()
  /// What the commits take that the newest checkpoint does not have, in bytes.
  @exclusivity(unchecked) var bytesSinceCheckpoint = 0
  /// What the newest checkpoint takes, in bytes.
  var checkpointBytes = 0
  /// When it was used last, in monotonic nanoseconds.
  @exclusivity(unchecked) var lastUsed: UInt64

  init(_ entry: Catalog.Entry, strategy: (any OrderingStrategy)?, seed: UInt64, now: UInt64) {
    key = entry.key
    name = entry.name
    descriptor = entry.descriptor
    workingDescriptor = entry.descriptor
    self.strategy = strategy
    hasLoadedStrategy = strategy?.isLoaded ?? false
    phase = .loading([])
    random = OrderingRandom(seed: seed)
    lastUsed = now
  }

  /// Takes over content that was read from the journal.
  func install(_ state: CollectionState) {
    working = state
    durable = Counts(state)
  }

  /// Carries out operations on the working state in place, since nobody else holds it then. An error leaves it
  /// as it was.
  ///
  /// - Parameter largestAnswer: the most bytes that the result may take as an answer.
  func edit(
    _ operations: [Operation],
    strategy: any OrderingStrategy,
    largestAnswer: Int,
    makeID: @escaping () -> Identifier
  ) throws(ArrangeError) -> (edits: [Edit], result: ApplyResult, bytes: Int) {
    var bytes = 0
    let (edits, result) = try edit(strategy: strategy, makeID: makeID) { (editor) throws(ArrangeError) in
      try editor.perform(operations)
      try editor.checkAnswer(largestAnswer)
      bytes = editor.bytesWritten
    }
    return (edits, result, bytes)
  }

  /// Edits the working state in place. An error leaves it as it was.
  func edit(
    strategy: any OrderingStrategy,
    makeID: @escaping () -> Identifier,
    _ body: (inout TransactionEditor) throws(ArrangeError) -> Void
  ) throws(ArrangeError) -> (edits: [Edit], result: ApplyResult) {
    var state = CollectionState.placeholder
    swap(&state, &working)
    var editor = TransactionEditor(consume state, strategy: strategy, random: random, makeID: makeID)
    do throws(ArrangeError) {
      try body(&editor)
    } catch {
      random = editor.random
      working = (consume editor).takeBack()
      throw error
    }
    random = editor.random
    let edits: [Edit]
    let result: ApplyResult
    (working, edits, result) = (consume editor).finish()
    return (edits, result)
  }

  /// Takes over what a transaction has done that was carried out apart from the shard.
  func takeOver(_ outcome: SlicedTransaction.Outcome) {
    random = outcome.random
    guard outcome.result.changed else { return }
    stateBefore = working
    working = outcome.state
  }

  /// Notes that the working state has one more commit, which is on its way to the disk.
  func notePending(_ commit: Commit, whenDone: @escaping (Result<Void, ArrangeError>) -> Void) {
    working.lineage.note(commit.version, madeBy: commit.incarnation)
    pending.append(
      Pending(
        before: stateBefore,
        edits: commit.edits,
        written: commit.written,
        author: commit.author,
        requestID: commit.requestID,
        counts: Counts(working),
        whenDone: [whenDone]
      )
    )
    stateBefore = nil
  }

  /// Keeps the state as it is now for when the last pending commit is durable, so that it need not be made then.
  func keepState() {
    latestStep?.state = working
    latestStep = nil
    if !pending.isEmpty { pending[pending.count - 1].state = working }
  }

  /// Notes how the oldest pending commit ended, and says who is to be told.
  ///
  /// - Parameter retainedBytes: the most bytes of commits that are kept.
  func settlePending(
    _ outcome: Result<Void, ArrangeError>,
    retainedBytes: Int
  ) -> [(Result<Void, ArrangeError>) -> Void] {
    switch outcome {
    case .success:
      let settled = pending.removeFirst()
      durable = settled.counts
      let steps = settled.edits.reduce(0) { $0 + $1.replaySteps }
      editsSinceCheckpoint += steps
      if let before = settled.before { replaced = (before, steps) }
      let bytes = settled.written?.bytes ?? 0
      bytesSinceCheckpoint += bytes
      sizes.note(durable.version, bytes: bytes, bound: retainedBytes)
      durableState = settled.state
      feed?.log.append(settled.edits, by: settled.author, requestID: settled.requestID)
      return settled.whenDone
    case .failure(let error):
      // All that is pending fails with it, and the working state is worth nothing.
      if failure == nil {
        failure = (error, readDurable())
        feed?.end(error)
        feed = nil
      }
      return pending.removeFirst().whenDone
    }
  }

  /// Tells something when everything that the working state holds is durable; at once where it is.
  func whenDurable(_ body: @escaping (Result<Void, ArrangeError>) -> Void) {
    if let failure {
      body(.failure(failure.error))
    } else if pending.isEmpty {
      body(.success(()))
    } else {
      pending[pending.count - 1].whenDone.append(body)
    }
  }

  /// Forgets who made the versions that nobody can go on from any more.
  func forgetLineage(before version: UInt64) { working.lineage.forget(before: version) }

  /// Who made the versions so far.
  var lineage: Lineage { working.lineage }

  /// The durable state. O(1), or where commits are pending O(their edits · log n) once for each durable version.
  func readDurable() -> CollectionState {
    if let failure { return failure.durable }
    if pending.isEmpty { return working }
    if let durableState { return durableState }
    var state = working
    for commit in pending.reversed() {
      if let before = commit.before { state = before } else { state.undo(commit.edits) }
    }
    state.version = durable.version
    durableState = state
    return state
  }

  /// What there is to know about the durable state.
  var info: CollectionInfo { info(durable) }

  /// What there is to know about a version.
  func info(_ counts: Counts) -> CollectionInfo {
    CollectionInfo(
      name: name,
      strategy: descriptor.strategy,
      fields: descriptor.fields,
      version: counts.version,
      epoch: descriptor.epoch,
      createdAt: descriptor.createdAt,
      sectionCount: counts.sections,
      itemCount: counts.items,
      history: descriptor.history(madeBy: counts.incarnation)
    )
  }
}

/// What a journal has of a collection, put together.
struct LoadedCollection: Sendable {
  /// How many commits are read from the journal at a time.
  private static let commitsAtATime = 100

  var state: CollectionState
  var checkpointVersion: UInt64
  /// How many edits came after the checkpoint.
  var replayedEdits: Int
  /// What these take, in bytes.
  var replayedBytes: Int
  /// What the checkpoint takes, in bytes.
  var checkpointBytes: Int
  /// What all commits take that are kept, as far as that is known: a checkpoint of an older server does not say it.
  var sizes: RetainedSizes
  var oldestCommit: UInt64
  var requests: [RequestRecord]

  /// Reads the newest checkpoint and replays the commits after it. O(items + commits after the checkpoint).
  ///
  /// - Parameter retainedBytes: the most bytes of commits that are kept.
  static func load(
    _ key: CollectionKey,
    version: UInt64,
    retainedBytes: Int,
    from journal: any Journal
  ) throws -> LoadedCollection {
    var state = CollectionState()
    var sizes = RetainedSizes()
    var checkpointBytes = 0
    let checkpoint = try journal.checkpoint(of: key)
    if let checkpoint {
      var reader = CheckpointReader()
      for index in 0..<checkpoint.chunkCount {
        try reader.read(journal.checkpointChunk(index, of: key, version: checkpoint.version))
      }
      sizes = try reader.sizes()
      checkpointBytes = reader.byteCount
      state = try reader.finish(version: checkpoint.version)
    }
    var replayedEdits = 0
    var replayedBytes = 0
    while true {
      let records = try journal.commits(of: key, from: state.version + 1, limit: commitsAtATime)
      for record in records {
        let commit = try Commit(record)
        try state.replay(commit)
        replayedEdits += commit.edits.reduce(0) { $0 + $1.replaySteps }
        replayedBytes += record.payload.count
        sizes.note(commit.version, bytes: record.payload.count, bound: retainedBytes)
      }
      if records.count < commitsAtATime { break }
    }
    guard state.version >= version else {
      throw ArrangeError.damagedJournal(
        "a collection is at version \(version), but its commits end at \(state.version)"
      )
    }
    if state.version > 0, state.lineage.incarnation(of: state.version) == Lineage.unknown,
      let newest = try journal.commits(of: key, from: state.version, limit: 1).first
    {
      state.lineage.note(state.version, madeBy: Lineage.standIn(for: newest))
    }
    return LoadedCollection(
      state: state,
      checkpointVersion: checkpoint?.version ?? 0,
      replayedEdits: replayedEdits,
      replayedBytes: replayedBytes,
      checkpointBytes: checkpointBytes,
      sizes: sizes,
      oldestCommit: try journal.oldestCommit(of: key) ?? state.version + 1,
      requests: try journal.requests(of: key, limit: .max)
    )
  }
}
