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
import Ordering
import RandomizedFraction
import ServiceLifecycle
import StrategyLoading

#if os(Linux)
  import CAllocator
#endif

/// The process: a server over a journal on disk, until a signal comes.
struct Daemon {
  private let settings: Settings

  init(_ settings: Settings) { self.settings = settings }

  /// The strategies that are built in.
  private static let strategies = StrategyCatalog([
    DenseInteger.kind, RandomizedFraction.kind, LexoRank.kind,
  ])

  /// The strategies that are built in, and those of the libraries in the settings.
  private func strategies(logger: Logger) throws(StrategyLoadingError) -> StrategyCatalog {
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
    let settings = settings
    Signals.prepare()
    LoggingSystem.bootstrap { label in
      ServerLogHandler(label: label, level: settings.logLevel, format: settings.logFormat, writer: .errors)
    }
    let logger = Logger(label: "arranged")
    for warning in settings.warnings { logger.warning("\(warning)") }
    #if os(Linux)
      let allocator = String(cString: allocator_version())
      logger.debug("allocates memory with jemalloc", metadata: ["version": "\(allocator)"])
    #endif
    Descriptors.raiseLimit()
    // Before the data is touched: what the settings name wrongly is to be put right first.
    let strategies = try strategies(logger: logger)
    let door = try await OperatorDoor(settings.http, logger: logger)
    do {
      try await serve(strategies, door, logger: logger)
    } catch {
      await door?.close()
      throw error
    }
    await door?.close()
  }

  /// Opens the data and serves it until a signal comes.
  private func serve(_ strategies: StrategyCatalog, _ door: OperatorDoor?, logger: Logger) async throws {
    let settings = settings
    let journal = try await openJournal(logger: logger)
    defer { journal.close() }
    let server = try await ArrangeServer(
      journal: journal,
      strategies: strategies,
      options: settings.server,
      clock: Daemon.clock,
      seed: SystemRandomNumberGenerator().next64(),
      logger: logger,
      metrics: door?.metrics,
      readiness: door?.readiness ?? Readiness(),
      onListening: { address in
        journal.keep()
        LineWriter.output.write(
          "arranged \(ArrangeVersion.current) listens on \(address), data in \(settings.data)"
        )
      },
      onOverdue: {
        logger.critical("stopping takes longer than drain-seconds, the server ends with work undone")
        LineWriter.errors.flush(within: ArrangeServer.lastSeconds)
        _exit(128 + SIGTERM)
      }
    )
    try await server.ensure(settings.collections, settings.views)
    door?.serve(server)
    let group = ServiceGroup(services: [server], logger: logger)
    Signals.watch {
      Task { await group.triggerGracefulShutdown() }
    } onReload: {
      Task { await server.reload() }
    }
    try await group.run()
  }

  /// Opens the data, apart from the threads that tasks share: probes are answered meanwhile.
  private func openJournal(logger: Logger) async throws -> LoggedJournal {
    // A start that is refused leaves no data where there was none.
    var options = settings.journal
    options.isProvisional = true
    let begin = DispatchTime.now().uptimeNanoseconds
    let journal = try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { [settings, options] in
        continuation.resume(
          with: Result { try LoggedJournal(directory: settings.data, options: options) }
        )
      }
    }
    for notice in journal.notices { logger.warning("\(notice)") }
    logger.info(
      "recovered",
      metadata: [
        "records": "\(journal.replayedRecords)", "notices": "\(journal.notices.count)",
        "ms": "\((DispatchTime.now().uptimeNanoseconds - begin) / 1_000_000)",
      ]
    )
    return journal
  }
}

extension SystemRandomNumberGenerator {
  /// A seed for everything that follows.
  fileprivate func next64() -> UInt64 {
    var generator = self
    return generator.next()
  }
}
