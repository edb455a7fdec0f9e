import ArrangeModel
import DequeModule
import Ordering

/// A collection in memory, owned by one shard.
///
/// It has a *working* state, to which the next transaction is applied in place, and the *durable* one, the
/// only one that readers see. Between them are the commits that are being written. While there are any, the
/// durable state is made for readers by undoing them on a copy. What a transaction learns from the working
/// state is answered only once that state is durable.
///
/// It is used on its shard's executor only; closures that return there may capture it. So dynamic exclusivity
/// checks, of which each call would take a dozen, are omitted.
final class HostedCollection: @unchecked Sendable {
  /// Whether the collection can be used.
  enum Phase {
    /// Its content is being read; these callers wait for it.
    case loading([(Result<HostedCollection, ArrangeError>) -> Void])
    case ready
    /// It is being deleted; these callers wait and will find that it is gone.
    case deleting([() -> Void])
  }

  /// A commit that is not durable yet, and the callback for when it is.
  struct Pending {
    /// The state before the commit, if it was kept because undoing a large commit takes long.
    var before: CollectionState?
    let edits: [Edit]
    let written: RetainedSizes.Written?
    let author: Principal?
    let requestID: RequestID?
    /// The counts after the commit.
    let counts: Counts
    var whenDone: [(Result<Void, ArrangeError>) -> Void]
    /// The state after the commit, if it was kept because the collection is watched.
    var state: CollectionState?
    /// The commit, if other nodes get it.
    var commit: Commit?
  }

  /// A version with its counts.
  struct Counts {
    var version: UInt64 = 0
    var sections = 0
    var items = 0
    /// The incarnation of the version.
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
  /// The durable description.
  var descriptor: CollectionDescriptor
  /// The description that will be durable once everything is.
  var workingDescriptor: CollectionDescriptor
  /// The strategy of the working state. Nil if it is not loaded: the collection can then be read but not
  /// written.
  var strategy: (any OrderingStrategy)? { didSet { hasLoadedStrategy = strategy?.isLoaded ?? false } }
  /// Whether the strategy comes from a loaded library, which may take arbitrarily long.
  private(set) var hasLoadedStrategy: Bool
  /// What this node is for it; always the owner on a server that is alone.
  var role = Role.owner
  /// What brings the commits of the owner; nil unless this is a replica.
  var source: (any ReplicaFeed)?
  /// The other nodes that get its commits.
  var followers: [ObjectIdentifier: any CommitListener] = [:]
  /// Whether this replica may have read a commit of which its owner does not know yet that it was made.
  var isAheadOfOwner = false
  /// The node that has confirmed, on the connection over which it sends commits now, that this replica is of its history; nil
  /// if none has.
  var confirmedBy: Int64?
  /// The callers that wait until a replica has a version.
  var awaitingVersions: [VersionWaiter] = []
  /// Whether a transaction is being carried out off the shard.
  var isEditedOffShard = false
  /// Whether writes must wait: for such a transaction, or after others that waited.
  @exclusivity(unchecked) var writesWait = false
  var waitingWrites = WaitingQueue<WaitingWrite>()
  /// The state before such a transaction, until its commit is noted.
  @exclusivity(unchecked) private var stateBefore: CollectionState?
  /// Such a state once its commit is durable, to be released, and the number of items that no other state
  /// shares.
  var replaced: (state: CollectionState, items: Int)?
  @exclusivity(unchecked) var phase: Phase
  @exclusivity(unchecked) private(set) var working = CollectionState()
  /// The durable version and counts.
  @exclusivity(unchecked) private(set) var durable = Counts()
  @exclusivity(unchecked) private(set) var pending: Deque<Pending> = []
  /// The durable state, if it was requested since it became durable and while commits are pending.
  @exclusivity(unchecked) private var durableState: CollectionState?
  /// The reason why nothing becomes durable any more, and the last durable state.
  @exclusivity(unchecked) private var failure: (error: ArrangeError, durable: CollectionState)?
  @exclusivity(unchecked) var requests = RequestWindow()
  @exclusivity(unchecked) var random: OrderingRandom
  var heldReads = HeldReads<CollectionState>()
  /// The feed of subscribers; nil if there are none.
  @exclusivity(unchecked) var feed: ChangeFeed<ListAtVersion, ChangeLog>?
  /// The shards that have views of the collection.
  @exclusivity(unchecked) var shardsWithViews: Set<Int> = []
  /// The newest commit that is being sent to them, without its state.
  @exclusivity(unchecked) var latestStep: SourceStep?
  /// The version of the newest complete checkpoint.
  @exclusivity(unchecked) var checkpointVersion: UInt64 = 0
  /// The checkpoint that is being written.
  @exclusivity(unchecked) var checkpoint: CheckpointWork?
  var isWritingCheckpoint: Bool { checkpoint != nil }
  /// The number of edits in the journal since the newest checkpoint.
  @exclusivity(unchecked) var editsSinceCheckpoint = 0
  /// When the first of them became durable, or was loaded, in monotonic nanoseconds; 0 if there is none, or no meter.
  @exclusivity(unchecked) var firstEdit: UInt64 = 0
  var oldestCommit: UInt64 = 1
  /// The sizes of the retained commits.
  @exclusivity(unchecked) var sizes = RetainedSizes()
  /// The size of the commits since the newest checkpoint, in bytes.
  @exclusivity(unchecked) var bytesSinceCheckpoint = 0
  /// The size of the newest checkpoint, in bytes.
  var checkpointBytes = 0
  /// About how many bytes the collection takes in the journal. O(sections of ``sizes``).
  var storedBytes: Int { checkpointBytes + sizes.bytes }
  /// The time of the last use, in monotonic nanoseconds.
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

