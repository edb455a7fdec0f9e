#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The output of a library to a standard stream, which belongs to the program that has loaded it.
struct LibraryStream {
  /// The name of the stream.
  let name: String
  /// The descriptor to read from, which is non-blocking.
  let descriptor: Int32
  /// Whether the end of the stream was reached.
  private(set) var isAtEnd = false
  /// Whether output was reported.
  private var isTold = false

  /// The maximum number of characters of the output that are reported.
  private static let maximumShown = 60

  init(name: String, descriptor: Int32) {
    self.name = name
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Reads the output so far.
  ///
  /// - Returns: its beginning, the first time that there is any.
  mutating func drain() -> String? {
    var first: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while !isAtEnd {
      let count = buffer.withUnsafeMutableBytes { LibraryStream.read(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      if count < 0 { break }
      if first.isEmpty { first = Array(buffer[..<count]) }
      isAtEnd = count == 0
    }
    guard !isTold, !first.isEmpty else { return nil }
    isTold = true
    return String(String(decoding: first, as: UTF8.self).printable.prefix(LibraryStream.maximumShown))
  }

  static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      Musl.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }
}

func systemClose(_ descriptor: Int32) { _ = close(descriptor) }
