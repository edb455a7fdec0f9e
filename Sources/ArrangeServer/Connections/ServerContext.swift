import ArrangeModel
import Engine
import Logging
import NIOCore
import Synchronization
import Wire

/// State that all connections of a server share.
final class ServerContext: Sendable {
  let engine: Engine
  /// The other nodes over the same journal; nil for a server that is alone.
  let nodes: Nodes?
  /// One for each event loop, and so for each shard of the engine, in the same order.
  let loops: [LoopContext]
  private let limitsOfNew: Mutex<ConnectionLimits>
  let serverID: String
  let startedAt: Timestamp
  let clock: EngineClock
  /// The strategies, sorted by name.
  let strategies: [StrategyInfo]
  let defaultStrategy: String
  let logger: Logger
  private let tracing: Atomic<Bool>
  /// The connections that were accepted only to be refused.
  let refusals = Refusals()
  /// The accepted channels, which are closed before the event loops end.
  let channels = OpenChannels()
  let memory: ConnectionMemory
  /// The access rules.
  let access: AccessControl
  /// The calls of which there is one at a time.
  let turns = (backup: SingleTurn(), compare: SingleTurn())
  /// The usage of each principal.
  let shares = PrincipalShares()
  /// The audit log; nil if there is none.
  let audit: AuditLog?
  /// The newest lines of the log; nil if nobody keeps them.
  let recentLines: RecentLines?
  /// The minimum duration of a call that is logged as slow, in nanoseconds.
  let slowCallNanoseconds: UInt64
  /// What delivers to addresses elsewhere.
  let sinks: Sinks

  /// Creates the receiver of the calls of a connection.
  let makeReceiver: @Sendable (ConnectionHandler) -> any CallReceiver

  let quota = Mutex(LogQuota())

  private struct State {
    var connections: [ObjectIdentifier: ConnectionHandler] = [:]
    var isDraining = false
  }

  private let state = Mutex(State())
  /// The same as ``State/isDraining``, without a lock, for every call.
  private let drains = Atomic(false)

  init(
    engine: Engine,
    nodes: Nodes?,
    loops: [LoopContext],
    limits: ConnectionLimits,
    serverID: String,
    clock: EngineClock,
    strategies: [StrategyInfo],
    defaultStrategy: String,
    connectionMemory: Int,
    access: AccessControl,
    audit: AuditLog?,
    recentLines: RecentLines? = nil,
    slowCallNanoseconds: UInt64,
    sinks: Sinks = Sinks(),
    logger: Logger,
    makeReceiver: @escaping @Sendable (ConnectionHandler) -> any CallReceiver
  ) {
    self.engine = engine
    self.nodes = nodes
    self.loops = loops
    limitsOfNew = Mutex(limits)
    self.serverID = serverID
    self.clock = clock
    startedAt = clock.wallTime()
    self.strategies = strategies
    self.defaultStrategy = defaultStrategy
    memory = ConnectionMemory(limit: connectionMemory)
    self.access = access
    self.audit = audit
    self.recentLines = recentLines
    self.slowCallNanoseconds = slowCallNanoseconds
    self.sinks = sinks
    self.logger = logger
    tracing = Atomic(logger.logLevel <= .trace)
    self.makeReceiver = makeReceiver
  }

  /// The limits of new connections.
  var limits: ConnectionLimits {
    get { limitsOfNew.withLock { $0 } }
    set { limitsOfNew.withLock { $0 = newValue } }
  }

  /// Whether each call is logged.
  var traces: Bool {
    get { tracing.load(ordering: .relaxed) }
    set { tracing.store(newValue, ordering: .relaxed) }
  }

  var isDraining: Bool { drains.load(ordering: .acquiring) }

  private let slowStrategies = SlowStrategyList()

  /// The health of the server: whether it can serve, and which parts do not answer.
  var health: HealthReport {
    let status: ServingStatus =
      isDraining || !(nodes?.ownership.lease.isHeld ?? true) ? .notServing : .serving
    return HealthReport(status, slowStrategies: slowStrategies.all)
  }

  /// Checks which strategies of loaded libraries do not answer, and reports changes to the log and to the
  /// watchers of the server's health.
  func watchStrategies() {
    let now = engine.slowStrategies.slow(now: clock.monotonicNanoseconds()).map {
      SlowStrategy(collection: $0.collection, strategy: $0.strategy)
    }
    let before = slowStrategies.replace(by: now)
    guard now != before else { return }
    for slow in now where !before.contains(slow) {
      logger.warning(
        "a strategy does not answer; its collection is blocked",
        metadata: ["collection": "\(slow.collection)", "strategy": "\(slow.strategy)"]
      )
    }
    for slow in before where !now.contains(slow) {
      logger.info(
        "a strategy answers again",
        metadata: ["collection": "\(slow.collection)", "strategy": "\(slow.strategy)"]
      )
    }
    for handler in allConnections { handler.loop.execute { handler.healthChanged() } }
  }

  /// The context of the event loop of a connection.
  func loop(of channel: any Channel) -> LoopContext {
    guard let loop = loops.first(where: { $0.eventLoop === channel.eventLoop }) else {
      preconditionFailure("connections run on the server's own event loops")
    }
    return loop
  }

  var allConnections: [ConnectionHandler] { state.withLock { Array($0.connections.values) } }

  var connectionCount: Int { state.withLock { $0.connections.count } }

  /// Adds a new connection; returns false if the server is stopping.
  func register(_ handler: ConnectionHandler) -> Bool {
    state.withLock { state in
      guard !state.isDraining else { return false }
      state.connections[ObjectIdentifier(handler)] = handler
      return true
    }
  }

  func unregister(_ handler: ConnectionHandler) {
    state.withLock { $0.connections[ObjectIdentifier(handler)] = nil }
  }

  /// Tells every connection that the server is stopping.
  func drain() {
    let handlers = state.withLock { state in
      state.isDraining = true
      drains.store(true, ordering: .releasing)
      return Array(state.connections.values)
    }
    for handler in handlers { handler.loop.execute { handler.drain() } }
  }

  /// Closes all remaining connections.
  func closeAll() {
    let handlers = state.withLock { Array($0.connections.values) }
    for handler in handlers { handler.loop.execute { handler.close() } }
  }

  /// Reloads the access file if it has changed, and notifies every connection.
  func reloadAccess() async {
    guard await access.reload(logger: logger) else { return }
    audit?.recordRules("access file in force", version: access.version)
    for handler in allConnections { handler.loop.execute { handler.admission.rulesChanged() } }
  }

  /// Runs work for a connection on a shard: at once if this is on the connection's own loop.
  func on(_ shard: Shard, for caller: ConnectionHandler, _ work: @escaping @Sendable (Shard) -> Void) {
    let owner = loops[shard.index]
    if owner === caller.loop { work(shard) } else { owner.execute(for: caller) { work(shard) } }
  }

  /// Runs work for a connection on a view host, in the same way.
  func on(_ views: ViewHost, for caller: ConnectionHandler, _ work: @escaping @Sendable (ViewHost) -> Void) {
    on(views.shard, for: caller) { _ in work(views) }
  }

  /// The view that a request refers to: a view given in the request, or a stored view by its name. Nil if the
  /// name belongs to a collection, or to nothing.
  func view(
    _ definition: ViewDefinition?,
    named name: Identifier,
    for reader: Principal
  ) -> ViewReference? {
    engine.view(named: name, definition: definition, for: reader)
  }
}
