import ArrangeClient
import ArrangeServer
import DenseInteger
import Engine
import LexoRank
import Logging
import NIOPosix
import Ordering
import RandomizedFraction
import Synchronization
import TestSupport
import Wire

/// A real server in the process of the tests, over a journal in memory. Ids, keys and epochs follow from a seed, and the clock
/// stands still until a test moves it.
final class LocalServer: Sendable {
  /// The time of day at the beginning: 2026-03-01 09:30:00 UTC.
  static let start = Timestamp(microseconds: 1_772_357_400_000_000)
  /// From which everything follows that the servers choose.
  private static let seed: UInt64 = 1
  /// How long a test waits for an answer, far beyond what other tests can keep the processors for.
  static let patience = Duration.seconds(600)
  /// The event loop of all servers. There is one, so that there is one shard, on every machine.
  private static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  /// The server of the test that runs; nil in tests that have none.
  @TaskLocal static var current: LocalServer?

  /// Where the server listens, as `--server` takes it.
  let address: String
  /// A client of the server, to look at what commands have done.
  let client: ArrangeClient
  private let time: Time

  /// The clock of a server.
  private final class Time: Sendable {
    let passed = Mutex(Duration.zero)

    var clock: EngineClock {
      EngineClock(
        wallTime: {
          let passed = self.passed.withLock { $0 }
          return Timestamp(microseconds: LocalServer.start.microseconds + Int64(passed / .microseconds(1)))
        },
        monotonicNanoseconds: { UInt64(self.passed.withLock { $0 } / .nanoseconds(1)) }
      )
    }
  }

  private init(address: String, time: Time) throws {
    self.address = address
    self.time = time
    var configuration = try ArrangeClientConfiguration(server: address)
    configuration.callTimeout = LocalServer.patience
    configuration.connectTimeout = LocalServer.patience
    client = ArrangeClient(configuration)
  }

  /// Lets time go on for the server.
  func advance(by duration: Duration) { time.passed.withLock { $0 += duration } }

  /// Runs a closure with a server, which is ``current`` meanwhile, and ends the server.
  static func run<Result: Sendable>(
    journal: any Journal = MemoryJournal(),
    _ body: @Sendable (LocalServer) async throws -> Result
  ) async throws -> Result {
    let time = Time()
    let (addresses, listening) = AsyncStream.makeStream(of: ListenAddress.self)
    var options = ServerOptions(addresses: [.tcp(host: "127.0.0.1", port: 0)])
    options.workThreads = 1
    options.limits.helloNanoseconds = UInt64(patience / .nanoseconds(1))
    options.limits.partialFrameNanoseconds = UInt64(patience / .nanoseconds(1))
    let server = try ArrangeServer(
      journal: journal,
      strategies: StrategyCatalog([DenseInteger.kind, LexoRank.kind, RandomizedFraction.kind]),
      options: options,
      clock: time.clock,
      seed: seed,
      group: group,
      logger: Logger(label: "arranged") { _ in SwiftLogNoOpLogHandler() },
      onListening: { listening.yield($0) }
    )
    let serving = Task {
      defer { listening.finish() }
      try await server.run()
    }
    let result: Swift.Result<Result, any Error>
    do {
      var addresses = addresses.makeAsyncIterator()
      guard let address = await addresses.next() else {
        try await serving.value
        throw Failure("the server ended before it listened")
      }
      let local = try LocalServer(address: "\(address)", time: time)
      do {
        result = .success(try await $current.withValue(local) { try await body(local) })
      } catch {
        result = .failure(error)
      }
      await local.client.close()
    } catch {
      result = .failure(error)
    }
    serving.cancel()
    // A journal that a test has made fail ends the server with an error.
    _ = await serving.result
    return try result.get()
  }
}
