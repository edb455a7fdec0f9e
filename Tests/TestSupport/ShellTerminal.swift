internal import Foundation

/// A terminal with a shell, at which a test types.
package final class ShellTerminal {
  /// The requests TIOCSPTLCK and TIOCGPTN of ioctl(2): whether the other end can't be opened, and its number.
  private static let lock: UInt = 0x4004_5431
  private static let number: UInt = 0x8004_5430

  private let end: FileHandle
  private let shell: ChildProcess
  /// What came and was not read yet.
  private var unread: [UInt8] = []

  /// - Parameter environment: variables besides those of this process.
  package init(
    _ program: String = "/bin/bash",
    _ arguments: [String] = ["--norc", "--noprofile", "-i"],
    environment: [String: String] = [:]
  ) throws {
    let end = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (locked, number): (Int32, Int32) = (0, 0)
    guard end >= 0, ioctl(end, ShellTerminal.lock, &locked) == 0,
      ioctl(end, ShellTerminal.number, &number) == 0
    else { throw Failure("there is no terminal: \(errno)") }
    self.end = FileHandle(fileDescriptor: end, closeOnDealloc: true)
    shell = try ChildProcess(
      program,
      arguments,
      environment: ["TERM": "xterm", "LC_ALL": "C", "PS1": "$ "].merging(environment) { $1 },
      terminal: "/dev/pts/\(number)"
    )
  }

  /// Types, as fast as the terminal takes it.
  package func type(_ text: String) throws { try end.write(contentsOf: Data(text.utf8)) }

  /// Reads until a text has come.
  ///
  /// - Returns: what came before it.
  /// - Throws: ``Failure`` where it does not come.
  @discardableResult
  package func read(until text: String) throws -> String {
    let wanted = Array(text.utf8)
    let deadline = ContinuousClock.now + .milliseconds(ChildProcess.patience)
    while true {
      if let place = unread.firstRange(of: wanted) {
        defer { unread.removeSubrange(..<place.upperBound) }
        return String(decoding: unread[..<place.lowerBound], as: UTF8.self)
      }
      var polled = pollfd(fd: end.fileDescriptor, events: Int16(POLLIN), revents: 0)
      var buffer = [UInt8](repeating: 0, count: 65_536)
      guard ContinuousClock.now < deadline, poll(&polled, 1, Int32(ChildProcess.patience)) > 0 else {
        throw Failure("\(text.debugDescription) does not come, but \(seen)")
      }
      let count = Foundation.read(end.fileDescriptor, &buffer, buffer.count)
      guard count > 0 else { throw Failure("the shell has ended, \(seen)") }
      unread += buffer[..<count]
    }
  }

  private var seen: String { String(decoding: unread, as: UTF8.self).debugDescription }
}
