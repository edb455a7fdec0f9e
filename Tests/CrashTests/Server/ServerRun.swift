import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One run of a real `arranged`, from its start to its end: started without waiting, so that it can be killed at
/// any moment, also before it listens.
final class ServerRun: Sendable {
  /// The program of this build.
  private static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("arranged").path

  private let pid: pid_t
  private let socket: String
  private let isGone = Atomic(false)

  /// How the process ended.
  enum Ending: Equatable {
    case status(Int32)
    case signal(Int32)
  }

  /// Starts a server that listens on a Unix socket and appends what it says to a log.
  init(_ arguments: [String], socket: String, log: String) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, log, O_CREAT | O_WRONLY | O_APPEND, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var words: [UnsafeMutablePointer<CChar>?] = ([ServerRun.program] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var pid = pid_t()
    let code = posix_spawn(&pid, ServerRun.program, &actions, nil, words, environ)
    guard code == 0 else {
      throw Violation(.broken, "\(ServerRun.program) can't be started: \(String(cString: strerror(code)))")
    }
    self.pid = pid
    self.socket = socket
  }

  func send(_ signal: Int32) { _ = Foundation.kill(pid, signal) }

  /// Waits until the server accepts connections; false where it ends before.
  func isListening() async -> Bool {
    await ServerRun.blocking { [self] in
      while !accepts() {
        var information = siginfo_t()
        // The process is only looked at here: its end is for `ending()` to take.
        _ = waitid(P_PID, id_t(pid), &information, WEXITED | WNOHANG | WNOWAIT)
        if information.si_signo != 0 { return false }
        usleep(500)
      }
      return true
    }
  }

  private func accepts() -> Bool {
    let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socket.utf8.prefix($0.count - 1)) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }

  /// Waits until the process is gone. To be called once.
  func ending() async -> Ending {
    await ServerRun.blocking { [self] in
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0, errno == EINTR {}
      isGone.store(true, ordering: .relaxed)
      let signal = status & 0x7F
      return signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
    }
  }

  /// Sees to it that nothing is left of the process.
  func destroy() async {
    guard !isGone.load(ordering: .relaxed) else { return }
    send(SIGKILL)
    _ = await ending()
  }

  /// Waits for what blocks on a thread of its own.
  static func blocking<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }
}
