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
  /// How many links a path may lead through, as on Linux.
  private static let maximumLinks = 40

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

  /// Writes a file by way of a temporary one, so that there is never half a file. A file that is there keeps its
  /// mode and, where that is allowed, its owner. Devices and pipes, and what a link points to, are written as they
  /// are.
  ///
  /// - Parameter body: writes the content to the output that it is given.
  package static func write(
    _ path: String,
    _ body: (any TextOutput) async throws -> Void
  ) async throws {
    let target = try resolved(path)
    let isReplaced = !isSpecial(target)
    let name = isReplaced ? "\(target).\(getpid()).tmp" : target
    var old = stat()
    let isThere = isReplaced && stat(target, &old) == 0
    // Nobody replaces what he may not write.
    if isThere, access(target, W_OK) != 0 { throw failure("can't write", path) }
    let descriptor = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, isThere ? 0o600 : 0o644)
    guard descriptor >= 0 else { throw failure("can't write", path) }
    do {
      if isThere { try keep(old, on: descriptor) }
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

  /// Gives a file another name, in the place of a file that is there.
  package static func rename(_ old: String, to new: String) throws(CommandFailure) {
    guard systemRename(old, new) == 0 else { throw failure("can't write", new) }
  }

  /// Removes a file, if it is there.
  package static func remove(_ path: String) { unlink(path) }

  /// Gives a file the owner and the mode of another one.
  private static func keep(_ status: stat, on descriptor: Int32) throws(OutputError) {
    // Only some may give files away; the mode is what keeps others out. It is set last, since a new owner changes it.
    if fchown(descriptor, status.st_uid, status.st_gid) != 0 {
      _ = fchown(descriptor, uid_t.max, status.st_gid)
    }
    guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else { throw OutputError(number: errno) }
  }

  /// The path behind symbolic links, whether there is something or not.
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

  /// What a symbolic link says; nil where there is none.
  private static func destination(ofLink path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = bytes.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { readlink(path, $0, bytes.count) } ?? -1
    }
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
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

private func systemRename(_ old: String, _ new: String) -> CInt { rename(old, new) }
