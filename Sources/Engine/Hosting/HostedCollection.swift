import ArrangeModel
import Ordering

/// A collection in memory, owned by one shard. What a transaction learns from its working state is answered only once that
/// state is durable.
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
  var replica = ReplicaState()
  @exclusivity(unchecked) var writes = Writes()
  @exclusivity(unchecked) var phase: Phase
  @exclusivity(unchecked) private(set) var content = CollectionContent()
  @exclusivity(unchecked) var requests = RequestWindow()
  @exclusivity(unchecked) var random: OrderingRandom
  var heldReads = HeldReads<CollectionState>()
  @exclusivity(unchecked) var watchers = CollectionWatchers()
  @exclusivity(unchecked) var retained = RetainedHistory()
  @exclusivity(unchecked) var undo = CollectionUndo()
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
  func install(_ loaded: LoadedCollection, now: UInt64) {
    content.install(loaded.state)
    undo = CollectionUndo()
    retained.install(loaded, now: now)
    for request in loaded.requests.reversed() {
      requests.remember(RequestKey(stored: request.requestID), version: request.version)
    }
  }

  /// Applies operations to the working state. An error leaves it unchanged.
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
    try edit(strategy: strategy, makeID: makeID) { (editor) throws(ArrangeError) in
      try editor.perform(operations)
      try editor.checkAnswer(largestAnswer, maximumElements: maximumElements)
    }
  }

  /// Edits the working state. An error leaves it unchanged.
  func edit(
    strategy: any OrderingStrategy,
    makeID: @escaping () -> Identifier = { .empty },
    _ body: (inout TransactionEditor) throws(ArrangeError) -> Void
  ) throws(ArrangeError) -> (edits: [Edit], result: ApplyResult, bytes: Int) {
    var bytes = 0
    let (edits, result) = try content.edit(strategy: strategy, random: &random, makeID: makeID) {
      (editor) throws(ArrangeError) in
      try body(&editor)
      bytes = editor.bytesWritten
    }
    return (edits, result, bytes)
  }

  /// Installs the outcome of a transaction that was carried out off the shard.
  func installOutcome(_ outcome: SlicedTransaction.Outcome) {
    random = outcome.random
    content.install(outcome)
  }

  /// The commit of edits that led to the working state.
  func commit(
    of edits: [Edit],
    _ result: ApplyResult,
    by author: Principal?,
    at time: Timestamp,
    requestID: RequestID? = nil
  ) -> Commit {
    Commit(
      collection: key,
      version: working.version,
      time: time,
      author: author,
      requestID: requestID,
      edits: edits,
      sectionCount: working.sectionCount,
      itemCount: working.itemCount,
      result: result
    )
  }

  /// Records that the working state has one more commit, which is being written.
  func addPending(_ commit: Commit, whenDone: @escaping (Result<Void, ArrangeError>) -> Void) {
    undo.add(commit)
    content.addPending(commit, isKept: !watchers.followers.isEmpty, whenDone: whenDone)
  }

  /// Keeps the current state for when the last pending commit is durable, so that it need not be made then.
  func keepState() {
    watchers.latestStep?.state = working
    watchers.latestStep = nil
    content.keepState()
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
      let settled = content.settle()
      if let note = settled.note { undo.settle(note, at: settled.counts.version) }
      retained.add(settled, retainedBytes: retainedBytes)
      watchers.feed?.log.append(settled.edits, by: settled.author, requestID: settled.requestID)
      if let record = settled.commit?.record {
        let commit = FollowedCommit(record, base: lineage.era(of: record.version - 1))
        for follower in watchers.followers.values { follower.record(commit) }
      }
      return settled.whenDone
    case .failure(let error):
      if content.fail(error) {
        endFeed(error)
        endFollowers(error)
      }
      return content.dropOldest().whenDone
    }
  }

  /// A state that is not needed any more, to be released, and the number of items that no other state shares.
  func takeReplaced() -> (state: CollectionState, items: Int)? { content.takeReplaced() }

  /// Applies a commit of another node, which is durable. O(edits · log n).
  ///
  /// - Throws: an error with the code ``StatusCode/dataLoss`` if it does not fit.
  func replicate(_ commit: Commit) throws(ArrangeError) {
    try content.replay(commit)
    watchers.feed?.log.append(commit.edits, by: commit.author, requestID: commit.requestID)
  }

  /// Prepares a replica for the content that it has as the owner.
  func becomeOwner(_ descriptor: CollectionDescriptor, _ strategy: (any OrderingStrategy)?) {
    replica.isAheadOfOwner = false
    self.descriptor = descriptor
    workingDescriptor = descriptor
    self.strategy = strategy
    requests = RequestWindow()
    retained.checkpoint = nil
    content.forgetKept()
  }

  /// Calls `body` once every commit in the working state is durable; immediately if it already is.
  func whenDurable(_ body: @escaping (Result<Void, ArrangeError>) -> Void) {
    if let failure = content.failure {
      body(.failure(failure.error))
    } else if content.pending.isEmpty {
      body(.success(()))
    } else {
      content.whenSettled(body)
    }
  }

  /// A refusal may result from a change that is not durable yet, so it waits for that change.
  func refuse<Value>(with error: ArrangeError, reply: @escaping Reply<Value>) {
    whenDurable { durable in reply(durable.flatMap { .failure(error) }) }
  }

  /// Forgets the commits before a version, which are trimmed.
  func forget(before version: UInt64) {
    undo.forget(before: version)
    retained.forget(before: version)
    requests.forget(before: version)
    // A subscriber with the version before can still resume.
    content.forgetLineage(before: version - 1)
  }

  /// Tells those who wait for it that the commits before a version are trimmed in the journal, or that none will be.
  func endAwaitedTrims(before version: UInt64 = .max, isTrimmed: Bool = false) {
    for whenDone in retained.takeAwaited(before: version) { whenDone(isTrimmed) }
  }

  /// Ends the feed of subscribers: no more news will follow.
  func endFeed(_ error: ArrangeError) {
    watchers.feed?.listeners.end(error)
    watchers.feed = nil
  }

  /// Tells other nodes that no more commits follow.
  func endFollowers(_ error: ArrangeError) {
    let ended = watchers.followers.values
    watchers.followers = [:]
    for follower in ended { follower.recordEnd(error) }
  }

  /// Stops to follow the owner.
  func stopReplicating() {
    replica.source?.stop()
    replica.source = nil
  }

  /// The state to which the next transaction is applied.
  var working: CollectionState { content.working }

  /// The oldest version whose content can be read.
  var oldestVersion: UInt64 { max(retained.oldestCommit - 1, descriptor.emptiedVersion) }

  /// The durable version and counts.
  var durable: CollectionContent.Counts { content.durable }

  /// The incarnations of the versions so far.
  var lineage: Lineage { content.working.lineage }

  /// The durable state. O(1), or, while commits are pending, O(their edits · log n) once for each durable
  /// version.
  func readDurable() -> CollectionState { content.readDurable() }

  /// The description of the durable state.
  var info: CollectionInfo { info(durable) }

  /// The description of a version.
  func info(_ counts: CollectionContent.Counts) -> CollectionInfo {
    CollectionInfo(
      name: name,
      strategy: descriptor.strategy,
      fields: descriptor.fields,
      version: counts.version,
      epoch: descriptor.epoch,
      createdAt: descriptor.createdAt,
      sectionCount: counts.sections,
      itemCount: counts.items,
      history: descriptor.history(madeBy: counts.incarnation),
      outline: descriptor.outline
    )
  }
}
