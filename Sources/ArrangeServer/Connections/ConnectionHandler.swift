import ArrangeModel
import Engine
import Logging
import NIOCore
import NIOTLS
import Synchronization
import Wire

/// The connection's shell: it turns bytes into frames, tells them to the state machine, and carries out what
/// the machine answers. It decides nothing by itself.
///
/// It is touched on its event loop only; replies that come from elsewhere are brought there first.
final class ConnectionHandler: ChannelInboundHandler, @unchecked Sendable {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// How many bytes of answers are gathered before they are handed to the channel, to see whether it still
  /// takes them.
  private static let outputChunk = 64 * 1024

  let server: ServerContext
  let loop: LoopContext
  let arena: Arena
  /// Whether there is no room for the connection, which is told so.
  let isRefused: Bool
  /// Whether what comes may be another protocol: nothing has come yet on a plain port.
  private var mayBeForeign: Bool
  /// What spreads the steps of the TLS handshake over time, until that is complete.
  private var handshake: HandshakeTurn?
  private let memory: UnsafeMutablePointer<Memory>
  private(set) var context: ChannelHandlerContext?
  /// Facts for the log line and the metrics of the connection's end.
  @exclusivity(unchecked) var record = ConnectionRecord()
  /// Whether the loop knows that there is something to flush.
  private var isDirty = false
  /// Whether frames are being told to the machine, so that answers wait for the end of the read.
  private var isReading = false
  /// Whether the channel takes more at the moment.
  private(set) var isWritable = true
  /// Whether frames wait because the client does not read its answers, or because what is under way takes as
  /// much as it may.
  private var isPaused = false
  /// Whether frames wait because other connections have their turn.
  private var awaitsTurn = false
  /// Whether the last turn took long.
  private(set) var wasTurnLong = false
  /// When the bytes came that were not looked at yet.
  private(set) var arrival = MonotonicTime(nanoseconds: 0)
  private(set) var isInputClosed = false
  /// Whether the sending side is closed, and what arrives is dropped.
  var isLingering = false
  private var wake: Scheduled<Void>?
  private var wakeTime = MonotonicTime.never
  let departures = Departures()
  /// Who is on the other side, and what it may do.
  private(set) lazy var admission = ConnectionAdmission(self)
  /// The open streams of answers.
  var streams: [UInt32: any AnswerStream] = [:]
  /// What works on the calls; nil before the connection is taken in, and after it is gone.
  @exclusivity(unchecked) private(set) var receiver: (any CallReceiver)?

  /// What of its answers the channel held when that was last looked at, and how many bytes it was handed since.
  @exclusivity(unchecked) var unsentBytes = 0
  @exclusivity(unchecked) var bytesSinceSample = 0
  /// What the connection holds as the others know it. ``counted`` is the same, for other threads.
  @exclusivity(unchecked) var countedHere = 0
  let counted = Atomic(0)

  /// What is touched with every frame.
  ///
  /// It lies in memory of its own, because for the properties of a class every access would be checked for overlaps
  /// at run time, which costs as much as the rest of a small call. Accesses can't overlap: they are made on one
  /// event loop, and nothing calls out during one.
  private struct Memory: ~Copyable {
    var connection: ServerConnection
    var decoder = FrameDecoder()
    /// Frames that were made and not yet handed to the channel; without any memory where there are none.
    var output = ByteBuffer()
  }

  var connection: ServerConnection {
    @inline(__always) _read { yield memory.pointee.connection }
    @inline(__always) _modify { yield &memory.pointee.connection }
  }

  private var decoder: FrameDecoder {
    @inline(__always) _read { yield memory.pointee.decoder }
    @inline(__always) _modify { yield &memory.pointee.decoder }
  }

  /// How much of what arrived is held, in bytes.
  var heldInput: Int { memory.pointee.decoder.heldBytes }

  /// Forgets what arrived and was not read.
  func dropInput() { memory.pointee.decoder = FrameDecoder() }

  /// - Parameter mayBeForeign: whether the first bytes may be those of another protocol.
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

  static func now() -> MonotonicTime { MonotonicTime(nanoseconds: NIODeadline.now().uptimeNanoseconds) }

  // MARK: Channel events

  func channelActive(context: ChannelHandlerContext) {
    self.context = context
    guard !isRefused, server.register(self) else {
      carryOut(connection.fail(isRefused ? .tooManyConnections : .draining))
      flushOutput()
      return
    }
    receiver = server.makeReceiver(self)
    record.noteBegin(of: self)
    scheduleWake()
    context.read()
  }

