import ArrangeModel
import DequeModule
import Ordering

/// The content of a collection in memory: the *working* state, to which the next transaction is applied in place, the
/// *durable* one, the only one that readers see, and the commits between them, which are being written.
///
/// While there are any, the durable state is made for readers by undoing them on a copy.
struct CollectionContent {
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
    /// What its stack has to know; nil if it is on none.
    var note: UndoNote?
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

  private(set) var working = CollectionState()
  /// The durable version and counts.
  private(set) var durable = Counts()
  private(set) var pending: Deque<Pending> = []
  /// The durable state, if it was requested since it became durable and while commits are pending.
  private var durableState: CollectionState?
  /// The reason why nothing becomes durable any more, and the last durable state.
  private(set) var failure: (error: ArrangeError, durable: CollectionState)?
  /// The state before a transaction that was carried out off the shard, until its commit is recorded.
  private var stateBefore: CollectionState?
  /// Such a state once its commit is durable, and the number of items that no other state shares.
  private var replaced: (state: CollectionState, items: Int)?

  /// Installs content that was read from the journal.
  mutating func install(_ state: CollectionState) {
    working = state
    durable = Counts(state)
  }

  /// Edits the working state in place, which is possible because nobody else references it. An error leaves it unchanged.
  mutating func edit(
    strategy: any OrderingStrategy,
    random: inout OrderingRandom,
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
    return editor.finish(swapping: &working)
  }

  /// Installs the outcome of a transaction that was carried out off the shard.
  mutating func install(_ outcome: SlicedTransaction.Outcome) {
    guard outcome.result.changed else { return }
    stateBefore = working
    working = outcome.state
  }

  /// Records that the working state has one more commit, which is being written.
  ///
  /// - Parameter isKept: whether the commit is needed when it is durable.
  mutating func addPending(
    _ commit: Commit,
    isKept: Bool,
    whenDone: @escaping (Result<Void, ArrangeError>) -> Void
  ) {
    working.lineage.record(commit.version, madeBy: commit.incarnation)
    pending.append(
      Pending(
        before: stateBefore,
        edits: commit.edits,
        written: commit.written,
        author: commit.author,
        requestID: commit.requestID,
        counts: Counts(working),
        whenDone: [whenDone],
        commit: isKept ? commit : nil,
        note: UndoNote(commit)
      )
    )
    stateBefore = nil
  }

  /// Keeps the current state for when the last pending commit is durable, so that it need not be made then.
  mutating func keepState() {
    if !pending.isEmpty { pending[pending.count - 1].state = working }
  }

  /// Calls `body` when the last pending commit is durable. There must be one.
  mutating func whenSettled(_ body: @escaping (Result<Void, ArrangeError>) -> Void) {
    pending[pending.count - 1].whenDone.append(body)
  }

  /// The oldest pending commit is durable.
  mutating func settle() -> Pending {
    let settled = pending.removeFirst()
    durable = settled.counts
    if let before = settled.before { replaced = (before, settled.steps) }
    durableState = settled.state
    return settled
  }

  /// Nothing becomes durable any more: all pending commits fail, and the working state is invalid.
  ///
  /// - Returns: whether this is the first failure.
  mutating func fail(_ error: ArrangeError) -> Bool {
    guard failure == nil else { return false }
    failure = (error, readDurable())
    return true
  }

  /// Removes the oldest pending commit, which has failed.
  mutating func dropOldest() -> Pending { pending.removeFirst() }

  /// A state that is not needed any more, to be released, and the number of items that no other state shares.
  mutating func takeReplaced() -> (state: CollectionState, items: Int)? {
    defer { replaced = nil }
    return replaced
  }

  /// Applies a durable commit of another node.
  mutating func replay(_ commit: Commit) throws(ArrangeError) {
    try working.replay(commit)
    durable = Counts(working)
  }

  /// Forgets states that were kept from before other content is installed.
  mutating func forgetKept() {
    replaced = nil
    durableState = nil
  }

  /// Forgets the incarnations of versions from which nobody can resume any more.
  mutating func forgetLineage(before version: UInt64) { working.lineage.forget(before: version) }

  /// The durable state. O(1), or, while commits are pending, O(their edits · log n) once for each durable
  /// version.
  mutating func readDurable() -> CollectionState {
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
}

extension CollectionContent.Pending {
  /// The cost of replaying the commit, see ``Edit/replaySteps``.
  var steps: Int { edits.reduce(0) { $0 + $1.replaySteps } }
}
