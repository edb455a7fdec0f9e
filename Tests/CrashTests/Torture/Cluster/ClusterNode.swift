import Foundation
import Synchronization
import TestSupport

/// A node: an `arranged` in a network namespace and a pid namespace of its own, which is started again whenever it ends.
///
/// In its pid namespace it can't see whether the process of another node is dead, as if each were on a machine of its own.
final class ClusterNode: Sendable {
  /// How a node ended without having been told to.
  struct Ended: Sendable {
    let ending: ChildProcess.Ending
    /// Whether a server that works may end so: it does not start without the database, say, or was asked to stop, and does
    /// not crash.
    var isOrderly: Bool {
      // 70 is a mistake of the server's own.
      ending.code < 128 && ending.code != 70 || ending.code == 128 + SIGTERM
    }
  }

  private struct State {
    /// The process that has made the namespaces.
    var process: ChildProcess?
    var isWanted = false
    /// When it is to be started again, after an end that nobody wanted.
    var isEnded = false
    var ended: [Ended] = []
  }

  /// How often is looked whether it runs, and how long after an end it is started again, in microseconds.
  private static let interval: UInt32 = 20_000
  private static let restartDelay: UInt32 = 200_000

  /// How often is looked whether the server's process has been made, in microseconds.
  private static let startInterval: UInt32 = 1_000

  let name: String
  let socket: String
  let log: String
  private let words: [String]
  private let input: ChildPipe
  private let state = Mutex(State())

  /// - Parameters:
  ///   - entering: the words before a program that is to run in the network namespace.
  ///   - environment: variables of the server, each as NAME=VALUE.
  init(
    _ name: String,
    in directory: URL,
    entering: [String],
    environment: [String],
    arguments: [String]
  ) throws {
    self.name = name
    input = try ChildPipe()
    socket = directory.appending(path: "\(name).socket").path
    log = directory.appending(path: "\(name).log").path
    let program = ServerProcess.programs.appending(path: "arranged").path
    // The first process of a namespace gets no signals that it does not handle yet: that is a shell. The server ends with the
    // tests, in whatever way these end, since its other child then reads the end of its input.
    let script = """
      exec 3<&0; "$@" 3<&- & server=$!
      { cat <&3 >/dev/null; kill -KILL $server; } & exec 3<&-; wait $server
      """
    let shell = ["/bin/sh", "-c", script, "sh", "/usr/bin/env"]
    words =
      entering + ["/usr/bin/unshare", "--pid", "--fork", "--kill-child=KILL", "--mount-proc", "--"] + shell
      + environment + [program] + arguments
    Thread.detachNewThread { [weak self] in
      while let node = self, node.supervise() { usleep(ClusterNode.interval) }
    }
  }

  /// Those ends that nobody wanted.
  var ended: [Ended] { state.withLock { $0.ended } }

  /// Starts it; it need not listen yet.
  func start() throws {
    try state.withLock { state in
      state.isWanted = true
      try start(&state)
    }
  }

  private func start(_ state: inout State) throws {
    state.process = try ChildProcess(
      words[0],
      Array(words.dropFirst()),
      input: input.reading,
      output: .file(log),
      errors: .file(log)
    )
  }

  /// Starts the server again where it has ended by itself. Returns false when nobody needs it any more.
  private func supervise() -> Bool {
    let isDown = state.withLock { state -> Bool? in
      guard !state.isEnded else { return nil }
      guard state.isWanted, let ending = state.process?.ending else { return false }
      state.ended.append(Ended(ending: ending))
      state.process = nil
      return true
    }
    guard let isDown else { return false }
    guard isDown else { return true }
    usleep(ClusterNode.restartDelay)
    state.withLock { state in
      if state.isWanted, !state.isEnded, state.process == nil { try? start(&state) }
    }
    return true
  }

  // MARK: Faults

  /// Stands still until ``resume()``.
  func pause() { state.withLock { ClusterNode.send(SIGSTOP, $0.process) } }

  func resume() { state.withLock { ClusterNode.send(SIGCONT, $0.process) } }

  /// Kills it as `kill -9` does. It is not started again before ``start()``.
  func kill() {
    state.withLock { state in
      state.isWanted = false
      ClusterNode.send(SIGKILL, state.process)
      state.process.take()?.kill()
    }
  }

  /// Asks it to stop, and waits until it has. It is not started again before ``start()``.
  func stop() throws -> ChildProcess.Ending? {
    let process = state.withLock { state -> ChildProcess? in
      state.isWanted = false
      ClusterNode.send(SIGTERM, state.process)
      return state.process
    }
    let ending = try process?.wait()
    state.withLock { if $0.process === process { $0.process = nil } }
    return ending
  }

  /// Ends everything.
  func end() {
    kill()
    state.withLock { $0.isEnded = true }
  }

  /// Sends a signal to the server, which is the first child of the shell. Waits until there is one.
  private static func send(_ signal: Int32, _ process: ChildProcess?) {
    while let process, process.ending == nil {
      if let server = children(of: process.id).first.flatMap({ children(of: $0).first }) {
        _ = Foundation.kill(server, signal)
        break
      }
      usleep(ClusterNode.startInterval)
    }
  }

  /// The children of a process.
  private static func children(of id: pid_t) -> [pid_t] {
    let text = try? String(contentsOfFile: "/proc/\(id)/task/\(id)/children", encoding: .utf8)
    return (text ?? "").split(separator: " ").compactMap { pid_t($0) }
  }
}
