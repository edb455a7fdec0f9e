internal import ArrangeModel
internal import NIOCore
internal import Wire

/// One client of a load test: a connection with calls in flight.
///
/// Used on its worker's event loop only. It does as little as possible, because the server is to be measured
/// and not the client: calls have no deadlines, answers are parsed up to their status, and there is no
/// keepalive. So it implements only a small part of ``ClientConnection``.
final class LoadConnection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The maximum buffer capacity that is kept between two flushes, in bytes.
  private static let maximumIdleOutput = 64 * 1024

  /// The state that every call uses. It is allocated separately to avoid run-time checks for overlapping
  /// accesses: all accesses are made on one event loop, and no other code is called during one.
  private struct Memory: ~Copyable {
    var decoder = FrameDecoder(limit: Frame.defaultMaximumLength)
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

  /// The number of calls in flight.
  var openCalls: Int { memory.pointee.calls.count }

  /// Whether another call can be started.
  var hasRoom: Bool { !isOver && memory.pointee.calls.hasRoom }

  // MARK: Calls

  /// Starts a call. It is sent with the next ``flush()``.
  ///
  /// - Precondition: ``hasRoom`` is true.
  @inline(__always)
  func begin(_ kind: CallKind, from start: UInt64, _ maker: inout CallMaker) {
    let stream = memory.pointee.calls.begin(kind, from: start)
    maker.write(kind, stream: stream, using: worker.arena, to: &memory.pointee.output)
  }

  /// Sends the buffered frames.
  func flush() {
    guard memory.pointee.output.readableBytes > 0, let context else { return }
    context.writeAndFlush(wrapOutboundOut(memory.pointee.output), promise: nil)
    // A buffer that the channel no longer holds is reused.
    if memory.pointee.output.capacity > LoadConnection.maximumIdleOutput {
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

  /// Parses complete, successful answers, up to the first other frame.
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

  /// Decodes frames of any kind.
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
      lose(.internal, "the server violated the protocol: \(error)")
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

  /// Handles a frame that does not end a call.
  private func receive(_ frame: Frame) {
    switch frame.type {
    case .welcome where !isWelcome: welcome(frame)
    case .ping: FrameEncoder.write(Frame(.pong, sequence: frame.sequence), to: &memory.pointee.output)
    case .pong: break
    case .goAway:
      let status = try? Wire.Status(reading: frame, using: worker.arena)
      lose(status?.error ?? ArrangeError(.unavailable, "the server ended the connection"))
    case nil where frame.isIgnorable: break
    default: lose(.internal, "the server violated the protocol: a frame of type \(frame.rawType)")
    }
  }

  private func welcome(_ frame: Frame) {
    isWelcome = true
    let most: Int
    do { most = try Welcome(decoding: frame.body, using: worker.arena).maximumCalls } catch {
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

  /// Handles the loss of the connection.
  private func lose(_ error: ArrangeError) {
    guard !isOver else { return }
    isOver = true
    worker.lost(self, error)
    close()
  }
}
