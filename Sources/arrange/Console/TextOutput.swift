#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where text goes: standard output, standard error, or an array in tests.
package protocol TextOutput: Sendable {
  func write(_ bytes: [UInt8]) throws(OutputError)
}

/// Why text could not be written.
package struct OutputError: Error, Sendable {
  /// The number of the system's error.
  package var number: Int32

  package init(number: Int32) { self.number = number }

  /// Whether the reader has gone, as with `arrange show board | head`.
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
        if errno == EINTR { continue }
        throw OutputError(number: errno)
      }
      rest = rest.dropFirst(written)
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

/// The system's text for the number of an error.
func systemMessage(_ number: Int32) -> String {
  strerror(number).map { String(cString: $0) } ?? "error \(number)"
}
