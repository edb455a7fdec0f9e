internal import ArrangeModel
internal import NIOCore
internal import Wire

/// One client of a load test: a connection with some calls under way.
///
/// It is touched on its worker's event loop only. The rules are those of ``ClientConnection``; beyond them it does
/// as little as it can, since the server's figure is wanted and not its own.
final class LoadConnection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// A call that is under way.
  private struct Call {
    /// When it began or was to begin, in nanoseconds.
    var start: UInt64
    var kind: CallKind
  }

  /// How much memory for frames is kept between two flushes, in bytes.
  private static let mostIdleOutput = 64 * 1024

  private let worker: LoadWorker
  private let pipeline: Int
  private var connection: ClientConnection
  private var decoder = FrameDecoder(limit: Frame.largestByDefault)
  private var calls = StreamTable<Call>()
  private var output = ByteBuffer()
  private var context: ChannelHandlerContext?
  private var isOver = false

  init(worker: LoadWorker, pipeline: Int) {
    self.worker = worker
    self.pipeline = pipeline
    connection = ClientConnection(at: MonotonicTime(nanoseconds: LoadWorker.now()))
  }

  /// How many calls are under way.
  var openCalls: Int { calls.count }

  /// Whether there is room for another call.
  var hasRoom: Bool { !isOver && calls.count < pipeline }

  // MARK: Calls

  /// Begins a call. It leaves with the next ``flush()``.
  func begin(_ kind: CallKind, from start: UInt64, at now: UInt64, _ maker: inout CallMaker) {
    switch connection.open(.unary, at: MonotonicTime(nanoseconds: now)) {
    case .send(let stream):
      maker.write(kind, stream: stream, using: worker.arena, to: &output)
      calls.insert(Call(start: start, kind: kind), for: stream)
    case .full, .unavailable: lose(.unavailable, "the server takes no more calls on a connection")
    }
  }

  /// Sends what was made.
  func flush() {
    guard output.readableBytes > 0, let context else { return }
    context.writeAndFlush(wrapOutboundOut(output), promise: nil)
    // Memory that the channel does not hold any more is used again.
    if output.capacity > LoadConnection.mostIdleOutput { output = ByteBuffer() } else { output.clear() }
  }

  /// Closes the connection.
  func close() { context?.close(promise: nil) }

  // MARK: Channel events

  func channelActive(context: ChannelHandlerContext) {
    self.context = context
    connection.start(at: MonotonicTime(nanoseconds: LoadWorker.now()))
    worker.arena.temporary {
      let hello = worker.hello.message(in: worker.arena)
      FrameEncoder.write(Frame(.hello), body: hello, to: &output)
    }
    flush()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    decoder.append(unwrapInboundIn(data))
    let time = LoadWorker.now()
    let now = MonotonicTime(nanoseconds: time)
    do throws(FrameError) {
      while !isOver, let frame = try decoder.next(using: worker.arena) {
        switch connection.receive(frame, at: now) {
        case .end(let stream, let code):
          if let call = calls.remove(stream) { worker.ended(call.kind, code, from: call.start, to: time) }
        case .none, .data, .expired, .ponged: break
        case .welcome: welcome()
        case .pong(let token): FrameEncoder.write(Frame(.pong, sequence: token), to: &output)
        case .ping(let token): FrameEncoder.write(Frame(.ping, sequence: token), to: &output)
        case .goAway: lose(LoadConnection.reason(frame, worker.arena))
        case .fail(let reason): lose(.internal, "the server broke the rules: \(reason)")
        case .close: lose(.unavailable, "the connection was closed")
        }
      }
    } catch {
      lose(.internal, "the server broke the rules: \(error)")
    }
    connection.didRead(at: now, hasPartialFrame: decoder.hasPartialFrame)
    worker.refill(self, at: time)
  }

  func channelReadComplete(context: ChannelHandlerContext) { flush() }

  func channelInactive(context: ChannelHandlerContext) {
    lose(.unavailable, "the connection was lost")
    self.context = nil
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    lose(.unavailable, "the connection was lost: \(error)")
    context.close(promise: nil)
  }

  private func welcome() {
    let most = connection.welcome?.mostCalls ?? pipeline
    if pipeline > most {
      lose(
        .invalidArgument,
        "the server takes at most \(most) calls at a time on a connection, so --pipeline can't be \(pipeline)"
      )
    } else {
      worker.isReady(self)
    }
  }

  private func lose(_ code: StatusCode, _ message: String) { lose(ArrangeError(code, message)) }

  /// The connection can't be used any more.
  private func lose(_ error: ArrangeError) {
    guard !isOver else { return }
    isOver = true
    worker.lost(self, error)
    close()
  }

  /// Why the server said GOAWAY.
  private static func reason(_ frame: Frame, _ arena: Arena) -> ArrangeError {
    (try? Wire.Status(reading: frame, using: arena))?.error
      ?? ArrangeError(.unavailable, "the server ended the connection")
  }
}
