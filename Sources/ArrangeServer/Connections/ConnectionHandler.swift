import ArrangeModel
import Engine
import Logging
import NIOCore
import NIOTLS
import Synchronization
import Wire

/// The channel handler of a connection: it turns bytes into frames, passes them to the state machine, and
/// performs the actions that the machine returns. It makes no decisions itself.
///
/// Used on its event loop only; replies from elsewhere are brought there first.
final class ConnectionHandler: ChannelInboundHandler, @unchecked Sendable {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The amount of output that is buffered before it is written to the channel, to see whether the channel is
  /// still writable, in bytes.
  private static let outputChunk = 64 * 1024

  let server: ServerContext
  let loop: LoopContext
  let arena: Arena
  /// Whether the connection is over the limit, and is refused with a reason.
  let isRefused: Bool
  /// Whether the input may be another protocol: nothing has arrived yet on a plain port.
  private var mayBeForeign: Bool
  /// Spreads the steps of the TLS handshake over time; nil once the handshake is complete.
  private var handshake: HandshakeTurn?
  private let memory: UnsafeMutablePointer<Memory>
  private(set) var context: ChannelHandlerContext?
  /// Facts for the log line and the metrics when the connection ends.
  @exclusivity(unchecked) var record = ConnectionRecord()
  /// Whether the loop knows that there is output to flush.
  private var isDirty = false
  /// Whether frames are being processed, so that answers wait for the end of the read.
  private var isReading = false
  /// Whether the channel is writable.
  private(set) var isWritable = true
  /// Whether frames wait because the client does not read its answers, or because the open calls use as much
  /// as they may.
  private var isPaused = false
  /// Whether frames wait because other connections have their turn.
  private var awaitsTurn = false
  /// Whether the last turn was long.
  private(set) var wasTurnLong = false
  /// When the bytes that are not processed yet arrived.
  private(set) var arrival = MonotonicTime(nanoseconds: 0)
  private(set) var isInputClosed = false
  /// Whether the sending side is closed, and input is dropped.
  var isLingering = false
  private var wake: Scheduled<Void>?
  private var wakeTime = MonotonicTime.never
  let abandonedCalls = AbandonedCalls()
  /// The identity and the permissions of the peer.
  private(set) lazy var admission = ConnectionAdmission(self)
  /// The open streams of answers.
  var streams: [UInt32: any AnswerStream] = [:]
  /// The receiver of the calls; nil before the connection is admitted, and after it is closed.
  @exclusivity(unchecked) private(set) var receiver: (any CallReceiver)?

  /// The size of the answers that the channel held when it was last measured, and the number of bytes written
  /// to it since.
  @exclusivity(unchecked) var unsentBytes = 0
  @exclusivity(unchecked) var bytesSinceSample = 0
  /// The memory of the connection that is included in the total of all connections. ``counted`` is the same
  /// value for other threads.
  @exclusivity(unchecked) var countedHere = 0
  let counted = Atomic(0)

  /// The state that every frame uses.
  ///
  /// It is allocated separately, because Swift checks every access to a property of a class for overlaps, which costs
  /// as much as the rest of a small call. Accesses can't overlap: all are made on one loop, and call no other code.
  private struct Memory: ~Copyable {
    var connection: ServerConnection
    var decoder = FrameDecoder()
    /// Encoded frames that are not yet written to the channel. It has no storage while it is empty.
    var output = ByteBuffer()
    /// Whether output is flushed in the middle of the work of a stream.
    var isSending = false
  }

  var connection: ServerConnection {
    @inline(__always) _read { yield memory.pointee.connection }
    @inline(__always) _modify { yield &memory.pointee.connection }
  }

  private var decoder: FrameDecoder {
    @inline(__always) _read { yield memory.pointee.decoder }
    @inline(__always) _modify { yield &memory.pointee.decoder }
  }

  /// The size of the input that is held, in bytes.
  var heldInput: Int { memory.pointee.decoder.heldBytes }

  /// Drops the unread input.
  func dropInput() { memory.pointee.decoder = FrameDecoder() }

  /// - Parameter mayBeForeign: whether the first bytes may belong to another protocol.
  init(
    server: ServerContext,
    loop: LoopContext,
    isRefused: Bool,
    handshake: HandshakeTurn? = nil,
    mayBeForeign: Bool
  ) {
    self.server = server
    self.loop = loop
    self.isRefused = isRefused
    self.handshake = handshake
    self.mayBeForeign = mayBeForeign
    arena = loop.arena
    memory = .allocate(capacity: 1)
    memory.initialize(
      to: Memory(
        connection: ServerConnection(
          limits: server.limits,
          methods: Method.table,
          at: ConnectionHandler.now()
        )
      )
    )
  }

