package import Engine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The directory of a journal, locked for this process as long as the value lives.
package final class JournalDirectory: Sendable {
  /// The name of the file that is locked. It holds the process id of the server that has the lock.
  package static let lockName = "LOCK"
  /// The permissions of a directory that is made here: its owner's only.
  private static let permissions: mode_t = 0o700

  package let path: String
  private let descriptor: CInt

  /// Makes the directory where there is none, and locks it.
  ///
  /// - Throws: ``JournalError/Code/inUse`` where another server has it, otherwise
  ///   ``JournalError/Code/unusable``.
  package init(_ path: String) throws(JournalError) {
    try JournalDirectory.make(path)
    let lock = path + "/" + JournalDirectory.lockName
    let descriptor = open(lock, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw JournalError(.unusable, "the data directory \(path) can't be written: \(describe(errno))")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      let owner = JournalDirectory.owner(descriptor)
      _ = Self.close(descriptor)
      guard code == EWOULDBLOCK else {
        throw JournalError(.unusable, "the data directory \(path) can't be locked: \(describe(code))")
      }
      let process = owner.map { " with process id \($0)" } ?? ""
      throw JournalError(
        .inUse,
        "the data directory \(path) is in use by the server\(process); "
          + "stop that server, or give this one another data directory"
      )
    }
    // The process id is for people; the lock alone decides, and it ends with the process.
    let text = Array("\(getpid())\n".utf8)
    _ = ftruncate(descriptor, 0)
    _ = pwrite(descriptor, text, text.count, 0)
    self.path = path
    self.descriptor = descriptor
  }

  /// Unlocks and closes. To close alone would not do: where the process starts another one just now, that has the open
  /// file as well, and with it the lock, until it runs its program.
  deinit {
    _ = flock(descriptor, LOCK_UN)
    _ = Self.close(descriptor)
  }

  static func close(_ descriptor: CInt) -> CInt {
    #if canImport(Glibc)
      Glibc.close(descriptor)
    #elseif canImport(Musl)
      Musl.close(descriptor)
    #else
      Darwin.close(descriptor)
    #endif
  }

  /// The process id in a lock file.
  private static func owner(_ descriptor: CInt) -> Int? {
    var text = [UInt8](repeating: 0, count: 20)
    let count = pread(descriptor, &text, text.count, 0)
    guard count > 0 else { return nil }
    return Int(String(decoding: text[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }

  /// Makes a directory and those that it is in, durably.
  static func make(_ path: String) throws(JournalError) {
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else {
        throw JournalError(.unusable, "the data directory \(path) is not a directory")
      }
      return
    }
    let parent = parent(of: path)
    if parent != path { try make(parent) }
    guard mkdir(path, permissions) == 0 || errno == EEXIST else {
      throw JournalError(.unusable, "the data directory \(path) can't be made: \(describe(errno))")
    }
    try flush(parent)
  }

  /// The directory that a path is in.
  package static func parent(of path: String) -> String {
    var bytes = Array(path.utf8)
    let slash = UInt8(ascii: "/")
    while bytes.count > 1, bytes.last == slash { bytes.removeLast() }
    guard let index = bytes.lastIndex(of: slash) else { return "." }
    return index == 0 ? "/" : String(decoding: bytes[..<index], as: UTF8.self)
  }

  /// Waits until a file, or the names in a directory, are on disk.
  static func flush(_ path: String) throws(JournalError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw JournalError(.failed, "\(path) can't be opened: \(describe(errno))") }
    let result = fsync(descriptor)
    let code = errno
    _ = Self.close(descriptor)
    guard result == 0 else { throw JournalError(.failed, "\(path) can't be flushed: \(describe(code))") }
  }

  /// Whether there is anything at a path.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// How many bytes a file has; nil where there is none.
  static func length(of path: String) -> UInt64? {
    var status = stat()
    return stat(path, &status) == 0 ? UInt64(status.st_size) : nil
  }

  /// The first bytes of a file, at most `count` of them.
  static func firstBytes(_ count: Int, of path: String) throws(JournalError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw JournalError(.unusable, "\(path) can't be read: \(describe(errno))") }
    var bytes = [UInt8](repeating: 0, count: count)
    let length = pread(descriptor, &bytes, count, 0)
    let code = errno
    _ = Self.close(descriptor)
    guard length >= 0 else { throw JournalError(.unusable, "\(path) can't be read: \(describe(code))") }
    return Array(bytes[..<length])
  }

  /// Gives a file or directory another name in a directory, durably.
  static func rename(_ old: String, to new: String) throws(JournalError) {
    #if canImport(Glibc)
      let result = Glibc.rename(old, new)
    #elseif canImport(Musl)
      let result = Musl.rename(old, new)
    #else
      let result = Darwin.rename(old, new)
    #endif
    guard result == 0 else {
      throw JournalError(.failed, "\(old) can't be renamed to \(new): \(describe(errno))")
    }
    try flush(parent(of: new))
  }

  /// Removes a file; it is no error if it is not there.
  static func remove(_ path: String) { _ = unlink(path) }

  /// Removes an empty directory.
  static func removeDirectory(_ path: String) { _ = rmdir(path) }
}

/// The text that belongs to an error number.
func describe(_ code: CInt) -> String { String(cString: strerror(code)) }
