import Engine
import NIOCore
import Synchronization
import Wire

/// What the connections of one event loop share: memory to decode and encode in, buffers, and the list of
/// those that have something to flush.
///
/// It belongs to its event loop and is touched nowhere else, but for its mailbox.
final class LoopContext: @unchecked Sendable {
  /// How many idle buffers are kept for reuse …
  private static let mostIdleBuffers = 32
  /// … if they are not larger than this, in bytes.
  private static let largestIdleBuffer = 256 * 1024
  /// How large a new buffer is, in bytes.
  private static let newBuffer = 4 * 1024
  /// How long the event loop needs at most, as a rule, to find that it has nothing else to do.
  private static let moment = TimeAmount.microseconds(20)

  let eventLoop: any EventLoop
  let arena = Arena()
  /// The metrics of the loop; nil if nothing is measured.
  let metrics: LoopMetrics?
  /// Whether calls are timed.
  let timesCalls: Bool
  private var idleBuffers: [ByteBuffer] = []
  private var dirty: [ConnectionHandler] = []
  /// What ``dirty`` was before, empty: its memory is used again.
  private var flushed: [ConnectionHandler] = []
  /// Encodes messages of subscriptions. To be called on the event loop only.
  private(set) lazy var encoder: MessageEncoder = { [unowned self] message in
    arena.temporary { message.packable(in: arena).bytes }
  }
  private let mailbox = Mutex(Mailbox())
  /// The connections that wait for their turn.
  private var turns = TurnQueue<ConnectionHandler>()
  /// Whether the next turn is scheduled.
  private var isTurnComing = false
  /// The connections whose TLS handshake waits for its next step.
  private var handshakes = CircularBuffer<HandshakeTurn>()
  /// How many nanoseconds long turns have taken since the event loop has looked at the sockets.
  private var timeOfTurns: UInt64 = 0

  /// How many nanoseconds the connections may have together before the event loop looks at the sockets again.
  private static let mostTimeOfTurns = 2 * ConnectionTurn.longest

  /// What is to be done on the event loop.
  private struct Mailbox {
    /// By the server itself.
    var work: [@Sendable () -> Void] = []
    /// For connections of other event loops.
    var calls = CallerQueue<@Sendable () -> Void>()
    /// Whether the event loop knows that there is something.
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

  /// Gives a buffer back that was written to the channel.
  func giveBack(_ buffer: consuming ByteBuffer) {
    guard idleBuffers.count < LoopContext.mostIdleBuffers,
      buffer.storageCapacity <= LoopContext.largestIdleBuffer
    else { return }
    buffer.clear()
    idleBuffers.append(buffer)
  }

  /// Notes a connection that has answers to flush when the current piece of work is done.
  func noteDirty(_ handler: ConnectionHandler) { dirty.append(handler) }

  /// Flushes what the current piece of work has written: one flush for each connection. A flush can let a connection go
  /// on with frames that waited, and what is written for others then is flushed as well.
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

extension LoopContext: ShardExecutor {
  var isCurrent: Bool { eventLoop.inEventLoop }

  /// Runs work on the event loop. What comes together is run together and flushed once.
  func execute(_ work: @escaping @Sendable () -> Void) { deposit { $0.work.append(work) } }

  /// Runs work on the event loop for a connection of another one, in turn with what others want.
  func execute(for caller: ConnectionHandler, _ work: @escaping @Sendable () -> Void) {
    deposit { $0.calls.append(work, of: ObjectIdentifier(caller.admission.turnOwner)) }
  }

  private func deposit(_ body: (inout Mailbox) -> Void) {
    let isFirst = mailbox.withLock { mailbox in
      body(&mailbox)
      defer { mailbox.isAnnounced = true }
      return !mailbox.isAnnounced
    }
    if isFirst { eventLoop.execute { self.runMailbox() } }
  }

  /// Runs work after a look at the sockets. The event loop does everything that it is given before it looks at them
  /// again, even what it is given meanwhile; only for what is to be done later it does not wait.
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

  private func runMailbox() {
    let (work, call) = mailbox.withLock { mailbox in
      defer { mailbox.work = [] }
      return (mailbox.work, mailbox.calls.next())
    }
    for work in work { work() }
    let isTurnOver = call.map { runCalls(from: $0) } ?? false
    flushDirty()
    let goesOn = mailbox.withLock { mailbox in
      mailbox.isAnnounced = !(mailbox.work.isEmpty && mailbox.calls.isEmpty)
      return mailbox.isAnnounced
    }
    guard goesOn else { return }
    // What others want is as urgent as what comes on the sockets.
    if isTurnOver {
      executeAfterReading { self.runMailbox() }
    } else {
      eventLoop.execute { self.runMailbox() }
    }
  }

  /// Does what connections of other event loops want, each in turn, for as long as a turn may take.
  ///
  /// - Returns: whether the turn is over before all is done.
  private func runCalls(from first: @Sendable () -> Void) -> Bool {
    var turn = ConnectionTurn(at: ConnectionHandler.now())
    first()
    while !turn.isOver(afterSmallFrame: false, clock: ConnectionHandler.now) {
      guard let call = mailbox.withLock({ $0.calls.next() }) else { return false }
      call()
    }
    return true
  }
}

/// Turns of the connections.
extension LoopContext {
  /// Whether a connection may begin with frames that have just come. Where its last turn was long, or where turns have
  /// taken long since the event loop has looked at the sockets, it has to wait.
  func mayTakeTurn(wasLong: Bool) -> Bool {
    check()
    return !(wasLong && !turns.isEmpty) && timeOfTurns < LoopContext.mostTimeOfTurns
  }

  /// Counts what a turn has taken.
  func noteTurn(of nanoseconds: UInt64) {
    check()
    guard nanoseconds >= ConnectionTurn.long else { return }
    timeOfTurns += nanoseconds
    scheduleTurn()
  }

  /// Lets a connection go on when the event loop has looked at the sockets, and others have had their turn.
  func giveTurnLater(to handler: ConnectionHandler) {
    check()
    turns.append(handler, of: ObjectIdentifier(handler.admission.turnOwner), wasLong: handler.wasTurnLong)
    scheduleTurn()
  }

  /// Lets a TLS handshake go on when the event loop has looked at the sockets, and others have had their turn.
  func giveTurnLater(to handshake: HandshakeTurn) {
    check()
    handshakes.append(handshake)
    if handshakes.count == 1 { executeAfterReading { self.giveHandshakeTurn() } }
  }

  /// Lets one handshake take one step.
  private func giveHandshakeTurn() {
    // It stays in the queue meanwhile, so that what comes in the meantime does not schedule a turn as well.
    handshakes.first?.takeTurn()
    handshakes.removeFirst()
    if !handshakes.isEmpty { executeAfterReading { self.giveHandshakeTurn() } }
  }

  private func scheduleTurn() {
    guard !isTurnComing else { return }
    isTurnComing = true
    executeAfterReading { self.giveTurn() }
  }

  /// Gives one connection its turn. The sockets are looked at between any two.
  private func giveTurn() {
    timeOfTurns = 0
    turns.next()?.takeTurn()
    flushDirty()
    // The moment until the next one begins only here: to send large answers takes longer, and the event loop, which does what
    // is due before it looks at the sockets, would never come to that.
    isTurnComing = false
    if !turns.isEmpty || timeOfTurns > 0 { scheduleTurn() }
  }
}
