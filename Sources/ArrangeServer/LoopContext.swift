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
  private var idleBuffers: [ByteBuffer] = []
  private var dirty: [ConnectionHandler] = []
  /// What ``dirty`` was before, empty: its memory is used again.
  private var flushed: [ConnectionHandler] = []
  /// Encodes messages of subscriptions. To be called on the event loop only.
  private(set) lazy var encoder: MessageEncoder = { [unowned self] in encode($0) }
  private let mailbox = Mutex<[@Sendable () -> Void]>([])

  init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

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
  /// Runs work on the event loop. What comes together is run together and flushed once.
  func execute(_ work: @escaping @Sendable () -> Void) {
    let isFirst = mailbox.withLock { mailbox in
      mailbox.append(work)
      return mailbox.count == 1
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
    let work = mailbox.withLock { mailbox in
      defer { mailbox = [] }
      return mailbox
    }
    for work in work { work() }
    flushDirty()
  }
}
