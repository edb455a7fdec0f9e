package import ArrangeModel
package import CoreMetrics
import Dispatch
package import Engine
import Foundation
package import Logging
import NIOCore
package import NIOPosix
package import Ordering
import ServiceLifecycle
import Synchronization
import Wire

/// The server: an engine over a journal, and the connections that speak the wire protocol to it.
///
/// It is a service: ``run()`` serves until the graceful shutdown of its group begins, then drains: it accepts
/// no new connections and calls, answers the accepted calls, ends subscriptions, and flushes everything.
package final class ArrangeServer: Service {
  /// The interval at which idle collections are looked for, in seconds.
  private static let tickSeconds: Int64 = 5
  /// The interval at which strategies are checked for not answering, in seconds.
  private static let watchSeconds: Int64 = 1
  /// How many seconds of the shutdown are reserved for flushing and closing everything.
  private static let closingSeconds = 1
  /// How many of them are reserved for the process, to report that it ends with unfinished work.
  package static let lastSeconds = 0.2
  /// How many seconds the clients of a node that was overtaken have for disconnecting.
  private static let overtakenSeconds = 1

  let options: ServerOptions
  let group: MultiThreadedEventLoopGroup
  /// Whether the event loops are shut down with the server.
  private let ownsGroup: Bool
  let server: ServerContext
  let logger: Logger
  /// The certificate for new connections with TLS.
  let tls: TLSIdentity?
  let metrics: ServerMetrics
  /// The last figures of each event loop.
  let loopFiguresBefore: Mutex<[(LoopFigures, ShardFigures)]>
  private let readiness: Readiness
  /// Admits connections; set once the server listens.
  let gate = Mutex<SharedGate?>(nil)
  /// How many seconds a stopping server waits for open calls.
  let drainSeconds: Atomic<Int>
  /// What the configuration of a node declares.
  let declared = Mutex(Declarations())
  let isJoined = Atomic(false)
  /// The time of the last good scheduled backup, in seconds since 1970; 0 if there is none.
  let lastBackup = SharedTime()
  let onListening: @Sendable (ListenAddress) -> Void
  private let onOverdue: @Sendable () -> Void
  private let halt: Halt

  /// The event that ends serving: a request to stop, or a failure of the storage.
  private final class Halt: Sendable {
    let failure = Mutex<ArrangeError?>(nil)
    private let wasRequested = Atomic(false)
    let signal: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (signal, continuation) = AsyncStream<Void>.makeStream() }

    /// Whether somebody has asked the server to stop.
    var isRequested: Bool { wasRequested.load(ordering: .acquiring) }

    func raise(_ error: ArrangeError? = nil, isRequest: Bool = false) {
      if isRequest { wasRequested.store(true, ordering: .releasing) }
      if let error { failure.withLock { $0 = $0 ?? error } }
      continuation.yield()
    }
  }

  /// Opens the journal's collections. Blocks while it reads their list.
  ///
  /// - Parameters:
  ///   - seed: from which all keys, ids and epochs follow.
  ///   - group: event loops that outlive the server; nil to create ``ServerOptions/loops`` of the server's
  ///     own.
  ///   - metrics: makes the metrics of the server; nil for none.
  ///   - readiness: updated as the server starts and stops.
  ///   - onListening: called for each address once connections are accepted, with the actual port if port 0
  ///     was requested.
  ///   - onOverdue: called on any thread if stopping would take longer than ``ServerOptions/drainSeconds``.
  ///     All acknowledged writes are on disk, and the process may exit at once.
  /// - Throws: an ``ArrangeError`` if the journal can't be read, a ``TLSError`` if the certificate can't be
  ///   used, an ``AccessError`` if the access file can't be used.
  package init(
    journal: any Journal,
    strategies: StrategyCatalog,
    options: ServerOptions,
    clock: EngineClock,
    seed: UInt64,
    group: MultiThreadedEventLoopGroup? = nil,
    logger: Logger,
    metrics factory: (any MetricsFactory)? = nil,
    readiness: Readiness = Readiness(),
    onListening: @escaping @Sendable (ListenAddress) -> Void = { _ in },
    onOverdue: @escaping @Sendable () -> Void = {}
  ) async throws {
    do {
      _ = try strategies.choose(options.defaultStrategy)
    } catch {
      throw ArrangeError(.invalidArgument, "default-strategy: \(error)")
    }
    if let tls = options.tls { self.tls = try await TLSIdentity(tls, logger: logger) } else { tls = nil }
    let access = try await AccessControl(options.accessFile, logger: logger)
    let node = (journal as? any SharedJournal)
      .flatMap { $0.isShared ? NodeInfo.text(ofID: $0.nodeID) : nil }
    let audit = try options.auditFile.map { (path) throws(AccessError) in
      try AuditLog(path, node: node, now: clock.wallTime)
    }
    let halt = Halt()
    ownsGroup = group == nil
    let group = group ?? MultiThreadedEventLoopGroup(numberOfThreads: options.loops)
    let slowCall = options.slowCallMilliseconds.map { UInt64($0) * 1_000_000 }
    let loops = Array(group.makeIterator()).map { loop in
      LoopContext(
        loop,
        metrics: factory.map { LoopMetrics($0) },
        timesCalls: factory != nil || slowCall != nil
      )
    }
    metrics = ServerMetrics(factory ?? NOOPMetricsHandler.instance, events: ArrangeServer.events(logger))
    if let node, let factory { ServerMetric.node.meter(factory, node, options.node.name).set(1) }
    loopFiguresBefore = Mutex(loops.map { _ in (LoopFigures(), ShardFigures()) })
    self.readiness = readiness
    var engineOptions = options.engine
    engineOptions.meter = metrics
    if logger.logLevel <= .trace { engineOptions.trace = logger.engineTrace }
    let sinks = Sinks()
    engineOptions.sinks = sinks
    let nodes = try await Nodes(journal, loops: loops, options, logger: logger)
    engineOptions.ownership = nodes?.ownership
    let engine = try Engine(
      journal: journal,
      executors: loops,
      pool: WorkPool(.threads(options.workThreads)),
      libraryPool: WorkPool(.threads(options.libraryThreads), name: "strategy"),
      strategies: strategies,
      options: engineOptions,
      replicas: nodes.map { NodeReplicas($0, loops: loops) },
      clock: clock,
      seed: seed
    ) { error in
      logger.critical("the storage failed; the server stops", metadata: ["error": "\(error.message)"])
      readiness.become(.failed)
      halt.raise(error)
    }
    var random = OrderingRandom(seed: ~seed)
    server = ServerContext(
      engine: engine,
      nodes: nodes,
      loops: loops,
      limits: options.limits,
      serverID: String(random.next(), radix: 36),
      clock: clock,
      strategies: try strategies.infos(),
      defaultStrategy: options.defaultStrategy,
      connectionMemory: options.connectionMemory,
      access: access,
      audit: audit,
      recentLines: options.recentLines,
      slowCallNanoseconds: slowCall ?? .max,
      sinks: sinks,
      logger: logger
    ) { ConnectionCalls($0) }
    self.options = options
    drainSeconds = Atomic(options.drainSeconds)
    self.group = group
    self.logger = logger
    self.onListening = onListening
    self.onOverdue = onOverdue
    self.halt = halt
  }

  /// Serves until the group shuts down gracefully, the task is cancelled, or the storage fails.
  ///
  /// - Throws: a ``ListenError`` if an address can't be listened on, an ``ArrangeError`` if the storage
  ///   failed.
  package func run() async throws {
    let limit = StopLimit(whenOver: onOverdue)
    defer { limit.end() }
    try await withTaskCancellationOrGracefulShutdownHandler {
      try await serve(limit)
    } onCancelOrGracefulShutdown: {
      self.beginStop(limit)
      self.halt.raise(isRequest: true)
      self.server.nodes?.journal.cancelJoin()
    }
  }

  /// Starts the time that stopping may take.
  private func beginStop(_ limit: StopLimit) {
    let seconds = max(drainSeconds.load(ordering: .relaxed), ArrangeServer.closingSeconds)
    limit.begin(seconds: Double(seconds) - ArrangeServer.lastSeconds)
  }

  private func serve(_ limit: StopLimit) async throws {
    let listeners: [Listener]
    do {
      listeners = try await listen()
      try await join(listeners)
    } catch {
      await end()
      guard halt.isRequested, (error as? JournalError)?.code == .closed else { throw error }
      return logger.info("stopped")
    }
    readiness.become(.serving)
    startSinks()
    let ticks = server.engine.shards.map { shard in
      let loop = server.loops[shard.index].eventLoop
      return loop.scheduleRepeatedTask(
        initialDelay: .seconds(ArrangeServer.tickSeconds),
        delay: .seconds(ArrangeServer.tickSeconds)
      ) { _ in shard.tick() }
    }
    let summaries = server.loops[0].eventLoop.scheduleRepeatedTask(
      initialDelay: .seconds(ArrangeServer.tickSeconds),
      delay: .seconds(ArrangeServer.tickSeconds)
    ) { [server] _ in server.recordSummaries() }
    let watchTime = TimeAmount.seconds(ArrangeServer.watchSeconds)
    let watch = server.loops[0].eventLoop.scheduleRepeatedTask(initialDelay: watchTime, delay: watchTime) {
      [server] _ in server.watchStrategies()
    }
    let watches = watchFiles()
    let backups = options.backups.map { plan in
      let schedule = BackupSchedule(
        plan: plan,
        engine: server.engine,
        turn: server.turns.backup,
        clock: server.clock,
        logger: logger,
        onBackup: { [lastBackup] in lastBackup.set($0) }
      )
      return Task { await schedule.run() }
    }
    let delays = watchLoopDelays()
    for await _ in halt.signal { break }
    beginStop(limit)
    readiness.become(.draining)
    logger.info("stopping: finishing the accepted calls")
    backups?.cancel()
    await server.sinks.stop()
    for listener in listeners { await listener.close() }
    await leave()
    for tick in ticks + delays + [summaries, watch] { tick.cancel() }
    for watch in watches { watch.cancel() }
    server.recordSummaries(all: true)
    server.engine.drain()
    server.drain()
    // The sooner a node that was overtaken ends, the sooner it is a node again.
    let isOvertaken = server.nodes?.journal.isOvertaken ?? false
    let drainSeconds = drainSeconds.load(ordering: .relaxed)
    let patience = isOvertaken ? ArrangeServer.overtakenSeconds : drainSeconds - ArrangeServer.closingSeconds
    await waitForConnections(seconds: max(0, patience))
    await backups?.value
    for watch in watches { await watch.value }
    await end()
    limit.end()
    server.nodes?.close()
    if let error = halt.failure.withLock({ $0 }) { throw error }
    logger.info("stopped")
  }

  /// The index of the shard that owns a name.
  package func shard(of name: Identifier) -> Int { server.engine.shard(for: name).index }

  /// Reloads certificates and the access file if they have changed. Invalid files are logged, and the
  /// previous ones stay in force. It is called whenever a reload is requested; see ``watchFiles()``.
  package func reload() async {
    async let certificate: Void? = tls?.reload(logger: logger)
    await server.reloadAccess()
    await certificate
  }

  /// Looks every second whether certificates or the access file have changed. Each has a task of its own: a file
  /// that can't be read for a while delays no other one.
  ///
  /// - Returns: tasks to cancel and to await at the end, so that nothing completes on an event loop after its
  ///   shutdown.
  private func watchFiles() -> [Task<Void, Never>] {
    func repeating(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
      Task {
        while !Task.isCancelled {
          try? await Task.sleep(for: .seconds(ArrangeServer.watchSeconds))
          guard !Task.isCancelled else { break }
          await body()
        }
      }
    }
    return [
      repeating { [self] in await tls?.reload(logger: logger) },
      repeating { [server] in await server.reloadAccess() },
      repeating { [self] in await settle() },
    ]
  }

  /// Waits until the clients have disconnected, for at most `seconds` seconds, and then until all channels are closed:
  /// what they do last must find their event loops.
  private func waitForConnections(seconds: Int) async {
    for _ in 0..<seconds * 50 where server.connectionCount > 0 {
      try? await Task.sleep(for: .milliseconds(20))
    }
    server.closeAll()
    await server.channels.close()
  }

  private func startSinks() {
    var random = SystemRandomNumberGenerator()
    server.sinks.start(
      SinkServices(
        engine: server.engine,
        loops: server.loops,
        access: server.access,
        clock: server.clock,
        logger: logger
      ),
      on: group,
      mirrors: options.mirrors,
      backoff: options.sinkBackoff,
      metrics: metrics.factory,
      seed: random.next()
    )
  }

  /// Flushes and closes everything.
  private func end() async {
    let engine = server.engine
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      DispatchQueue.global().async {
        engine.close()
        continuation.resume()
      }
    }
    if ownsGroup { try? await group.shutdownGracefully() }
  }
}

extension StrategyCatalog {
  /// The descriptions of the strategies that clients receive.
  fileprivate func infos() throws(ArrangeError) -> [StrategyInfo] {
    var infos: [StrategyInfo] = []
    for kind in kinds {
      do {
        let strategy = try kind.strategy()
        infos.append(
          StrategyInfo(
            name: kind.name,
            version: kind.version,
            keyForm: strategy.keyForm,
            maximumKeyLength: strategy.maximumKeyLength,
            summary: kind.summary,
            parameters: kind.parameters
          )
        )
      } catch {
        throw ArrangeError(.internal, "strategy \(kind.name): \(error)")
      }
    }
    return infos
  }
}
