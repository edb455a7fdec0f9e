import ArrangeClient
import ArrangeModel
import Synchronization

/// What happens while a list is watched and was not taken yet, in one order.
final class EventQueue: Sendable {
  enum Event: Sendable {
    case update(ListUpdate)
    /// The server is gone, or there again.
    case connection(ConnectionState)
    case ended(ArrangeError?)
    case interrupted
    case moment(Moment)
  }

  /// What can happen again and again while a terminal takes nothing: of each one waits at most.
  enum Moment: Sendable {
    /// Time has gone by.
    case tick
    /// The terminal has another size.
    case resized
    /// The shell wants the terminal back: Ctrl-Z.
    case stopped
    /// The program was stopped and goes on.
    case continued
  }

  private let stream: AsyncStream<Event>
  private let tell: AsyncStream<Event>.Continuation
  private let moments = Mutex<Set<Moment>>([])
  private let isInterrupted = Mutex(false)

  init() { (stream, tell) = AsyncStream.makeStream(of: Event.self) }

  /// Something happened.
  func add(_ event: Event) {
    if case .moment(let moment) = event, !moments.withLock({ $0.insert(moment).inserted }) { return }
    tell.yield(event)
  }

  /// Somebody wants the program to end.
  ///
  /// - Returns: whether that is new.
  func interrupt() -> Bool {
    let isNew = isInterrupted.withLock { isInterrupted in
      defer { isInterrupted = true }
      return !isInterrupted
    }
    if isNew { tell.yield(.interrupted) }
    return isNew
  }

  /// What happens next; nil when the task is cancelled. One task at a time may wait.
  func next() async -> Event? {
    var iterator = stream.makeAsyncIterator()
    guard let event = await iterator.next() else { return nil }
    if case .moment(let moment) = event { moments.withLock { _ = $0.remove(moment) } }
    return event
  }
}
