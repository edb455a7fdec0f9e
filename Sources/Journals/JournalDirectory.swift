package import Engine
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The directory of a journal, locked for this process as long as the value exists.
package final class JournalDirectory: Sendable {
  /// The name of the lock file. It contains the process id of the server that holds the lock.
  package static let lockName = "LOCK"
  /// The permissions of a new directory: access for its owner only.
  private static let permissions: mode_t = 0o700

  /// The permissions of a new file: access for its owner only, whatever the permissions of an existing
  /// directory are.
  static let filePermissions: mode_t = 0o600

  package let path: String
  private let descriptor: CInt
  /// The lock file: if its path has another file, or none, the directory is no longer owned.
  let lock: FileIdentity
  /// Whether a start has checked everything successfully, so that files may be changed.
  private let isClaimed = Atomic(false)
  private let isReleased = Atomic(false)
  /// Whether the lock file was created by this value.
  private let isMade: Bool
  /// The directories that were created, each after its parent.
  private let made: [String]

  /// Creates the directory if it doesn't exist, and locks it. No existing file is changed before ``claim()``.
  ///
  /// - Throws: ``JournalError/Code/inUse`` if another server holds the lock, otherwise
  ///   ``JournalError/Code/unusable``.
  package init(_ path: String) throws(JournalError) {
    let made = try JournalDirectory.make(path)
    let name = path + "/" + JournalDirectory.lockName
    let (descriptor, isMade) = try JournalDirectory.openLock(name, in: path)
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
    // If another process has just removed the file, the next server would create and lock another one.
    guard let lock = FileIdentity(name, descriptor: descriptor), FileIdentity(name) == lock else {
      _ = Self.close(descriptor)
      throw JournalError(.inUse, "\(name) was replaced just now; start the server again")
    }
    self.path = path
    self.descriptor = descriptor
    self.lock = lock
    self.isMade = isMade
    self.made = made
  }

  deinit {
    release()
    _ = Self.close(descriptor)
  }

  /// Unlocks the directory. Closing the file would not be enough: if the process is just starting another
  /// one, the child has the open file as well, and so the lock, until it calls exec.
  package func release() {
    if isReleased.exchange(true, ordering: .relaxed) { return }
    // If the start was refused, the directory is left as it was, and removed if it was created.
    if isMade, !isClaimed.load(ordering: .relaxed), FileIdentity(lock.path) == lock {
      JournalDirectory.remove(lock.path)
      for path in made.reversed() where rmdir(path) != 0 { break }
    }
    _ = flock(descriptor, LOCK_UN)
  }

  /// Opens the lock file, and creates it if it doesn't exist. An existing file is not changed yet, since it
  /// may be any file.
  private static func openLock(
    _ name: String,
    in path: String
  ) throws(JournalError) -> (descriptor: CInt, isMade: Bool) {
    let exists = try checkRegular(name)
    let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    var descriptor = open(name, exists ? flags : flags | O_CREAT | O_EXCL, filePermissions)
    let isMade = !exists && descriptor >= 0
    // Another server created it between the check and the call.
    if !exists, descriptor < 0, errno == EEXIST { descriptor = open(name, flags) }
    guard descriptor >= 0 else {
      throw JournalError(.unusable, "the data directory \(path) can't be written: \(describe(errno))")
    }
    return (descriptor, isMade)
  }

  /// Takes the directory into use after all existing files were checked. The process id in the lock file is
  /// for people; only the lock counts, and it ends with the process.
  package func claim() {
    isClaimed.store(true, ordering: .relaxed)
    var status = stat()
    // If the file has a second hard link, its content may belong to something else.
    guard fstat(descriptor, &status) == 0, status.st_nlink == 1 else { return }
    let text = Array("\(getpid())\n".utf8)
    _ = ftruncate(descriptor, 0)
    _ = pwrite(descriptor, text, text.count, 0)
  }

  /// Undoes ``claim()``: nothing has depended on the files that this process created, and they are removed.
  func disclaim() { isClaimed.store(false, ordering: .relaxed) }

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

  /// Creates a directory and its missing parents, durably.
  ///
  /// - Returns: the directories that were created.
  @discardableResult
  static func make(_ path: String) throws(JournalError) -> [String] {
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else {
        throw JournalError(.unusable, "the data directory \(path) is not a directory")
      }
      return []
    }
    let parent = parent(of: path)
    var made: [String] = []
    if parent != path { made = try make(parent) }
    if mkdir(path, permissions) == 0 {
      made.append(path)
    } else if errno != EEXIST {
      throw JournalError(.unusable, "the data directory \(path) can't be made: \(describe(errno))")
    }
    try flush(parent)
    return made
  }

  /// A path without slashes at its end.
  package static func withoutSlashes(_ path: String) -> String {
    var path = path
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    return path
  }

  /// The parent directory of a path.
  package static func parent(of path: String) -> String {
    let bytes = Array(withoutSlashes(path).utf8)
    let slash = UInt8(ascii: "/")
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

  /// Whether anything exists at a path.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// The size of a file in bytes; nil if it doesn't exist.
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
    guard length >= 0 else { throw .unreadable(path, code) }
    return Array(bytes[..<length])
  }

  /// Whether a regular file exists at a path.
  ///
  /// - Throws: if something else exists there. A symbolic link could lead out of the directory, and only the
  ///   directory is locked.
  static func checkRegular(_ path: String) throws(JournalError) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else {
        throw JournalError(.unusable, "\(path) can't be read: \(describe(errno))")
      }
      return false
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let what = status.st_mode & S_IFMT == S_IFLNK ? "a symbolic link" : "not a file"
      throw JournalError(
        .unusable,
        "\(path) is \(what); remove it, or put the file itself there"
      )
    }
    return true
  }

  /// Creates a file with `head` at its beginning and zeros up to a length, durably and atomically. An
  /// existing file is replaced.
  ///
  /// - Returns: its descriptor.
  static func makeFile(_ path: String, paddedTo length: Int, _ head: [UInt8]) throws(JournalError) -> CInt {
    let new = path + ".new"
    remove(new)
    let descriptor = open(new, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW, filePermissions)
    guard descriptor >= 0 else { throw JournalError(.failed, "\(new) can't be made: \(describe(errno))") }
    do throws(JournalError) {
      var place = 0
      while place < length {
        var piece = [UInt8](repeating: 0, count: min(writtenAtATime, length - place))
        if place == 0 { piece.replaceSubrange(0..<head.count, with: head) }
        do throws(JournalError) { try write(piece[...], to: descriptor, at: place, new) } catch {
          throw JournalError(.failed, "\(error.message); make room and start the server again")
        }
        place += piece.count
      }
      guard fsync(descriptor) == 0 else {
        throw JournalError(.failed, "\(new) can't be flushed: \(describe(errno))")
      }
      try rename(new, to: path)
      return descriptor
    } catch {
      _ = close(descriptor)
      throw error
    }
  }

  /// Creates an empty file. SQLite would create it readable for others; SQLite's logs inherit the permissions
  /// of the database.
  static func makeEmpty(_ path: String) throws(JournalError) {
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, filePermissions)
    guard descriptor >= 0 else { throw JournalError(.failed, "\(path) can't be made: \(describe(errno))") }
    _ = close(descriptor)
  }

  /// How much of a new file is written at a time, in bytes. Linux keeps what was written at a time together,
  /// and counts all of it as written, in `/proc/PID/io`, whenever any byte of it changes.
  static let writtenAtATime = 4_096

  /// Writes all of some bytes.
  static func write(
    _ bytes: ArraySlice<UInt8>,
    to descriptor: CInt,
    at place: Int,
    _ path: String
  ) throws(JournalError) {
    let code = bytes.withUnsafeBytes { bytes -> CInt? in
      var written = 0
      while written < bytes.count {
        let count = pwrite(
          descriptor,
          bytes.baseAddress?.advanced(by: written),
          bytes.count - written,
          off_t(place + written)
        )
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return errno }
        written += count
      }
      return nil
    }
    if let code { throw JournalError(.failed, "\(path) can't be written: \(describe(code))") }
  }

  /// Renames a file or directory within a directory, durably.
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

  /// Removes a file; it is no error if it does not exist.
  static func remove(_ path: String) { _ = unlink(path) }

}

/// The text for an error number.
func describe(_ code: CInt) -> String { String(cString: strerror(code)) }

extension JournalError {
  /// The error for a file that the system can't read. An error of the disk is not damage of the file.
  static func unreadable(_ path: String, _ code: CInt) -> JournalError {
    let advice =
      code == EIO
      ? ": that is an error of the disk, and the file itself may be whole; copy the directory to another disk while that is "
        + "possible, or save with 'arranged salvage' what can be read" : ""
    return JournalError(.unusable, "\(path) can't be read: \(describe(code))\(advice)")
  }
}