  func channelInactive(context: ChannelHandlerContext) {
    record.noteEnd(of: self)
    connection.closed()
    while let stream = connection.nextAbandoned() { forget(stream) }
    receiver = nil
    departures.noteEnd()
    server.unregister(self)
    wake?.cancel()
    wake = nil
    admission.end()
    self.context = nil
    memory.pointee.output = ByteBuffer()
    // What nobody waits for is not worked off.
    memory.pointee.decoder = FrameDecoder()
    countNothing()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isLingering else { return }
    // What comes in the same read came no later.
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
  private var waits: Bool { isPaused || awaitsTurn || admission.isJudging }

  func channelReadComplete(context: ChannelHandlerContext) {
    flushOutput()
    loop.flushDirty()
    if isLingering || (!waits && !connection.isClosed) { context.read() }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    isWritable = context.channel.isWritable
    if isWritable { count(sampling: true) }
    resumeIfPossible()
    if isWritable { receiver?.roomCame() }
  }

  /// Goes on with the frames that wait, where the client takes its answers and there is room for more.
  private func resumeIfPossible() {
    guard isPaused, !awaitsTurn, isWritable, connection.takesFrames, context != nil else { return }
    isPaused = false
    goOn()
  }

  /// Others had their turn; now it is this connection's.
  func takeTurn() {
    awaitsTurn = false
    guard context != nil, !isLingering, !connection.isClosed else { return }
    goOn(isTurn: true)
  }

  /// Goes on with the frames that wait, and reads more when there are none.
  func goOn(isTurn: Bool = false) {
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

  /// Tells the machine the frames that have arrived, as long as the client takes its answers and the turn lasts.
  ///
  /// - Parameter isTurn: whether the connection has waited for its turn.
  private func process(isTurn: Bool = false) {
    guard !awaitsTurn, !admission.isJudging else { return }
    guard isTurn || loop.mayTakeTurn(wasLong: wasTurnLong) else {
      waitForTurn()
      return count()
    }
    isReading = true
    var turn = ConnectionTurn(at: ConnectionHandler.now())
    do throws(FrameError) {
      while !connection.isClosed, !admission.isJudging {
        if memory.pointee.output.readableBytes >= ConnectionHandler.outputChunk {
          flushOutput()
        }
        guard isWritable, connection.takesFrames else {
          isPaused = true
          break
        }
        guard let frame = try decoder.next(using: arena) else { break }
        let action = connection.receive(frame, at: turn.now, arrived: arrival)
        if case .start(let call) = action { receiver?.start(call, frame) } else { carryOut(action) }
        if turn.isOver(afterSmallFrame: action.isSmall, clock: ConnectionHandler.now) {
          wasTurnLong = turn.wasLong
          waitForTurn()
          break
        }
      }
    } catch {
      carryOut(connection.fail(.frame(error)))
    }
    wasTurnLong = turn.wasLong
    loop.noteTurn(of: turn.duration)
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

  /// Lets other connections have their turn before the next frame is looked at. Meanwhile no bytes are read.
  private func waitForTurn() {
    guard !awaitsTurn, !connection.isClosed else { return }
    awaitsTurn = true
    loop.giveTurnLater(to: self)
  }

  private func closeInput() {
    carryOut(connection.inputClosed(hasPartialFrame: decoder.hasPartialFrame))
    scheduleWake()
    flushOutput()
  }

  /// Carries out what the machine answered, but for the start of a call.
  func carryOut(_ action: ServerAction) {
    loop.check()
    switch action {
    case .none, .start: break
    case .judge: admission.begin()
    case .refuse(let stream, let refusal):
      loop.metrics?.noteRefusal(RefusalReason(refusal))
      writeEnd(stream, refusal.status)
    case .stop(let stream, let reason): stop(stream, reason.code, reason.message)
    case .credit(let stream): streams[stream]?.creditCame()
    case .pong(let token): write(Frame(.pong, sequence: token))
    case .ping(let token): write(Frame(.ping, sequence: token))
    case .fail(let reason):
      record.noteFailure(reason, of: self)
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

  /// The most bytes that the body of a frame may have.
  var largestBody: Int { connection.largestFrameToSend - FrameEncoder.mostHeadBytes }

  func write(_ frame: Frame) { withOutput { FrameEncoder.write(frame, to: &$0) } }

  func writeEnd(_ stream: UInt32, _ status: Status) {
    withOutput { FrameEncoder.writeEnd(stream, status, using: arena, to: &$0) }
  }

  /// Appends to the output, which is flushed at the end of the read or of the current piece of work.
  @inline(__always)
  func withOutput(_ body: (inout ByteBuffer) -> Void) {
    guard context != nil else { return }
    if memory.pointee.output.storageCapacity == 0 { memory.pointee.output = loop.takeBuffer() }
    body(&memory.pointee.output)
    noteDirty()
  }

  /// Whether the channel takes more output; what was gathered is handed to it where that is much.
  func takesOutput() -> Bool {
    if memory.pointee.output.readableBytes >= ConnectionHandler.outputChunk { flushOutput() }
    return isWritable
  }

  /// Sends what was gathered.
  func flushOutput() {
    isDirty = false
    guard let context else { return }
    if memory.pointee.output.storageCapacity > 0 {
      var buffer = ByteBuffer()
      swap(&buffer, &memory.pointee.output)
      let bytes = buffer.readableBytes
      connection.didWrite(bytes)
      context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
      noteHandedOver(bytes)
      // Now the channel does not hold the buffer any more, unless the network did not take all of it.
      loop.giveBack(buffer)
    }
    if !isReading { resumeIfPossible() }
  }

  /// Sees to it that ``flushOutput()`` is called at the end of the current piece of work.
  @inline(__always)
  func noteDirty() {
    guard !isReading, !isDirty else { return }
    isDirty = true
    loop.noteDirty(self)
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
      carryOut(action)
    }
    scheduleWake()
    loop.flushDirty()
  }
}
