import ArrangeModel
import Ordering
import Synchronization

/// The owner of some of the collections: all work for a collection happens here, sequentially.
///
/// A shard belongs to one executor, an event loop in the server, and is used from nowhere else, so it needs
/// no locks. Every method returns at once; answers are passed to closures, on the same executor, once their
/// content is durable.
package final class Shard: @unchecked Sendable {
  /// The number of the shard among those of its engine.
  package let index: Int
  let executor: any ShardExecutor
  let storage: Storage
  let work: ShardWork
  let catalog: Catalog
  let strategies: StrategyCatalog
  /// They can be changed, on the executor.
  @exclusivity(unchecked) package var options: EngineOptions
  /// Brings the commits of collections that other nodes own; nil for a server that is alone.
  let replicas: (any ReplicaSource)?
  let clock: EngineClock
  /// The id of this start of the engine in its commits.
  let incarnation: UInt64
  var random: OrderingRandom
  /// The memory of the messages kept for subscribers.
  let prepared = PreparedMemory()
  /// What was read of the past of its collections.
  let pastCache = PastCache()
  /// The other shards and the views; nil only while the engine is initialized, and after it is gone.
  weak var neighbours: (any ShardNeighbours)?
  @exclusivity(unchecked) var collections: [Identifier: HostedCollection] = [:] {
    didSet { resident.store(collections.count, ordering: .relaxed) }
  }
  private let resident = Atomic<Int>(0)
  /// The names that are being created, and the stored views that are being redefined or deleted, with the
  /// callbacks that wait for the end of that.
  var changesInProgress: [Identifier: [() -> Void]] = [:]
  var isDraining = false
  /// The bytes of transactions that are not durable yet.
  @exclusivity(unchecked) var bytesInFlight = 0
  /// The writes to submit when the current work is done.
  @exclusivity(unchecked) private var outbox: [Storage.Write] = []
  /// The watched collections that have commits in the outbox.
  @exclusivity(unchecked) private var watched: [HostedCollection] = []

  init(
    index: Int,
    executor: any ShardExecutor,
    storage: Storage,
    pool: WorkPool,
    libraryPool: WorkPool,
    slowStrategies: SlowStrategies,
    catalog: Catalog,
    strategies: StrategyCatalog,
    options: EngineOptions,
    replicas: (any ReplicaSource)?,
    clock: EngineClock,
    incarnation: UInt64,
    seed: UInt64
  ) {
    self.index = index
    self.executor = executor
    self.storage = storage
    work = ShardWork(
      from: executor,
      in: pool,
      libraryPool: libraryPool,
      slowStrategies: slowStrategies,
      clock: clock
    )
    self.catalog = catalog
    self.strategies = strategies
    self.options = options
    self.replicas = replicas
    self.clock = clock
    self.incarnation = incarnation
    random = OrderingRandom(seed: seed)
  }

  /// A collection that is ready for use.
  func readyCollection(_ name: Identifier) -> HostedCollection? {
    guard let hosted = collections[name], case .ready = hosted.phase else { return nil }
    if options.ownership != nil, !(shared.owns(name) && hosted.role == .owner) { return nil }
    hosted.lastUsed = clock.monotonicNanoseconds()
    return hosted
  }

  /// Submits a write, after all writes submitted before it.
  ///
  /// All writes of one turn of the executor, such as those for the requests of one read, are submitted
  /// together: the writer thread is woken once, and its first group is not a group of one.
  func submit(_ write: Storage.Write) {
    executor.check()
    if outbox.isEmpty {
      executor.execute { [self] in
        let writes = outbox
        outbox = []
        // They become durable together, and that state is shown next to subscribers.
        for hosted in watched { hosted.keepState() }
        watched = []
        storage.submit(writes)
      }
    }
    outbox.append(write)
  }

  /// Records that a watched collection has a commit in the outbox.
  func recordWatched(_ hosted: HostedCollection) {
    executor.check()
    if watched.last !== hosted { watched.append(hosted) }
  }

  /// Calls a closure with a collection when its content is in memory.
  func withCollection(
    _ name: Identifier,
    _ body: @escaping (Result<HostedCollection, ArrangeError>) -> Void
  ) {
    executor.check()
    if let hosted = collections[name] {
      switch hosted.phase {
      case .ready:
        hosted.lastUsed = clock.monotonicNanoseconds()
        body(.success(hosted))
      case .loading(var waiting):
        waiting.append(body)
        hosted.phase = .loading(waiting)
      case .deleting(var waiting):
        waiting.append { [self] in withCollection(name, body) }
        hosted.phase = .deleting(waiting)
      }
    } else if changesInProgress[name] != nil {
      changesInProgress[name]!.append { [self] in withCollection(name, body) }
    } else if let entry = catalog.entry(name) {
      guard entry.descriptor.view == nil else { return body(.failure(.isView(name))) }
      load(entry)
      withCollection(name, body)
    } else {
      body(
        .failure(
          ArrangeError(
            .notFound,
            "there is no collection \"\(name)\"; create it first",
            field: "collection"
          )
        )
      )
    }
  }

  private func load(_ entry: Catalog.Entry) {
    let hosted = HostedCollection(
      entry,
      strategy: strategies.strategy(of: entry.descriptor),
      seed: random.next(),
      now: clock.monotonicNanoseconds()
    )
    if let ownership = options.ownership, !ownership.holds(Slot.of(entry.name)) { hosted.role = .replica }
    collections[entry.name] = hosted
    let (retainedBytes, ownership) = (options.retainedBytes, options.ownership)
    storage.read(for: index) { journal in
      try LoadedCollection.load(entry, retainedBytes: retainedBytes, from: journal, ownership)
    } whenDone: { [self] result in
      guard case .loading(let waiting) = hosted.phase else { return }
      switch result {
      // It was given away, gained or deleted meanwhile, and what was read is old: whoever waits looks it up again.
      case .success where collections[entry.name] !== hosted:
        for waiter in waiting { withCollection(entry.name, waiter) }
      case .success(let loaded):
        install(loaded, in: hosted)
        hosted.phase = .ready
        for transaction in loaded.transactions { hosted.replica.needs.add(transaction.needs(of: entry.name)) }
        if hosted.role == .replica {
          hosted.replica.isAheadOfOwner = true
          shared.follow(hosted)
        }
        options.trace?(
          "collection read",
          [
            "collection": entry.name.text, "version": "\(hosted.durable.version)",
            "checkpoint": "\(loaded.checkpointVersion)", "oldest_commit": "\(loaded.oldestCommit)",
          ]
        )
        checkpoints.startIfDue(hosted)
        // The first waiter may delete it, and then the others wait for that.
        for waiter in waiting { withCollection(entry.name, waiter) }
      case .failure(let error):
        // The waiters get the error; the next request tries again.
        if collections[entry.name] === hosted { collections[entry.name] = nil }
        for waiter in waiting { waiter(.failure(error)) }
      }
    }
  }

  func install(_ loaded: LoadedCollection, in hosted: HostedCollection) {
    hosted.install(loaded, now: clock.monotonicNanoseconds())
    recordCounts(of: hosted)
  }

  func recordCounts(of hosted: HostedCollection) {
    let durable = hosted.durable
    catalog.update(hosted.name) {
      // Another collection may have the name by now. A replica may be behind what is known since its slot was gained.
      guard $0.key == hosted.key, $0.version <= durable.version else { return }
      $0.version = durable.version
      $0.counts = .init(
        sections: durable.sections,
        items: durable.items,
        incarnation: durable.incarnation,
        storedBytes: hosted.retained.storedBytes
      )
    }
  }

  /// Evicts collections that were not used for a while, and brings the checkpoints of idle ones up to date.
  /// To be called every few seconds.
  package func tick() {
    executor.check()
    let now = clock.monotonicNanoseconds()
    // One for all shards.
    if index == 0 {
      storage.sweepIfIdle()
      storage.eraseIfDue(every: options.eraseSeconds * 1_000_000_000, for: index)
    }
    neighbours?.evictIdleViews(of: index, now: now)
    pastCache.evict(idleFor: options.heldReadSeconds * 1_000_000_000, now: now)
    CollectionUndo.limitLogs(of: collections.values, to: UndoLog.maximumBytesOfShard)
    for (name, hosted) in collections {
      hosted.heldReads.evict(idleFor: options.heldReadSeconds * 1_000_000_000, now: now)
      hosted.watchers.feed?.evict(idleFor: options.heldReadSeconds * 1_000_000_000, now: now)
      if hosted.role != .owner || isDraining { hosted.endAwaitedTrims() }
      let idle = now &- hosted.lastUsed
      if idle >= options.heldReadSeconds * 1_000_000_000 { hosted.undo.forgetLog() }
      if case .ready = hosted.phase, idle >= EngineOptions.restSeconds * 1_000_000_000 {
        checkpoints.startIfDue(hosted, isResting: true)
      }
      let idleSeconds = hosted.role == .owner ? options.idleSeconds : SharedCollections.replicaIdleSeconds
      guard case .ready = hosted.phase, hosted.content.pending.isEmpty, hosted.heldReads.isEmpty,
        !hosted.isFollowed,
        !hosted.writes.mustWait, hosted.retained.checkpoint == nil, !hosted.retained.isTrimAwaited,
        idle >= idleSeconds * 1_000_000_000,
        // A description that is being written is known here only.
        hosted.workingDescriptor == hosted.descriptor
      else { continue }
      hosted.stopReplicating()
      recordCounts(of: hosted)
      options.trace?("collection evicted", ["collection": name.text, "version": "\(hosted.durable.version)"])
      collections[name] = nil
      work.discard(hosted, items: hosted.durable.items)
    }
  }

  /// The number of collections in memory, as of the last change. May be asked from anywhere.
  package var residentCount: Int { resident.load(ordering: .relaxed) }
}
