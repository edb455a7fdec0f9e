#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a library writes to a standard stream, which belongs to the program that has loaded it.
struct LibraryStream {
  /// What the stream is called.
  let name: String
  /// Where it is read; reading never waits.
  let descriptor: Int32
  /// Whether nothing will come any more.
  private(set) var isAtEnd = false
  /// Whether something of it was told.
  private var isTold = false

  /// The most characters of what was written that are told.
  private static let mostTold = 60

  init(name: String, descriptor: Int32) {
    self.name = name
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Takes in what was written.
  ///
  /// - Returns: the beginning of it, the first time that there is something.
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
    return String(String(decoding: first, as: UTF8.self).printable.prefix(LibraryStream.mostTold))
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
