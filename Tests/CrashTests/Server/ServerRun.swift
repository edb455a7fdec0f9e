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
      while !accepts() {
        guard process.ending == nil else { return false }
        usleep(500)
      }
      return true
    }
  }

  private func accepts() -> Bool {
    let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
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
