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

  /// The permissions of a file that is written.
  package enum Permissions: Sendable {
    /// Those of the existing file; everybody may read a new one.
    case kept
    /// Only the owner may read it, whatever an existing file allows.
    case ownerOnly
  }

  /// Writes a file. A plain file is written atomically, by way of a temporary file beside it, and an existing
  /// one keeps its owner if permitted. Symbolic links are followed; devices, pipes and open descriptors such
  /// as `/dev/fd/3` are written directly.
  ///
  /// - Parameters:
  ///   - check: called with the path of a plain file's new content before that gets its name.
  ///   - body: writes the content to the given output.
  package static func write(
    _ path: String,
    permissions: Permissions = .kept,
    check: (String) throws -> Void = { _ in },
    _ body: (any TextOutput) async throws -> Void
  ) async throws {
    // The links of descriptors lead to names that are not paths, so this comes before links are followed.
    if let descriptor = try openSpecial(path) {
      defer { close(descriptor) }
      return try await writing(path) { try await body(FileOutput(descriptor: descriptor)) }
    }
    let target = try resolved(path)
    let name = "\(target).\(getpid()).tmp"
    var old = stat()
    let exists = stat(target, &old) == 0
    // A file without write permission must not be replaced either.
    if exists, access(target, W_OK) != 0 { throw failure("can't write", path) }
    let mode: mode_t = exists || permissions == .ownerOnly ? 0o600 : 0o644
    unlink(name)
    let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
    guard descriptor >= 0 else { throw failure("can't write", path) }
    defer { close(descriptor) }
    do {
      try await writing(path) {
        if exists { try keep(old, permissions, on: descriptor) }
        try await body(FileOutput(descriptor: descriptor))
        guard fsync(descriptor) == 0 else { throw OutputError(number: errno) }
      }
      try check(name)
      guard systemRename(name, target) == 0 else { throw failure("can't write", path) }
    } catch {
      unlink(name)
      throw error
    }
  }

  /// Whether a path is standard output: `-`, or one of its names.
  package static func isStandardOutput(_ path: String) -> Bool { path == "-" || descriptor(named: path) == 1 }

  /// Runs a closure that writes a file; its errors name the file.
  private static func writing(_ path: String, _ body: () async throws -> Void) async throws {
    do { try await body() } catch let error as OutputError {
      throw CommandFailure(.file, "can't write \(path): \(error.reason)")
    }
  }

  /// A descriptor for what is not a plain file; nil if the path is one, or nothing is there.
  private static func openSpecial(_ path: String) throws(CommandFailure) -> CInt? {
    let own = descriptor(named: path)
    guard own != nil || isSpecial(path) else { return nil }
    // Opening a descriptor by its name would fail for a socket, and begin a redirected file anew.
    let descriptor = own.map { fcntl($0, F_DUPFD_CLOEXEC, 0) } ?? open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("can't write", path) }
    return descriptor
  }

  /// The descriptor of this process that a path names; nil for other paths.
  private static func descriptor(named path: String) -> CInt? {
    switch path {
    case "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default: break
    }
    for prefix in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(prefix) {
      return CInt(path.dropFirst(prefix.count))
    }
    return nil
  }

  /// Opens a file for reading from its beginning, more than once if needed: `-` is standard input, and what is
  /// not a plain file is copied to a temporary one without a name.
  ///
  /// - Returns: a descriptor, which the caller closes.
  package static func openRepeatable(_ path: String) throws(CommandFailure) -> CInt {
    let source = path == "-" ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw failure("can't read", path) }
    var status = stat()
    if fstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG { return source }
    defer { close(source) }
    let directory = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(directory)/arrange.XXXXXX".utf8CString)
    let copy = mkstemp(&template)
    guard copy >= 0 else { throw failure("can't make a temporary file in", directory) }
    unlink(template)
    let output = FileOutput(descriptor: copy)
    var chunk = [UInt8](repeating: 0, count: chunkSize)
    while true {
      let count = chunk.withUnsafeMutableBytes { systemRead(source, $0) }
      if count < 0, errno == EINTR { continue }
      if count == 0 { return copy }
      do {
        guard count > 0 else { throw failure("can't read", path) }
        try output.write(Array(chunk[..<count]))
      } catch {
        close(copy)
        guard let error = error as? OutputError else {
          throw error as? CommandFailure ?? CommandFailure(.file, "can't read \(name(path))")
        }
        throw CommandFailure(.file, "can't keep \(name(path)) in \(directory): \(error.reason); set TMPDIR")
      }
    }
  }

  /// Sets the owner, and the mode if it is kept, of a file to those of another one.
  private static func keep(
    _ status: stat,
    _ permissions: Permissions,
    on descriptor: Int32
  ) throws(OutputError) {
    // Only some users may change the owner; the mode is what denies access to others. It is set last, because
    // changing the owner resets parts of it.
    if fchown(descriptor, status.st_uid, status.st_gid) != 0 {
      _ = fchown(descriptor, uid_t.max, status.st_gid)
    }
    let mode = permissions == .ownerOnly ? 0o600 : status.st_mode & 0o7777
    guard fchmod(descriptor, mode) == 0 else { throw OutputError(number: errno) }
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
