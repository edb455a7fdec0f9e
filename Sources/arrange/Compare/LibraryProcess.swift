import ArgumentParser
import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A separate process that runs the code of libraries, so that a crash can be reported.
///
/// The process is this program with the same arguments, and has one end of a socket pair. It writes to it
/// when it ends normally; a process that was ended by a library never does.
struct LibraryProcess {
  /// The environment variable with the descriptor of the process's end of the pair.
  private static let variable = "ARRANGE_LIBRARY_SOCKET"

  /// The end of the pair in the separate process; nil in others.
  static var socket: Int32? { getenv(variable).flatMap { Int32(String(cString: $0)) } }

  /// The byte that the process writes at its end.
  private enum End: UInt8 {
    case done = 0
    case failed = 1
  }

  /// Runs the program again with the arguments of this process, waits for it, and ends with its status.
  ///
  /// - Throws: ``EndedElsewhere`` if it has reported an error, and ``CommandFailure`` if a library ended it.
  static func run() throws {
    var pair: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0 else {
      throw failure("socketpair", errno)
    }
    defer { close(pair[0]) }
    let pid = try start(pair)
    close(pair[1])
    var endByte: UInt8 = 0
    var count = recv(pair[0], &endByte, 1, 0)
    while count < 0, errno == EINTR { count = recv(pair[0], &endByte, 1, 0) }
    let end = count == 1 ? End(rawValue: endByte) : nil
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    let (signal, code) = (status & 0x7F, status >> 8 & 0xFF)
    switch (end, signal) {
    case (.done, 0) where code == 0: return
    case (.done, 0), (.failed, 0): throw EndedElsewhere(status: code == 0 ? ExitStatus.failed.rawValue : code)
    default:
      let name = strsignal(signal).map { String(cString: $0) } ?? "unknown"
      let what =
        signal == 0 ? "ended the process, with status \(code)" : "crashed: signal \(signal) (\(name))"
      throw CommandFailure(
        .failed,
        "no comparison was made: a library \(what); \"arrange strategy check FILE\" reports what is wrong with it"
      )
    }
  }

  private static func start(_ pair: [Int32]) throws(CommandFailure) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addclose(&actions, pair[0])
    setenv(variable, "\(pair[1])", 1)
    defer { unsetenv(variable) }
    // Crashes are reported in one line, without a backtrace.
    setenv("SWIFT_BACKTRACE", "enable=no", 1)
    var pid: pid_t = 0
    let result = posix_spawn(&pid, Program.executable, &actions, nil, CommandLine.unsafeArgv, environ)
    guard result == 0 else { throw failure("posix_spawn", result) }
    return pid
  }

  private static func failure(_ call: String, _ code: Int32) -> CommandFailure {
    CommandFailure(
      .failed,
      "can't start a process for the libraries: \(call): \(String(cString: strerror(code)))"
    )
  }

  /// Runs in the separate process: reports its normal end, and exits if the parent process is gone.
  ///
  /// Output of libraries to standard output is redirected to standard error, so that it does not mix with the
  /// report.
  ///
  /// - Parameters:
  ///   - socket: the process's end of the pair.
  ///   - body: runs the code of libraries.
  ///   - report: called with the result.
  static func serve<Result: Sendable>(
    on socket: Int32,
    _ body: () async throws -> Result,
    report: (Result) async throws -> Void
  ) async throws {
    let source = DispatchSource.makeReadSource(fileDescriptor: socket, queue: .global())
    source.setEventHandler { kill(getpid(), SIGTERM) }
    source.resume()
    let output = dup(STDOUT_FILENO)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    var end = End.done
    defer {
      source.cancel()
      send(socket, &end, 1, Int32(MSG_NOSIGNAL))
    }
    do {
      let result = try await body()
      fflush(nil)
      dup2(output, STDOUT_FILENO)
      try await report(result)
    } catch {
      end = .failed
      throw error
    }
  }
}
