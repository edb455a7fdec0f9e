import ArrangeClient
import ArrangeModel
import Synchronization

/// The events of a watched list that were not processed yet, in order.
final class EventQueue: Sendable {
  enum Event: Sendable {
    case update(WatchedUpdate)
    /// The connection to the server was lost or restored.
    case connection(ConnectionState)
    case ended(ArrangeError?)
    case interrupted
    case moment(Moment)
  }

  /// Events that can recur while the terminal is blocked. At most one of each waits in the queue.
  enum Moment: Sendable {
    /// A tick of the timer.
    case tick
    /// The size of the terminal has changed.
    case resized
    /// The program is to be suspended: Ctrl-Z.
    case stopped
    /// The program was continued after it was suspended.
    case continued
  }

  private let stream: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation
  private let moments = Mutex<Set<Moment>>([])
  private let isInterrupted = Mutex(false)

  init() { (stream, continuation) = AsyncStream.makeStream(of: Event.self) }

  /// Adds an event.
  func add(_ event: Event) {
    if case .moment(let moment) = event, !moments.withLock({ $0.insert(moment).inserted }) { return }
    continuation.yield(event)
  }

  /// Requests the end of the program.
  ///
  /// - Returns: whether this is the first request.
  func interrupt() -> Bool {
    let isNew = isInterrupted.withLock { isInterrupted in
      defer { isInterrupted = true }
      return !isInterrupted
    }
    if isNew { continuation.yield(.interrupted) }
    return isNew
  }

  /// The next event; nil if the task is cancelled. Only one task at a time may wait.
  func next() async -> Event? {
    var iterator = stream.makeAsyncIterator()
    guard let event = await iterator.next() else { return nil }
    if case .moment(let moment) = event { moments.withLock { _ = $0.remove(moment) } }
    return event
  }
}
