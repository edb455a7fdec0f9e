package import ArrangeClient
package import ArrangeModel
package import ArrangeServer
import DenseInteger
package import Engine
import LexoRank
import Logging
package import NIOPosix
import Ordering
import RandomizedFraction
import Synchronization
import TestSupport
import Wire

/// A real server in the test process, with its journal in memory. Ids, keys and epochs follow from a seed,
/// and the clock advances only when a test advances it.
package final class LocalServer: Sendable {
  /// The initial time: 2026-03-01 09:30:00 UTC.
  package static let start = Timestamp(microseconds: 1_772_357_400_000_000)
  /// The seed of everything that the servers choose at random.
  package static let seed: UInt64 = 1
  /// How long a test waits for an answer: much longer than other tests can occupy the processors.
  package static let patience = Duration.seconds(600)
  /// The event loop of all servers: a single one, so that there is one shard on every machine.
  package static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  /// The server of the running test; nil in tests without one.
  @TaskLocal package static var current: LocalServer?

  /// Where the server listens, as `--server` takes it.
  package let address: String
  /// A client of the server, for checking the effects of commands.
  package let client: ArrangeClient
  private let server: ArrangeServer
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

  private init(_ server: ArrangeServer, address: String, time: Time) throws {
    self.server = server
    self.address = address
    self.time = time
    var configuration = try ArrangeClientConfiguration(server: address)
    configuration.callTimeout = LocalServer.patience
    configuration.connectTimeout = LocalServer.patience
    client = ArrangeClient(configuration)
  }

  /// The server for callers of another protocol.
  package var doorway: Doorway { Doorway(server) }

  /// Which of the shards owns a name.
  package func shard(of name: Identifier) -> Int { server.shard(of: name) }

  /// Advances the server's clock.
  package func advance(by duration: Duration) { time.passed.withLock { $0 += duration } }

  /// Runs a closure with a server, which is ``current`` in it, then stops the server.
  ///
  /// - Parameters:
  ///   - group: the event loops, one for each shard.
  ///   - seed: determines everything that the server chooses at random. Servers over one journal need different ones.
  ///   - configuring: changes what the server is made with.
  package static func run<Result: Sendable>(
    journal: any Journal = MemoryJournal(),
    group: MultiThreadedEventLoopGroup = group,
    seed: UInt64 = seed,
    configuring: (inout ServerOptions) -> Void = { _ in },
    _ body: @Sendable (LocalServer) async throws -> Result
  ) async throws -> Result {
    let time = Time()
    let (addresses, listening) = AsyncStream.makeStream(of: ListenAddress.self)
    var options = ServerOptions(addresses: [.tcp(host: "127.0.0.1", port: 0)])
    options.workThreads = 1
    options.limits.helloNanoseconds = UInt64(patience / .nanoseconds(1))
    options.limits.partialFrameNanoseconds = UInt64(patience / .nanoseconds(1))
    configuring(&options)
    let server = try await ArrangeServer(
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
      let local = try LocalServer(server, address: "\(address)", time: time)
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
