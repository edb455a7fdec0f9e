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
/// One client is enough for a program: it has one connection, over which any number of calls run side by side.
/// It connects when the first call is made, and again when the connection is lost. Calls that failed for the
/// moment are made again within ``ArrangeClientConfiguration/callTimeout``, where that can't do anything twice:
/// reads, transactions, which always carry a request id, and whatever the server says it did not start. Other
/// calls end with an error whose ``ArrangeModel/ArrangeError/processed`` says whether they took effect. A task that is
/// cancelled stops waiting at once, and the server is told to stop the work.
public final class ArrangeClient: Sendable {
  let session: ClientSession

  /// A client that connects when it is first used.
  public convenience init(_ configuration: ArrangeClientConfiguration = ArrangeClientConfiguration()) {
    self.init(configuration, random: SystemRandomNumberGenerator())
  }

  /// A client with a source of randomness of its own, so that a run can be repeated.
  ///
  /// - Parameters:
  ///   - configuration: where the server is, and how long it is waited for.
  ///   - random: what jitter and request ids are drawn from. Two clients of one server must not draw the same numbers: the
  ///     second one's transactions would be taken for retries of the first one's.
  public convenience init(
    _ configuration: ArrangeClientConfiguration,
    random: some RandomNumberGenerator & Sendable
  ) {
    let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
    self.init(configuration, random: random, eventLoop: eventLoop)
  }

  /// A client whose connection lives on a certain event loop.
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

  /// Ends the client: calls that are in progress finish, subscriptions and calls that still wait for a
  /// connection end with an error, and then the connection is closed. Calls that are made later fail.
  public func close() async {
    await withUnsafeContinuation { continuation in
      session.queue.submit(.close { continuation.resume() })
    }
  }
}
