#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A destination of text: standard output, standard error, or an array in tests.
package protocol TextOutput: Sendable {
  func write(_ bytes: [UInt8]) throws(OutputError)

  /// Whether the reader is gone, so that nobody can read what is written.
  var isAbandoned: Bool { get }
}

extension TextOutput {
  package var isAbandoned: Bool { false }
}

/// Why text could not be written.
package struct OutputError: Error, Sendable {
  /// The error number of the system.
  package var number: Int32

  package init(number: Int32) { self.number = number }

  /// The error if the reader is gone.
  static let brokenPipe = OutputError(number: EPIPE)

  /// Whether the reader is gone, as with `arrange show board | head`.
  package var isBrokenPipe: Bool { number == EPIPE }

  package var reason: String { systemMessage(number) }
}

/// An open file.
package struct FileOutput: TextOutput {
  package let descriptor: Int32

  package init(descriptor: Int32) { self.descriptor = descriptor }

  package func write(_ bytes: [UInt8]) throws(OutputError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { systemWrite(descriptor, $0) }
      if written < 0 {
        switch errno {
        case EINTR: continue
        // Another program that shares the terminal or the pipe may have made it non-blocking.
        case EAGAIN: _ = poll(for: Int16(POLLOUT), milliseconds: -1)
        default: throw OutputError(number: errno)
        }
        continue
      }
      rest = rest.dropFirst(written)
    }
  }

  package var isAbandoned: Bool { poll(for: 0, milliseconds: 0) & Int16(POLLERR | POLLHUP) != 0 }

  /// Waits until the file is ready for one of the events, or fails.
  ///
  /// - Parameter milliseconds: the maximum time to wait; -1 for no limit.
  /// - Returns: the events that occurred.
  private func poll(for events: Int16, milliseconds: Int32) -> Int16 {
    var file = pollfd(fd: descriptor, events: events, revents: 0)
    return systemPoll(&file, 1, milliseconds) > 0 ? file.revents : 0
  }
}

private func systemPoll(_ files: UnsafeMutablePointer<pollfd>, _ count: nfds_t, _ time: Int32) -> Int32 {
  poll(files, count, time)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

/// The system's text for an error number.
func systemMessage(_ number: Int32) -> String {
  strerror(number).map { String(cString: $0) } ?? "error \(number)"
}
