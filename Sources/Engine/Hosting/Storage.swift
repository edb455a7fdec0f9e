package import ArrangeModel
import Dispatch
import Synchronization

/// The layer between the shards and the journal: one thread that writes and some that read.
///
/// The writer thread takes everything that is waiting, writes it in one durable step, and only then answers
/// (group commit). The next group gathers during the flush, so groups grow with the load and share one flush.
///
/// After the first failure nothing more is written: every waiting and every later write fails with an error
/// that says that its effect is unknown, and the owner is told to stop the server.
///
/// A write that contradicts the journal is not such a failure: nothing was written, and it is a bug of the
/// server that concerns one collection. It fails alone, and the other writes of the group are made.
package final class Storage: Sendable {
  /// The maximum number of entries in one durable step. It bounds how long the first of a group waits for the
  /// last.
  package static let maximumGroup = 4_096

  /// One thing to make durable, and what to do when it is.
  struct Write: Sendable {
    enum Content: Sendable {
      /// A commit, and an entry that becomes durable in the same step. Encoded on the writer thread. Stored
      /// indirectly, since a write is passed on several times.
      indirect case commit(Commit, and: JournalEntry? = nil)
      case entry(JournalEntry)
      /// Commits of several collections that become durable in the same step, or not at all.
      indirect case together([Write])
      /// Nothing: it is done when everything before it is.
      case nothing
    }

    let content: Content
    /// The step that is sent to views when it is durable.
    var step: SourceStep?
    let shard: Int
    let whenDone: @Sendable (Result<Void, ArrangeError>) -> Void

    /// The writes that are made together, or the write itself.
    var parts: [Write] { if case .together(let parts) = content { parts } else { [self] } }

    private var isTogether: Bool { if case .together = content { true } else { false } }

    var isCommit: Bool { if case .commit = content { true } else { false } }

    /// The collections of the commits.
    var committed: [CollectionKey] {
      switch content {
      case .commit(let commit, _): [commit.collection]
      case .together(let parts): parts.flatMap(\.committed)
      case .entry, .nothing: []
      }
    }

    /// The writes of a group, with those that are made together one by one.
    static func parts(of group: [Write]) -> [Write] {
      group.contains(where: \.isTogether) ? group.flatMap(\.parts) : group
    }
  }

  struct State {
    /// They are written in this order. If there are any, the writing thread runs.
    var waiting: [Write] = []
    /// Writes that were submitted after the end, while the writing thread ran: they are refused when it has answered all before
    /// them.
    var late: [Write] = []
    var isRunning = false
    var failure: ArrangeError?
    /// Whether the owner knows of a failure, or is being told.
    var isFailing = false
    /// The maximum number of writes in the next step: smaller while searching for the write that contradicts
    /// the journal.
    var maximumInGroup = Storage.maximumGroup
    /// The collections of which a commit contradicted the journal, with the error. Their later commits were
    /// based on that one and must not be written.
    var refused: [CollectionKey: ArrangeError] = [:]
    /// Whether no more writes are accepted because the server has stopped.
    var isClosed = false
    var commitCount: UInt64 = 0
    /// The number of steps that were begun.
    var stepCount: UInt64 = 0
    /// The number of steps when idleness was last checked.
    var lastStepCount: UInt64 = 0
    var isSweeping = false
    var erasures: ErasureSchedule

    init(seed: UInt64) { erasures = ErasureSchedule(seed: seed) }

    /// Whether nothing was written since the last check.
    var isIdle: Bool { !isRunning && !isClosed && failure == nil && stepCount == lastStepCount }

    /// Why nothing more is accepted; nil if it is.
    var refusal: ArrangeError? {
      failure ?? (isClosed ? ArrangeError(.unavailable, "the server has stopped") : nil)
    }
  }

  /// The number of durable commits since the start.
  var commitCount: UInt64 { state.withLock { $0.commitCount } }

  let journal: any Journal
  /// Delivers durable commits to views; nil only while the engine is initialized.
  let publisher: SourcePublisher?
  /// Delivers the commits of replicas to views.
  let joint: JointSteps?
  /// The outcomes of writes on their way to the shards.
  let outboxes: Outboxes
  let meter: (any EngineMeter)?
  let clock: EngineClock?
  private let executors: [any ShardExecutor]
  private let onFailure: @Sendable (ArrangeError) -> Void
  let state: Mutex<State>
  private let writingThread = DispatchQueue(label: "arrange.storage.write", qos: .userInitiated)
  let readingThreads = DispatchQueue(
    label: "arrange.storage.read",
    qos: .userInitiated,
    attributes: .concurrent
  )

  init(
    journal: any Journal,
    executors: [any ShardExecutor],
    publisher: SourcePublisher? = nil,
    meter: (any EngineMeter)? = nil,
    clock: EngineClock? = nil,
    seed: UInt64 = 0,
    onFailure: @escaping @Sendable (ArrangeError) -> Void
  ) {
    self.journal = journal
    self.publisher = publisher
    joint = publisher.map { JointSteps($0) }
    self.executors = executors
    outboxes = Outboxes(shards: executors.count)
    self.meter = meter
    self.clock = clock
    self.onFailure = onFailure
    state = Mutex(State(seed: seed))
    journal.whenStopped { [weak self] error in self?.fail(Storage.failure(error)) }
  }

  /// The number of writes that wait for the writing thread.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Submits writes. `whenDone` of each runs on the shard's executor, in the order of the writes.
  func submit(_ writes: [Write]) {
    let (start, refusal) = state.withLock { state -> (Bool, ArrangeError?) in
      if let refusal = state.refusal {
        guard state.isRunning else { return (false, refusal) }
        state.late += writes
        return (false, nil)
      }
      if state.waiting.isEmpty { state.waiting = writes } else { state.waiting += writes }
      defer { state.isRunning = true }
      return (!state.isRunning, nil)
    }
    if let refusal { return deliver(writes, .failure(refusal)) }
    if start { writingThread.async { self.run() } }
  }

  /// Reads on a separate thread; `whenDone` runs on the shard's executor.
  func read<Value: Sendable>(
    for shard: Int,
    _ body: @escaping @Sendable (any Journal) throws -> Value,
    whenDone: @escaping @Sendable (Result<Value, ArrangeError>) -> Void
  ) {
    readingThreads.async {
      let result = Result { try body(self.journal) }
      if case .failure(let error) = result, Storage.isFailure(error) {
        self.fail(Storage.arrangeError(error))
      }
      self.executors[shard].execute { whenDone(result.mapError(Storage.arrangeError)) }
    }
  }

  /// Waits until everything that was handed over is durable and closes the journal. Blocks.
  ///
  /// Later writes, such as the next chunk of a checkpoint, are refused, which is not a failure.
  func close() {
    state.withLock { $0.isClosed = true }
    // A submitter may not have started the writing yet, and will then find nothing to write.
    writingThread.sync { run() }
    readingThreads.sync(flags: .barrier) {}
    journal.close()
  }

  private func run() {
    while let (group, refusal) = nextGroup() {
      if let refusal {
        deliver(group, .failure(refusal))
        continue
      }
      do throws(JournalError) { try writeUnrefused(group) } catch {
        if error.code == .conflict {
          isolateFailure(group, error)
          continue
        }
        fail(Storage.failure(error), with: group)
      }
    }
  }

  /// Takes the writes of the next step: all that are waiting, up to a limit. Nil if there are none: the
  /// thread ends. With an error they are refused: those that wait after a failure, and those that came too late.
  private func nextGroup() -> ([Write], refusal: ArrangeError?)? {
    state.withLock { state in
      if let refusal = state.refusal, state.waiting.isEmpty || state.failure != nil {
        let refused = state.waiting + state.late
        (state.waiting, state.late) = ([], [])
        if !refused.isEmpty { return (refused, refusal) }
      }
      if state.waiting.isEmpty {
        state.isRunning = false
        return nil
      }
      state.stepCount += 1
      let most = state.maximumInGroup
      state.maximumInGroup = Storage.maximumGroup
      if state.waiting.count <= most {
        defer { state.waiting = [] }
        return (state.waiting, nil)
      }
      defer { state.waiting.removeFirst(most) }
      return (Array(state.waiting.prefix(most)), nil)
    }
  }

  /// Searches for the write that contradicts the journal, in a group of which nothing was written: in smaller
  /// steps, in the same order, until it is alone and fails.
  private func isolateFailure(_ group: [Write], _ error: JournalError) {
    guard group.count == 1 else {
      let failure = state.withLock { state -> ArrangeError? in
        guard state.failure == nil else { return state.failure }
        state.waiting.insert(contentsOf: group, at: 0)
        state.maximumInGroup = group.count / 2
        return nil
      }
      if let failure { deliver(group, .failure(failure)) }
      return
    }
    let refusal = ArrangeError(
      .internal,
      "this contradicts what is stored, which is a mistake of the server; nothing was changed: \(error.message)"
    )
    state.withLock { state in for collection in group[0].committed { state.refused[collection] = refusal } }
    deliver(group, .failure(refusal))
  }

  /// Writes a group without the commits of collections of which one was refused.
  private func writeUnrefused(_ group: [Write]) throws(JournalError) {
    let refused = state.withLock { $0.refused }
    if refused.isEmpty { return try write(group) }
    // A commit that is refused together with another one has later ones that are based on it.
    var refusedNow = refused
    var others: [Write] = []
    var refusals: [(Write, ArrangeError)] = []
    for write in group {
      let collections = write.committed
      guard let error = collections.lazy.compactMap({ refusedNow[$0] }).first else {
        others.append(write)
        continue
      }
      for collection in collections where refusedNow[collection] == nil { refusedNow[collection] = error }
      refusals.append((write, error))
    }
    if refusedNow.count > refused.count { state.withLock { [refusedNow] in $0.refused = refusedNow } }
    if !others.isEmpty { try write(others) }
    for (write, error) in refusals { deliver([write], .failure(error)) }
  }

  private func write(_ group: [Write]) throws(JournalError) {
    let group = Write.parts(of: group)
    var entries: [JournalEntry] = []
    entries.reserveCapacity(group.count)
    for write in group {
      switch write.content {
      case .commit(let commit, let other):
        entries.append(.commit(commit.record))
        if let other { entries.append(other) }
      case .entry(let entry): entries.append(entry)
      case .together, .nothing: break
      }
    }
    let begin = now
    try journal.append(entries)
    let end = now
    let commits = group.count(where: \.isCommit)
    state.withLock { $0.commitCount += UInt64(commits) }
    meter?.recordWrite(entries: group.count, commits: commits, nanoseconds: end &- begin)
    let steps = group.compactMap(\.step)
    deliver(group, .success(()), at: end) {
      if !steps.isEmpty { publisher?.publish(steps.map { ($0.shardIndices, .step($0)) }, at: end) }
    }
  }

  /// The time in monotonic nanoseconds; 0 without a meter.
  private var now: UInt64 { meter == nil ? 0 : clock?.monotonicNanoseconds() ?? 0 }

  private static func failure(_ error: JournalError) -> ArrangeError {
    ArrangeError(
      .unavailable,
      "the server stops because its storage failed: \(error.message)",
      processed: .unknown
    )
  }

  /// Ends the writing. The owner is notified before any caller gets an answer that says so.
  ///
  /// It may be called while a group is written, which may succeed all the same. What waits behind that group is refused by the
  /// writing thread: whoever waits takes the outcomes in the order of the writes.
  ///
  /// - Parameter group: what the writing thread has tried to write.
  func fail(_ error: ArrangeError, with group: [Write] = []) {
    let isFirst = state.withLock { state in
      defer { state.isFailing = true }
      return !state.isFailing
    }
    if isFirst { onFailure(error) }
    state.withLock { if $0.failure == nil { $0.failure = error } }
    deliver(group, .failure(error))
  }

  /// Delivers the outcome of a group, as one task for each shard.
  ///
  /// - Parameters:
  ///   - time: when it became durable; 0 if it did not, or without a meter.
  ///   - publish: called before anybody gets the outcome.
  private func deliver(
    _ group: [Write],
    _ outcome: Result<Void, ArrangeError>,
    at time: UInt64 = 0,
    _ publish: () -> Void = {}
  ) {
    for shard in outboxes.put(Write.parts(of: group), outcome, at: time, publish) {
      executors[shard].execute { [outboxes] in outboxes.settle(shard) }
    }
  }

  /// Whether an error of a read means that the storage can't be used any more: the journal has stopped, or
  /// its content is invalid.
  static func isFailure(_ error: any Error) -> Bool {
    switch error {
    case let error as JournalError: [.failed, .damaged, .overtaken].contains(error.code)
    case let error as ArrangeError: error.code == .dataLoss
    default: false
    }
  }

  package static func arrangeError(_ error: any Error) -> ArrangeError {
    switch error {
    case let error as ArrangeError: error
    case let error as JournalError:
      ArrangeError(error.code == .damaged ? .dataLoss : .unavailable, error.message)
    default: ArrangeError(.internal, "\(error)")
    }
  }
}
