package import ArrangeModel
package import Ordering

/// The engine: all collections of a server over one journal, assigned to shards by name.
///
///     let engine = try Engine(
///       journal: journal, executors: [executor], strategies: catalog, options: options, clock: clock, seed: seed
///     ) { failure in … }
///     let shard = engine.shard(for: request.collection)
///     executor.execute { shard.apply(request) { result in … } }
package final class Engine: Sendable {
  package let shards: [Shard]
  package let catalog: Catalog
  package let strategies: StrategyCatalog
  /// The strategies of loaded libraries that have been running for a long time.
  package let slowStrategies = SlowStrategies()
  let storage: Storage
  /// The slots that this node owns; nil for a server that is alone.
  package let ownership: Ownership?
  let directory: ShardDirectory
  private let pool: WorkPool
  private let libraryPool: WorkPool

  /// Opens everything in a journal. Blocks while it reads the list of collections; their content is read on
  /// first use.
  ///
  /// - Parameters:
  ///   - executors: one for each shard.
  ///   - pool: runs long computations.
  ///   - libraryPool: runs code of loaded libraries; nil to use `pool`.
  ///   - replicas: brings the commits of collections that other nodes own; nil for a server that is alone.
  ///   - seed: determines all keys, ids, epochs and the incarnation; must differ for each start.
  ///   - onFailure: called once, on any thread, if the storage has failed: nothing is written any more and
  ///     the server must stop.
  /// - Throws: an error with the code ``StatusCode/dataLoss`` or ``StatusCode/unavailable``.
  package init(
    journal: any Journal,
    executors: [any ShardExecutor],
    pool: WorkPool = WorkPool(.atOnce),
    libraryPool: WorkPool? = nil,
    strategies: StrategyCatalog,
    options: EngineOptions,
    replicas: (any ReplicaSource)? = nil,
    clock: EngineClock,
    seed: UInt64,
    onFailure: @escaping @Sendable (ArrangeError) -> Void
  ) throws(ArrangeError) {
    precondition(!executors.isEmpty, "an engine has at least one shard")
    self.strategies = strategies
    ownership = options.ownership
    self.pool = pool
    self.libraryPool = libraryPool ?? pool
    var entries: [Catalog.Entry] = []
    do {
      for record in try journal.collections() {
        entries.append(
          Catalog.Entry(
            key: record.key,
            name: record.name,
            descriptor: try CollectionDescriptor(encoded: record.descriptor),
            version: record.version,
            counts: nil
          )
        )
      }
    } catch {
      throw Storage.arrangeError(error)
    }
    let catalog = Catalog(entries)
    let publisher = SourcePublisher(executors: executors)
    var random = OrderingRandom(seed: seed)
    let seeds = executors.map { _ in random.next() }
    let incarnation = max(Lineage.unknown + 1, random.next())
    let storage = Storage(
      journal: journal,
      executors: executors,
      publisher: publisher,
      meter: options.meter,
      clock: clock,
      seed: random.next(),
      onFailure: onFailure
    )
    self.catalog = catalog
    self.storage = storage
    let slowStrategies = slowStrategies
    let shards = executors.enumerated().map { index, executor in
      Shard(
        index: index,
        executor: executor,
        storage: storage,
        pool: pool,
        libraryPool: libraryPool ?? pool,
        slowStrategies: slowStrategies,
        catalog: catalog,
        strategies: strategies,
        options: options,
        replicas: replicas,
        clock: clock,
        incarnation: incarnation,
        seed: seeds[index]
      )
    }
    self.shards = shards
    directory = ShardDirectory(shards)
    publisher.connect(to: directory.hosts)
    for shard in shards { shard.neighbours = directory }
  }

  /// The shard that owns a collection or a stored view. The same for the life of the engine.
  package func shard(for name: Identifier) -> Shard { directory.shard(for: name) }

  /// The transactions for several collections that a shard coordinates: one of those that own one of the collections.
  package func joint(on shard: Shard) -> JointTransactions {
    JointTransactions(shard: shard, directory: directory)
  }

  /// The host that evaluates a view. The same for the life of the engine.
  package func home(of view: ViewReference) -> ViewHost { directory.home(of: view.definition) }

  /// The view with a name or a definition, as one reader sees it; nil if the name is not that of a view.
  package func view(
    named name: Identifier,
    definition: ViewDefinition?,
    for reader: Principal
  ) -> ViewReference? {
    if let definition { return ViewReference(name: nil, definition: definition, reader: reader) }
    return catalog.entry(name)?.descriptor.view.map { ViewReference(name, $0, reader: reader) }
  }

  /// The number of collections in memory.
  package var residentCount: Int { shards.reduce(0) { $0 + $1.residentCount } }

  /// The number of commits since the start.
  package var commitCount: UInt64 { storage.commitCount }

  /// Everything that is durable, as of one moment, for a backup. Blocks; not to be called on an executor.
  package func snapshot() throws(JournalError) -> any JournalReading { try storage.journal.snapshot() }

  /// The space that the journal uses. Blocks; not to be called on an executor.
  package var space: JournalSpace { storage.journal.space }

  /// Makes every shard refuse new writes. Accepted ones are still made durable and answered.
  package func drain() {
    for shard in shards { shard.executor.execute { shard.isDraining = true } }
  }

  /// Waits until everything that was handed over is durable and closes the journal. Blocks; not to be called
  /// on an executor.
  package func close() {
    pool.stop()
    libraryPool.stop()
    storage.close()
  }
}

extension Engine {
  /// Current figures. Can be read on any thread.
  package var figures: EngineFigures {
    var figures = EngineFigures()
    figures.collections = catalog.count
    figures.waitingWrites = storage.waitingCount
    figures.viewRows = directory.viewRows
    figures.space = storage.journal.space
    return figures
  }
}
