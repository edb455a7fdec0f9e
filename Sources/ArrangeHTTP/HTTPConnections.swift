import ArrangeServer
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket

/// The connections of the listener: each serves HTTP requests, or becomes a WebSocket with the first request.
///
/// HTTP is served as by Hummingbird's own ``HTTP1Channel``, which supports no other protocols.
struct HTTPConnections: ServerChildChannel, HTTPChannelHandler {
  let responder: HTTPChannelHandler.Responder
  let webSockets: WebSocketRoutes
  let count: ConnectionCount
  let idleTime: TimeAmount
  let decoding: NIOHTTPDecoderLimitConfiguration

  typealias Requests = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

  /// A connection after its first request: the requests to serve, or nil for a WebSocket, which the server
  /// serves from then on.
  struct Value: ServerChildChannelValue {
    let channel: any Channel
    let requests: EventLoopFuture<Requests?>
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      let verdict = count.open(channel)
      guard [.served, .probesOnly].contains(verdict) else {
        try channel.pipeline.syncOperations.addHandler(NoRoom())
        return Value(channel: channel, requests: channel.eventLoop.makeSucceededFuture(nil))
      }
      try channel.pipeline.syncOperations.addHandler(RequestLimits())
      var configuration = NIOUpgradableHTTPServerPipelineConfiguration(
        upgradeConfiguration: NIOTypedHTTPServerUpgradeConfiguration<Requests?>(
          upgraders: [upgrader],
          notUpgradingCompletionHandler: { serveRequests(of: $0, logger) }
        )
      )
      // Hummingbird answers requests in order, with valid headers, and answers invalid requests except the
      // first.
      configuration.enablePipelining = false
      configuration.enableErrorHandling = false
      configuration.enableResponseHeaderValidation = false
      configuration.decoderConfiguration = decoding
      let requests = try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
        configuration: configuration
      )
      let upgrade = try channel.pipeline.syncOperations.handler(
        type: NIOTypedHTTPServerUpgradeHandler<Requests?>.self
      )
      try channel.pipeline.syncOperations.addHandlers(
        [ExchangeWatch(count, isForProbes: verdict == .probesOnly), UpgradeFilter(webSockets)],
        position: .before(upgrade)
      )
      return Value(channel: channel, requests: requests)
    }
  }

  private var upgrader: NIOTypedWebSocketServerUpgrader<Requests?> {
    NIOTypedWebSocketServerUpgrader(
      maxFrameSize: ArrangeServer.largestWebSocketFrame,
      enableAutomaticErrorHandling: false,
      shouldUpgrade: { [webSockets] channel, head in
        channel.eventLoop.makeSucceededFuture(webSockets.headers(head, port: channel.localAddress?.port))
      },
      upgradePipelineHandler: { [webSockets, count] channel, _ in
        channel.eventLoop.makeCompletedFuture {
          count.becomesWebSocket(channel)
          let pipeline = channel.pipeline.syncOperations
          for context in [
            try pipeline.context(handlerType: RequestLimits.self),
            try pipeline.context(handlerType: ExchangeWatch.self),
          ] { pipeline.removeHandler(context: context, promise: nil) }
          try webSockets.serve(channel)
          return nil
        }
      }
    )
  }

  private func serveRequests(of channel: any Channel, _ logger: Logger) -> EventLoopFuture<Requests?> {
    channel.eventLoop.makeCompletedFuture {
      try channel.pipeline.syncOperations.addHandlers([
        HTTP1ToHTTPServerCodec(secure: false),
        HTTPConnectionStateHandler(idleTimeout: .nanoseconds(idleTime.nanoseconds), logger: logger),
      ])
      return try Requests(
        wrappingChannelSynchronously: channel,
        configuration: .init(isOutboundHalfClosureEnabled: true)
      )
    }
  }

  func handle(value: Value, logger: Logger) async {
    do {
      let requests = try await withTaskCancellationHandler {
        try await value.requests.get()
      } onCancel: {
        value.channel.close(promise: nil)
      }
      if let requests { await handleHTTP(asyncChannel: requests, logger: logger) }
    } catch {
      logger.debug("the first request of a connection was invalid", metadata: ["error": "\(error)"])
      value.channel.close(promise: nil)
    }
  }
}