  deinit {
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  static func now() -> MonotonicTime { .now }

  // MARK: Channel events

  func channelActive(context: ChannelHandlerContext) {
    self.context = context
    guard !isRefused, server.register(self) else {
      perform(connection.fail(isRefused ? .tooManyConnections : .draining))
      flushOutput()
      return
    }
    receiver = server.makeReceiver(self)
    record.recordBegin(of: self)
    scheduleWake()
    context.read()
  }

  func channelInactive(context: ChannelHandlerContext) {
    record.recordEnd(of: self)
    connection.closed()
    while let stream = connection.nextAbandoned() { forget(stream) }
    receiver = nil
    abandonedCalls.recordEnd()
    server.unregister(self)
    wake?.cancel()
    wake = nil
    admission.end()
    self.context = nil
    memory.pointee.output = ByteBuffer()
    // Input that nobody waits for is not processed.
    memory.pointee.decoder = FrameDecoder()
    countNothing()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isLingering else { return }
    // Bytes of the same read arrived at the same time.
    if !waits { arrival = ConnectionHandler.now() }
    let bytes = unwrapInboundIn(data)
    if mayBeForeign {
      mayBeForeign = false
      if let foreign = ForeignProtocol(bytes.readableBytesView) { return refuse(foreign) }
    }
    decoder.append(bytes)
    process()
  }

  /// Whether frames wait, so that no more bytes are read.
  private var waits: Bool { isPaused || awaitsTurn || admission.isAuthenticating }

  func channelReadComplete(context: ChannelHandlerContext) {
    flushOutput()
    loop.flushDirty()
    if isLingering || (!waits && !connection.isClosed) { context.read() }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    isWritable = context.channel.isWritable
    if isWritable { count(sampling: true) }
    // A stream that is sending goes on by itself. What else may go on now might end it, and waits.
    if memory.pointee.isSending { return loop.execute { self.context.map(self.channelWritabilityChanged) } }
    resumeIfPossible()
    if isWritable { receiver?.channelBecameWritable() }
  }

  /// Continues with waiting frames if the client reads its answers and there is room for more.
  private func resumeIfPossible() {
    guard isPaused, !awaitsTurn, isWritable, connection.takesFrames, context != nil else { return }
    isPaused = false
    continueReading()
  }

  /// Continues when it is this connection's turn.
  func takeTurn() {
    awaitsTurn = false
    guard context != nil, !isLingering, !connection.isClosed else { return }
    continueReading(isTurn: true)
  }

  /// Continues with waiting frames, and reads more when there are none.
  func continueReading(isTurn: Bool = false) {
    process(isTurn: isTurn)
    flushOutput()
    if !waits, !connection.isClosed { context?.read() }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed = event {
      isInputClosed = true
      if isLingering { close() } else if !waits { closeInput() }
    } else {
      if case TLSUserEvent.handshakeCompleted = event {
        handshake?.end()
        handshake = nil
      }
      context.fireUserInboundEventTriggered(event)
    }
  }

  // MARK: Frames in

  /// Passes the frames that have arrived to the machine, as long as the client reads its answers and the turn
  /// lasts.
  ///
  /// - Parameter isTurn: whether the connection has waited for its turn.
  private func process(isTurn: Bool = false) {
    guard !awaitsTurn, !admission.isAuthenticating else { return }
    guard isTurn || loop.mayTakeTurn(wasLong: wasTurnLong) else {
      waitForTurn()
      return count()
    }
    isReading = true
    var turn = ConnectionTurn(at: ConnectionHandler.now())
    do throws(FrameError) {
      while !connection.isClosed, !admission.isAuthenticating {
        if memory.pointee.output.readableBytes >= ConnectionHandler.outputChunk {
          flushOutput()
        }
        guard isWritable, connection.takesFrames else {
          isPaused = true
          break
        }
        guard let frame = try decoder.next(using: arena) else { break }
        let action = connection.receive(frame, using: arena, at: turn.now, arrived: arrival)
        if case .start(let call) = action { receiver?.start(call, frame) } else { perform(action) }
        if turn.isOver(afterSmallFrame: action.isSmall, clock: ConnectionHandler.now) {
          wasTurnLong = turn.wasLong
          waitForTurn()
          break
        }
      }
    } catch {
      perform(connection.fail(.frame(error)))
    }
    wasTurnLong = turn.wasLong
    loop.recordTurn(of: turn.duration)
    if isPaused {
      connection.didPause()
    } else {
      connection.didRead(at: turn.now, hasPartialFrame: !awaitsTurn && decoder.hasPartialFrame)
      if isInputClosed, !awaitsTurn { closeInput() }
    }
    isReading = false
    count()
    scheduleWake()
  }

  /// Lets other connections have their turn before the next frame is processed. No bytes are read in the
  /// meantime.
  private func waitForTurn() {
    guard !awaitsTurn, !connection.isClosed else { return }
    awaitsTurn = true
    loop.giveTurnLater(to: self, of: self, wasLong: wasTurnLong)
  }

  private func closeInput() {
    perform(connection.inputClosed(hasPartialFrame: decoder.hasPartialFrame))
    scheduleWake()
    flushOutput()
  }

  /// Performs an action of the machine, except for the start of a call.
  func perform(_ action: ServerAction) {
    loop.check()
    switch action {
    case .none, .start: break
    case .authenticate: admission.begin()
    case .refuse(let stream, let refusal):
      loop.metrics?.recordRefusal(RefusalReason(refusal))
      writeEnd(stream, refusal.status)
    case .stop(let stream, let reason): stop(stream, reason.code, reason.message)
    case .credit(let stream): streams[stream]?.creditGranted()
    case .pong(let token): write(Frame(.pong, sequence: token))
    case .ping(let token): write(Frame(.ping, sequence: token))
    case .fail(let reason):
      record.recordFailure(reason, of: self)
      withOutput {
        FrameEncoder.writeGoAway(reason, lastStream: connection.lastStream, using: arena, to: &$0)
      }
      closeAfterFlush()
    case .close: closeAfterFlush()
    }
  }

  func welcome() {
    let welcome = connection.accept(serverID: server.serverID)
    decoder.limit = connection.largestFrame
    try? context?.channel.syncOptions?.setOption(.recvAllocator, value: AdaptiveRecvByteBufferAllocator())
    withOutput { output in
      arena.temporary {
        FrameEncoder.write(Frame(.welcome), body: welcome.message(in: arena), to: &output)
      }
    }
  }

  /// The maximum size of the body of a frame, in bytes.
  var largestBody: Int { connection.largestFrameToSend - FrameEncoder.maximumHeadBytes }

  func write(_ frame: Frame) { withOutput { FrameEncoder.write(frame, to: &$0) } }

  func writeEnd(_ stream: UInt32, _ status: Status) {
    withOutput { FrameEncoder.writeEnd(stream, status, using: arena, to: &$0) }
  }

  /// Appends to the output, which is flushed at the end of the read or of the current task.
  @inline(__always)
  func withOutput(_ body: (inout ByteBuffer) -> Void) {
    guard context != nil else { return }
    if memory.pointee.output.storageCapacity == 0 { memory.pointee.output = loop.takeBuffer() }
    body(&memory.pointee.output)
    recordDirty()
  }

  /// Whether the channel is writable. Writes the output to it first if there is much; no stream goes on meanwhile.
  func takesOutput() -> Bool {
    guard memory.pointee.output.readableBytes >= ConnectionHandler.outputChunk else { return isWritable }
    memory.pointee.isSending = true
    flushOutput()
    memory.pointee.isSending = false
    recordDirty()
    return isWritable
  }

  /// Sends the buffered output.
  func flushOutput() {
    isDirty = false
    guard let context else { return }
    if memory.pointee.output.storageCapacity > 0 {
      var buffer = ByteBuffer()
      swap(&buffer, &memory.pointee.output)
      let bytes = buffer.readableBytes
      connection.didWrite(bytes)
      context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
      recordHandedOver(bytes)
      // The channel no longer holds the buffer now, unless the socket did not accept all of it.
      loop.recycle(buffer)
    }
    if !isReading, !memory.pointee.isSending { resumeIfPossible() }
  }

  /// Makes sure that ``flushOutput()`` is called at the end of the current task.
  @inline(__always)
  func recordDirty() {
    guard !isReading, !isDirty else { return }
    isDirty = true
    loop.recordDirty(self)
  }

  private func scheduleWake() {
    let next = connection.nextWake
    guard next < wakeTime, let context else { return }
    wake?.cancel()
    wakeTime = next
    let deadline = NIODeadline.uptimeNanoseconds(min(next.nanoseconds, UInt64(Int64.max)))
    wake = context.eventLoop.scheduleTask(deadline: deadline) { self.woken() }
  }

  private func woken() {
    wakeTime = .never
    let now = ConnectionHandler.now()
    while true {
      let action = connection.tick(at: now)
      if action == .none { break }
      perform(action)
    }
    scheduleWake()
    loop.flushDirty()
  }
}
