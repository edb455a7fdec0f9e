import ArrangeHTTP
import ArrangeModel
import ArrangeServer
import DenseInteger
import Dispatch
import Engine
import Foundation
import Journals
import LexoRank
import Logging
import Measuring
import NIOCore
import NIOPosix
import Ordering
import Postgres
import RandomizedFraction
import ServiceLifecycle
import ServiceManager
import StrategyLoading
import Synchronization

#if os(Linux)
  import CAllocator
#endif

/// The process: a server over a journal on disk or in a database, which runs until a signal arrives.
struct Daemon {
  private let flags: Flags

  init(_ flags: Flags) { self.flags = flags }

  /// The process after its settings are read, and before its data is opened.
  private struct Start {
    let settings: Settings
    let sockets: [PassedSocket]
    let manager: Manager
    /// The log level, which a reload changes.
    let level: LogLevel
    /// The event loops of the server and of the HTTP listener.
    let group: MultiThreadedEventLoopGroup
    let logger: Logger
  }

  /// The built-in strategies.
  static let strategies = StrategyCatalog([
    DenseInteger.kind, RandomizedFraction.kind, LexoRank.kind,
  ])

  /// The built-in strategies, and those of the libraries in the settings.
  private func strategies(
    _ settings: Settings,
    logger: Logger
  ) throws(StrategyLoadingError) -> StrategyCatalog {
    var catalog = Daemon.strategies
    for path in settings.strategies {
      let library = try StrategyLibrary(loading: path)
      catalog = try catalog.adding(library)
      logger.info(
        "loaded an ordering strategy",
        metadata: ["name": "\(library.kind.name)", "version": "\(library.kind.version)", "path": "\(path)"]
      )
    }
    return catalog
  }

