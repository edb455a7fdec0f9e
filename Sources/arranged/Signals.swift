import ArrangeServer
import Dispatch
import Foundation
import ProcessSignals
import Synchronization

/// The signals that end the server, or have it read its files anew.
///
/// The first of SIGTERM and SIGINT stops it as it should be, a second one ends it at once. SIGHUP has files read anew, unless it
/// comes because the terminal is closed, which the server was started at: then it stops as well, or goes on where SIGHUP was
/// ignored from the start, as `nohup` has it. SIGQUIT ends the server at once: nothing acknowledged is lost.
enum Signals {
  private static let stopping = [SIGTERM, SIGINT, SIGHUP]
  /// For how long after the first signal another one counts as the same, in nanoseconds: `timeout`, and others that pass
  /// signals on, send one to the process and one to its group.
  fileprivate static let sameNanoseconds: UInt64 = 500_000_000
  /// For how long a process that is ended at once waits for who reads its log, in seconds.
  private static let lastSeconds = 0.2

  /// Sets what holds from the first line of the program on. Until ``watch(onFirst:)`` the other signals end the process as
  /// they always do.
  static func prepare() {
    // A client that is gone, or a file that may not grow, is a failed write, to be told, and no reason to die.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // The Swift runtime would make a report as of a crash, for ten seconds.
    signal(SIGQUIT) { _exit(128 + $0) }
  }

  /// Begins to watch, and goes on until the process has ended.
  static func watch(
    onFirst stop: @escaping @Sendable () -> Void,
    onReload reload: @escaping @Sendable () -> Void
  ) {
    let hasCome = SignalState()
    let hadTerminal = Signals.hasTerminal
    let watch = SignalWatch(Signals.stopping.filter { !Signals.isIgnored($0) }) { number in
      if number == SIGHUP, Signals.hasTerminal == hadTerminal { return reload() }
      switch hasCome.note(at: DispatchTime.now().uptimeNanoseconds) {
      case .first: return stop()
      case .same: return
      case .second: break
      }
      LineWriter.errors.write("a second signal came: the server ends at once")
      LineWriter.errors.flush(within: Signals.lastSeconds)
      _exit(128 + number)
    }
    _ = Unmanaged.passRetained(watch)
  }

  /// Whether the process has a terminal that can steer it.
  private static var hasTerminal: Bool {
    let descriptor = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  /// Whether who started the process has a signal ignored.
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

/// When the first signal came.
private final class SignalState: Sendable {
  enum Turn {
    case first
    case same
    case second
  }

  private let first = Atomic<UInt64>(0)

  func note(at now: UInt64) -> Turn {
    let (isFirst, time) = first.compareExchange(expected: 0, desired: now, ordering: .relaxed)
    return isFirst ? .first : now - time < Signals.sameNanoseconds ? .same : .second
  }
}
