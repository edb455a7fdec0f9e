#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads and writes whole files.
package enum Files {
  private static let chunkSize = 1 << 16
  /// The maximum number of symbolic links in a path, as on Linux.
  private static let maximumLinks = 40

  /// Reads a file, or standard input if the path is `-`.
  ///
  /// - Parameter limit: the maximum size, in bytes.
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

  /// Writes a file atomically, by way of a temporary file. An existing file keeps its mode and, if permitted,
  /// its owner. Symbolic links are followed; devices and pipes are written directly.
  ///
  /// - Parameter body: writes the content to the given output.
  package static func write(
    _ path: String,
    _ body: (any TextOutput) async throws -> Void
  ) async throws {
    let target = try resolved(path)
    let isReplaced = !isSpecial(target)
    let name = isReplaced ? "\(target).\(getpid()).tmp" : target
    var old = stat()
    let exists = isReplaced && stat(target, &old) == 0
    // A file without write permission must not be replaced either.
    if exists, access(target, W_OK) != 0 { throw failure("can't write", path) }
    let descriptor = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, exists ? 0o600 : 0o644)
    guard descriptor >= 0 else { throw failure("can't write", path) }
    do {
      if exists { try keep(old, on: descriptor) }
      try await body(FileOutput(descriptor: descriptor))
      guard isReplaced else {
        close(descriptor)
        return
      }
      guard fsync(descriptor) == 0 else { throw OutputError(number: errno) }
      guard systemRename(name, target) == 0 else { throw OutputError(number: errno) }
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

  /// Renames a file. An existing file with the new name is replaced.
  package static func rename(_ old: String, to new: String) throws(CommandFailure) {
    guard systemRename(old, new) == 0 else { throw failure("can't write", new) }
  }

  /// Removes a file, if it exists.
  package static func remove(_ path: String) { unlink(path) }

  /// Sets the owner and the mode of a file to those of another one.
  private static func keep(_ status: stat, on descriptor: Int32) throws(OutputError) {
    // Only some users may change the owner; the mode is what denies access to others. It is set last, because
    // changing the owner resets parts of it.
    if fchown(descriptor, status.st_uid, status.st_gid) != 0 {
      _ = fchown(descriptor, uid_t.max, status.st_gid)
    }
    guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else { throw OutputError(number: errno) }
  }

  /// The path after following symbolic links, whether the file exists or not.
  private static func resolved(_ path: String) throws(CommandFailure) -> String {
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    var place = path
    for _ in 0..<maximumLinks {
      guard let next = destination(ofLink: place) else { return place }
      let directory = place.lastIndex(of: "/").map { place[...$0] } ?? ""
      place = next.hasPrefix("/") ? next : directory + next
    }
    errno = ELOOP
    throw failure("can't write", path)
  }

  /// The destination of a symbolic link; nil if the path is not one.
  private static func destination(ofLink path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = bytes.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { readlink(path, $0, bytes.count) } ?? -1
    }
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }

  /// Whether the path exists and is not a regular file.
  private static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  private static func failure(_ what: String, _ path: String) -> CommandFailure {
    CommandFailure(.file, "\(what) \(name(path)): \(systemMessage(errno))")
  }

  /// The name of a file in messages.
  package static func name(_ path: String) -> String { path == "-" ? "standard input" : path }
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, bytes.baseAddress, bytes.count)
}

private func systemRename(_ old: String, _ new: String) -> CInt { rename(old, new) }
