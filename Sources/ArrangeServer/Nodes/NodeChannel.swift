import ArrangeModel
import Engine
import NIOCore
import ProtobufCodec
import Wire

/// A connection to another node: it decodes bytes into frames, passes them to the state machine, and performs its actions.
///
/// Used on its event loop only.
final class NodeChannel: ChannelInboundHandler, @unchecked Sendable {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The result of opening a call or a stream.
  enum Opening { case taken, full, unavailable }

  /// The limits that a node requires of another one.
  static let limits: ConnectionLimits = {
    var limits = ConnectionLimits()
    limits.largestFrame = Frame.largestEver
    limits.maximumCalls = 4_096
    limits.maximumSubscriptions = 65_536
    limits.maximumHeldBytes = 64 << 20
    limits.maximumSubscriptionBytes = 32 << 20
    limits.helloNanoseconds = 2_000_000_000
    limits.keepaliveNanoseconds = 1_000_000_000
    limits.keepaliveTimeoutNanoseconds = 3_000_000_000
    return limits
  }()

  private let loop: any NodeLoop
  private let hello: Hello
  private let arena = Arena(codec: .protobufC)
  private var connection: ClientConnection
  private var decoder = FrameDecoder(limit: NodeChannel.limits.largestFrame)
  private var output = ByteBuffer()
  private var requests: [UInt32: NodeRequest] = [:]
  private var context: ChannelHandlerContext?
  private var isFlushing = false
  private var wake: Scheduled<Void>?
  private var wakeTime = MonotonicTime.never
  /// Whether the other node has greeted.
  private(set) var hasGreeted = false
  /// Why the connection has ended, if that is known.
  private(set) var failure: String?
  /// Called when it accepts no more calls, and when there is room for more.
  var whenChanged: () -> Void = {}
  /// Called when the other node has greeted.
  var whenGreeted: () -> Void = {}

  init(_ loop: any NodeLoop, _ hello: Hello) {
    self.loop = loop
    self.hello = hello
    connection = ClientConnection(limits: NodeChannel.limits, at: MonotonicTime.now)
  }

  /// Whether HELLO was sent. Before that, calls wait.
  private var hasStarted = false

  /// Whether calls can be opened, now or soon.
  var isUsable: Bool {
    guard hasStarted else { return true }
    return context != nil && !connection.isClosed && !connection.isFinished
  }

  /// Whether HELLO was sent, and the other node reads what it is sent: requests that wait elsewhere cost less.
  private var takesMore: Bool { hasStarted && context?.channel.isWritable == true }

  // MARK: Calls

  func open(_ call: NodeCall) -> Opening {
    let now = MonotonicTime.now
    var timeout: UInt64 = 0
    if call.deadline < .never {
      guard call.deadline > now else {
        call.finish(.lost(.notStarted))
        return .taken
      }
      timeout = max(1, (call.deadline.nanoseconds - now.nanoseconds) / 1_000)
    }
    guard isUsable else { return .unavailable }
    guard takesMore else { return .full }
    switch connection.open(.unary, timeoutMicroseconds: timeout, at: now) {
    case .unavailable: return .unavailable
    case .full: return .full
    case .send(let stream):
      send(call, as: stream, call.metadata, timeout: timeout)
      return .taken
    }
  }

  func open(_ stream: NodeStream) -> Opening {
    guard isUsable else { return .unavailable }
    guard takesMore else { return .full }
    switch connection.open(.serverStream, credit: stream.credit, at: MonotonicTime.now) {
    case .unavailable: return .unavailable
    case .full: return .full
    case .send(let number):
      send(stream, as: number, credit: stream.credit)
      return .taken
    }
  }

  private func send(
    _ request: NodeRequest,
    as stream: UInt32,
    _ metadata: [UInt8] = [],
    timeout: UInt64 = 0,
    credit: UInt64 = 0
  ) {
    requests[stream] = request
    (request.channel, request.stream) = (self, stream)
    var name = request.method.name
    name.withUTF8 { name in
      request.body.withUnsafeBytes { body in
        metadata.withUnsafeBytes { metadata in
          write(
            Frame(
              .open,
              stream: stream,
              timeoutMicroseconds: timeout,
              credit: credit,
              method: UnsafeRawBufferPointer(name),
              metadata: metadata,
              body: body
            )
          )
        }
      }
    }
    arm()
  }

