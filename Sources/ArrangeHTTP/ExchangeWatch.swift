import NIOCore
import NIOHTTP1

/// Tells the ``ConnectionCount`` when requests begin and end, closes a connection whose peer does not read its
/// answer, and answers everything but probes on a connection that is for probes only.
///
/// It is behind the HTTP decoder, and is removed from a connection that becomes a WebSocket. A connection on which a stream of
/// answers begins is one of the server's from then on, and ends with the stream.
final class ExchangeWatch: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// The maximum time from the beginning of a response to its end, in seconds.
  static let longestSeconds: Int64 = 20
  /// What the addresses of calls begin with, which may have large bodies.
  static let calls = "/v1/"
  /// What the addresses of streams of changes end with.
  static let streams = "/changes"
  /// The paths of probes.
  static let probes: Set<Substring> = ["/livez", "/readyz"]

  private let count: ConnectionCount
  private let limits: RequestLimits
  private let isForProbes: Bool
  /// Whether the answer to the last request is a stream.
  private var isStreaming = false
  /// Whether a request was refused, after which nothing is read.
  private var isRefused = false
  /// Whether the answer that is being sent is the last one.
  private var isLast = false
  /// The number of requests whose answers are not given yet.
  private var unanswered = 0
  /// The number of responses that have begun and are not completely sent.
  private var unsent = 0
  /// Closes the connection unless the first of them is sent in time.
  private var timer: Scheduled<Void>?

  /// - Parameter limits: told what of a request has arrived.
  init(_ count: ConnectionCount, _ limits: RequestLimits, isForProbes: Bool) {
    self.count = count
    self.limits = limits
    self.isForProbes = isForProbes
  }

  /// Whether the request that has just arrived is the only one without an answer, and the connection goes on behind it.
  var hasOnlyRequest: Bool { unanswered == 1 && !isLast && !isStreaming }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isRefused else { return }
    let part = unwrapInboundIn(data)
    if case .end = part { limits.requestArrived() }
    guard case .head(var head) = part else { return context.fireChannelRead(data) }
    limits.headArrived(largestBody: head.uri.hasPrefix(ExchangeWatch.calls) ? RequestLimits.largestBody : 0)
    // A proxy may have gone by the other one.
    guard head.headers["Host"].count <= 1 else {
      return refuse(context, .badRequest, "There is more than one Host.\n")
    }
    if isForProbes, !ExchangeWatch.probes.contains(head.uri.prefix { $0 != "?" }) {
      return refuse(context, .serviceUnavailable, NoRoom.text)
    }
    if !head.isKeepAlive, !head.headers.contains(name: "Upgrade") {
      // The handlers behind this one know the word only if it stands alone.
      head.headers.replaceOrAdd(name: "Connection", value: "close")
    }
    count.begin(context.channel)
    // An answer to an earlier request would have to come first.
    if unanswered == 0, head.waitsToContinue {
      let answer = HTTPResponseHead(version: .http1_1, status: .continue)
      context.writeAndFlush(wrapOutboundOut(.head(answer)), promise: nil)
    }
    unanswered += 1
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  private func refuse(_ context: ChannelHandlerContext, _ status: HTTPResponseStatus, _ text: String) {
    isRefused = true
    let body = ByteBuffer(string: text)
    var headers: HTTPHeaders = [
      "Content-Type": "text/plain", "Content-Length": "\(body.readableBytes)", "Connection": "close",
    ]
    if status == .serviceUnavailable { headers.add(name: "Retry-After", value: "1") }
    let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    context.closeAfterAnswer()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head) where head.status.code >= 200:
      unsent += 1
      isLast = isLast || head.headers[canonicalForm: "Connection"].contains { $0.lowercased() == "close" }
      if unsent == 1, !isStreaming { startTimer(context) }
    case .end:
      unanswered -= 1
      let promise = promise ?? context.eventLoop.makePromise()
      promise.futureResult.assumeIsolated().whenComplete { [self] _ in
        timer?.cancel()
        timer = nil
        unsent -= 1
        // One for each response: requests that come one behind the other do not extend it.
        if unsent > 0, context.channel.isActive { startTimer(context) }
        if isStreaming || isLast {
          limits.discardRest()
          return context.closeAfterAnswer()
        }
        count.end(context.channel)
      }
      return context.write(data, promise: promise)
    default: break
    }
    context.write(data, promise: promise)
  }

  private func startTimer(_ context: ChannelHandlerContext) {
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(ExchangeWatch.longestSeconds)) {
      context.close(promise: nil)
    }
  }

  func triggerUserOutboundEvent(
    context: ChannelHandlerContext,
    event: Any,
    promise: EventLoopPromise<Void>?
  ) {
    if event is StreamBegins {
      isStreaming = true
      count.becomesStream(context.channel)
    }
    context.triggerUserOutboundEvent(event, promise: promise)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // A client that has closed its side of a stream reads it no more.
    if isStreaming, case ChannelEvent.inputClosed = event { return context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
    timer = nil
  }
}

extension HTTPRequestHead {
  /// Whether the client waits to be told to send the body, which is not longer than a body may be.
  fileprivate var waitsToContinue: Bool {
    guard version == .http1_1, headers[canonicalForm: "Expect"].contains(where: HTTPRequestHead.isContinue)
    else {
      return false
    }
    let length = headers.first(name: "Content-Length").flatMap { Int($0) }
    return length.map { (1...RequestLimits.largestBody).contains($0) }
      ?? headers.contains(name: "Transfer-Encoding")
  }

  private static func isContinue(_ word: Substring) -> Bool { word.lowercased() == "100-continue" }
}

/// The event by which a route says that its answer to the request in progress is a stream, or is waited for.
struct StreamBegins: Sendable {}
