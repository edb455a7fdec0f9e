@_exported public import ArrangeModel
@_exported public import Changes
package import NIOCore
internal import NIOPosix
@_exported public import Ordering

/// A client of an Arrange server.
///
///     let client = ArrangeClient(ArrangeClientConfiguration())
///     try await client.create("board", strategy: "lexorank")
///     try await client.apply(
///       [.insertItems([NewElement(fields: ["title": .string("Write it")])], to: ItemDestination())],
///       to: "board"
///     )
///     for try await page in client.pages(of: "board") { ... }
///     await client.close()
///
/// One client is enough for a program: it has one connection for any number of concurrent calls. It connects
/// on the first call, and reconnects when the connection is lost. Calls that fail temporarily are retried
/// within ``ArrangeClientConfiguration/callTimeout`` if that can't do anything twice: reads, transactions,
/// which always carry a request id, and everything that the server says it did not start. Other calls end
/// with an error whose ``ArrangeModel/ArrangeError/processed`` says whether they took effect. A cancelled
/// task stops waiting at once, and the server is told to stop the work.
public final class ArrangeClient: Sendable {
  let session: ClientSession

  /// A client that connects when it is first used.
  public convenience init(_ configuration: ArrangeClientConfiguration = ArrangeClientConfiguration()) {
    self.init(configuration, random: SystemRandomNumberGenerator())
  }

  /// A client with the given source of randomness, so that a run can be repeated.
  ///
  /// - Parameters:
  ///   - configuration: the server, and the timeouts.
  ///   - random: the source of jitter and request ids. Two clients of one server must not draw the same
  ///     numbers: the second one's transactions would be taken for retries of the first one's.
  public convenience init(
    _ configuration: ArrangeClientConfiguration,
    random: some RandomNumberGenerator & Sendable
  ) {
    let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
    self.init(configuration, random: random, eventLoop: eventLoop)
  }

  /// A client whose connection uses the given event loop.
  package convenience init(
    _ configuration: ArrangeClientConfiguration,
    random: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    eventLoop: any EventLoop
  ) {
    self.init(
      session: ClientSession(
        configuration,
        random: random,
        eventLoop: eventLoop,
        connector: .network(configuration)
      )
    )
  }

  init(session: ClientSession) { self.session = session }

  /// Closes the client: calls in progress finish, subscriptions and calls that still wait for a connection
  /// end with an error, and then the connection is closed. Later calls fail.
  public func close() async {
    await withUnsafeContinuation { continuation in
      session.queue.submit(.close { continuation.resume() })
    }
  }
}
