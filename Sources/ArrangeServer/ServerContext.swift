import ArrangeModel
import Engine
import Logging
import Synchronization
import Wire

/// What all connections of a server share.
final class ServerContext: Sendable {
  let engine: Engine
  /// One for each event loop, and so for each shard of the engine, in the same order.
  let loops: [LoopContext]
  let limits: ConnectionLimits
  let serverID: String
  let startedAt: Timestamp
  let clock: EngineClock
  /// In the order of their names.
  let strategies: [StrategyInfo]
  let defaultStrategy: String
  let maximumConnections: Int
  let logger: Logger

  private struct State {
    var connections: [ObjectIdentifier: ConnectionHandler] = [:]
    var isDraining = false
  }

  private let state = Mutex(State())
  /// The same as ``State/isDraining``, for who asks with every call.
  private let drains = Atomic(false)

  init(
    engine: Engine,
    loops: [LoopContext],
    limits: ConnectionLimits,
    serverID: String,
    clock: EngineClock,
    strategies: [StrategyInfo],
    defaultStrategy: String,
    maximumConnections: Int,
    logger: Logger
  ) {
    self.engine = engine
    self.loops = loops
    self.limits = limits
    self.serverID = serverID
    self.clock = clock
    startedAt = clock.wallTime()
    self.strategies = strategies
    self.defaultStrategy = defaultStrategy
    self.maximumConnections = maximumConnections
    self.logger = logger
  }

  var isDraining: Bool { drains.load(ordering: .acquiring) }

  var connectionCount: Int { state.withLock { $0.connections.count } }

  /// Takes a new connection in; false where there are too many, or the server stops.
  func register(_ handler: ConnectionHandler) -> Bool {
    state.withLock { state in
      guard state.connections.count < maximumConnections, !state.isDraining else { return false }
      state.connections[ObjectIdentifier(handler)] = handler
      return true
    }
  }

  func unregister(_ handler: ConnectionHandler) {
    state.withLock { $0.connections[ObjectIdentifier(handler)] = nil }
  }

  /// Tells every connection that the server stops.
  func drain() {
    let handlers = state.withLock { state in
      state.isDraining = true
      drains.store(true, ordering: .releasing)
      return Array(state.connections.values)
    }
    for handler in handlers { handler.loop.execute { handler.drain() } }
  }

  /// Closes the connections that are still there, whatever they do.
  func closeAll() {
    let handlers = state.withLock { Array($0.connections.values) }
    for handler in handlers { handler.loop.execute { handler.close() } }
  }

  /// Runs work on the shard that owns a collection: at once where this is the shard's own loop.
  func onShard(
    of name: Identifier,
    from loop: LoopContext,
    _ work: @escaping @Sendable (Shard) -> Void
  ) {
    on(engine.shard(for: name), from: loop, work)
  }

  /// Runs work on a shard: at once where this is the shard's own loop.
  func on(_ shard: Shard, from loop: LoopContext, _ work: @escaping @Sendable (Shard) -> Void) {
    let owner = loops[shard.index]
    if owner === loop { work(shard) } else { owner.execute { work(shard) } }
  }

  /// The view that is asked for: one that is given, or a stored one by its name. Nil where the name is one of a
  /// collection, or of nothing.
  func view(_ definition: ViewDefinition?, named name: Identifier) -> ViewReference? {
    engine.view(named: name, definition: definition)
  }
}
