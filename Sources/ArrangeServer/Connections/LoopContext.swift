import Engine
import NIOCore
import ProtobufCodec
import Synchronization
import Wire

/// State that the connections of one event loop share: buffers for decoding and encoding, and the list of
/// connections with output to flush.
///
/// Used on its event loop only, except for its mailbox.
final class LoopContext: @unchecked Sendable {
  /// The maximum number of idle buffers kept for reuse.
  private static let maximumIdleBuffers = 32
  /// The maximum size of a buffer kept for reuse, in bytes.
  private static let largestIdleBuffer = 256 * 1024
  /// The initial capacity of a new buffer, in bytes.
  private static let newBuffer = 4 * 1024
  /// How long the event loop usually takes, at most, to find that it has nothing else to do.
  private static let moment = TimeAmount.microseconds(20)

  let eventLoop: any EventLoop
  let arena = Arena(codec: .protobufC)
  /// The metrics of the loop; nil if there are none.
  let metrics: LoopMetrics?
  /// Whether calls are timed.
  let timesCalls: Bool
  private var idleBuffers: [ByteBuffer] = []
  private var dirty: [ConnectionHandler] = []
  /// The previous array of ``dirty``, empty, so that its memory is reused.
  private var flushed: [ConnectionHandler] = []
  /// Encodes messages of subscriptions. Call it on the event loop only.
  private(set) lazy var encoder: MessageEncoder = { [unowned self] message in
    arena.temporary { message.packable(in: arena).bytes }
  }
  private let mailbox = Mutex(Mailbox())
  /// The connections, and the subscriptions of connections, that wait for their turn.
  private var turns = TurnQueue<any TurnTaker>()
  /// Whether the next turn is scheduled.
  private var isTurnComing = false
  /// The connections whose TLS handshake waits for its next step.
  private var handshakes = CircularBuffer<HandshakeTurn>()
  /// The total duration of long turns since the event loop last polled the sockets, in nanoseconds.
  private var timeOfTurns: UInt64 = 0

  /// The maximum total duration of turns before the event loop polls the sockets again, in nanoseconds.
  private static let maximumTimeOfTurns = 2 * ConnectionTurn.longest

  /// Work that the loop has taken from its mailbox, or that takes turns with it, in order.
  private var due = CircularBuffer<@Sendable () -> Void>()
  private var inTurn = CircularBuffer<@Sendable () -> Void>()

  /// Work to be done on the event loop.
  private struct Mailbox {
    /// Work of the server itself.
    var work: [@Sendable () -> Void] = []
    /// Work for connections of other event loops.
    var calls = CallerQueue<@Sendable () -> Void>()
    /// Whether a task to empty the mailbox is scheduled.
    var isAnnounced = false
  }

  init(_ eventLoop: any EventLoop, metrics: LoopMetrics?, timesCalls: Bool) {
    self.eventLoop = eventLoop
    self.metrics = metrics
    self.timesCalls = timesCalls
  }

  /// A buffer to write into.
  func takeBuffer() -> ByteBuffer {
    idleBuffers.popLast() ?? ByteBufferAllocator().buffer(capacity: LoopContext.newBuffer)
  }

  /// Returns a buffer that was written to the channel.
  func recycle(_ buffer: consuming ByteBuffer) {
    guard idleBuffers.count < LoopContext.maximumIdleBuffers,
      buffer.storageCapacity <= LoopContext.largestIdleBuffer
    else { return }
    buffer.clear()
    idleBuffers.append(buffer)
  }

  /// Records a connection that has output to flush at the end of the current task.
  func recordDirty(_ handler: ConnectionHandler) { dirty.append(handler) }

  /// Flushes the output of the current task, once for each connection. A flush can let a connection continue
  /// with waiting frames; the output that this produces for others is flushed as well.
  func flushDirty() {
    check()
    while !dirty.isEmpty {
      var handlers: [ConnectionHandler] = []
      swap(&handlers, &flushed)
      swap(&handlers, &dirty)
      for handler in handlers { handler.flushOutput() }
      handlers.removeAll(keepingCapacity: true)
      flushed = handlers
    }
  }
}

extension LoopContext: NodeLoop {
  var isCurrent: Bool { eventLoop.inEventLoop }

  /// Runs work on the event loop. Work that arrives together is run together, and flushed once.
  func execute(_ work: @escaping @Sendable () -> Void) { deposit { $0.work.append(work) } }

  /// Runs work on the event loop for a connection of another loop, in turn with the work of others.
  func execute(for caller: ConnectionHandler, _ work: @escaping @Sendable () -> Void) {
    deposit { $0.calls.append(work, of: ObjectIdentifier(caller.admission.turnOwner)) }
  }

  /// Runs work on the event loop, in turn with calls and other work: the notification of many subscribers.
  func executeInTurn(_ work: @escaping @Sendable () -> Void) {
    check()
    inTurn.append(work)
    deposit { _ in }
  }

