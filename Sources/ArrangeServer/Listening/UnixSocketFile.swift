import CoreFoundation
import Foundation

/// The file of a Unix socket: created for this server, and removed with it.
///
/// A socket that another server listens on is left alone. A stale socket is replaced; any other file at the
/// path is left as it is.
///
/// Used by one task at a time: the one that starts listening, or the one that stops.
final class UnixSocketFile: @unchecked Sendable {
  /// How long another server may hold the lock on the directory, in attempts of 10 ms.
  private static let tries = 200

  private let address: ListenAddress
  private let path: String
  /// The directory, locked while a server checks and binds: otherwise two servers that start at once could
  /// remove each other's socket.
  private var directory: CInt = -1
  /// The file that was bound.
  private var identity: Identity?

  /// Prepares the path for binding. Call ``didBind()`` afterwards, or ``unlock()``.
  init(_ path: String) async throws(ListenError) {
    self.path = path
    address = .unixSocket(path: path)
    await lock()
    do throws(ListenError) { try removeStale() } catch {
      unlock()
      throw error
    }
  }

  private func lock() async {
    let parent = (path as NSString).deletingLastPathComponent
    directory = open(parent.isEmpty ? "." : parent, O_RDONLY | O_CLOEXEC)
    guard directory >= 0 else { return }
    for _ in 0..<UnixSocketFile.tries where flock(directory, LOCK_EX | LOCK_NB) != 0 {
      try? await Task.sleep(for: .milliseconds(10))
    }
  }

  func unlock() {
    guard directory >= 0 else { return }
    _ = flock(directory, LOCK_UN)
    close(directory)
    directory = -1
  }

  private func removeStale() throws(ListenError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw ListenError(address, "there is something else at this path; remove it, or choose another path")
    }
    switch try probe() {
    case 0, EAGAIN, EINPROGRESS:
      throw ListenError(address, "another server listens there; stop it, or choose another path")
    case ECONNREFUSED:
      guard unlink(path) == 0 || errno == ENOENT else {
        throw ListenError(
          address,
          "the socket of a server that is gone can't be removed: \(systemText(errno))"
        )
      }
    case ENOENT: break
    case let code:
      throw ListenError(address, "whether a server listens there can't be found out: \(systemText(code))")
    }
  }

  /// Tries to connect, and returns the result.
  private func probe() throws(ListenError) -> CInt {
    #if canImport(Glibc) || canImport(Musl)
      let kind = CInt(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let probe = socket(AF_UNIX, kind, 0)
    guard probe >= 0 else { return errno }
    defer { close(probe) }
    _ = fcntl(probe, F_SETFL, O_NONBLOCK)
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: name.sun_path) else {
      throw ListenError(address, "the path is longer than the system allows for a socket")
    }
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: bytes) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(probe, $0, length) }
    }
    return result == 0 ? 0 : errno
  }

  /// Records which file was created, after the socket was bound.
  func didBind() {
    identity = current
    unlock()
  }

  /// Identifies a socket file. An inode number alone does not: once its file is removed, it is given to the
  /// next file that is created.
  private struct Identity: Equatable {
    var device: dev_t
    var inode: ino_t
    /// The time of binding. Neither connections nor changes of permissions modify it.
    var seconds: Int
    var nanoseconds: Int
  }

  /// The socket at the path; nil if there is none, or another kind of file.
  private var current: Identity? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Identity(
      device: status.st_dev,
      inode: status.st_ino,
      seconds: time.tv_sec,
      nanoseconds: time.tv_nsec
    )
  }

  /// Removes the socket, unless there is another file at the path by now.
  func remove() {
    guard let identity, let current, identity == current else { return }
    unlink(path)
  }
}