  private static let clock = EngineClock(
    wallTime: { Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000)) },
    monotonicNanoseconds: { DispatchTime.now().uptimeNanoseconds }
  )

  func run() async throws {
    let environment = ProcessInfo.processInfo.environment
    let sockets = try PassedSocket.all(environment: environment, process: getpid())
    let manager = try Manager(environment)
    var settings = try await Settings.read(flags, sockets: sockets)
    let recent = RecentLines()
    settings.server.recentLines = recent
    settings.server.mirrors = PostgresMirrors()
    Signals.prepare()
    let level = LogLevel(settings.logLevel)
    LineWriter.errors.use(settings.logFormat)
    LoggingSystem.bootstrap { [format = settings.logFormat] label in
      ServerLogHandler(label: label, level: level, format: format, writer: .errors, recent: recent)
    }
    let logger = Logger(label: "arranged")
    for warning in settings.warnings { logger.warning("\(warning)") }
    #if os(Linux)
      let allocator = String(cString: allocator_version())
      logger.debug("allocates memory with jemalloc", metadata: ["version": "\(allocator)"])
    #endif
    Descriptors.raiseLimit()
    // Before the data is opened, so that mistakes in the settings are reported first.
    let strategies = try strategies(settings, logger: logger)
    let group = MultiThreadedEventLoopGroup(numberOfThreads: settings.server.loops)
    let start = Start(
      settings: settings,
      sockets: sockets,
      manager: manager,
      level: level,
      group: group,
      logger: logger
    )
    let result: Result<Void, any Error>
    do {
      let door = try await OperatorListener(settings, group: group, logger: logger)
      do {
        try await serve(start, strategies, door)
        result = .success(())
      } catch {
        result = .failure(error)
      }
      await door?.close()
    } catch {
      result = .failure(error)
    }
    // The event loops are not ended: the process ends, and what libraries still release has to find its loop.
    if case .failure(let error) = result, error is Overtaken, sockets.isEmpty { Overtaken.startAnew(logger) }
    try result.get()
  }

  /// Opens the data and serves until a signal arrives.
  private func serve(_ start: Start, _ strategies: StrategyCatalog, _ door: OperatorListener?) async throws {
    let (settings, manager, logger) = (start.settings, start.manager, start.logger)
    let (hangups, hangUp) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    // Nothing was acknowledged yet, so nothing needs an end.
    let request = StopRequest {
      logger.info("stopped before it served")
      LineWriter.flushAll()
      _exit(0)
    }
    Signals.watch {
      hangUp.finish()
      manager.stops()
      request.make()
    } onReload: {
      hangUp.yield()
    }
    let begin = DispatchTime.now().uptimeNanoseconds
    let opened = try await openJournal(settings, logger)
    let journal = opened.journal
    if let shared = journal as? any SharedJournal, shared.isShared {
      start.level.node = NodeInfo.text(ofID: shared.nodeID)
    }
    let recovery = RecoveryNote(opened, nanoseconds: DispatchTime.now().uptimeNanoseconds - begin)
    defer { journal.close() }
    for notice in opened.notices { logger.warning("\(notice)") }
    // Whoever has asked it to stop meanwhile does not want it anew.
    let isOvertaken: @Sendable () -> Bool = {
      !request.isMade && (journal as? any SharedJournal)?.isOvertaken ?? false
    }
    let addresses = settings.server.addresses.count
    let listening = Mutex<[String]>([])
    let server = try await ArrangeServer(
      journal: journal,
      strategies: strategies,
      options: settings.server,
      clock: Daemon.clock,
      seed: SystemRandomNumberGenerator().next64(),
      group: start.group,
      logger: logger,
      metrics: door?.metrics,
      readiness: door?.readiness ?? Readiness(),
      onListening: { address in
        opened.keep()
        recovery.log(to: logger)
        LineWriter.output.write(
          "arranged \(ArrangeVersion.current) listens on \(address), data in \(settings.journal)"
        )
        let all = listening.withLock { listening in
          listening.append("\(address)")
          return listening
        }
        if all.count == addresses { manager.serves("listens on \(all.joined(separator: ", "))") }
      },
      onOverdue: { [sockets = start.sockets] in
        // A node that was overtaken has no work that could still be finished.
        let isOvertaken = isOvertaken()
        if isOvertaken, sockets.isEmpty { Overtaken.startAnew(logger) }
        logger.critical("stopping takes longer than drain-seconds; the server exits with unfinished work")
        LineWriter.errors.flush(within: ArrangeServer.lastSeconds)
        _exit(isOvertaken ? ServerFailure.ExitStatus.storage.rawValue : 128 + SIGTERM)
      }
    )
    // Its event loops go on until the process ends, and what they still do may need it.
    _ = Unmanaged.passRetained(server)
    try await server.ensure(settings.collections, settings.views, settings.sinks)
    door?.serve(server)
    let group = ServiceGroup(services: [server], logger: logger)
    let reload = Reload(settings, logger: logger) { [flags, sockets = start.sockets] in
      try await Settings.read(flags, sockets: sockets)
    } apply: { [level = start.level] settings in
      level.level = settings.logLevel
      server.change(to: settings.server)
    }
    request.handle { Task { await group.triggerGracefulShutdown() } }
    let reloading = Task {
      for await _ in hangups {
        manager.reloads()
        await reload.run()
        await server.reload()
        manager.serves(nil)
      }
    }
    let watching = manager.watch { await server.answer() }
    defer {
      reloading.cancel()
      watching?.cancel()
    }
    do {
      try await group.run()
    } catch {
      guard isOvertaken() else { throw error }
      throw Overtaken(error: error)
    }
  }

  /// Opens the data on a thread outside of the cooperative pool, which the HTTP listener needs during that
  /// time.
  private func openJournal(_ settings: Settings, _ logger: Logger) async throws -> OpenedJournal {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { [place = settings.journal, logger] in
        continuation.resume(with: Result { try place.open(logger) })
      }
    }
  }
}

/// The error of a node that others have taken over from: it was paused, or cut off from the database, for longer than its lease.
struct Overtaken: Error {
  let error: any Error

  /// Starts the program anew in this process: it joins the other nodes with nothing of what it knew.
  static func startAnew(_ logger: Logger) {
    logger.notice("this node starts anew")
    LineWriter.errors.flush(within: ArrangeServer.lastSeconds)
    var arguments = CommandLine.arguments.map { strdup($0) }
    arguments.append(nil)
    // The threads of the pool block all signals, and the program would inherit that: it could not be stopped.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    execv("/proc/self/exe", arguments)
    logger.error(
      "the program can't be started anew",
      metadata: ["error": "\(String(cString: strerror(errno)))"]
    )
  }
}

/// The result of the recovery at the start, which is logged once, when the server listens.
private final class RecoveryNote: Sendable {
  private let facts: Logger.Metadata
  private let isLogged = Atomic(false)

  init(_ journal: OpenedJournal, nanoseconds: UInt64) {
    facts = [
      "records": "\(journal.replayedRecords)", "notices": "\(journal.notices.count)",
      "ms": "\(nanoseconds / 1_000_000)",
    ]
  }

  func log(to logger: Logger) {
    guard !isLogged.exchange(true, ordering: .relaxed) else { return }
    logger.info("recovered", metadata: facts)
  }
}

extension SystemRandomNumberGenerator {
  /// A seed for all random choices.
  fileprivate func next64() -> UInt64 {
    var generator = self
    return generator.next()
  }
}
