#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Whole files.
package enum Files {
  private static let chunkSize = 1 << 16

  /// Reads a file, or standard input where the path is `-`.
  ///
  /// - Parameter limit: the most bytes to take.
  package static func read(_ path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("can't open", path) }
    defer { if path != "-" { close(descriptor) } }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: chunkSize)
    while true {
      let count = chunk.withUnsafeMutableBytes { systemRead(descriptor, $0) }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure("can't read", path)
      }
      if count == 0 { return bytes }
      guard bytes.count + count <= limit else {
        throw CommandFailure(.invalid, "\(name(path)) has more than \(limit) bytes; split it")
      }
      bytes.append(contentsOf: chunk[..<count])
    }
  }

  /// Writes a file by way of a temporary one, so that there is never half a file. Devices and pipes, and
  /// what a link points to, are written as they are.
  ///
  /// - Parameter body: writes the content to the output that it is given.
  package static func write(
    _ path: String,
    _ body: (any TextOutput) async throws -> Void
  ) async throws {
    let target = resolved(path)
    let isReplaced = !isSpecial(target)
    let name = isReplaced ? "\(target).\(getpid()).tmp" : target
    let descriptor = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure("can't write", path) }
    do {
      try await body(FileOutput(descriptor: descriptor))
      guard isReplaced else {
        close(descriptor)
        return
      }
      guard fsync(descriptor) == 0 else { throw OutputError(number: errno) }
      guard rename(name, target) == 0 else { throw OutputError(number: errno) }
      close(descriptor)
    } catch {
      close(descriptor)
      if isReplaced { unlink(name) }
      if let error = error as? OutputError {
        throw CommandFailure(.file, "can't write \(path): \(error.reason)")
      }
      throw error
    }
  }

  /// The path behind symbolic links; the path itself where there is no such file yet.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Whether there is something at a path that is no ordinary file.
  private static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  private static func failure(_ what: String, _ path: String) -> CommandFailure {
    CommandFailure(.file, "\(what) \(name(path)): \(systemMessage(errno))")
  }

  /// A path as messages name it.
  package static func name(_ path: String) -> String { path == "-" ? "standard input" : path }
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, bytes.baseAddress, bytes.count)
}
