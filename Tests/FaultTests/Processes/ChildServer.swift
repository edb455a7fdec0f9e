import Foundation
import TestSupport

/// A real `arranged` that may refuse to start and may end by itself, and whose disk may fail.
///
/// One thread at a time uses it. It is made for thousands of starts: starting and waiting cost no more than the
/// process does.
final class ChildServer {
  /// The outcome of a start.
  enum Start {
    /// It serves at a port.
    case listening(port: Int)
    /// It has ended with an exit status.
    case ended(status: Int32)
  }

  private let arguments: [String]
  private let environment: [String: String]
  private let log: String
  private var process: ChildProcess?

  /// - Parameters:
  ///   - data: the data directory.
  ///   - log: the file that gets standard error.
  ///   - environment: variables besides those of this process.
  init(data: String, log: String, flags: [String], environment: [String: String] = [:]) {
    arguments = ["--data", data, "--listen", "127.0.0.1:0", "--loops", "1"] + flags
    self.environment = environment
    self.log = log
  }

  deinit { kill() }

  /// What the server wrote on standard error.
  var logged: String {
    String(decoding: FileManager.default.contents(atPath: log) ?? Data(), as: UTF8.self)
  }

  /// Starts the server and waits until it serves or has ended.
  func start() throws -> Start {
    precondition(process == nil, "the server runs already")
    let output = try ChildPipe()
    process = try ChildProcess(
      ServerProcess.programs.appendingPathComponent("arranged").path,
      arguments,
      environment: environment,
      output: .to(output.writing),
      errors: .file(log)
    )
    try output.writing.close()
    guard let port = try ServerProcess.port(saidOn: output.reading) else { return .ended(status: try wait()) }
    return .listening(port: port)
  }

  /// Waits until the server has ended by itself; its exit status, or 128 and the number of the signal that
  /// ended it.
  ///
  /// - Throws: if it does not end.
  func wait() throws -> Int32 {
    guard let process else { preconditionFailure("the server does not run") }
    defer { self.process = nil }
    do {
      return try process.wait().code
    } catch {
      throw Failure("\(error): \(logged)")
    }
  }

  /// Asks the server to stop and waits for it; its exit status.
  func stop() throws -> Int32 {
    process?.send(SIGTERM)
    return try wait()
  }

  /// Kills a server that records its changes of the disk, between two of them: after `kill -9` the last one may be there
  /// and its record missing or cut off.
  ///
  /// - Returns: the exit status of one that ended by itself before; nil where it was killed.
  func killRecording() throws -> Int32? {
    process?.send(SIGUSR2)
    let status = try wait()
    return status == 128 + SIGKILL ? nil : status
  }

  /// Kills the server as `kill -9` does.
  func kill() {
    process?.kill()
    process = nil
  }

  /// Has `arranged verify` check a data directory whose server has ended.
  ///
  /// - Throws: a ``Violation`` if it finds anything wrong.
  static func verify(_ data: String) throws {
    let run = try ServerProcess.run("arranged", ["verify", "--quiet", "--data", data])
    guard run.status == 0 else { throw Violation("arranged verify finds: \(run.output)\(run.errors)") }
  }
}
