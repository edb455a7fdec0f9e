import ArrangeModel
import ArrangeServer
import DenseInteger
import Dispatch
import Engine
import Foundation
import Journals
import LexoRank
import Logging
import Ordering
import RandomizedFraction
import ServiceLifecycle
import UnixSignals

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
    LoggingSystem.bootstrap { label in
      var handler = StreamLogHandler.standardError(label: label)
      handler.logLevel = settings.logLevel
      return handler
    }
    // A file that may not grow is a failed write, to be told, and no reason to die without a word.
    signal(SIGXFSZ, SIG_IGN)
    let logger = Logger(label: "arranged")
    #if os(Linux)
      let allocator = String(cString: allocator_version())
      logger.debug("allocates memory with jemalloc", metadata: ["version": "\(allocator)"])
    #endif
    do {
      // Before the data is touched: what the settings name wrongly is to be put right first.
      let strategies = try strategies(logger: logger)
      let journal = try LoggedJournal(directory: settings.data, options: settings.journal)
      let (listening, didListen) = AsyncStream<ListenAddress>.makeStream()
      let server = try ArrangeServer(
        journal: journal,
        strategies: strategies,
        options: settings.server,
        clock: Daemon.clock,
        seed: SystemRandomNumberGenerator().next64(),
        logger: logger
      ) { didListen.yield($0) }
      for collection in settings.collections { try await server.ensure(collection) }
      for view in settings.views { try await server.ensure(view) }
      Task {
        for await address in listening {
          print("arranged \(ArrangeVersion.current) listens on \(address), data in \(settings.data)")
          fflush(nil)
        }
      }
      let group = ServiceGroup(
        services: [server],
        gracefulShutdownSignals: [.sigterm, .sigint],
        logger: logger
      )
      try await group.run()
    } catch let error as ArrangeError {
      throw CleanFailure(error.message)
    } catch let error as StrategyLoadingError {
      throw CleanFailure("strategies: \(error)")
    } catch let error as JournalError {
      throw CleanFailure(error.message)
    }
  }
}

extension SystemRandomNumberGenerator {
  /// A seed for everything that follows.
  fileprivate func next64() -> UInt64 {
    var generator = self
    return generator.next()
  }
}
