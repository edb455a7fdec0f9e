package import Foundation
import Synchronization

/// A real `arranged` in a separate process, which a test can stop, kill and restart on the same data.
package final class ServerProcess: @unchecked Sendable {

  /// The directory of the programs built with this run of the tests.
  package static let programs = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  package let data: URL
  package private(set) var port = 0
  private var process: ChildProcess?
  /// Output after the line with the address is not read, but can be written.
  private var output: FileHandle
  private let flags: [String]
  private let environment: [String: String]
  private let largestFile: Int?
  private let descriptors: Int?
  private let ownsData: Bool

  /// Starts a server on a fresh directory, or on a given one.
  ///
  /// - Parameter largestFile: how large a file the process may write, in KiB: a disk that is soon full.
  package convenience init(_ flags: String..., data: URL? = nil, largestFile: Int? = nil) throws {
    try self.init(flags: flags, data: data, largestFile: largestFile)
  }

  /// Starts a server on a fresh directory, or on a given one.
  ///
  /// - Parameters:
  ///   - largestFile: how large a file the process may write, in KiB: a disk that is soon full.
  ///   - descriptors: how many descriptors the process may have.
  ///   - environment: variables besides those of this process.
  package init(
    flags: [String],
    data: URL? = nil,
    largestFile: Int? = nil,
    descriptors: Int? = nil,
    environment: [String: String] = [:]
  ) throws {
    self.flags = flags
    self.environment = environment
    self.largestFile = largestFile
    self.descriptors = descriptors
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

  package var pid: Int32 { process?.id ?? 0 }

  /// What the server has written on standard error.
  private let log = Log()

  private final class Log: Sendable {
    let text = Mutex("")
  }

  package var logged: String { log.text.withLock { $0 } }

  /// A shell command that closes the descriptors inherited from the tests, which would count against a limit.
  package static let closingInherited =
    #"for f in /proc/$$/fd/*; do f=${f##*/}; [ "$f" -le 2 ] || eval "exec $f>&-"; done; "#

  /// Restarts the server after it ended, on the same port.
  package func start() throws {
    var program = ServerProcess.programs.appendingPathComponent("arranged").path
    // A server whose lists are in a database has no directory.
    let place =
      flags.contains("--journal") || environment["ARRANGE_JOURNAL"] != nil ? [] : ["--data", data.path]
    // Where other tests keep all threads busy, a client made by hand may not come to read a PING for minutes.
    let keepalive = flags.contains("--keepalive-seconds") ? [] : ["--keepalive-seconds", "0"]
    var arguments = place + ["--listen", "127.0.0.1:\(port)"] + keepalive + flags
    let limits = [largestFile.map { "ulimit -f \($0)" }, descriptors.map { "ulimit -n \($0)" }].compactMap(
      \.self
    )
    if !limits.isEmpty {
      arguments =
        [
          "-c", "\(ServerProcess.closingInherited)\(limits.joined(separator: "; ")); exec \"$0\" \"$@\"",
          program,
        ] + arguments
      program = "/bin/bash"
    }
    let (output, errors) = (try ChildPipe(), try ChildPipe())
    let process = try ChildProcess(
      program,
      arguments,
      environment: environment,
      output: .to(output.writing),
      errors: .to(errors.writing)
    )
    try output.writing.close()
    try errors.writing.close()
    (self.process, self.output) = (process, output.reading)
    let log = log
    let logEnd = DispatchSemaphore(value: 0)
    let handle = errors.reading
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
    guard let port = try ServerProcess.port(saidOn: output.reading) else {
      let ending = try process.wait()
      logEnd.wait()
      throw Failure("the server ended with \(ending): \(logged)")
    }
    self.port = port
  }

  /// Reads the line with which a server says where it listens; nil if it ends before.
  package static func port(saidOn output: FileHandle) throws -> Int? {
    var line: [UInt8] = []
    while line.last != UInt8(ascii: "\n") {
      var polled = pollfd(fd: output.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, Int32(ChildProcess.patience)) > 0 else {
        throw Failure("the server neither serves nor ends")
      }
      var byte: UInt8 = 0
      guard Foundation.read(output.fileDescriptor, &byte, 1) == 1 else { return nil }
      line.append(byte)
    }
    let text = String(decoding: line, as: UTF8.self)
    let address = text.components(separatedBy: " listens on ").last?.components(separatedBy: ",").first
    guard let port = address?.components(separatedBy: ":").last.flatMap({ Int($0) }) else {
      throw Failure("the server does not say where it listens: \(text)")
    }
    return port
  }

  /// Kills the server as `kill -9` does and waits until it is gone.
  package func kill() { process?.kill() }

  /// Asks the server to stop.
  package func terminate() { process?.send(SIGTERM) }

  /// Waits until the server has ended; its exit status.
  package func waitUntilExit() throws -> Int32 {
    guard let process else { throw Failure("the server was not started") }
    return try process.wait().code
  }

  /// The timeout of a program: it works, in parallel with all other tests.
  private static let longestRun = Duration.seconds(300)

  /// Runs a program of this build and waits for it.
  package static func run(
    _ program: String,
    _ arguments: [String],
    input: String = "",
    environment: [String: String] = [:]
  ) throws -> (status: Int32, output: String, errors: String) {
    let path = program.hasPrefix("/") ? program : programs.appendingPathComponent(program).path
    let (output, errors, stdin) = (try ChildPipe(), try ChildPipe(), try ChildPipe())
    let process = try ChildProcess(
      path,
      arguments,
      environment: environment,
      input: stdin.reading,
      output: .to(output.writing),
      errors: .to(errors.writing)
    )
    try output.writing.close()
    try errors.writing.close()
    try stdin.reading.close()
    try stdin.writing.write(contentsOf: Data(input.utf8))
    try stdin.writing.close()
    let text = try read([output.reading, errors.reading])
    return (try process.wait().code, text[0], text[1])
  }

  /// Reads several handles until the end of each, all of them together so that none fills up.
  ///
  /// - Throws: ``Failure`` where it takes longer than one run may take.
  private static func read(_ handles: [FileHandle]) throws -> [String] {
    let deadline = ContinuousClock.now + longestRun
    var descriptors = handles.map { pollfd(fd: $0.fileDescriptor, events: Int16(POLLIN), revents: 0) }
    var bytes = handles.map { _ in Data() }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while descriptors.contains(where: { $0.fd >= 0 }) {
      guard ContinuousClock.now < deadline else { throw Failure("not done after \(longestRun)") }
      guard poll(&descriptors, nfds_t(descriptors.count), 1_000) > 0 else { continue }
      for place in descriptors.indices where descriptors[place].revents != 0 {
        let count = Foundation.read(descriptors[place].fd, &buffer, buffer.count)
        if count > 0 { bytes[place] += buffer[..<count] } else { descriptors[place].fd = -1 }
      }
    }
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }
}

/// The reason why a test can't continue.
package struct Failure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
