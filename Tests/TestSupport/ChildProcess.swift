package import Foundation
import Synchronization

/// A program that a test has started.
///
/// Foundation's `Process` is not used: it waits without a timeout, so that a child that hangs blocks all
/// tests silently. Here every wait has a timeout. Descriptors opened by tests are not inherited by children.
package final class ChildProcess: Sendable {
  /// The patience for operations that should be fast, in milliseconds.
  package static let patience = 60_000

  /// Where an output of the program goes.
  package enum Output {
    case nowhere
    /// To a handle, which the caller closes.
    case to(FileHandle)
    /// To the end of a file.
    case file(String)
  }

  /// How a program has ended.
  package enum Ending: Hashable, Sendable {
    case status(Int32)
    case signal(Int32)

    /// The exit status as a shell shows it: for a signal 128 and its number.
    package var code: Int32 {
      switch self {
      case .status(let status): status
      case .signal(let signal): 128 + signal
      }
    }
  }

  /// The flag POSIX_SPAWN_SETSID, which the C library shows to GNU programs alone.
  private static let newSession: Int16 = 0x80

  package let id: pid_t
  private let program: String
  /// The system reuses the id of a process that has ended and was waited for.
  private let taken = Mutex<Ending?>(nil)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - environment: variables besides those of this process. Of those whose names begin with `ARRANGE_`, which are
  ///     settings of the programs or of a run of the tests, it has none but these and the seeded bug.
  ///   - input: what it reads, a handle that the caller closes; nil for nothing.
  ///   - terminal: the path of a terminal that becomes its own, in place of input and outputs.
  package init(
    _ program: String,
    _ arguments: [String],
    environment: [String: String] = [:],
    input: FileHandle? = nil,
    output: Output = .nowhere,
    errors: Output = .nowhere,
    terminal: String? = nil
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Signals do what they do by themselves, even if the tests run without a terminal and some are ignored.
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // Threads of libdispatch block most signals, which a child of theirs would inherit.
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    let flags = Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK)
    posix_spawnattr_setflags(&attributes, flags)
    if let terminal {
      posix_spawnattr_setflags(&attributes, flags | ChildProcess.newSession)
      // The first one makes it the terminal of the session.
      for stream in 0...2 as ClosedRange<Int32> {
        posix_spawn_file_actions_addopen(&actions, stream, terminal, O_RDWR, 0)
      }
    } else if let input {
      posix_spawn_file_actions_adddup2(&actions, input.fileDescriptor, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    for (stream, descriptor) in [(output, 1 as Int32), (errors, 2)] where terminal == nil {
      switch stream {
      case .nowhere: posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
      case .to(let handle): posix_spawn_file_actions_adddup2(&actions, handle.fileDescriptor, descriptor)
      case .file(let path):
        posix_spawn_file_actions_addopen(&actions, descriptor, path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
      }
    }
    let inherited = ProcessInfo.processInfo.environment.filter {
      !$0.key.hasPrefix("ARRANGE_") || $0.key == "ARRANGE_SEEDED_BUG"
    }
    // A task for an event loop that has ended is a crash, not a line in the log.
    let variables = inherited.merging(["SWIFTNIO_STRICT": "1"]) { $1 }.merging(environment) { $1 }
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let settings = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for string in words + settings { free(string) } }
    var id: pid_t = 0
    let code = posix_spawn(&id, program, &actions, &attributes, words, settings)
    guard code == 0 else { throw Failure("\(program) can't be started: \(String(cString: strerror(code)))") }
    self.id = id
    self.program = program
  }

  deinit { kill() }

  /// The ending; nil while it runs.
  package var ending: Ending? { taken.withLock { take(&$0, WNOHANG) } }

  private func take(_ taken: inout Ending?, _ options: Int32) -> Ending? {
    guard taken == nil else { return taken }
    var status: Int32 = 0
    var result: pid_t
    repeat { result = waitpid(id, &status, options) } while result < 0 && errno == EINTR
    guard result == id else { return nil }
    let signal = status & 0x7F
    taken = signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
    return taken
  }

  /// Sends a signal, unless it has ended.
  package func send(_ signal: Int32) {
    taken.withLock { if take(&$0, WNOHANG) == nil { _ = Foundation.kill(id, signal) } }
  }

  /// Kills it as `kill -9` does and waits until it is gone.
  package func kill() {
    taken.withLock {
      guard take(&$0, WNOHANG) == nil else { return }
      _ = Foundation.kill(id, SIGKILL)
      _ = take(&$0, 0)
    }
  }

  /// Waits until it has ended.
  ///
  /// - Throws: ``Failure`` if it does not end; then it is killed.
  @discardableResult
  package func wait() throws -> Ending {
    for _ in 0..<ChildProcess.patience {
      if let ending { return ending }
      usleep(1_000)
    }
    kill()
    throw Failure("\(program) does not end")
  }
}
