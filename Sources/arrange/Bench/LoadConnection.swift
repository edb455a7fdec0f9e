internal import ArrangeModel
internal import ClientWire
internal import NIOCore

/// One client of a load test: a connection with some calls under way.
///
/// It is touched on its worker's event loop only. It does as little as it can, since the server's figure is wanted and
/// not its own: calls have no deadlines, answers are read as far as their status, and there is no keepalive of its
/// own, so that it needs a small part of what ``ClientConnection`` knows.
final class LoadConnection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// How much memory for frames is kept between two flushes, in bytes.
  private static let mostIdleOutput = 64 * 1024

  /// What is touched with every call. It lies in memory of its own, where accesses are not checked for overlaps at
  /// run time: they are all made on one event loop, and nothing calls out during one.
  private struct Memory: ~Copyable {
    var decoder = FrameDecoder(limit: Frame.largestByDefault)
    var calls: OpenCalls
    var output = ByteBuffer()
  }

  private let worker: LoadWorker
  private let pipeline: Int
  private let memory: UnsafeMutablePointer<Memory>
  private var context: ChannelHandlerContext?
  private var isWelcome = false
  private var isOver = false

  init(worker: LoadWorker, pipeline: Int) {
    self.worker = worker
    self.pipeline = pipeline
    memory = .allocate(capacity: 1)
    memory.initialize(to: Memory(calls: OpenCalls(most: pipeline)))
  }

  deinit {
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  /// How many calls are under way.
  var openCalls: Int { memory.pointee.calls.count }

  /// Whether there is room for another call.
  var hasRoom: Bool { !isOver && memory.pointee.calls.hasRoom }

  // MARK: Calls

  /// Begins a call. It leaves with the next ``flush()``.
  ///
  /// - Precondition: there is room for it.
  @inline(__always)
  func begin(_ kind: CallKind, from start: UInt64, _ maker: inout CallMaker) {
    let stream = memory.pointee.calls.begin(kind, from: start)
    maker.write(kind, stream: stream, using: worker.arena, to: &memory.pointee.output)
  }

  /// Sends what was made.
  func flush() {
    guard memory.pointee.output.readableBytes > 0, let context else { return }
    context.writeAndFlush(wrapOutboundOut(memory.pointee.output), promise: nil)
    // Memory that the channel does not hold any more is used again.
    if memory.pointee.output.capacity > LoadConnection.mostIdleOutput {
      memory.pointee.output = ByteBuffer()
    } else {
      memory.pointee.output.clear()
    }
  }

  /// Closes the connection.
  func close() { context?.close(promise: nil) }

  // MARK: Channel events

  func channelActive(context: ChannelHandlerContext) {
    self.context = context
    worker.arena.temporary {
      let hello = worker.hello.message(in: worker.arena)
      FrameEncoder.write(Frame(.hello), body: hello, to: &memory.pointee.output)
    }
    flush()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    let now = LoadWorker.now()
    if memory.pointee.decoder.bufferedBytes == 0 { readAnswers(&bytes, at: now) }
    if bytes.readableBytes > 0 { readFrames(bytes, at: now) }
    worker.refill(self, at: now)
  }

  /// Reads answers that are well and complete, up to the first frame that is something else.
  private func readAnswers(_ bytes: inout ByteBuffer, at now: UInt64) {
    let run = worker.run
    let memory = memory
    var isBroken = false
    bytes.readWithUnsafeReadableBytes { bytes in
      var offset = 0
      while let (stream, count) = AnswerScanner.scan(bytes, from: offset) {
        guard let call = memory.pointee.calls.end(stream) else {
          isBroken = true
          break
        }
        run.pointee.ended(call, .ok, at: now)
        offset &+= count
      }
      return offset
    }
    if isBroken { loseOrder() }
  }

  /// Reads frames of all kinds.
  private func readFrames(_ bytes: ByteBuffer, at now: UInt64) {
    memory.pointee.decoder.append(bytes)
    do throws(FrameError) {
      while !isOver, let frame = try memory.pointee.decoder.next(using: worker.arena) {
        if frame.rawType == FrameType.end.rawValue {
          guard let call = memory.pointee.calls.end(frame.stream) else { return loseOrder() }
          worker.run.pointee.ended(call, StatusCode(rawValue: frame.status) ?? .unknown, at: now)
        } else {
          receive(frame)
        }
      }
    } catch {
      lose(.internal, "the server broke the rules: \(error)")
    }
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

  /// A frame came that ends no call.
  private func receive(_ frame: Frame) {
    switch frame.type {
    case .welcome where !isWelcome: welcome(frame)
    case .ping: FrameEncoder.write(Frame(.pong, sequence: frame.sequence), to: &memory.pointee.output)
    case .pong: break
    case .goAway:
      let status = try? ClientWire.Status(reading: frame, using: worker.arena)
      lose(status?.error ?? ArrangeError(.unavailable, "the server ended the connection"))
    case nil where frame.isIgnorable: break
    default: lose(.internal, "the server broke the rules: a frame of type \(frame.rawType)")
    }
  }

  private func welcome(_ frame: Frame) {
    isWelcome = true
    let most: Int
    do { most = try Welcome(decoding: frame.body).mostCalls } catch {
      return lose(.internal, "the server's greeting can't be read: \(error)")
    }
    guard pipeline <= most else {
      return lose(
        .invalidArgument,
        "the server takes at most \(most) calls at a time on a connection, so --pipeline can't be \(pipeline)"
      )
    }
    worker.isReady(self)
  }

  private func loseOrder() { lose(.internal, "the server ended a call that was not open") }

  private func lose(_ code: StatusCode, _ message: String) { lose(ArrangeError(code, message)) }

  /// The connection can't be used any more.
  private func lose(_ error: ArrangeError) {
    guard !isOver else { return }
    isOver = true
    worker.lost(self, error)
    close()
  }
}
