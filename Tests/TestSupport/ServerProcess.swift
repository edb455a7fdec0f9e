package import Foundation
import Synchronization

/// A real `arranged` in a process of its own, which a test can stop, kill and start again on the same data.
package final class ServerProcess: @unchecked Sendable {

  /// Where the programs are that this run of the tests belongs to.
  package static let programs = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  package let data: URL
  package private(set) var port = 0
  private var process = Process()
  private var output: FileHandle
  private let flags: [String]
  private let largestFile: Int?
  private let ownsData: Bool

  /// Starts a server on a fresh directory, or on a given one.
  ///
  /// - Parameter largestFile: how large a file the process may write, in KiB: a disk that is soon full.
  package convenience init(_ flags: String..., data: URL? = nil, largestFile: Int? = nil) throws {
    try self.init(flags: flags, data: data, largestFile: largestFile)
  }

  /// Starts a server on a fresh directory, or on a given one.
  ///
  /// - Parameter largestFile: how large a file the process may write, in KiB: a disk that is soon full.
  package init(flags: [String], data: URL? = nil, largestFile: Int? = nil) throws {
    self.flags = flags
    self.largestFile = largestFile
    ownsData = data == nil
    output = .nullDevice
    self.data =
      data
      ?? FileManager.default.temporaryDirectory.appendingPathComponent("arrange-\(UUID().uuidString)")
    try start()
  }

  deinit {
    kill()
    if ownsData { try? FileManager.default.removeItem(at: data) }
  }

  package var pid: Int32 { process.processIdentifier }

  /// What the server has written on standard error.
  private let log = Log()

  private final class Log: Sendable {
    let text = Mutex("")
  }

  package var logged: String { log.text.withLock { $0 } }

  /// Starts the server again after it ended, at the port that it had.
  package func start() throws {
    process = Process()
    let program = ServerProcess.programs.appendingPathComponent("arranged")
    let arguments = ["--data", data.path, "--listen", "127.0.0.1:\(port)"] + flags
    if let largestFile {
      process.executableURL = URL(fileURLWithPath: "/bin/bash")
      process.arguments = ["-c", "ulimit -f \(largestFile); exec \"$0\" \"$@\"", program.path] + arguments
    } else {
      process.executableURL = program
      process.arguments = arguments
    }
    let (output, errors) = (try ChildPipe(), try ChildPipe())
    process.standardOutput = output.writing
    process.standardError = errors.writing
    self.output = output.reading
    let log = log
    let logEnd = DispatchSemaphore(value: 0)
    let handle = errors.reading
    try process.run()
    try output.writing.close()
    try errors.writing.close()
    // A thread, which holds the handle until the end. The source of events behind `readabilityHandler` may outlive it,
    // and then libdispatch crashes.
    Thread.detachNewThread {
      while true {
        let data = handle.availableData
        guard !data.isEmpty else { break }
        log.text.withLock { $0 += String(decoding: data, as: UTF8.self) }
      }
      logEnd.signal()
    }
    port = try readPort(logEnd)
  }

  /// Reads the line with which the server says where it listens.
  ///
  /// - Parameter logEnd: is signalled when all that the server wrote on standard error was read.
  private func readPort(_ logEnd: DispatchSemaphore) throws -> Int {
    var line = ""
    while !line.hasSuffix("\n") {
      guard let byte = try output.read(upToCount: 1), !byte.isEmpty else {
        process.waitUntilExit()
        logEnd.wait()
        throw Failure("the server ended with status \(process.terminationStatus): \(logged)")
      }
      line += String(decoding: byte, as: UTF8.self)
    }
    let address = line.components(separatedBy: " listens on ").last ?? ""
    guard let port = Int(address.components(separatedBy: ",")[0].components(separatedBy: ":").last ?? "")
    else {
      throw Failure("the server does not say where it listens: \(line)")
    }
    return port
  }

  /// Kills the server as `kill -9` does and waits until it is gone.
  package func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Asks the server to stop.
  package func terminate() { process.terminate() }

  /// Waits until the server has ended; its exit status.
  package func waitUntilExit() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Runs a program of this build and waits for it.
  package static func run(
    _ program: String,
    _ arguments: [String],
    input: String = "",
    environment: [String: String] = [:]
  ) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL =
      program.hasPrefix("/") ? URL(fileURLWithPath: program) : programs.appendingPathComponent(program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let (output, errors, stdin) = (try ChildPipe(), try ChildPipe(), try ChildPipe())
    process.standardOutput = output.writing
    process.standardError = errors.writing
    process.standardInput = stdin.reading
    try process.run()
    try output.writing.close()
    try errors.writing.close()
    try stdin.reading.close()
    let reader = ErrorReader(errors.reading)
    try stdin.writing.write(contentsOf: Data(input.utf8))
    try stdin.writing.close()
    let text = String(decoding: try output.reading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text, reader.wait())
  }

  /// Reads standard error beside standard output, so that neither pipe fills up.
  private final class ErrorReader: @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private var text = ""

    init(_ handle: FileHandle) {
      DispatchQueue.global().async {
        self.text = String(decoding: (try? handle.readToEnd()) ?? Data(), as: UTF8.self)
        self.done.signal()
      }
    }

    func wait() -> String {
      done.wait()
      return text
    }
  }
}

/// Why a test can't go on.
package struct Failure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
