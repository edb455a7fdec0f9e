import ArrangeServer
import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOSSL
import NIOTLS

/// The connections of the listener: each serves HTTP requests, until one of them makes it a WebSocket. With TLS, the client chooses
/// between HTTP/1.1 and HTTP/2.
///
/// HTTP/1.1 is served as by Hummingbird's own ``HTTP1Channel``, which supports no other protocols.
struct HTTPConnections: ServerChildChannel, HTTPChannelHandler {
  /// The protocols that a client can choose, the preferred one first.
  static let protocols = ["h2", "http/1.1"]

  let responder: HTTPChannelHandler.Responder
  let webSockets: WebSocketRoutes
  let count: ConnectionCount
  let tls: TLSIdentity?
  let idleTime: TimeAmount
  let decoding: NIOHTTPDecoderLimitConfiguration

  typealias Requests = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

  /// What a connection serves.
  enum Served: Sendable {
    /// The requests of HTTP/1.1; nil for none.
    case http1(Requests?)
    case http2(HTTP2Channel.Value)
  }

  /// A connection, and what it serves, once that is known.
  struct Value: ServerChildChannelValue {
    let channel: any Channel
    let served: EventLoopFuture<Served>
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      let verdict = count.open(channel)
      guard let tls else {
        let served = try serve(channel, verdict, logger)
        return Value(channel: channel, served: channel.eventLoop.makeSucceededFuture(served))
      }
      let choice = NIOTypedApplicationProtocolNegotiationHandler<Served> { result in
        guard case .negotiated("h2") = result else {
          return channel.eventLoop.makeCompletedFuture { try serve(channel, verdict, logger) }
        }
        guard [.served, .probesOnly].contains(verdict) else {
          channel.close(promise: nil)
          return channel.eventLoop.makeSucceededFuture(.http1(nil))
        }
        return http2(of: channel, isForProbes: verdict == .probesOnly).setup(channel: channel, logger: logger)
          .map { .http2($0) }
      }
      let limit = HandshakeLimit()
      try channel.pipeline.syncOperations.addHandlers([
        limit, NIOSSLServerHandler(context: tls.context), HandshakeEnd(limit), choice,
      ])
      return Value(channel: channel, served: choice.protocolNegotiationResult)
    }
  }

  // MARK: HTTP/1.1

  /// Serves the requests of HTTP/1.1 on a connection, or tells the client that there is no room.
  private func serve(
    _ channel: any Channel,
    _ verdict: ConnectionCount.Room.Verdict,
    _ logger: Logger
  ) throws -> Served {
    guard [.served, .probesOnly].contains(verdict) else {
      try channel.pipeline.syncOperations.addHandler(NoRoom())
      return .http1(nil)
    }
    let limits = RequestLimits()
    let watch = ExchangeWatch(count, limits, isForProbes: verdict == .probesOnly)
    // Hummingbird answers requests in order, with valid headers, and answers invalid requests.
    let decoder = HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: decoding)
    try channel.pipeline.syncOperations.addHandlers([
      limits,
      HTTPResponseEncoder(),
      ByteToMessageHandler(decoder),
      watch,
      UpgradeFilter(webSockets, count, watch),
      HTTP1ToHTTPServerCodec(secure: tls != nil),
      HTTPConnectionStateHandler(idleTimeout: .nanoseconds(idleTime.nanoseconds), logger: logger),
    ])
    return .http1(
      try Requests(
        wrappingChannelSynchronously: channel,
        configuration: .init(isOutboundHalfClosureEnabled: true)
      )
    )
  }

  // MARK: HTTP/2

  /// What serves a connection of HTTP/2.
  private func http2(of connection: any Channel, isForProbes: Bool = false) -> HTTP2Channel {
    let idle = Duration.nanoseconds(idleTime.nanoseconds)
    return HTTP2Channel(
      responder: responder,
      configuration: .init(
        idleTimeout: idle,
        gracefulCloseTimeout: idle,
        streamConfiguration: .init(
          additionalChannelHandlers: [StreamWatch(count, of: connection, isForProbes: isForProbes)],
          idleTimeout: nil
        )
      )
    )
  }

  // MARK: Serving

  func handle(value: Value, logger: Logger) async {
    await withTaskExecutorPreference(LoopExecutor(value.channel.eventLoop)) { await answer(value, logger) }
  }

  private func answer(_ value: Value, _ logger: Logger) async {
    do {
      try await withTaskCancellationHandler {
        switch try await value.served.get() {
        case .http1(let requests):
          guard let requests else { return }
          await handleHTTP(asyncChannel: requests, logger: logger)
        case .http2(let streams): await http2(of: value.channel).handle(value: streams, logger: logger)
        }
      } onCancel: {
        value.channel.close(promise: nil)
      }
    } catch {
      logger.debug("a connection has chosen no protocol", metadata: ["error": "\(error)"])
      value.channel.close(promise: nil)
    }
  }
}
