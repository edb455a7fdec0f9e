internal import ArrangeModel
internal import NIOCore
internal import Wire

/// The channel handler of one connection: it decodes bytes into frames, passes them to the state machine, and
/// carries out the actions that it returns.
///
/// Used on its event loop only.
final class ClientHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The outcome of opening a call.
  enum Opening {
    /// The call was sent, or has ended.
    case taken

    /// There is no room at the moment.
    case full

    /// The connection accepts no more calls.
    case unavailable
  }

  let core: ClientCore
  /// The server at the other end.
  let server: ServerLocation
  var connection: ClientConnection
  var calls = StreamTable<Call>()
  var pings: [UInt64: PingCall] = [:]

  /// The token of the last PING requested by a caller; those of the state machine are far below.
  var lastToken: UInt64 = 1 << 63

  /// Encoded frames that were not passed to the channel yet.
  var output = ByteBuffer()
  private var decoder: FrameDecoder
  private var context: ChannelHandlerContext?
  private var isReading = false
  private var isClosing = false
  private var wake: Scheduled<Void>?
  private var wakeTime = MonotonicTime.never

  /// The reason why the connection ends, as far as it is known.
  var ending = Ending.unknown

  /// Whether another connection is attempted in place of this one, on which the server has not greeted.
  var hasSuccessor = false

  /// The bytes of frame memory that are kept between two flushes.
  private static let maximumIdleOutput = 64 * 1024

  /// The maximum time that a finished connection waits for its last frames to be sent.
  private static let maximumLinger = TimeAmount.seconds(2)

  init(core: ClientCore, server: ServerLocation) {
    self.core = core
    self.server = server
    connection = ClientConnection(limits: core.limits, at: core.now)
    decoder = FrameDecoder(limit: core.limits.largestFrame)
  }

  // MARK: Channel events

  func channelActive(context: ChannelHandlerContext) {
    guard core.opened(self) else {
      context.close(promise: nil)
      return
    }
    self.context = context
    connection.start(at: core.now)
    core.begin()
    core.arena.temporary {
      FrameEncoder.write(Frame(.hello), body: core.hello.message(in: core.arena), to: &output)
    }
    core.end()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if !isReading {
      isReading = true
      core.begin()
    }
    decoder.append(unwrapInboundIn(data))
    let now = core.now
    do throws(FrameError) {
      while !connection.isClosed, let frame = try decoder.next(using: core.arena) {
        receive(frame, at: now)
      }
    } catch {
      perform(connection.fail(.frame(error)))
    }
    connection.didRead(at: now, hasPartialFrame: decoder.hasPartialFrame)
  }

  func channelReadComplete(context: ChannelHandlerContext) { endReading() }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    core.begin()
    core.end()
  }

  /// Whether the network accepts more.
  var isWritable: Bool { context?.channel.isWritable ?? false }

  func channelInactive(context: ChannelHandlerContext) {
    core.begin()
    endReading()
    wake?.cancel()
    wake = nil
    self.context = nil
    if connection.welcome == nil, decoder.hasPartialFrame, case .unknown = ending { ending = .ungreeted }
    connection.closed()
    core.leaves(self)
    finishLost()
    core.closed(self)
    core.end()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if case .unknown = ending {
      let reason = core.configuration.security?.explain(error)
      ending = reason.map { .insecure($0) } ?? .broken(ConnectFailure.reason(error))
    }
    context.close(promise: nil)
  }

  private func endReading() {
    guard isReading else { return }
    isReading = false
    core.end()
  }

  // MARK: Batches

  /// Sends the output, sets the timer, and closes the connection if it has finished.
  func settle() {
    guard let context, !isClosing else { return }
    if connection.isFinished, pings.isEmpty || connection.isClosed { return finish(context) }
    if output.readableBytes > 0 {
      context.writeAndFlush(wrapOutboundOut(output), promise: nil)
      // Memory that the channel has released is reused.
      if output.capacity > ClientHandler.maximumIdleOutput { output = ByteBuffer() } else { output.clear() }
    }
    arm(context)
  }

  /// Closes the connection after everything was sent, or after a timeout if the server does not accept it.
  private func finish(_ context: ChannelHandlerContext) {
    isClosing = true
    wake?.cancel()
    let written = context.eventLoop.makePromise(of: Void.self)
    written.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    wake = context.eventLoop.assumeIsolated().scheduleTask(in: ClientHandler.maximumLinger) {
      context.close(promise: nil)
    }
    context.writeAndFlush(wrapOutboundOut(output), promise: written)
    output = ByteBuffer()
  }

  // MARK: Time

  private func arm(_ context: ChannelHandlerContext) {
    var next = connection.nextWake
    for ping in pings.values { next = min(next, ping.deadline) }
    guard next < wakeTime else { return }
    wake?.cancel()
    wakeTime = next
    wake = context.eventLoop.assumeIsolated().scheduleTask(deadline: NIODeadline(next)) { self.wakeUp() }
  }

  private func wakeUp() {
    wake = nil
    wakeTime = .never
    let now = core.now
    core.begin()
    while true {
      let action = connection.tick(at: now)
      if action == .none { break }
      perform(action)
    }
    for (token, ping) in pings where ping.deadline <= now {
      pings[token] = nil
      ping.finish(.expired)
    }
    core.end()
  }
}
