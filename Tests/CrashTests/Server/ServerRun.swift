import Foundation
import TestSupport

/// One run of a real `arranged`, from its start to its end: started without waiting, so that it can be killed at
/// any moment, also before it listens.
final class ServerRun: Sendable {
  private let process: ChildProcess
  private let socket: String

  /// Starts a server that listens on a Unix socket and appends what it says to a log.
  init(_ arguments: [String], socket: String, log: String) throws {
    let program = ServerProcess.programs.appendingPathComponent("arranged").path
    do {
      process = try ChildProcess(program, arguments, output: .file(log), errors: .file(log))
    } catch {
      throw Violation(.broken, "\(error)")
    }
    self.socket = socket
  }

  func send(_ signal: Int32) { process.send(signal) }

  /// Waits until the server accepts connections; false where it ends before.
  func isListening() async -> Bool {
    await ServerRun.blocking { [self] in
      while !UnixSocket.accepts(socket) {
        guard process.ending == nil else { return false }
        usleep(500)
      }
      return true
    }
  }

  /// Waits until the process is gone.
  func ending() async throws -> ChildProcess.Ending {
    let ending = await ServerRun.blocking { [self] in Result { try process.wait() } }
    return try ending.get()
  }

  /// Sees to it that nothing is left of the process.
  func destroy() async { await ServerRun.blocking { [self] in process.kill() } }

  /// Waits for what blocks on a thread of its own.
  static func blocking<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }
}
