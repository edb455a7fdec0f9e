import ArrangeClient
import ArrangeModel
import ProcessSignals
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The events of a watched list, in one order: updates, signals and ticks.
///
/// The next update is taken only when the previous one was shown: a slow terminal gets fewer and larger
/// batches.
final class WatchEvents: Sendable {
  /// The signals that end the program.
  private static let interruptions = [SIGINT, SIGTERM]
  /// The signals that a full-screen display handles. Otherwise, Ctrl-\ and Ctrl-Z have their default actions.
  private static let ofScreen = [SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT]

  private let queue = EventQueue()
  /// Restores the terminal if the program ends at once.
  private let restoreAction = RestoreAction()
  private let taken: AsyncStream<Void>.Continuation
  private let signals: SignalWatch
  private let tasks: [Task<Void, Never>]

  private final class RestoreAction: Sendable {
    let action = Mutex<@Sendable () -> Void>({})
  }

  /// - Parameters:
  ///   - connection: the states of the connection to the server.
  ///   - interval: the time between two ticks.
  ///   - hasScreen: whether there is a full-screen display.
  init(
    _ updates: any AsyncSequence<WatchedUpdate, ArrangeError> & Sendable,
    connection: AsyncStream<ConnectionState>,
    tick interval: Duration,
    hasScreen: Bool
  ) {
    let (queue, restoreAction) = (queue, restoreAction)
    let (takings, taken) = AsyncStream.makeStream(of: Void.self)
    self.taken = taken
    signals = SignalWatch(WatchEvents.interruptions + (hasScreen ? WatchEvents.ofScreen : [])) { signal in
      switch signal {
      case SIGWINCH: queue.add(.moment(.resized))
      case SIGTSTP: queue.add(.moment(.stopped))
      case SIGCONT: queue.add(.moment(.continued))
      default:
        // A second signal ends the program at once, whatever it is waiting for.
        if queue.interrupt() { return }
        restoreAction.action.withLock { $0 }()
        Program.end(ExitStatus.interrupted.rawValue)
      }
    }
    tasks = [
      Task { await WatchEvents.follow(updates, takings, queue) },
      Task { await WatchEvents.follow(connection, queue) },
      Task {
        while (try? await Task.sleep(for: interval)) != nil { queue.add(.moment(.tick)) }
      },
    ]
  }

  deinit { cancel() }

  private static func follow(
    _ updates: some AsyncSequence<WatchedUpdate, ArrangeError>,
    _ takings: AsyncStream<Void>,
    _ queue: EventQueue
  ) async {
    var takings = takings.makeAsyncIterator()
    do throws(ArrangeError) {
      for try await update in updates {
        queue.add(.update(update))
        guard await takings.next() != nil else { return }
      }
      queue.add(.ended(nil))
    } catch { queue.add(.ended(error)) }
  }

  /// Adds events when the connection is lost and when it is restored.
  private static func follow(_ connection: AsyncStream<ConnectionState>, _ queue: EventQueue) async {
    var isGone = false
    for await state in connection {
      switch state {
      case .disconnected where !isGone: isGone = true
      case .connected where isGone: isGone = false
      default: continue
      }
      queue.add(.connection(state))
    }
  }

  /// Sets the closure that restores the terminal if the program ends at once.
  func atOnce(_ action: @escaping @Sendable () -> Void) { restoreAction.action.withLock { $0 = action } }

  /// The next event.
  func next() async -> EventQueue.Event? { await queue.next() }

  /// Takes the next update, because the last one was shown.
  func proceed() { taken.yield() }

  func cancel() {
    for task in tasks { task.cancel() }
    signals.cancel()
    taken.finish()
  }
}