  /// Installs content that was read from the journal.
  func install(_ state: CollectionState) {
    working = state
    durable = Counts(state)
  }

  /// Applies operations to the working state in place, which is possible because nobody else references it.
  /// An error leaves it unchanged.
  ///
  /// - Parameters:
  ///   - largestAnswer: the maximum size of the result as an answer, in bytes.
  ///   - maximumElements: the maximum number of items and sections of the collection, if the operations add some.
  func edit(
    _ operations: [ListOperation],
    strategy: any OrderingStrategy,
    largestAnswer: Int,
    maximumElements: Int = .max,
    makeID: @escaping () -> Identifier
  ) throws(ArrangeError) -> (edits: [Edit], result: ApplyResult, bytes: Int) {
    var bytes = 0
    let (edits, result) = try edit(strategy: strategy, makeID: makeID) { (editor) throws(ArrangeError) in
      try editor.perform(operations)
      try editor.checkAnswer(largestAnswer, maximumElements: maximumElements)
      bytes = editor.bytesWritten
    }
    return (edits, result, bytes)
  }

  /// Edits the working state in place. An error leaves it unchanged.
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
      working = (consume editor).rollBack()
      throw error
    }
    random = editor.random
    let edits: [Edit]
    let result: ApplyResult
    (working, edits, result) = (consume editor).finish()
    return (edits, result)
  }

  /// Installs the outcome of a transaction that was carried out off the shard.
  func installOutcome(_ outcome: SlicedTransaction.Outcome) {
    random = outcome.random
    guard outcome.result.changed else { return }
    stateBefore = working
    working = outcome.state
  }

  /// Records that the working state has one more commit, which is being written.
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
        whenDone: [whenDone],
        commit: followers.isEmpty ? nil : commit
      )
    )
    stateBefore = nil
  }

  /// Keeps the current state for when the last pending commit is durable, so that it need not be made then.
  func keepState() {
    latestStep?.state = working
    latestStep = nil
    if !pending.isEmpty { pending[pending.count - 1].state = working }
  }

  /// Records the outcome of the oldest pending commit, and returns who is to be notified.
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
      if let record = settled.commit?.record {
        let commit = FollowedCommit(record, base: lineage.era(of: record.version - 1))
        for follower in followers.values { follower.note(commit) }
      }
      return settled.whenDone
    case .failure(let error):
      // All pending commits fail with it, and the working state is invalid.
      if failure == nil {
        failure = (error, readDurable())
        feed?.end(error)
        feed = nil
        endFollowers(error)
      }
      return pending.removeFirst().whenDone
    }
  }

  /// Applies a durable commit of another node.
  func takeReplayed(_ commit: Commit) throws(ArrangeError) {
    try working.replay(commit)
    durable = Counts(working)
  }

  /// Prepares a replica for the content that it has as the owner.
  func becomeOwner(_ descriptor: CollectionDescriptor, _ strategy: (any OrderingStrategy)?) {
    isAheadOfOwner = false
    self.descriptor = descriptor
    workingDescriptor = descriptor
    self.strategy = strategy
    requests = RequestWindow()
    checkpoint = nil
    replaced = nil
    durableState = nil
  }

  /// Calls `body` once every commit in the working state is durable; immediately if it already is.
  func whenDurable(_ body: @escaping (Result<Void, ArrangeError>) -> Void) {
    if let failure {
      body(.failure(failure.error))
    } else if pending.isEmpty {
      body(.success(()))
    } else {
      pending[pending.count - 1].whenDone.append(body)
    }
  }

  /// Forgets the incarnations of versions from which nobody can resume any more.
  func forgetLineage(before version: UInt64) { working.lineage.forget(before: version) }

  /// The incarnations of the versions so far.
  var lineage: Lineage { working.lineage }

  /// The durable state. O(1), or, while commits are pending, O(their edits · log n) once for each durable
  /// version.
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

  /// The description of the durable state.
  var info: CollectionInfo { info(durable) }

  /// The description of a version.
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
