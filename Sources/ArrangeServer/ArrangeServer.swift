package import ArrangeModel
import Dispatch
package import Engine
package import Logging
import NIOCore
import NIOPosix
package import Ordering
import ServiceLifecycle
import Synchronization
package import Wire

/// The version of the program.
package enum ArrangeVersion {
  package static let current = "0.1.0"
}

/// Where a server listens.
package enum ListenAddress: Sendable, Hashable {
  case tcp(host: String, port: Int)
  case unixSocket(path: String)
}

/// What a server is made with.
package struct ServerOptions: Sendable {
  package var address: ListenAddress
  package var limits = ConnectionLimits()
  package var engine = EngineOptions()
  /// How many event loops, and so shards, there are.
  package var loops = 1
  /// The most connections at a time.
  package var maximumConnections = 10_000
  /// For how many seconds a stopping server waits for calls under way.
  package var drainSeconds = 10
  /// How many connections may wait to be accepted.
  package var backlog = 1_024
  /// The strategy of a collection whose creator names none.
  package var defaultStrategy = "lexorank"

  package init(address: ListenAddress) { self.address = address }
}

/// The server: an engine over a journal, and connections that speak the wire to it.
///
/// It is a service: ``run()`` serves until the graceful shutdown of its group begins, then drains: no new
/// connections and calls are taken, what was taken is answered, subscriptions end, everything is flushed.
package final class ArrangeServer: Service {
  /// How often idle collections are looked for, in seconds.
  private static let tickSeconds: Int64 = 5

  private let options: ServerOptions
  private let group: MultiThreadedEventLoopGroup
  private let server: ServerContext
  private let logger: Logger
  private let onListening: @Sendable (ListenAddress) -> Void
  private let halt: Halt

  /// What ends the serving: a wish to stop, or a failure of the storage.
  private final class Halt: Sendable {
    let failure = Mutex<ArrangeError?>(nil)
    let signal: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (signal, continuation) = AsyncStream<Void>.makeStream() }

    func raise(_ error: ArrangeError? = nil) {
      if let error { failure.withLock { $0 = $0 ?? error } }
      continuation.yield()
    }
  }

  /// Opens the journal's collections. Blocks while it reads their list.
  ///
  /// - Parameters:
  ///   - seed: from which all keys, ids and epochs follow.
  ///   - onListening: called once connections are taken, with the real address where port 0 was asked for.
  /// - Throws: an ``ArrangeError`` where the journal can't be read.
  package init(
    journal: any Journal,
    strategies: StrategyCatalog,
    options: ServerOptions,
    clock: EngineClock,
    seed: UInt64,
    logger: Logger,
    onListening: @escaping @Sendable (ListenAddress) -> Void = { _ in }
  ) throws(ArrangeError) {
    do {
      _ = try strategies.choose(options.defaultStrategy)
    } catch {
      throw ArrangeError(.invalidArgument, "default-strategy: \(error)")
    }
    let halt = Halt()
    let group = MultiThreadedEventLoopGroup(numberOfThreads: options.loops)
    let loops = Array(group.makeIterator()).map { LoopContext($0) }
    let engine = try Engine(
      journal: journal,
      executors: loops,
      strategies: strategies,
      options: options.engine,
      clock: clock,
      seed: seed
    ) { error in
      logger.critical("the storage failed, the server stops", metadata: ["error": "\(error.message)"])
      halt.raise(error)
    }
    var random = OrderingRandom(seed: ~seed)
    server = ServerContext(
      engine: engine,
      loops: loops,
      limits: options.limits,
      serverID: String(random.next(), radix: 36),
      clock: clock,
      strategies: try strategies.infos(),
      defaultStrategy: options.defaultStrategy,
      maximumConnections: options.maximumConnections,
      logger: logger
    )
    self.options = options
    self.group = group
    self.logger = logger
    self.onListening = onListening
    self.halt = halt
  }

  /// Makes sure that collections are there, such as those that the configuration declares. Call it while the
  /// server runs, or before.
  ///
  /// - Throws: an ``ArrangeError`` where a collection can't be created, or is there with another strategy.
  package func ensure(_ request: CreateCollectionRequest) async throws(ArrangeError) {
    let wanted = request.strategy ?? options.defaultStrategy
    let strategy: String
    do {
      strategy = "\(try server.engine.strategies.choose(wanted).choice)"
    } catch {
      throw ArrangeError(.invalidArgument, "collection \"\(request.name)\": \(error)", field: "strategy")
    }
    if let existing = server.engine.catalog.entry(request.name) {
      guard existing.descriptor.strategy == strategy else {
        throw ArrangeError(
          .failedPrecondition,
          "collection \"\(request.name)\" is configured with strategy \(strategy), but it has "
            + "\(existing.descriptor.strategy); correct the configuration"
        )
      }
      return
    }
    let _: CollectionInfo = try await call(for: request.name) { shard, reply in
      shard.create(request.name, strategy: strategy, fields: request.fields, reply: reply)
    }
  }

  /// Makes sure that views are there, and are defined so. Call it while the server runs, or before.
  ///
  /// - Throws: an ``ArrangeError`` where a view can't be defined.
  package func ensure(_ request: DefineViewRequest) async throws(ArrangeError) {
    do throws(ArrangeError) {
      try request.view.named().validate()
      if server.engine.catalog.view(request.name)?.definition == request.view.named() { return }
      let _: ViewInfo = try await call(for: request.name) { shard, reply in
        shard.define(request.name, as: request.view, reply: reply)
      }
    } catch {
      let advice = error.code == .notFound ? " by declaring it among the collections" : ""
      throw ArrangeError(
        error.code,
        "view \"\(request.name)\": \(error.message)\(advice)",
        field: error.field
      )
    }
  }

  /// Has the shard of a name do something, and waits for its answer.
  private func call<Value: Sendable>(
    for name: Identifier,
    _ body: @escaping @Sendable (Shard, @escaping Reply<Value>) -> Void
  ) async throws(ArrangeError) -> Value {
    let shard = server.engine.shard(for: name)
    let result: Result<Value, ArrangeError> = await withCheckedContinuation { continuation in
      server.loops[shard.index].execute { body(shard) { continuation.resume(returning: $0) } }
    }
    return try result.get()
  }

  /// Serves until the group shuts down gracefully, the task is cancelled, or the storage fails.
  ///
  /// - Throws: an ``ArrangeError`` where the address can't be listened on or the storage failed.
  package func run() async throws {
    let listener: any Channel
    do {
      listener = try await listen()
    } catch {
      await end()
      throw error
    }
    let ticks = server.engine.shards.map { shard in
      let loop = server.loops[shard.index].eventLoop
      return loop.scheduleRepeatedTask(
        initialDelay: .seconds(ArrangeServer.tickSeconds),
        delay: .seconds(ArrangeServer.tickSeconds)
      ) { _ in shard.tick() }
    }
    await withTaskCancellationOrGracefulShutdownHandler {
      for await _ in halt.signal { break }
    } onCancelOrGracefulShutdown: { [halt] in
      halt.raise()
    }
    logger.info("stopping: answering what was taken")
    try? await listener.close()
    for tick in ticks { tick.cancel() }
    server.engine.drain()
    server.drain()
    await waitForConnections()
    await end()
    if let error = halt.failure.withLock({ $0 }) { throw error }
    logger.info("stopped")
  }

  private func listen() async throws -> any Channel {
    let server = server
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: Int32(options.backlog))
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelOption(.autoRead, value: false)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          guard let loop = server.loops.first(where: { $0.eventLoop === channel.eventLoop }) else {
            preconditionFailure("connections run on the server's own event loops")
          }
          try channel.pipeline.syncOperations.addHandler(ConnectionHandler(server: server, loop: loop))
        }
      }
    do {
      let channel: any Channel
      switch options.address {
      case .tcp(let host, let port):
        channel = try await bootstrap.bind(host: host, port: port).get()
        onListening(.tcp(host: host, port: channel.localAddress?.port ?? port))
      case .unixSocket(let path):
        channel = try await bootstrap.bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true).get()
        onListening(.unixSocket(path: path))
      }
      return channel
    } catch {
      throw ArrangeError(.unavailable, "can't listen on \(options.address): \(error)")
    }
  }

  /// Waits until the clients are gone, but not longer than the options say.
  private func waitForConnections() async {
    for _ in 0..<options.drainSeconds * 50 where server.connectionCount > 0 {
      try? await Task.sleep(for: .milliseconds(20))
    }
    server.closeAll()
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
    try? await group.shutdownGracefully()
  }
}

extension StrategyCatalog {
  /// What clients are told of the strategies.
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

extension ListenAddress: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .unixSocket(let path): "unix:\(path)"
    }
  }
}