  func cancel(_ stream: UInt32) {
    requests[stream] = nil
    if connection.cancel(stream) { write(Frame(.cancel, stream: stream)) }
  }

  func grant(_ stream: UInt32, credit: UInt64) {
    if connection.grant(stream, credit: credit) { write(Frame(.credit, stream: stream, credit: credit)) }
  }

  func close() { context?.close(promise: nil) }

  // MARK: Channel events

  func channelActive(context: ChannelHandlerContext) {
    self.context = context
    hasStarted = true
    connection.start(at: MonotonicTime.now)
    arena.temporary { FrameEncoder.write(Frame(.hello), body: hello.message(in: arena), to: &output) }
    flush()
    arm()
    whenChanged()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    decoder.append(unwrapInboundIn(data))
    let now = MonotonicTime.now
    do throws(FrameError) {
      while !connection.isClosed, let frame = try decoder.next(using: arena) {
        receive(frame, at: now)
      }
    } catch {
      perform(connection.fail(.frame(error)))
    }
    connection.didRead(at: now, hasPartialFrame: decoder.hasPartialFrame)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    flush()
    arm()
    // Answers were passed to connections of clients.
    loop.flushDirty()
    whenChanged()
    if connection.isFinished { close() }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable { whenChanged() }
  }

  func channelInactive(context: ChannelHandlerContext) {
    self.context = nil
    hasStarted = true
    wake?.cancel()
    connection.closed()
    finishLost()
    whenChanged()
    loop.flushDirty()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    failure = failure ?? "\(error)"
    context.close(promise: nil)
  }

  private func receive(_ frame: Frame, at now: MonotonicTime) {
    switch connection.receive(frame, using: arena, at: now) {
    case .none, .ponged: break
    case .welcome:
      hasGreeted = true
      whenGreeted()
    case .end(let stream, let code):
      requests.removeValue(forKey: stream)?.finish(.ended(code, frame))
    case .data(let stream, _): (requests[stream] as? NodeStream)?.receive(frame.body)
    case .goAway:
      if !hasGreeted {
        let status = arena.temporary { try? Status(reading: frame, using: arena) }
        failure = status.map { "it answers: \($0.message)" }
      }
      finishLost()
    case let action: perform(action)
    }
  }

  private func perform(_ action: ClientAction) {
    switch action {
    case .none, .welcome, .data, .end, .goAway, .ponged: break
    case .expired(let stream):
      write(Frame(.cancel, stream: stream))
      requests.removeValue(forKey: stream)?.finish(.lost(.unknown))
    case .pong(let token): write(Frame(.pong, sequence: token))
    case .ping(let token): write(Frame(.ping, sequence: token))
    case .fail(let reason):
      failure = failure ?? "\(reason)"
      arena.temporary { FrameEncoder.writeGoAway(reason, lastStream: 0, using: arena, to: &output) }
      flush()
      finishLost()
      close()
    case .close: close()
    }
  }

  private func finishLost() {
    while let lost = connection.nextLost() {
      requests.removeValue(forKey: lost.stream)?.finish(.lost(lost.processed))
    }
  }

  // MARK: Output and time

  private func write(_ frame: Frame) {
    FrameEncoder.write(frame, to: &output)
    guard !isFlushing else { return }
    isFlushing = true
    // Once for all calls of this turn.
    loop.execute { self.flush() }
  }

  private func flush() {
    isFlushing = false
    guard let context, output.readableBytes > 0 else { return }
    let bytes = output
    output = ByteBuffer()
    context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
  }

  private func arm() {
    let next = connection.nextWake
    guard next < wakeTime, context != nil else { return }
    wake?.cancel()
    wakeTime = next
    let deadline = NIODeadline.uptimeNanoseconds(min(next.nanoseconds, UInt64(Int64.max)))
    wake = loop.eventLoop.scheduleTask(deadline: deadline) { self.woken() }
  }

  private func woken() {
    wakeTime = .never
    let now = MonotonicTime.now
    while true {
      let action = connection.tick(at: now)
      if action == .none { break }
      perform(action)
    }
    flush()
    arm()
    loop.flushDirty()
  }
}
