import Foundation
import TestSupport

/// A real `arranged` that may refuse to start and may end by itself, and whose disk may fail.
///
/// One thread at a time uses it. It is made for thousands of starts: starting and waiting cost no more than the
/// process does.
final class ChildServer {
  /// How long anything may take that has no reason to take long, in milliseconds: a guard against hanging.
  static let patience = 30_000

  /// How a start came out.
  enum Start {
    /// It serves at a port.
    case listening(port: Int)
    /// It has ended with an exit status.
    case ended(status: Int32)
  }

  private let arguments: [String]
  private let environment: [String: String]
  private let log: String
  private var process: pid_t = 0

  /// - Parameters:
  ///   - data: the data directory.
  ///   - log: the file that gets standard error.
  ///   - environment: variables besides those of this process.
  init(data: String, log: String, flags: [String], environment: [String: String] = [:]) {
    arguments = ["--data", data, "--listen", "127.0.0.1:0", "--loops", "1"] + flags
    self.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    self.log = log
  }

  deinit { kill() }

  /// What the server wrote on standard error.
  var logged: String {
    String(decoding: FileManager.default.contents(atPath: log) ?? Data(), as: UTF8.self)
  }

  /// Starts the server and waits until it serves or has ended.
  func start() throws -> Start {
    precondition(process == 0, "the server runs already")
    var ends: [Int32] = [0, 0]
    // Sockets rather than a pipe: they can be made so that no other child, started meanwhile, inherits them.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Failure("no pair of sockets: \(errno)") }
    defer { close(ends[0]) }
    do {
      defer { close(ends[1]) }
      process = try spawn(output: ends[1])
    }
    var line: [UInt8] = []
    while line.last != UInt8(ascii: "\n") {
      var polled = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, Int32(ChildServer.patience)) > 0 else {
        kill()
        throw Failure("the server neither serves nor ends: \(logged)")
      }
      var byte: UInt8 = 0
      guard read(ends[0], &byte, 1) == 1 else { return .ended(status: try wait()) }
      line.append(byte)
    }
    let text = String(decoding: line, as: UTF8.self)
    let address = text.components(separatedBy: " listens on ").last?.components(separatedBy: ",").first
    guard let port = address?.components(separatedBy: ":").last.flatMap({ Int($0) }) else {
      throw Failure("the server does not say where it listens: \(text)")
    }
    return .listening(port: port)
  }

  private func spawn(output: Int32) throws -> pid_t {
    let program = ServerProcess.programs.appendingPathComponent("arranged").path
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    var strings = ([program] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for string in strings + variables { free(string) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, program, &actions, nil, &strings, &variables)
    guard code == 0 else { throw Failure("\(program) can't be started: \(String(cString: strerror(code)))") }
    return process
  }

  /// Waits until the server has ended by itself; its exit status, or 128 and the number of the signal that
  /// ended it.
  ///
  /// - Throws: where it does not end.
  func wait() throws -> Int32 {
    precondition(process != 0, "the server does not run")
    var status: Int32 = 0
    for _ in 0..<ChildServer.patience {
      if waitpid(process, &status, WNOHANG) == process {
        process = 0
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
      }
      usleep(1_000)
    }
    kill()
    throw Failure("the server does not end: \(logged)")
  }

  /// Asks the server to stop and waits for it; its exit status.
  func stop() throws -> Int32 {
    Foundation.kill(process, SIGTERM)
    return try wait()
  }

  /// Kills the server as `kill -9` does.
  func kill() {
    guard process != 0 else { return }
    var status: Int32 = 0
    Foundation.kill(process, SIGKILL)
    waitpid(process, &status, 0)
    process = 0
  }
}
