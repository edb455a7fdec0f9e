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

/// What happens while a list is watched, in one order: updates, signals and time.
///
/// An update is taken when the one before was shown: a terminal that is slow sees fewer and larger batches.
final class WatchEvents: Sendable {
  /// The signals by which somebody wants the program to end.
  private static let interruptions = [SIGINT, SIGTERM]
  /// Those of a terminal that is used as a screen. Without one, Ctrl-\ and Ctrl-Z do what they always do.
  private static let ofScreen = [SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT]

  private let queue = EventQueue()
  /// Gives the terminal back where the program ends at once.
  private let giveBack = GiveBack()
  private let taken: AsyncStream<Void>.Continuation
  private let signals: SignalWatch
  private let tasks: [Task<Void, Never>]

  private final class GiveBack: Sendable {
    let action = Mutex<@Sendable () -> Void>({})
  }

  /// - Parameters:
  ///   - connection: how the connection to the server is.
  ///   - interval: the time between two ticks.
  ///   - hasScreen: whether the terminal is used as a screen.
  init(
    _ updates: any AsyncSequence<ListUpdate, ArrangeError> & Sendable,
    connection: AsyncStream<ConnectionState>,
    tick interval: Duration,
    hasScreen: Bool
  ) {
    let (queue, giveBack) = (queue, giveBack)
    let (takings, taken) = AsyncStream.makeStream(of: Void.self)
    self.taken = taken
    signals = SignalWatch(WatchEvents.interruptions + (hasScreen ? WatchEvents.ofScreen : [])) { signal in
      switch signal {
      case SIGWINCH: queue.add(.moment(.resized))
      case SIGTSTP: queue.add(.moment(.stopped))
      case SIGCONT: queue.add(.moment(.continued))
      default:
        // Who asks twice does not want to wait, whatever the program waits for.
        if queue.interrupt() { return }
        giveBack.action.withLock { $0 }()
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
    _ updates: some AsyncSequence<ListUpdate, ArrangeError>,
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

  /// Tells when the server is gone, and when it is there again.
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

  /// Says how the terminal is given back where the program ends at once.
  func atOnce(_ action: @escaping @Sendable () -> Void) { giveBack.action.withLock { $0 = action } }

  /// What happens next.
  func next() async -> EventQueue.Event? { await queue.next() }

  /// The last update was shown.
  func proceed() { taken.yield() }

  func cancel() {
    for task in tasks { task.cancel() }
    signals.cancel()
    taken.finish()
  }
}
