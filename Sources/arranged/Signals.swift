import ArrangeServer
import Dispatch
import Foundation
import ProcessSignals
import Synchronization

/// The signals that stop the server or make it reload its files.
///
/// The first SIGTERM or SIGINT stops the server gracefully, a second one at once. SIGHUP reloads files,
/// unless it was sent because the terminal that the server was started from was closed: then it stops the
/// server as well, or is ignored if it was ignored from the start, as with `nohup`. SIGQUIT stops the server
/// at once; no acknowledged data is lost.
enum Signals {
  private static let stopping = [SIGTERM, SIGINT, SIGHUP]
  /// How long after the first signal another one counts as the same, in nanoseconds: programs that forward
  /// signals, such as `timeout`, send one to the process and one to its group.
  fileprivate static let duplicateNanoseconds: UInt64 = 500_000_000
  /// How long a process that is stopped at once waits for the reader of its log, in seconds.
  private static let lastSeconds = 0.2

  /// Sets the signal handling for the whole program. Until ``watch(onFirst:)``, the other signals have their
  /// default action.
  static func prepare() {
    // A closed connection or a file size limit is reported as a failed write, and must not end the process.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // The Swift runtime would spend ten seconds on a backtrace, as for a crash.
    signal(SIGQUIT) { _exit(128 + $0) }
  }

  /// Starts to watch for signals, until the process ends.
  static func watch(
    onFirst stop: @escaping @Sendable () -> Void,
    onReload reload: @escaping @Sendable () -> Void
  ) {
    let hasCome = SignalState()
    let hadTerminal = Signals.hasTerminal
    let watch = SignalWatch(Signals.stopping.filter { !Signals.isIgnored($0) }) { number in
      if number == SIGHUP, Signals.hasTerminal == hadTerminal { return reload() }
      switch hasCome.record(at: DispatchTime.now().uptimeNanoseconds) {
      case .first: return stop()
      case .same: return
      case .second: break
      }
      LineWriter.errors.write("received a second signal; the server exits at once")
      LineWriter.errors.flush(within: Signals.lastSeconds)
      _exit(128 + number)
    }
    _ = Unmanaged.passRetained(watch)
  }

  /// Whether the process has a controlling terminal.
  private static var hasTerminal: Bool {
    let descriptor = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  /// Whether a signal was ignored when the process was started.
  private static func isIgnored(_ number: CInt) -> Bool {
    guard number == SIGHUP else { return false }
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// The time of the first signal.
private final class SignalState: Sendable {
  enum Turn {
    case first
    case same
    case second
  }

  private let first = Atomic<UInt64>(0)

  func record(at now: UInt64) -> Turn {
    let (isFirst, time) = first.compareExchange(expected: 0, desired: now, ordering: .relaxed)
    return isFirst ? .first : now - time < Signals.duplicateNanoseconds ? .same : .second
  }
}