  private func deposit(_ body: (inout Mailbox) -> Void) {
    let isFirst = mailbox.withLock { mailbox in
      body(&mailbox)
      defer { mailbox.isAnnounced = true }
      return !mailbox.isAnnounced
    }
    if isFirst { eventLoop.execute { self.runMailbox() } }
  }

  /// Runs work after the sockets were polled. The event loop runs all tasks before it polls again, including
  /// tasks that were added in the meantime; only scheduled tasks are left for later.
  func executeAfterReading(_ work: @escaping @Sendable () -> Void) { execute(in: LoopContext.moment, work) }

  func execute(after nanoseconds: UInt64, _ work: @escaping @Sendable () -> Void) {
    execute(in: .nanoseconds(Int64(nanoseconds)), work)
  }

  private func execute(in time: TimeAmount, _ work: @escaping @Sendable () -> Void) {
    eventLoop.scheduleTask(in: time) {
      work()
      self.flushDirty()
    }
  }

  /// Runs work of each kind for at most the length of a turn, and at least one piece of each. The sockets are
  /// polled before the rest, if any is left.
  private func runMailbox() {
    var turn = ConnectionTurn(at: ConnectionHandler.now())
    var call = mailbox.withLock { mailbox in
      due.append(contentsOf: mailbox.work)
      mailbox.work.removeAll(keepingCapacity: true)
      return mailbox.calls.next()
    }
    var isTurnOver = false
    while let work = due.popFirst() {
      work()
      isTurnOver = turn.isOver(afterSmallFrame: false, clock: ConnectionHandler.now)
      if isTurnOver { break }
    }
    while let next = call {
      next()
      isTurnOver = turn.isOver(afterSmallFrame: false, clock: ConnectionHandler.now)
      call = isTurnOver ? nil : mailbox.withLock { $0.calls.next() }
    }
    while let work = inTurn.popFirst() {
      work()
      isTurnOver = turn.isOver(afterSmallFrame: false, clock: ConnectionHandler.now)
      if isTurnOver { break }
    }
    flushDirty()
    let isDone = due.isEmpty && inTurn.isEmpty
    let goesOn = mailbox.withLock { mailbox in
      mailbox.isAnnounced = !(isDone && mailbox.work.isEmpty && mailbox.calls.isEmpty)
      return mailbox.isAnnounced
    }
    guard goesOn else { return }
    // Work for other connections is as urgent as input on the sockets.
    if isTurnOver {
      executeAfterReading { self.runMailbox() }
    } else {
      eventLoop.execute { self.runMailbox() }
    }
  }
}

/// Something on an event loop that takes turns with the connections: a connection, or its subscriptions.
protocol TurnTaker: AnyObject {
  /// Works for one turn at most. Called on the event loop.
  func takeTurn()
}

extension ConnectionHandler: TurnTaker {}

/// Turns of the connections.
extension LoopContext {
  /// Whether a connection may process frames that have just arrived. It has to wait if its last turn was
  /// long, or if turns have taken long since the event loop last polled the sockets.
  func mayTakeTurn(wasLong: Bool) -> Bool {
    check()
    return !(wasLong && !turns.isEmpty) && timeOfTurns < LoopContext.maximumTimeOfTurns
  }

  /// Counts the duration of a turn.
  func recordTurn(of nanoseconds: UInt64) {
    check()
    guard nanoseconds >= ConnectionTurn.long else { return }
    timeOfTurns += nanoseconds
    scheduleTurn()
  }

  /// Lets a connection, or its subscriptions, continue after the event loop has polled the sockets and others
  /// have had their turn.
  func giveTurnLater(to taker: any TurnTaker, of connection: ConnectionHandler, wasLong: Bool) {
    check()
    turns.append(taker, of: ObjectIdentifier(connection.admission.turnOwner), wasLong: wasLong)
    scheduleTurn()
  }

  /// Lets a TLS handshake continue after the event loop has polled the sockets and others have had their
  /// turn.
  func giveTurnLater(to handshake: HandshakeTurn) {
    check()
    handshakes.append(handshake)
    if handshakes.count == 1 { executeAfterReading { self.giveHandshakeTurn() } }
  }

  /// Lets one handshake take one step.
  private func giveHandshakeTurn() {
    // It stays in the queue meanwhile, so that input that arrives now does not schedule a second turn.
    handshakes.first?.takeTurn()
    handshakes.removeFirst()
    if !handshakes.isEmpty { executeAfterReading { self.giveHandshakeTurn() } }
  }

  private func scheduleTurn() {
    guard !isTurnComing else { return }
    isTurnComing = true
    executeAfterReading { self.giveTurn() }
  }

  /// Gives one connection its turn. The sockets are polled between any two turns.
  private func giveTurn() {
    timeOfTurns = 0
    turns.next()?.takeTurn()
    flushDirty()
    // The delay until the next turn starts only here: sending large answers takes longer than the delay, and
    // the event loop, which runs due tasks before it polls the sockets, would never get to polling.
    isTurnComing = false
    if !turns.isEmpty || timeOfTurns > 0 { scheduleTurn() }
  }
}
