import ArrangeModel
import DenseInteger
import Dispatch
import EngineTestSupport
import LexoRank
import Ordering
import RandomizedFraction
import Synchronization

@testable import Engine

/// One engine of a simulated cluster.
final class SimulatedNode: @unchecked Sendable {
  /// Two, so that the parts of a view have different ones.
  private static let shards = 2

  let journal: MemoryNode
  let engine: Engine
  let replicas: DirectReplicas
  let executors: [StepExecutor]
  private let pool = WorkPool(.byHand)
  /// Why its storage has failed.
  let failure = Mutex<ArrangeError?>(nil)

  init(
    _ journal: MemoryNode,
    seed: UInt64,
    time: Box<UInt64>,
    arrived: DispatchSemaphore,
    endlessDelay: UInt64 = .max,
    options: EngineOptions
  ) throws {
    self.journal = journal
    let executors = (0..<SimulatedNode.shards).map { _ in StepExecutor(arrived, endlessDelay: endlessDelay) }
    self.executors = executors
    let replicas = DirectReplicas()
    self.replicas = replicas
    var options = options
    options.ownership = Ownership(lease: journal.lease)
    let failed = Box<(@Sendable (ArrangeError) -> Void)?>(nil)
    engine = try Engine(
      journal: journal,
      executors: executors,
      pool: pool,
      strategies: StrategyCatalog([DenseInteger.kind, RandomizedFraction.kind, LexoRank.kind]),
      options: options,
      replicas: replicas,
      clock: EngineClock(
        wallTime: { Timestamp(microseconds: Int64(time.value / 1_000)) },
        monotonicNanoseconds: { time.value }
      ),
      seed: seed
    ) { failed.value?($0) }
    failed.value = { [weak self] error in self?.failure.withLock { $0 = error } }
    try journal.join(EngineMember(engine), port: nil)
  }

  var hasFailed: Bool { failure.withLock { $0 != nil } }

  /// Runs the work that waits now.
  ///
  /// - Parameter slices: how many slices of long computations are run at most.
  func step(slices: Int = .max) {
    for executor in executors { executor.runOnce() }
    var count = 0
    while count < slices, pool.runSlice() { count += 1 }
  }

  func hosted(_ name: Identifier) -> HostedCollection? { engine.shard(for: name).collections[name] }
}

/// An engine as a member of a journal.
final class EngineMember: JournalMember {
  private let engine: Engine

  init(_ engine: Engine) { self.engine = engine }

  func gained(_ slots: SlotSet, _ collections: [CollectionRecord]) { engine.gained(slots, collections) }
  func release(_ slots: SlotSet, whenDone: @escaping @Sendable () -> Void) {
    engine.release(slots, whenDone: whenDone)
  }
  func released(_ slots: SlotSet) { engine.released(slots) }
  func catalogChanged(_ changes: [CatalogChange]) { engine.catalogChanged(changes) }
  func nodesChanged(_ nodes: [NodeRecord]) {}
}

/// Brings commits from engine to engine without a network, when the test says so.
final class DirectReplicas: ReplicaSource, @unchecked Sendable {
  var links: [DirectLink] = []

  func follow(
    _ name: Identifier,
    _ key: CollectionKey,
    epoch: UInt64,
    for shard: Shard
  ) -> any ReplicaFeed {
    let link = DirectLink(name, key, epoch, shard)
    links.removeAll(where: \.isStopped)
    links.append(link)
    return link
  }
}

/// The way from an owner to one replica. It delivers in order, at any pace, and may be cut at any time.
final class DirectLink: ReplicaFeed, CommitListener, @unchecked Sendable {
  private enum State { case idle, opening, open }

  let name: Identifier
  private let key: CollectionKey
  private let epoch: UInt64
  private let shard: Shard
  /// The version that the replica has.
  private var version: UInt64 = 0
  private var state = State.idle
  private var owner: SimulatedNode?
  private var newest: UInt64 = 0
  private var inbox: [FollowedCommit] = []
  private var isReading = false
  /// The number of this connection: what belongs to an earlier one is dropped.
  private var connection = 0
  /// Whether the owner has said that there is no such collection.
  private(set) var isUnknown = false
  private(set) var isStopped = false

  init(_ name: Identifier, _ key: CollectionKey, _ epoch: UInt64, _ shard: Shard) {
    self.name = name
    self.key = key
    self.epoch = epoch
    self.shard = shard
  }

  func stop() {
    isStopped = true
    cut()
  }

  /// Loses the connection.
  func cut() {
    connection += 1
    if let shard = owner?.engine.shard(for: name) { shard.shared.removeFollower(self, of: name) }
    (owner, state, inbox, newest, isReading) = (nil, .idle, [], 0, false)
  }

  /// Loses the connection if it is one to a node that has ended.
  func lose(_ node: SimulatedNode) { if owner === node { cut() } }

  /// Connects to the owner, unless it is connected.
  func connect(to owner: SimulatedNode) {
    guard !isStopped, case .idle = state else { return }
    guard let place = self.shard.shared.place(of: key, named: name) else { return }
    version = place.version
    self.owner = owner
    state = .opening
    connection += 1
    let number = connection
    let shard = owner.engine.shard(for: name)
    shard.shared.addFollower(self, of: name, epoch: epoch, from: place) { [self] result in
      guard number == connection, !isStopped else { return }
      switch result {
      case .success((let version, _)): (state, newest) = (.open, max(newest, version))
      case .failure(let error): recordEnd(error)
      }
    }
  }

  func record(_ commit: FollowedCommit) {
    newest = max(newest, commit.record.version)
    if commit.record.version == (inbox.last?.record.version ?? version) + 1, !isReading {
      inbox.append(commit)
    }
  }

  func recordEnd(_ error: ArrangeError) {
    guard !isStopped else { return }
    if error.code == .notFound { isUnknown = true }
    if error.code == .outOfRange { shard.shared.endReplica(of: key, named: name, .notOwned) }
    (owner, state, inbox, newest, isReading) = (nil, .idle, [], 0, false)
    connection += 1
  }

  /// Passes commits on, or reads them if they were not kept.
  func deliver(atMost count: Int) {
    guard !isStopped, case .open = state, let owner else { return }
    if inbox.isEmpty {
      guard newest > version, !isReading else { return }
      isReading = true
      let number = connection
      owner.engine.shard(for: name).shared.readCommits(of: key, named: name, from: version + 1, limit: count)
      {
        [self] result in
        guard number == connection, !isStopped else { return }
        isReading = false
        guard case .success(let commits) = result, commits.first?.record.version == version + 1 else {
          cut()
          return shard.shared.endReplica(of: key, named: name, .notOwned)
        }
        inbox = commits
      }
      return
    }
    let commits = Array(inbox.prefix(count))
    inbox.removeFirst(commits.count)
    guard let reached = shard.shared.replicate(commits, of: key, named: name) else { return stop() }
    version = reached
    if reached < commits[commits.count - 1].record.version { cut() }
  }

  /// Looks into the catalog, which has been brought up to date, whether the collection is gone.
  func look() {
    guard isUnknown, !isStopped else { return }
    isUnknown = false
    if shard.shared.isGone(key, named: name) {
      shard.shared.endReplica(of: key, named: name, .noCollection(name))
    }
  }
}
